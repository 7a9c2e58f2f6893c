//! Unit targets stay units, and cell targets stay cells.

use foretoken_tests::{Table, duel};

const LEAVES: &str = r#"Skill(reactions: [(on: Dies, toward: Itself, action: "leave")])"#;

/// A unit drops a chest when it dies: further attacks on the unit miss the chest, and attacks on the cell hit it.
#[test]
fn blows_at_a_unit_do_not_strike_its_chest() {
    let blows = r#"Damage(target: "T1", amount: 20, label: "a"), Damage(target: "T1", amount: 3, label: "a"), Damage(target: "T1", amount: 3, label: "a")"#;
    let action =
        |asks: &str| format!("Action(body: [DeclareTarget(name: \"T1\", asks: {asks}, range: (0, 9)), {blows}])");
    let pack = duel("Ay")
        .with("units/chest.ron", r#"Unit(title: "Chest", glyph: "Q", health: 10, acts: false)"#)
        .with("actions/leave.ron", r#"Action(body: [Spawn(at: "self", unit: "chest", neutral: true)])"#)
        .with("skills/leaves.ron", LEAVES)
        .with("actions/flurry.ron", &action("Unit"))
        .with("actions/sweep.ron", &action("Cell"))
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, actions: ["flurry", "sweep"])"#)
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["leaves"], actions: ["rest"])"#,
        );
    let mut at_unit = Table::new(&pack);
    at_unit.round("A flurry:y");
    assert_eq!(at_unit.health_of('Q'), 10);
    let mut at_cell = Table::new(&pack);
    at_cell.round("A sweep:b1");
    assert_eq!(at_cell.health_of('Q'), 10 - 3 - 3);
}

#[test]
fn the_harm_of_a_killing_blow_is_counted() {
    let pack = duel("Ay").with(
        "actions/hit.ron",
        r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, filter: [Enemy]), Damage(target: "T1", amount: 5), Heal(target: "self", amount: "effect(decrease in health on T1)")])"#,
    );
    for (left, taken) in [(5, 5), (3, 3), (9, 5)] {
        let mut table = Table::new(&pack);
        table.hurt('A', 15);
        table.hurt('y', 20 - left);
        table.round("A hit:y");
        assert_eq!(table.health_of('A'), 5 + taken, "{left} left");
    }
}
