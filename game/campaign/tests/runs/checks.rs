//! Checks of campaigns: each fault is reported with file and line.

use crate::pack::{ROOMS, campaign_text, library};
use expect_test::{Expect, expect};
use foretoken_campaign::RoomKinds;
use foretoken_campaign::check::check;
use std::time::Duration;

fn faults(campaign: &str) -> String {
    let found = check(&library(campaign), "own", "small", &RoomKinds::default());
    let told = found
        .sorted()
        .into_iter()
        .map(|fault| format!("{}:{}: {}: {}\n", fault.file, fault.line, fault.code, fault.message));
    told.collect()
}

fn expect_faults(from: &str, to: &str, expected: Expect) {
    let text = campaign_text(ROOMS, "");
    assert!(text.contains(from), "{from}");
    expected.assert_eq(&faults(&text.replace(from, to)));
}

#[test]
fn the_small_campaign_has_no_faults() {
    assert_eq!(faults(&campaign_text(ROOMS, "")), "");
}

#[test]
fn rooms_and_ways_are_checked() {
    expect_faults(
        "(to: \"yard\"), ",
        "",
        expect![[r#"
        campaigns/small.ron:16: unreachable-room: no way leads to the room `yard`
    "#]],
    );
    expect_faults(
        "(to: \"shop\")]),\n        (name: \"shop\"",
        "(to: \"shp\")]),\n        (name: \"shop\"",
        expect![[r#"
        campaigns/small.ron:20: no-end: no way leads from the room `cellar` to an end
        campaigns/small.ron:22: unknown-room: unknown room `shp`
    "#]],
    );
    expect_faults(
        "next: [(to: \"end\")]",
        "",
        expect![[r#"
        campaigns/small.ron:10: no-end: no way leads from the room `gate` to an end
        campaigns/small.ron:16: no-end: no way leads from the room `yard` to an end
        campaigns/small.ron:17: no-end: no way leads from the room `store` to an end
        campaigns/small.ron:20: no-end: no way leads from the room `cellar` to an end
        campaigns/small.ron:23: no-end: no way leads from the room `shop` to an end
        campaigns/small.ron:26: no-end: no way leads from the room `camp` to an end
        campaigns/small.ron:27: unreachable-room: no way leads to the room `end`
    "#]],
    );
    expect_faults(
        "next: [(to: \"end\")]",
        "next: [(to: \"end\"), (to: \"gate\")]",
        expect![[r#"
        campaigns/small.ron:15: cycle: the ways from the room `gate` lead back to it
    "#]],
    );
    expect_faults(
        "kind: \"rest\"",
        "kind: \"rets\"",
        expect![[r#"
        campaigns/small.ron:26: unknown-room-kind: unknown kind of room `rets`
    "#]],
    );
    expect_faults(
        "starts: [\"gate\"]",
        "starts: []",
        expect![[r#"
        campaigns/small.ron:7: no-start: a campaign needs a room in `starts`
    "#]],
    );
    expect_faults(
        "(name: \"camp\"",
        "(name: \"shop\"",
        expect![[r#"
        campaigns/small.ron:23: unreachable-room: no way leads to the room `shop`
        campaigns/small.ron:25: unknown-room: unknown room `camp`
        campaigns/small.ron:26: same-name: another room has the name `shop`
    "#]],
    );
    expect_faults(
        "kind: \"battle\", scenario: \"yard\"",
        "kind: \"battle\"",
        expect![[r#"
        campaigns/small.ron:16: empty-room: a battle needs a scenario
    "#]],
    );
}

#[test]
fn conditions_prices_and_options_are_checked() {
    expect_faults(
        "needs: \"c.gold >= 1\"",
        "needs: \"c.gold >= 21\"",
        expect![[r#"
        campaigns/small.ron:13: never-met: no party can meet this condition
    "#]],
    );
    expect_faults(
        "needs: \"c.gold >= 1\"",
        "needs: \"c.goold >= 1\"",
        expect![[r#"
        campaigns/small.ron:13: unknown-reference: unknown number of units: `goold` (at character 1)
    "#]],
    );
    expect_faults(
        "(value: \"gold\", amount: 2)",
        "(value: \"gold\", amount: 21)",
        expect![[r#"
        campaigns/small.ron:12: unpayable: no party can pay 21 gold, because it is at most 20
    "#]],
    );
    expect_faults(
        "(value: \"gold\", amount: 2)",
        "(value: \"silver\", amount: 2)",
        expect![[r#"
        campaigns/small.ron:12: unknown-value: unknown number of the run `silver`
    "#]],
    );
    expect_faults(
        "action: \"dig\"",
        "action: \"digg\"",
        expect![[r#"
        campaigns/small.ron:13: unknown-reference: unknown action `digg`
    "#]],
    );
    expect_faults(
        "(action: \"pay\")",
        "(action: \"heal-one\")",
        expect![[r#"
        campaigns/small.ron:18: action-asks: `heal-one` asks for a target, which only options of a choice or rest can do
    "#]],
    );
    let unfree = ROOMS
        .replace("\"Rest.\"", "\"Rest.\", needs: \"c.gold > 3\"")
        .replace("\"Touch the thorns.\"", "\"No.\", needs: \"c.gold > 3\"");
    expect![[r#"
        campaigns/small.ron:10: no-free-option: the party must choose here, but each option has a requirement; add one without
    "#]].assert_eq(&faults(&campaign_text(&unfree, "")));
}

#[test]
fn party_unlocks_and_guaranteed_offers_are_checked() {
    expect_faults(
        "equip: 1",
        "equip: 3",
        expect![[r#"
        campaigns/small.ron:3: few-open-skills: the member equips 3 of these skills, but only 2 are open at the start
    "#]],
    );
    expect_faults(
        "unlock: \"sage\"",
        "unlock: \"sages\"",
        expect![[r#"
        campaigns/small.ron:3: unknown-unlock: unknown unlock `sages`
    "#]],
    );
    expect_faults(
        "when: \"runs >= 2\"",
        "when: \"rans >= 2\"",
        expect![[r#"
        campaigns/small.ron:30: unknown-function: `rans` is neither a function nor a number
    "#]],
    );
    expect_faults(
        "(name: \"Bo\", unit: \"guard\"),",
        "(name: \"Bo\", unit: \"guard\"), (name: \"Cy\", unit: \"guard\"),",
        expect![[r#"
        campaigns/small.ron:16: few-places: the scenario `yard` has 2 places, but 3 members fight
    "#]],
    );
    expect_faults(
        "start: 4",
        "start: 40",
        expect![[r#"
        campaigns/small.ron:6: start-out-of-range: the start 40 is outside the range 0 to 20
    "#]],
    );
    let many = ROOMS.replace("(item: \"relic\", once: true)", "(item: \"relic\", once: true), (item: \"ring\", title: \"A\", once: true), (item: \"ring\", title: \"B\", once: true), (item: \"ring\", title: \"C\", once: true), (item: \"ring\", title: \"D\", once: true)");
    expect![[r#"
        campaigns/small.ron:18: no-place: `D` appears once in a run, but its rooms have too few places for all such offers
    "#]].assert_eq(&faults(&campaign_text(&many, "")));
}

#[test]
#[allow(clippy::disallowed_types, reason = "the test measures the time of a check")]
fn ten_thousand_rooms_are_checked_in_two_seconds() {
    let mut rooms = String::from("rooms: [");
    for at in 0..10_000 {
        let next = if at + 1 < 10_000 {
            format!("(to: \"r{}\"), (to: \"r{}\", when: \"c.gold > {}\")", at + 1, (at + 7).min(9_999), at % 15)
        } else {
            String::new()
        };
        let kind = if at + 1 < 10_000 { "choice" } else { "end" };
        let options = if at + 1 < 10_000 { "options: [(text: \"Go.\", action: \"pay\")]," } else { "" };
        rooms += &format!("(name: \"r{at}\", kind: \"{kind}\", {options} next: [{next}]),\n");
    }
    let text = campaign_text(&(rooms + "],"), "").replace("starts: [\"gate\"]", "starts: [\"r0\"]");
    let library = library(&text);
    let begin = std::time::Instant::now();
    let found = check(&library, "own", "small", &RoomKinds::default());
    let took = begin.elapsed();
    assert!(found.is_empty(), "{}", found.render());
    assert!(took < Duration::from_secs(2), "{took:?}");
}
