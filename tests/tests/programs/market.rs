//! A campaign without battles that has each other kind of room: shop, rest, loot, loot for loot, and a choice that asks.
//! Tests of window and terminal play it.

use foretoken_tests::{copy_folder, root};
use std::path::{Path, PathBuf};

const MARKET: &str = r#"Campaign(
    title: "The Market",
    order: 9,
    members: [
        (name: "Alda", unit: "captain"),
        (name: "Elin", unit: "healer", loadouts: [(title: "Spells", equip: 3, skills: [
            (skill: "mend"), (skill: "cleanse"), (skill: "ward"), (skill: "hasten"), (skill: "nurture", unlock: "old"),
        ])]),
    ],
    values: [(name: "gold", start: 10, range: (0, 99))],
    starts: ["market"],
    rooms: [
        (name: "market", kind: "shop", title: "The Stalls", offers: [
            (item: "iron-sword", spends: [(value: "gold", amount: 4)]),
            (item: "tower-shield", spends: [(value: "gold", amount: 50)]),
        ], next: [(to: "inn"), (to: "wagon")]),
        (name: "inn", kind: "rest", title: "The Inn", x: 1, options: [(text: "Sleep.", action: "camp-meal")],
            next: [(to: "barter")]),
        (name: "barter", kind: "loot", title: "The Trader", x: 2, swap: true, offers: [(item: "war-paint")],
            next: [(to: "surgeon")]),
        (name: "surgeon", kind: "choice", title: "The Surgeon", x: 3, options: [
            (text: "Pay the surgeon.", spends: [(value: "gold", amount: 3)], action: "camp-surgeon"),
            (text: "Go on."),
        ], next: [(to: "home")]),
        (name: "home", kind: "end", title: "Home", x: 4),
        (name: "wagon", kind: "loot", title: "The Wagon", x: 1, y: 1, take: 1, offers: [(item: "war-paint"), (item: "tonic")],
            next: [(to: "surgeon")]),
    ],
    unlocks: [(name: "old", title: "Old Spells", note: "Win a run.", when: "wins >= 1")],
)
"#;

/// Copies the shipped assets into a folder, adds the campaign, and returns their folder.
pub fn assets(folder: &Path) -> PathBuf {
    let assets = folder.join("assets");
    copy_folder(&root().join("assets"), &assets).expect("copied");
    std::fs::write(assets.join("banner/campaigns/market.ron"), MARKET).expect("written");
    assets
}
