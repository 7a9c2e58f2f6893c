//! Writing of canonical text, which is RON.

use expect_test::{Expect, expect};
use foretoken_action_assets::{Diagnostics, Formula, Groups, Part, Pattern, load_asset, outline, write_asset};
use serde::Deserialize;

use crate::toy::{self, Action, Blast, Gain};

fn check(mut action: Action, expected: Expect) {
    let text = write_asset(&mut action);
    expected.assert_eq(&text);
    let mut diagnostics = Diagnostics::new();
    let loaded = load_asset::<Action>("a.ron", text.as_bytes(), &toy::registry(), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", diagnostics.render());
    let mut again = loaded.expect("there is an action").value;
    assert_eq!(again, action);
    assert_eq!(write_asset(&mut again), text);
    let real: ron::error::SpannedResult<&ron::value::RawValue> = ron::from_str(&text);
    real.expect("the text is RON");
}

fn check_part(kind: impl foretoken_action_assets::Kind, expected: Expect) {
    check(Action { body: vec![Part::of(kind)], ..Action::default() }, expected);
}

#[test]
fn an_action_in_full() {
    check(
        toy::rich_action(),
        expect![[r##"
        Action(
            name: "Firestorm",
            note: "The apprentice's last spell.",
            body: [
                Blast(
                    target: "T2",
                    range: (0, 2),
                    anchor: Actor,
                    tags: [
                        Fire,
                        Wind,
                    ],
                    damage: "2d6 + might",
                    surface: "embers",
                    area: [
                        ".#.",
                        "#X#",
                        ".#.",
                    ],
                    veiled: true,
                    labels: [
                        "hot",
                        "a \"quote\"\n\u{7}",
                    ],
                    first: (
                        amount: 3,
                    ),
                    gains: [
                        (),
                        (
                            amount: -5,
                        ),
                    ],
                ),
                List(
                    body: [
                        Push(
                            note: "away from the fire",
                            target: "T2",
                            distance: 3,
                        ),
                        Wait,
                    ],
                ),
            ],
        )
    "##]],
    );
}

#[test]
fn defaults_are_left_out_and_required_fields_are_not() {
    check_part(
        toy::Push::default(),
        expect![[r#"
        Action(
            name: "",
            body: [
                Push(
                    target: "T1",
                ),
            ],
        )
    "#]],
    );
    check_part(
        Blast::default(),
        expect![[r#"
        Action(
            name: "",
            body: [
                Blast,
            ],
        )
    "#]],
    );
    check(
        Action::default(),
        expect![[r#"
        Action(
            name: "",
        )
    "#]],
    );
}

#[test]
fn groups_are_compared_with_what_surrounds_them() {
    // The default amount of the group is 1, but 2 within a blast.
    let first = Gain { stat: "mp".to_owned(), amount: 1 };
    check_part(
        Blast { first, gains: vec![Gain::default()], ..Blast::default() },
        expect![[r#"
            Action(
                name: "",
                body: [
                    Blast(
                        first: (
                            amount: 1,
                        ),
                        gains: [
                            (),
                        ],
                    ),
                ],
            )
        "#]],
    );
}

#[test]
fn formulas_are_numbers_only_in_their_normal_form() {
    for (text, written) in [("5", "5"), ("-0.5", "-0.5"), ("05", "\"05\""), ("+5", "\"+5\""), ("", "\"\"")] {
        let blast = Blast { damage: Formula::from(text), ..Blast::default() };
        let mut action = Action { body: vec![Part::of(blast)], ..Action::default() };
        let whole = write_asset(&mut action);
        assert!(whole.contains(&format!("damage: {written},")), "{whole}");
    }
}

#[test]
fn the_outline_shows_what_an_editor_would() {
    expect![[r#"
        name: text "Firestorm" (required) -- Displayed name.
        note: text "The apprentice's last spell." -- What to remember about it.
        body: parts, 2 of them -- Steps of the action, in order.
        [0] Blast: blast T2 for 2d6 + might
            note: text "" -- Note about this part; it has no effect.
            target: name declares "T2" -- The cell's name.
            range: range (0, 2) of 0 to 99 -- How far.
            anchor: choice Actor of Actor | Cell -- From where.
            tags: choices [Fire, Wind] of Fire | Water | Wind -- What it counts as.
            damage: formula "2d6 + might" -- How much.
            surface: reference surface "embers" -- What it leaves.
            area: pattern -- Which cells.
                .#.
                #X#
                .#.
            veiled: flag true -- Whether foes see it.
            labels: texts ["hot", "a \"quote\"\n\u{7}"] -- What is shown.
            first: group -- What is gained first.
                stat: text "mp" -- Which stat.
                amount: number 3 of -99 to 99 -- By how much.
            gains: groups, 2 of them -- What else is gained.
            [0]
                stat: text "hp" -- Which stat.
                amount: number 1 of -99 to 99 -- By how much.
            [1]
                stat: text "hp" -- Which stat.
                amount: number -5 of -99 to 99 -- By how much.
        [1] List: 2 in order
            note: text "" -- Note about this part; it has no effect.
            body: parts, 2 of them -- Steps, in order.
            [0] Push: push T2 by 3
                note: text "away from the fire" -- Note about this part; it has no effect.
                target: name uses "T2" (required) -- Target.
                distance: number 3 of 0 to 9 -- Number of cells.
            [1] Wait: wait
                note: text "" -- Note about this part; it has no effect.
    "#]]
    .assert_eq(&outline(&mut toy::rich_action()));
}

#[test]
fn drawings_keep_the_centre() {
    let off = Pattern::from_cells([(2, 0), (2, 1)]).unwrap();
    assert_eq!(off.to_rows(), ["@.#", "..#"]);
    assert_eq!(Pattern::default().to_rows(), ["@"]);
    assert_eq!(Pattern::from_rows(&["", "X", "...#"]), Ok(Pattern::from_cells([(0, 0), (3, 1)]).unwrap()));
    assert_eq!(Pattern::from_cells([(33, 0)]), None);
}

#[test]
fn lists_of_groups_can_be_edited_without_their_type() {
    let mut gains = [1, 2, 3].map(|amount| Gain { amount, ..Gain::default() }).to_vec();
    let groups: &mut dyn Groups = &mut gains;
    groups.move_to(0, 2);
    groups.remove(0);
    groups.remove(9);
    groups.move_to(0, 9);
    groups.push_default();
    assert!(groups.get(3).is_none());
    let amounts: Vec<i32> = gains.iter().map(|gain| gain.amount).collect();
    assert_eq!(amounts, [3, 1, 1]);
}

/// The same types with serde, to compare with RON.
mod as_serde {
    use super::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    pub struct Action {
        pub name: String,
        pub body: Vec<Part>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    pub enum Part {
        Push { note: String, target: String, distance: i32 },
        List { body: Vec<Part> },
        Wait,
    }
}

#[test]
fn the_ron_crate_reads_the_same_values() {
    let mut pushed = Part::of(toy::Push { target: "T\n2".to_owned(), distance: 3 });
    pushed.note = "\"why\"\u{7}\\".to_owned();
    let body = vec![Part::of(toy::List { body: vec![pushed, Part::of(toy::Wait)] })];
    let mut action = Action { name: "Shove".to_owned(), body, ..Action::default() };
    let read: as_serde::Action = ron::from_str(&write_asset(&mut action)).expect("the text is RON");
    let push = as_serde::Part::Push { note: "\"why\"\u{7}\\".to_owned(), target: "T\n2".to_owned(), distance: 3 };
    let list = as_serde::Part::List { body: vec![push, as_serde::Part::Wait] };
    assert_eq!(read, as_serde::Action { name: "Shove".to_owned(), body: vec![list] });
}
