//! Demonstrations of actions and their faults.

use foretoken_action_assets::{AssetType, Files, KindRegistry, Library, fmt_text};

fn pack(demonstrations: &str) -> Library {
    let blow = format!(
        "Action(\n    body: [DeclareTarget(name: \"T1\", asks: Unit), Damage(target: \"T1\")],\n    demonstration: {demonstrations},\n)"
    );
    let files = Files::new()
        .with("rules.ron", "Rules(columns: [(name: \"heat\", of: Entity)])")
        .with("terrains/floor.ron", "Terrain(glyph: \".\")")
        .with("terrains/wall.ron", "Terrain(glyph: \"#\", blocks_movement: true)")
        .with("statuses/poison.ron", "Status(lasts: 2, most: 5, on_reapply: Add)")
        .with("actions/blow.ron", blow);
    Library::load(&files, KindRegistry::core())
}

fn faults(library: &Library) -> Vec<String> {
    let all = library.check_all();
    let all = all.errors().filter(|fault| fault.file == "actions/blow.ron");
    let told = all.map(|fault| {
        let message = fault.message.lines().next().unwrap_or_default();
        format!("{}:{} {} {message}", fault.line, fault.column, fault.path)
    });
    told.collect()
}

const LONE: &str = r#"(before: [".Ab."], answers: ["b"], after: [".Ab."], facts: ["b health 4 -> 3"])"#;

#[test]
fn one_is_written_by_itself_and_several_as_a_list() {
    let read = |text: &str| fmt_text("actions/blow.ron", text, &KindRegistry::core()).expect("it is whole");
    let lone = "Action(\n    demonstration: (\n        before: [\n            \"A\",\n        ],\n    ),\n)\n";
    assert_eq!(read(lone), lone);
    let one = "Action(\n    demonstration: [\n        (\n            before: [\n                \"A\",\n            ],\n        ),\n    ],\n)\n";
    assert_eq!(read(one), lone, "a list of one is that one");
    let two = "Action(\n    demonstration: [\n        (\n            name: \"x\",\n        ),\n        (\n            name: \"y\",\n        ),\n    ],\n)\n";
    assert_eq!(read(two), two);
    assert_eq!(read("Action(demonstration: [])"), "Action\n");
    let faults = fmt_text("actions/blow.ron", "Action(demonstration: 3)", &KindRegistry::core()).expect_err("no group");
    assert!(faults.iter().any(|fault| (fault.code, fault.line, fault.column) == ("wrong-type", 1, 23)));
}

#[test]
fn each_begins_with_its_own_numbers() {
    assert_eq!(faults(&pack(LONE)), [""; 0]);
    let several = r#"[
        (before: [".Ab."], answers: ["b"], after: [".Ab."], facts: ["b health 4 -> 3"]),
        (name: "shielded", before: [".Ab."], start: ["b shield 2"], answers: ["b"], after: [".Ab."], facts: ["b shield 2 -> 1"]),
        (name: "last", before: [".Ab."], start: ["b health 1", "A facing north"], answers: ["b"], after: [".A.."]),
        (name: "poisoned", before: [".Ab."], start: ["b poison 3", "b heat 7"], answers: ["b"], after: [".Ab."],
            facts: ["b poison 3 -> 3", "b heat 7 -> 7", "b health 4 -> 3"]),
    ]"#;
    assert_eq!(faults(&pack(several)), [""; 0]);
}

#[test]
fn what_cannot_be_a_start_is_told_where_it_stands() {
    let told = |start: &str| faults(&pack(&format!("(before: [\".Ab.\"], start: [\"A shield 1\", \"{start}\"])")));
    for (start, message) in [
        ("z health 3", "the board has no unit `z`"),
        ("b haelth 3", "unknown fact `haelth`; did you mean `health`?"),
        ("b health 5", "health must be 1 to 4, not 5"),
        ("b health many", "health must be 1 to 4, not many"),
        ("b shield -1", "shield must be 0 to 9999, not -1"),
        ("b poison 6", "poison must be 1 to 5, not 6"),
        ("b heat 99999999999", "heat must be -1000000 to 1000000, not 99999999999"),
        ("b facing up", "a facing is north, east, south or west, not up"),
        ("b health", "expected a number such as `b health 3`, found: b health"),
        ("A shield 2", "A already has its shield"),
    ] {
        let path = "3:61 demonstration[0].start[1] the demonstration:";
        assert_eq!(told(start), [format!("{path} {message}")], "{start}");
    }
}

