//! Reading of values and faults.

use expect_test::{Expect, expect};
use foretoken_action_assets::diagnostic::MAX_PER_FILE;
use foretoken_action_assets::{
    Diagnostics, KindRegistry, Loaded, Registration, RegistryError, Span, did_you_mean, load_asset, nearest, outline,
};

use crate::toy::{self, Action};

fn load(text: &str) -> (Loaded<Action>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let loaded = load_asset("shove.ron", text.as_bytes(), &toy::registry(), &mut diagnostics);
    (loaded.unwrap_or_default(), diagnostics)
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&load(text).1.render());
}

fn check_part(part: &str, expected: Expect) {
    check(&format!("Action(name: \"a\", body: [{part}])"), expected);
}

#[test]
fn a_file_without_faults() {
    let text = r#"Action(name: "Shove", body: [Push(note: "why", target: "T1", distance: 2), List(body: [Wait])])"#;
    let (mut loaded, diagnostics) = load(text);
    assert!(diagnostics.is_empty(), "{}", diagnostics.render());
    expect![[r#"
        name: text "Shove" (required) -- Displayed name.
        note: text "" -- What to remember about it.
        body: parts, 2 of them -- Steps of the action, in order.
        [0] Push: push T1 by 2
            note: text "why" -- Note about this part; it has no effect.
            target: name uses "T1" (required) -- Target.
            distance: number 2 of 0 to 9 -- Number of cells.
        [1] List: 1 in order
            note: text "" -- Note about this part; it has no effect.
            body: parts, 1 of them -- Steps, in order.
            [0] Wait: wait
                note: text "" -- Note about this part; it has no effect.
    "#]]
    .assert_eq(&outline(&mut loaded.value));
}

#[test]
fn faults_of_all_sorts_at_once() {
    check(
        r#"Action(
    nmae: "Shove",
    colour: "red",
    body: [
        Pusg(target: "T1"),
        Push(distance: 12, taget: "T1"),
        Push(target: T1, distance: "2", note: 3),
        List(
            body: [
                Push(target: "T1", distance: 1.5),
                (target: "T1"),
                Push("T1", 2),
                7,
            ],
        ),
    ],
)"#,
        expect![[r#"
            shove.ron:1:1: error[missing-field]: the field `name` is missing
              in name
                |
              1 | Action(
                | ^^^^^^
              help: Displayed name.
            shove.ron:2:5: error[unknown-field]: unknown field `nmae`
              in nmae
                |
              2 |     nmae: "Shove",
                |     ^^^^
              help: did you mean `name`?
            shove.ron:3:5: error[unknown-field]: unknown field `colour`
              in colour
                |
              3 |     colour: "red",
                |     ^^^^^^
              help: one of `name`, `note`, `body`
            shove.ron:5:9: error[unknown-kind]: unknown action kind `Pusg`
              in body[0]
                |
              5 |         Pusg(target: "T1"),
                |         ^^^^
              help: did you mean `Push`?
            shove.ron:6:9: error[missing-field]: the field `target` is missing
              in body[1].target
                |
              6 |         Push(distance: 12, taget: "T1"),
                |         ^^^^
              help: Target.
            shove.ron:6:24: error[out-of-range]: 12 is outside 0 to 9
              in body[1].distance
                |
              6 |         Push(distance: 12, taget: "T1"),
                |                        ^^
            shove.ron:6:28: error[unknown-field]: unknown field `taget`
              in body[1].taget
                |
              6 |         Push(distance: 12, taget: "T1"),
                |                            ^^^^^
              help: did you mean `target`?
            shove.ron:7:22: error[wrong-type]: expected a text, found the name `T1`
              in body[2].target
                |
              7 |         Push(target: T1, distance: "2", note: 3),
                |                      ^^
              help: write it in quotes: "T1"
            shove.ron:7:36: error[wrong-type]: expected a number, found a text
              in body[2].distance
                |
              7 |         Push(target: T1, distance: "2", note: 3),
                |                                    ^^^
              help: write it without quotes: 2
            shove.ron:7:47: error[wrong-type]: expected a text, found a number
              in body[2].note
                |
              7 |         Push(target: T1, distance: "2", note: 3),
                |                                               ^
            shove.ron:10:46: error[not-whole]: expected a whole number, found 1.5
              in body[3].body[0].distance
                 |
              10 |                 Push(target: "T1", distance: 1.5),
                 |                                              ^^^
            shove.ron:11:17: error[wrong-type]: expected an action, found a group of fields
              in body[3].body[1]
                 |
              11 |                 (target: "T1"),
                 |                 ^
              help: begin with the name of its kind, as in `Wait` or `Push(distance: 2)`
            shove.ron:12:17: error[wrong-type]: expected an action, found `Push(...)`
              in body[3].body[2]
                 |
              12 |                 Push("T1", 2),
                 |                 ^^^^
              help: give each value its field's name, as in Push(distance: 2)
            shove.ron:13:17: error[wrong-type]: expected an action, found a number
              in body[3].body[3]
                 |
              13 |                 7,
                 |                 ^
              help: begin with the name of its kind, as in `Wait` or `Push(distance: 2)`
        "#]],
    );
}

#[test]
fn wrong_ranges() {
    check_part(
        "Blast(range: (3, 1)), Blast(range: 3), Blast(range: (1, 2, 3)), Blast(range: (-1, 999999999999))",
        expect![[r#"
            shove.ron:1:39: error[reversed-range]: 3 is more than 1
              in body[0].range
                |
              1 | Action(name: "a", body: [Blast(range: (3, 1)), Blast(range: 3), Blast(range: (1, 2, 3)), Blast(range: (-1, 999999999999)
                |                                       ^^^^^^
              help: write (1, 3)
            shove.ron:1:61: error[wrong-type]: expected a lowest and a highest number such as `(1, 3)`, found a number
              in body[1].range
                |
              1 | Action(name: "a", body: [Blast(range: (3, 1)), Blast(range: 3), Blast(range: (1, 2, 3)), Blast(range: (-1, 999999999999)
                |                                                             ^
            shove.ron:1:78: error[wrong-type]: expected two numbers such as `(1, 3)`, found 3
              in body[2].range
                |
              1 |  body: [Blast(range: (3, 1)), Blast(range: 3), Blast(range: (1, 2, 3)), Blast(range: (-1, 999999999999))])
                |                                                             ^^^^^^^^^
            shove.ron:1:104: error[out-of-range]: -1 is outside 0 to 99
              in body[3].range
                |
              1 | )), Blast(range: 3), Blast(range: (1, 2, 3)), Blast(range: (-1, 999999999999))])
                |                                                             ^^
            shove.ron:1:108: error[out-of-range]: 999999999999 is outside 0 to 99
              in body[3].range
                |
              1 | Blast(range: 3), Blast(range: (1, 2, 3)), Blast(range: (-1, 999999999999))])
                |                                                             ^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn wrong_choices() {
    check_part(
        "Blast(anchor: cell, tags: [Fire, Fire, Earth]), Blast(anchor: \"Cell\", tags: Fire)",
        expect![[r#"
            shove.ron:1:40: error[unknown-choice]: unknown choice `cell`
              in body[0].anchor
                |
              1 | Action(name: "a", body: [Blast(anchor: cell, tags: [Fire, Fire, Earth]), Blast(anchor: "Cell", tags: Fire)])
                |                                        ^^^^
              help: did you mean `Cell`?
            shove.ron:1:59: error[repeated-choice]: this choice is given more than once
              in body[0].tags[1]
                |
              1 | Action(name: "a", body: [Blast(anchor: cell, tags: [Fire, Fire, Earth]), Blast(anchor: "Cell", tags: Fire)])
                |                                                           ^^^^
            shove.ron:1:65: error[unknown-choice]: unknown choice `Earth`
              in body[0].tags[2]
                |
              1 | Action(name: "a", body: [Blast(anchor: cell, tags: [Fire, Fire, Earth]), Blast(anchor: "Cell", tags: Fire)])
                |                                                                 ^^^^^
              help: one of `Fire`, `Water`, `Wind`
            shove.ron:1:88: error[wrong-type]: expected a choice, found a text
              in body[1].anchor
                |
              1 | Action(name: "a", body: [Blast(anchor: cell, tags: [Fire, Fire, Earth]), Blast(anchor: "Cell", tags: Fire)])
                |                                                                                        ^^^^^^
              help: write it without quotes: Cell
            shove.ron:1:102: error[wrong-type]: expected a list of choices, found the name `Fire`
              in body[1].tags
                |
              1 | Action(name: "a", body: [Blast(anchor: cell, tags: [Fire, Fire, Earth]), Blast(anchor: "Cell", tags: Fire)])
                |                                                                                                      ^^^^
        "#]],
    );
}

#[test]
fn wrong_formulas_flags_and_texts() {
    check_part(
        "Blast(damage: might, veiled: 1, labels: [\"a\", 2], surface: None)",
        expect![[r#"
            shove.ron:1:40: error[wrong-type]: expected a formula, found the name `might`
              in body[0].damage
                |
              1 | Action(name: "a", body: [Blast(damage: might, veiled: 1, labels: ["a", 2], surface: None)])
                |                                        ^^^^^
              help: write it in quotes: "might"
            shove.ron:1:55: error[wrong-type]: expected `true` or `false`, found a number
              in body[0].veiled
                |
              1 | Action(name: "a", body: [Blast(damage: might, veiled: 1, labels: ["a", 2], surface: None)])
                |                                                       ^
            shove.ron:1:72: error[wrong-type]: expected a text, found a number
              in body[0].labels[1]
                |
              1 | Action(name: "a", body: [Blast(damage: might, veiled: 1, labels: ["a", 2], surface: None)])
                |                                                                        ^
            shove.ron:1:85: error[wrong-type]: expected a text, found the name `None`
              in body[0].surface
                |
              1 | Action(name: "a", body: [Blast(damage: might, veiled: 1, labels: ["a", 2], surface: None)])
                |                                                                                     ^^^^
              help: write it in quotes: "None"
        "#]],
    );
}

#[test]
fn wrong_groups() {
    check_part(
        "Blast(first: (stat: 1), gains: [(amount: 100), Gain(amount: 1), 3, (stats: \"hp\")])",
        expect![[r#"
            shove.ron:1:46: error[wrong-type]: expected a text, found a number
              in body[0].first.stat
                |
              1 | Action(name: "a", body: [Blast(first: (stat: 1), gains: [(amount: 100), Gain(amount: 1), 3, (stats: "hp")])])
                |                                              ^
            shove.ron:1:67: error[out-of-range]: 100 is outside -99 to 99
              in body[0].gains[0].amount
                |
              1 | Action(name: "a", body: [Blast(first: (stat: 1), gains: [(amount: 100), Gain(amount: 1), 3, (stats: "hp")])])
                |                                                                   ^^^
            shove.ron:1:73: error[wrong-type]: expected a group of fields such as `(x: 1)`, found `Gain(...)`
              in body[0].gains[1]
                |
              1 | Action(name: "a", body: [Blast(first: (stat: 1), gains: [(amount: 100), Gain(amount: 1), 3, (stats: "hp")])])
                |                                                                         ^^^^
            shove.ron:1:90: error[wrong-type]: expected a group of fields such as `(x: 1)`, found a number
              in body[0].gains[2]
                |
              1 | Action(name: "a", body: [Blast(first: (stat: 1), gains: [(amount: 100), Gain(amount: 1), 3, (stats: "hp")])])
                |                                                                                          ^
            shove.ron:1:94: error[unknown-field]: unknown field `stats`
              in body[0].gains[3].stats
                |
              1 | Action(name: "a", body: [Blast(first: (stat: 1), gains: [(amount: 100), Gain(amount: 1), 3, (stats: "hp")])])
                |                                                                                              ^^^^^
              help: did you mean `stat`?
        "#]],
    );
}

#[test]
fn wrong_drawings() {
    check_part(
        "Blast(area: [\".#.\", \"###\"]), Blast(area: [\"#@?!\", \"X\"]), Blast(area: \"@\")",
        expect![[r####"
            shove.ron:1:38: error[bad-drawing]: the drawing has no centre `@` or `X`
              in body[0].area
                |
              1 | Action(name: "a", body: [Blast(area: [".#.", "###"]), Blast(area: ["#@?!", "X"]), Blast(area: "@")])
                |                                      ^
              help: '@' is the centre, 'X' the centre if it is hit, '#' a hit cell, '.' any other cell
            shove.ron:1:68: error[bad-drawing]: unknown character '?' in a drawing
              in body[1].area[0]
                |
              1 | Action(name: "a", body: [Blast(area: [".#.", "###"]), Blast(area: ["#@?!", "X"]), Blast(area: "@")])
                |                                                                    ^^^^^^
              help: '@' is the centre, 'X' the centre if it is hit, '#' a hit cell, '.' any other cell
            shove.ron:1:76: error[bad-drawing]: the drawing has a second centre `@` or `X`
              in body[1].area[1]
                |
              1 | Action(name: "a", body: [Blast(area: [".#.", "###"]), Blast(area: ["#@?!", "X"]), Blast(area: "@")])
                |                                                                            ^^^
              help: '@' is the centre, 'X' the centre if it is hit, '#' a hit cell, '.' any other cell
            shove.ron:1:95: error[wrong-type]: expected a drawing: a list of rows such as [".#.", "#@#", ".#."], found a text
              in body[2].area
                |
              1 | Action(name: "a", body: [Blast(area: [".#.", "###"]), Blast(area: ["#@?!", "X"]), Blast(area: "@")])
                |                                                                                               ^^^
        "####]],
    );
    let far = format!("Blast(area: [\"@{}#\"])", ".".repeat(32));
    check_part(
        &far,
        expect![[r#"
        shove.ron:1:39: error[bad-drawing]: a cell is more than 32 cells from the centre
          in body[0].area[0]
            |
          1 | Action(name: "a", body: [Blast(area: ["@................................#"])])
            |                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          help: '@' is the centre, 'X' the centre if it is hit, '#' a hit cell, '.' any other cell
    "#]],
    );
}

#[test]
fn another_type_of_asset() {
    check(
        "Unit(name: \"Knight\")",
        expect![[r#"
        shove.ron:1:1: error[wrong-type]: expected `Action(...)`, found `Unit(...)`
            |
          1 | Unit(name: "Knight")
            | ^^^^
    "#]],
    );
    check(
        "[]",
        expect![[r#"
        shove.ron:1:1: error[wrong-type]: expected `Action(...)`, found a list
            |
          1 | []
            | ^
    "#]],
    );
}

#[test]
fn what_could_not_be_parsed_is_reported_once() {
    check_part(
        "Push(target: $, distance: {})",
        expect![[r#"
        shove.ron:1:39: error[unexpected-character]: unexpected character
            |
          1 | Action(name: "a", body: [Push(target: $, distance: {})])
            |                                       ^
        shove.ron:1:52: error[map]: maps are not part of this format
            |
          1 | Action(name: "a", body: [Push(target: $, distance: {})])
            |                                                    ^
          help: write named values in round brackets and lists in square brackets
    "#]],
    );
}

#[test]
fn formulas_are_numbers_or_texts() {
    let (loaded, diagnostics) =
        load(r#"Action(name: "a", body: [Blast(damage: 3), Blast(damage: "3"), Blast(damage: "1 + might")])"#);
    assert!(diagnostics.is_empty());
    let damage: Vec<String> = loaded.value.body.iter().map(|part| part.kind.summary()).collect();
    assert_eq!(damage, ["blast T1 for 3", "blast T1 for 3", "blast T1 for 1 + might"]);
}

#[test]
fn spans_lead_later_checks_to_the_text() {
    let text = r#"Action(name: "a", body: [List(body: [Push(target: "T9")]), Blast(gains: [(amount: 2)])])"#;
    let (loaded, _) = load(text);
    let shown = |span: Option<Span>| span.and_then(|span| text.get(span.start..span.end)).unwrap_or("?");
    assert_eq!(shown(loaded.spans.own), "Action");
    assert_eq!(shown(loaded.spans.field("name")), "\"a\"");
    assert_eq!(shown(loaded.spans.field("body[1]")), "Blast");

    let list = &loaded.value.body[0];
    let inner = &list.kind.as_any().downcast_ref::<toy::List>().unwrap().body[0];
    assert_eq!(shown(list.spans.field("body[0]")), "Push");
    assert_eq!(shown(inner.spans.field("target")), "\"T9\"");
    assert_eq!(shown(inner.spans.nearest("distance")), "Push");

    let blast = &loaded.value.body[1].spans;
    assert_eq!(shown(blast.field("gains[0].amount")), "2");
    assert_eq!(shown(blast.nearest("gains[0].stat")), "(");
}

#[test]
fn equality_does_not_ask_where() {
    let (one, _) = load(r#"Action(name: "a", body: [Push(target: "T1")])"#);
    let (other, _) = load("Action(\n\n  body: [ Push( distance: 1, target: \"T1\")], name: \"a\")");
    assert_eq!(one.value, other.value);
    let (different, _) = load(r#"Action(name: "a", body: [Push(target: "T2")])"#);
    assert_ne!(one.value, different.value);
}

#[test]
fn diagnostics_serialise_for_tools() {
    let (_, diagnostics) = load("Action(\n    nam: \"a\",\n    name: \"b\",\n)");
    expect![[r#"
        [
          {
            "severity": "error",
            "code": "unknown-field",
            "file": "shove.ron",
            "span": {
              "start": 12,
              "end": 15
            },
            "line": 2,
            "column": 5,
            "path": "nam",
            "message": "unknown field `nam`",
            "help": "did you mean `name`?"
          }
        ]"#]]
    .assert_eq(&serde_json::to_string_pretty(&diagnostics).unwrap());
}

#[test]
fn a_file_of_unknown_fields_takes_no_time() {
    let fields: String = (0..100_000).map(|index| format!("n{index}:1,")).collect();
    let (_, diagnostics) = load(&format!("Action({fields})"));
    assert_eq!(diagnostics.len(), MAX_PER_FILE + 1);
    assert!(diagnostics.has_errors());
    diagnostics.render();
}

#[test]
fn near_names() {
    let names = ["target", "distance", "note", "x"];
    assert_eq!(nearest("traget", names), Some("target"));
    assert_eq!(nearest("Distance", names), Some("distance"));
    assert_eq!(nearest("colour", names), None);
    assert_eq!(nearest("y", names), None);
    assert_eq!(nearest(&"target".repeat(1000), names), None);
    assert_eq!(did_you_mean("note_", names).as_deref(), Some("did you mean `note`?"));
}

#[test]
fn registries_keep_names_apart_and_in_order() {
    let mut registry = toy::registry();
    let names: Vec<&str> = registry.iter().map(|registration| registration.name).collect();
    assert_eq!(names, ["Blast", "List", "Push", "Wait"]);
    let again = registry.register(Registration::of::<toy::Push>());
    assert_eq!(again, Err(RegistryError::Duplicate { name: "Push" }));
    let unreadable = Registration { name: "push it", ..Registration::of::<toy::Push>() };
    assert_eq!(KindRegistry::new().register(unreadable), Err(RegistryError::NotAName { name: "push it" }));
}
