//! Generated layers: guaranteed rooms, connected columns, equal maps for equal seeds.

use crate::pack::{begun, campaign_text, compiled, library, played, verdict};
use foretoken_campaign::check::check;
use foretoken_campaign::{RoomKinds, Run, RunVerdict, count_rooms};
use proptest::prelude::*;
use std::collections::BTreeSet;

const LAYERED: &str = r#"
    rooms: [
        (name: "gate", kind: "rest", options: [(text: "Sleep.", action: "meal")]),
        (name: "fight", kind: "battle", scenario: "yard", on_loss: "end"),
        (name: "chest", kind: "loot", offers: [(item: "ring"), (item: "axe")], draw: 1),
        (name: "trader", kind: "shop", offers: [(item: "cloak", spends: [(value: "gold", amount: 1)])]),
        (name: "end", kind: "end"),
    ],
    layers: [(name: "wood", x: 1, columns: 4, rows: (2, 3), from: ["gate"], to: ["end"], templates: [
        (room: "fight", weight: 3), (room: "chest", weight: 2), (room: "trader", weight: 0, guaranteed: 2),
    ])],
"#;

fn kinds(run: &Run) -> Vec<(String, String)> {
    let generated = run.campaign().asset.rooms.iter().filter(|room| room.name.starts_with("wood-"));
    generated.map(|room| (room.name.clone(), room.kind.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]
    #[test]
    fn generated_runs_have_their_guaranteed_rooms_and_verify(seed in 0_u64..1000) {
        let campaign = compiled(&campaign_text(LAYERED, ""));
        let (run, records) = played(&campaign, seed, seed);
        let traders = kinds(&run).iter().filter(|(_, kind)| kind == "shop").count();
        prop_assert_eq!(traders, 2);
        prop_assert_eq!(kinds(&run), kinds(&begun(&campaign, seed)));
        // Each generated room can be reached and left.
        let rooms = &run.campaign().asset.rooms;
        let led_to: BTreeSet<&str> = rooms.iter().flat_map(|room| &room.next).map(|way| way.to.as_str()).collect();
        for room in rooms.iter().filter(|room| room.name.starts_with("wood-")) {
            prop_assert!(led_to.contains(room.name.as_str()) && !room.next.is_empty(), "{}", room.name);
        }
        let verdict = verdict(&run, &records);
        let is_same = matches!(verdict, RunVerdict::Same { .. });
        prop_assert!(is_same, "{:?}", verdict);
    }
}

#[test]
fn seeds_make_different_maps() {
    let campaign = compiled(&campaign_text(LAYERED, ""));
    let maps: BTreeSet<_> = (0..10).map(|seed| kinds(&begun(&campaign, seed))).collect();
    assert!(maps.len() > 5, "{maps:?}");
}

#[test]
fn faults_of_layers_are_told() {
    let faults = |from: &str, to: &str| -> Vec<String> {
        let text = campaign_text(LAYERED, "");
        assert!(text.contains(from), "{from}");
        let found = check(&library(&text.replace(from, to)), "own", "small", &RoomKinds::default());
        found.sorted().into_iter().map(|fault| format!("{}: {}: {}", fault.line, fault.code, fault.message)).collect()
    };
    assert_eq!(faults("guaranteed: 2", "guaranteed: 2"), Vec::<String>::new());
    let told = faults("guaranteed: 2", "guaranteed: 9");
    let few = "the guaranteed rooms of the template `trader` have too few places in this layer";
    assert!(told.iter().any(|line| line.ends_with(few)), "{told:?}");
    let told = faults("(room: \"chest\"", "(room: \"chests\"");
    assert!(told.iter().any(|line| line.ends_with("unknown room `chests`")), "{told:?}");
}

#[test]
fn templates_are_no_rooms_of_the_map() {
    let campaign = compiled(&campaign_text(LAYERED, ""));
    let run = begun(&campaign, 3);
    let view = run.view();
    let shown: Vec<&str> = view
        .rooms
        .iter()
        .filter(|room| !room.is_template)
        .map(|room| run.campaign().asset.rooms[room.room].name.as_str())
        .collect();
    assert!(shown.contains(&"gate") && shown.contains(&"end") && shown.contains(&"wood-1-1"), "{shown:?}");
    assert!(["fight", "chest", "trader"].iter().all(|name| !shown.contains(name)), "{shown:?}");
    assert_eq!(
        count_rooms(library(&campaign_text(LAYERED, "")).campaign("small").expect("it is there")),
        (2 + 4 * 2, 2 + 4 * 3)
    );
    // A template to which a way leads is a room, too.
    let both = LAYERED.replace("(text: \"Sleep.\"", "(text: \"Fight.\", next: \"fight\"), (text: \"Sleep.\"");
    let run = begun(&compiled(&campaign_text(&both, "")), 3);
    assert!(!run.view().rooms[1].is_template && run.view().rooms[2].is_template);
}
