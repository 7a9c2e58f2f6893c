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
        expect![[r#"
            decks/wheel.ron:5:9: warning[one-way-slots]: slot 3 comes after slot 1, but not the other way round
              in next[0]
                |
              5 |         "2 3",
                |         ^^^^^
            decks/wheel.ron:8:9: warning[unreachable-slot]: slot 4 cannot be reached from slot 1
              in next[3]
                |
              8 |         "5",
                |         ^^^
            decks/wheel.ron:10:9: warning[one-way-slots]: slot 1 comes after slot 6, but not the other way round
              in next[5]
                 |
              10 |         "1",
                 |         ^^^
        "#]],
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
        expect![[r#"
            decks/far.ron:1:39: error[unknown-slot]: slot 1 names the slot 9, but the deck has 2 slots
              in next[0]
                |
              1 | Deck(slots: 2, current: "top", next: ["2 9", "0"])
                |                                       ^^^^^
            decks/far.ron:1:46: error[unknown-slot]: slot 2 names the slot 0, but the deck has 2 slots
              in next[1]
                |
              1 | Deck(slots: 2, current: "top", next: ["2 9", "0"])
                |                                              ^^^
            decks/short.ron:1:38: error[deck-length]: `next` has 2 rows, but the deck has 3 slots
              in next
                |
              1 | Deck(slots: 3, current: "top", next: ["2", "1"])
                |                                      ^^^^^^^^^^
            decks/words.ron:1:39: error[no-slot-numbers]: expected numbers of slots such as "2 5 6", found "two"
              in next[0]
                |
              1 | Deck(slots: 2, current: "top", next: ["two", "1"])
                |                                       ^^^^^
        "#]],
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
        "gift",
    ],
)"#;
    check(
        &[
            ("rules.ron", r#"Rules(columns: [(name: "mana")])"#),
            ("decks/hand.ron", "Deck(slots: 8)"),
            ("actions/bolt.ron", USE),
            ("skills/bolt.ron", r#"Skill(action: "bolt")"#),
            ("skills/slow.ron", r#"Skill(action: "bolt", recharge: 2)"#),
            ("skills/dear.ron", r#"Skill(action: "bolt", costs: [(column: "mana", amount: 1)])"#),
            ("skills/rare.ron", r#"Skill(action: "bolt", uses_per_battle: 1)"#),
            ("skills/gift.ron", r#"Skill(action: "bolt", costs: [(column: "mana", amount: 0)])"#),
            ("skills/calm.ron", r#"Skill(action: "wait")"#),
            ("units/holder.ron", unit),
        ],
        expect![[r#"
            units/holder.ron:4:18: warning[empty-slots]: the deck has 8 slots, but only 7 skills are given
              in deck_skills
                |
              4 |     deck_skills: [
                |                  ^
            units/holder.ron:5:9: warning[endless-turn]: `bolt` has neither a cooldown nor a cost; only the limit of one free use of an action per turn stops it
              in deck_skills[0]
                |
              5 |         "bolt",
                |         ^^^^^^
            units/holder.ron:6:9: warning[empty-slots]: slot 2 has no skill, so it cannot be used
              in deck_skills[1]
                |
              6 |         "",
                |         ^^
            units/holder.ron:11:9: warning[endless-turn]: `gift` has neither a cooldown nor a cost; only the limit of one free use of an action per turn stops it
              in deck_skills[6]
                 |
              11 |         "gift",
                 |         ^^^^^^
        "#]],
    );
}

#[test]
fn a_dice_table_with_fewer_rows_than_sides() {
    check(
        &[(
            "policies/roll.ron",
            r#"Policy(faces: 4, rows: [(name: "Wait", faces: (1, 2), uses: [(action: "wait")])])"#,
        )],
        expect![[r#"
            policies/roll.ron:1:24: error[policy-rows]: the face 3 has no row
              in rows
                |
              1 | Policy(faces: 4, rows: [(name: "Wait", faces: (1, 2), uses: [(action: "wait")])])
                |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            policies/roll.ron:1:24: error[policy-rows]: the face 4 has no row
              in rows
                |
              1 | Policy(faces: 4, rows: [(name: "Wait", faces: (1, 2), uses: [(action: "wait")])])
                |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}
