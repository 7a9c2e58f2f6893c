//! The damage of a path is that of its cells' entry effects.

use foretoken_tests::{Pack, Table, cell, duel};
use foretoken_vm::machine::harm_of_entering;

fn board(body: &str) -> Pack {
    duel("A~.y")
        .with("actions/entered.ron", &format!("Action(body: [{body}])"))
        .with("surfaces/ooze.ron", r#"Surface(title: "Ooze", glyph: "~", on_enter: "entered")"#)
}

#[test]
fn the_harm_of_a_cell_is_predicted() {
    let cases = [
        (r#"Damage(target: "self", amount: 2)"#, 2),
        (r#"Damage(target: "self", amount: "20 + round")"#, 1_000),
        (r#"Damage(target: "self", amount: "2 + round")"#, 3),
        (r#"Heal(target: "self", amount: 5)"#, 0),
        (r#"Branch(if: "round > 9", then: [Damage(target: "self", amount: 9)])"#, 0),
        (r#"Damage(target: "self", amount: 2), Heal(target: "self", amount: 1)"#, 1),
        (r#"Kill(target: "self")"#, 1_000),
        (r#"Stun(target: "self")"#, 1),
        (r#"Damage(target: "self", amount: 20)"#, 1_000),
    ];
    for (body, harm) in cases {
        let table = Table::new(&board(body));
        let state = table.battle.state();
        assert_eq!(harm_of_entering(&table.book, state, table.unit('A'), cell("b1")), harm, "{body}");
    }
}

/// Shielded damage is still lost shield; damage modifiers change the estimate.
#[test]
fn guards_of_a_walker_are_counted() {
    let pack = board(r#"Damage(target: "self", amount: 6, label: "acid")"#)
        .with(
            "skills/proof.ron",
            r#"Skill(damage_modifiers: [(stage: Incoming, mode: Multiply, amount: 0.5, types: ["acid"])])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, skills: ["proof"], actions: ["walk"])"#);
    let table = Table::new(&pack);
    assert_eq!(harm_of_entering(&table.book, table.battle.state(), table.unit('A'), cell("b1")), 3);
}

/// Only the cell's program counts; a unit already in an aura does not enter it.
#[test]
fn auras_in_which_a_walker_stands_are_no_harm() {
    let pack = board(r#"Heal(target: "self", amount: 1)"#)
        .with("actions/sear.ron", r#"Action(body: [Damage(target: "self", amount: 3)])"#)
        .with("statuses/glare.ron", r#"Status(reactions: [(on: EntersAura, action: "sear")])"#)
        .with("skills/glares.ron", r#"Skill(auras: [(gives: "glare", on: Enemies, region: "square", most: 9)])"#)
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["glares"], actions: ["rest"])"#,
        );
    let table = Table::new(&pack);
    assert_eq!(harm_of_entering(&table.book, table.battle.state(), table.unit('A'), cell("b1")), 0);
}
