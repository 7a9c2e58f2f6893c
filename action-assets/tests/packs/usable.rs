//! The usable parts of a pack with faults.

use expect_test::expect;
use foretoken_action_assets::{Files, KindRegistry, Library};

use crate::pack;

const OTHER: &str =
    "Scenario(map: [\"..o\"], legend: [(glyph: \"o\", unit: \"owl\")], goals: [(text: \"Go.\", when: \"1\")])";

/// Returns a pack with a second scenario that needs an owl with its own action.
fn with_owl(hoot: &str) -> Library {
    pack(&[
        ("actions/hoot.ron", hoot),
        ("actions/sing.ron", "Action(body: [Include(action: \"hoot\")])"),
        ("units/owl.ron", "Unit(glyph: \"o\", actions: [\"sing\"])"),
        ("scenarios/t.ron", OTHER),
    ])
}

#[test]
fn a_fault_stops_only_what_needs_the_asset() {
    let whole = with_owl("Action(body: [Wait])");
    assert!(whole.compile("s").0.is_some() && whole.compile("t").0.is_some());
    for hoot in ["Action(body: [Kill(target: \"T1\")])", "Action(body: [Wiat])", "Action(", ""] {
        let library = with_owl(hoot);
        let compiled = library.compile_usable("s");
        let book = compiled.scenario.expect("the rat needs no owl");
        assert!(compiled.left_out && book.find_program("wait").is_some() && book.find_program("hoot").is_none());
        let again = Library::from_canonical_text(&compiled.library.canonical_text(), KindRegistry::core());
        assert_eq!(again.compile("s").0.expect("it replays").hash64(), book.hash64(), "{hoot}");
        assert!(compiled.faults.has_errors(), "all of the pack is told");
        let (book, faults) = library.compile("t");
        assert!(book.is_none(), "{hoot}");
        let files = ["actions/sing.ron", "units/owl.ron", "scenarios/t.ron"];
        for file in files {
            let of_file = faults.of_file(file).render();
            assert!(of_file.contains("actions/hoot.ron"), "{file} names the root: {of_file}");
        }
        assert!(!faults.render().contains("unknown action `hoot`"), "{}", faults.render());
    }
}