#[test]
fn problems_name_the_demonstration_and_no_two_share_a_name() {
    let several = r#"[
        (name: "open", before: [".Ab."], answers: ["b"], after: [".Ab."], facts: ["b health 4 -> 3"]),
        (name: "open", before: [".Ab."], answers: ["b"], after: [".Ab."], facts: ["b health 4 -> 2"]),
    ]"#;
    assert_eq!(
        faults(&pack(several)),
        [
            "5:16 demonstration[1].name the demonstration `open`: another demonstration has this name",
            "5:83 demonstration[1].facts[0] the demonstration `open`: b has health 3 after, but 2 is recorded",
        ]
    );
    let nameless = format!("[{LONE}, {LONE}]");
    let told = faults(&pack(&nameless));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].ends_with("another demonstration has no name either"), "{told:?}");
}

#[test]
fn a_fault_is_told_once_and_not_by_each_demonstration() {
    let two = r#"[
        (name: "x", before: [".Ab."], answers: ["b"], after: [".Ab."], facts: ["b health 4 -> 3"]),
        (name: "y", before: [".Ab."], answers: ["b"], after: [".Ab."], facts: ["b health 4 -> 3"]),
    ]"#;
    let codes = |library: &Library| {
        let all = library.check_all();
        all.errors().map(|fault| (fault.file.clone(), fault.code)).collect::<Vec<_>>()
    };
    let mut library = pack(two);
    let broken = "Action(body: [Damage(target: \"T9\")], demonstration: [(name: \"x\", before: [\"Ab\"]), (name: \"y\", before: [\"Ab\"])])";
    library.reload("actions/blow.ron", Some(broken.as_bytes()));
    let told = codes(&library);
    assert!(!told.is_empty() && told.iter().all(|(_, code)| *code != "demonstration"), "{told:?}");
    let mut library = pack(two);
    library.reload("terrains/mire.ron", Some(b"Terrain(glyph: \"~\", on_enter: \"nothing\")"));
    let told = codes(&library);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, "terrains/mire.ron");
}

#[test]
fn facts_follow_new_names() {
    let drawn = r#"(name: "x", before: [".Ab."], start: ["b poison 3", "b heat 7"], facts: ["b poison 3 -> 3", "b heat 7 -> 8"])"#;
    let library = pack(drawn);
    let mut blow = library.asset(AssetType::Action, "blow").expect("it is there").clone();
    assert_eq!(library.rename_in(&mut blow, AssetType::Status, "poison", "venom"), 2);
    assert_eq!(library.rename_in(&mut blow, AssetType::Item, "venom", "ring"), 2, "nothing else has the name");
    assert_eq!(library.rename_in(&mut blow, AssetType::Stat, "poison", "x"), 0);
    let own = blow.demonstrations().expect("an action");
    assert_eq!(own[0].start, ["b ring 3", "b heat 7"]);
    assert_eq!(own[0].facts, ["b ring 3 -> 3", "b heat 7 -> 8"]);
    let followed = library.with_facts_about(&[("heat", "warmth")]);
    assert_eq!(followed.len(), 1);
    let own = followed[0].1.as_ref().and_then(|asset| asset.demonstrations()).expect("the action");
    assert_eq!((own[0].start[1].as_str(), own[0].facts[1].as_str()), ("b warmth 7", "b warmth 7 -> 8"));
    assert!(library.with_facts_about(&[("poison", "x")]).is_empty(), "that is a status");
    let library = pack(r#"(name: "x", before: [".Ab."], start: ["b heat 7", "b cold 2"], facts: ["b cold 2 -> 3"])"#);
    let followed = library.with_facts_about(&[("heat", "warmth"), ("cold", "frost")]);
    assert_eq!(followed.len(), 1);
    let own = followed[0].1.as_ref().and_then(|asset| asset.demonstrations()).expect("the action");
    assert_eq!(
        (own[0].start.join(", "), own[0].facts.join(", ")),
        ("b warmth 7, b frost 2".to_owned(), "b frost 2 -> 3".to_owned())
    );
}
