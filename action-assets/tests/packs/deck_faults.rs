//! Faults of decks, of the skills in their slots, and of dice tables.

use expect_test::expect;

use crate::diagnostics::check;

const USE: &str =
    r#"Action(cost: Free, body: [DeclareTarget(name: "S1", asks: Slot, holds: ThisAction), HandleSlot(slot: "S1")])"#;

#[test]
fn a_graph_with_ways_in_one_direction_and_slots_out_of_reach() {
    check(
        &[
            ("rules.ron", r#"Rules(columns: [(name: "top")])"#),
            (
                "decks/wheel.ron",
                r#"Deck(
    slots: 6,
    current: "top",
    next: [
        "2 3",
        "1",
        "",
        "5",
        "4",
        "1",
    ],
)"#,
            ),
        ],
        expect![[r""]],
    );
}

#[test]
fn a_graph_that_cannot_be_read() {
    check(
        &[
            ("rules.ron", r#"Rules(columns: [(name: "top")])"#),
            ("decks/far.ron", r#"Deck(slots: 2, current: "top", next: ["2 9", "0"])"#),
            ("decks/short.ron", r#"Deck(slots: 3, current: "top", next: ["2", "1"])"#),
            ("decks/words.ron", r#"Deck(slots: 2, current: "top", next: ["two", "1"])"#),
        ],
        expect![[r""]],
    );
}

#[test]
fn slots_without_a_skill_or_with_one_that_is_always_free() {
    let unit = r#"Unit(
    glyph: "h",
    deck: "hand",
    deck_skills: [
        "bolt",
        "",
        "slow",
        "dear",
        "rare",
        "calm",
    ],
)"#;
    check(
        &[
            ("rules.ron", r#"Rules(columns: [(name: "mana")])"#),
            ("decks/hand.ron", "Deck(slots: 7)"),
            ("actions/bolt.ron", USE),
            ("skills/bolt.ron", r#"Skill(action: "bolt")"#),
            ("skills/slow.ron", r#"Skill(action: "bolt", recharge: 2)"#),
            ("skills/dear.ron", r#"Skill(action: "bolt", costs: [(column: "mana", amount: 1)])"#),
            ("skills/rare.ron", r#"Skill(action: "bolt", uses_per_battle: 1)"#),
            ("skills/calm.ron", r#"Skill(action: "wait")"#),
            ("units/holder.ron", unit),
        ],
        expect![[r""]],
    );
}

#[test]
fn a_dice_table_with_fewer_rows_than_sides() {
    check(
        &[(
            "policies/roll.ron",
            r#"Policy(faces: 4, rows: [(name: "Wait", faces: (1, 2), uses: [(action: "wait")])])"#,
        )],
        expect![[r""]],
    );
}