#[test]
fn what_refers_to_a_faulty_asset_names_the_root() {
    expect![[r#"
        actions/hoot.ron:1:28: error[unresolved-name]: unknown target `T1`
          in body[0].target
            |
          1 | Action(body: [Kill(target: "T1")])
            |                            ^^^^
          help: known here: self, cause, here, board
          and 3 further faults from actions/hoot.ron:
            actions/sing.ron:1:31: action `hoot` cannot be used, because it has a fault, in body[0].action
            scenarios/t.ron:1:52: unit `owl` cannot be used, because action `hoot` has a fault, in legend[0].unit
            units/owl.ron:1:28: action `sing` cannot be used, because action `hoot` has a fault, in actions[0]
    "#]]
    .assert_eq(&with_owl("Action(body: [Kill(target: \"T1\")])").check_all().render());
}

#[test]
fn the_ground_of_a_map_is_needed_by_its_glyph() {
    let bad = ("terrains/bog.ron", "Terrain(glyph: \"~\", on_enter: \"sink\")");
    assert!(pack(&[bad]).compile("s").0.is_some(), "no bog is drawn");
    let drawn = (
        "scenarios/s.ron",
        "Scenario(map: [\".~r\"], legend: [(glyph: \"r\", unit: \"rat\")], goals: [(text: \"Go.\", when: \"1\")])",
    );
    let (book, faults) = pack(&[bad, drawn]).compile("s");
    assert!(book.is_none());
    assert!(faults.of_file("scenarios/s.ron").render().contains("terrains/bog.ron"), "{}", faults.render());
    assert!(pack(&[("rules.ron", "Rules(limits: (fuel: \"much\"))")]).compile("s").0.is_none());
}

#[test]
fn a_fan_of_inclusions_is_measured_and_not_walked_through() {
    // Each of 300 actions includes the next ten three times: without a measure, 30^6 visits for each.
    let name = |n: usize| format!("a{n:03}");
    let (mut files, _) = Files::from_one_text(&pack(&[]).canonical_text());
    for n in 0..300 {
        let next = (n + 1..(n + 11).min(300)).map(|next| format!("Include(action: \"{}\")", name(next)));
        let body = next.collect::<Vec<_>>().join(",");
        let body = if body.is_empty() { "Wait".to_owned() } else { format!("{body},{body},{body}") };
        files = files.with(format!("actions/{}.ron", name(n)), format!("Action(body: [{body}])"));
    }
    let library = Library::load(&files, KindRegistry::core());
    let (book, faults) = library.compile_actions();
    let of = |n: usize| faults.of_file(&format!("actions/{}.ron", name(n)));
    assert!(of(299).is_empty() && of(298).is_empty());
    assert!(of(0).iter().any(|fault| fault.code == "too-many-includes"));
    let emitted: usize = book.programs.iter().map(|program| program.code.len()).sum();
    assert!(emitted < 100_000, "{emitted} instructions");
    assert!(library.compile("s").0.is_some(), "the rat includes none of them");
}

#[test]
fn all_actions_may_include_all_others() {
    let name = |n: usize| format!("a{n:03}");
    let (mut files, _) = Files::from_one_text(&pack(&[]).canonical_text());
    for n in 0..300 {
        let others = (0..300).filter(|other| *other != n).map(|other| format!("Include(action: \"{}\")", name(other)));
        let body = others.collect::<Vec<_>>().join(",");
        files = files.with(format!("actions/{}.ron", name(n)), format!("Action(body: [{body}])"));
    }
    let library = Library::load(&files, KindRegistry::core());
    let (book, faults) = library.compile_actions();
    let cycles = faults.iter().filter(|fault| fault.code == "include-cycle");
    assert_eq!(cycles.count(), 300, "each says so once");
    assert!(book.programs.iter().all(|program| program.code.len() < 10));
}

#[test]
fn an_action_has_so_many_parts_and_no_more() {
    let next = |of: &str| vec![format!("Include(action: \"{of}\")"); 40].join(",");
    let files = [
        ("actions/a.ron", format!("Action(body: [{}])", next("b"))),
        ("actions/b.ron", format!("Action(body: [{}])", next("c"))),
        ("actions/c.ron", format!("Action(body: [{}])", ["Wait"; 40].join(","))),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let (_, faults) = pack(&files).compile_actions();
    let codes: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.file.as_str(), fault.code)).collect();
    assert!(codes.contains(&("actions/a.ron", "too-large")), "{codes:?}");
    assert!(codes.iter().all(|(file, _)| *file == "actions/a.ron"), "{codes:?}");
}

#[test]
fn characters_that_are_not_seen_are_refused() {
    let unit = "Unit(title: \"Owl\\u{1b}]0;x\", note: \"two\\nlines\", glyph: \"o\", tags: [\"a\\u{9d}\"])";
    let owl = ("units/owl.ron", unit);
    let hoot = ("actions/hoot.ron", "Action(body: [DeclareTarget(name: \"T\", prompt: \"\\u{202e}?\")])");
    let scenario =
        ("scenarios/t.ron", "Scenario(title: \"a\\nb\", map: [\".r\"], legend: [(glyph: \"r\", unit: \"rat\")])");
    let library = pack(&[owl, hoot, scenario]);
    let told = library.faults();
    let told: Vec<String> = told.iter().map(|f| format!("{} {} {}:{}", f.code, f.path, f.line, f.column)).collect();
    expect![[r#"
        [
            "hidden-character body[0].prompt 1:48",
            "hidden-character title 1:17",
            "hidden-character title 1:13",
            "hidden-character tags[0] 1:69",
        ]
    "#]]
    .assert_debug_eq(&told);
    assert!(library.compile("s").0.is_some() && library.compile("t").0.is_none());
}
