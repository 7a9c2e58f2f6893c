//! Arithmetic is exact wherever a pack writes a formula: no factor, condition or constant is cut to a whole number.

use foretoken_tests::{Pack, Table, duel};

/// `A` strikes `y`, whose health is 900, by `body` at `T1`.
fn strike(body: &str) -> Pack {
    duel("Ay")
        .with(
            "rules.ron",
            r#"Rules(columns: [(name: "n"), (name: "below", default: -9), (name: "stamina", default: 2)])"#,
        )
        .with(
            "actions/hit.ron",
            &format!("Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), {body}])"),
        )
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 900, tags: ["dark"], skills: ["has"], actions: ["rest"])"#,
        )
        .with("skills/has.ron", "Skill()")
}

fn struck(pack: &Pack) -> Table {
    let mut table = Table::new(pack);
    table.round("A hit:y");
    table
}

#[test]
fn factors_keep_their_fraction() {
    for (amount, left) in [("\"3/2\"", 750), ("1.5", 750), ("\"1 + 15/100\"", 785), ("\"root(343, 3) / 7\"", 800)] {
        let skill = format!("Skill(alterations: [(stage: Incoming, mode: Multiply, amount: {amount})])");
        let pack = strike(r#"Damage(target: "T1", amount: 100, label: "a")"#).with("skills/has.ron", &skill);
        assert_eq!(struck(&pack).health_of('y'), left, "{amount}");
    }
}

#[test]
fn a_literal_a_constant_and_a_stored_formula_are_alike() {
    for constant in
        ["1.15 * 100", "100*(1 + 13/100)", "ceil(1.1*100)", "0.29*100", "root(64, 3)", "1/(0.1+0.2-0.3)", "7 mod 4"]
    {
        let stored = strike(r#"Damage(target: "T1", amount: "f.k", label: "a")"#)
            .with("formulas/k.ron", &format!("Formula(formula: \"{constant}\")"));
        let folded = strike(&format!("Damage(target: \"T1\", amount: \"{constant}\", label: \"a\")"));
        let read = strike(&format!("Damage(target: \"T1\", amount: \"({constant}) + 0 * T1.health\", label: \"a\")"));
        let values = [stored, folded, read].map(|pack| 900 - struck(&pack).health_of('y'));
        assert!(values.iter().all(|value| *value == values[0]), "{constant}: {values:?}");
    }
    let exact = strike(r#"Damage(target: "T1", amount: "100*(1 + 13/100)", label: "a")"#);
    assert_eq!(900 - struck(&exact).health_of('y'), 113);
}

#[test]
fn numbers_are_multiplied_and_fall_below_zero() {
    let half = strike(r#"ChangeStat(target: "T1", stat: "health", how: Multiply, amount: 0.5)"#);
    assert_eq!(struck(&half).health_of('y'), 450);
    let below = strike(r#"ChangeStat(target: "T1", stat: "below", amount: -3)"#);
    assert_eq!(struck(&below).number_of('y', "below"), -12);
}

/// A lower largest health clamps health, whatever else the pack modifies.
#[test]
fn a_lowered_largest_health_clamps_health() {
    let pack = strike(r#"ChangeStat(target: "T1", stat: "max_health", amount: -880)"#);
    let unused = pack.clone().with("skills/unused.ron", r#"Skill(modifiers: [(stat: "max_health", amount: 1)])"#);
    for pack in [pack, unused] {
        assert_eq!(struck(&pack).health_of('y'), 20);
    }
}

/// What absorbs takes no more than its column holds.
#[test]
fn an_absorber_takes_what_it_has() {
    let pack = strike(r#"Damage(target: "T1", amount: 50, label: "a")"#)
        .with("skills/has.ron", r#"Skill(alterations: [(stage: Absorb, from: "stamina", amount: 30)])"#);
    let table = struck(&pack);
    assert_eq!((table.health_of('y'), table.number_of('y', "stamina")), (900 - 48, 0));
}

/// Anything but 0 is true.
#[test]
fn a_half_is_true() {
    let pack = strike(
        r#"Branch(if: "0.5", then: [Damage(target: "T1", amount: 7)], else: [Damage(target: "T1", amount: 1)])"#,
    );
    assert_eq!(struck(&pack).health_of('y'), 893);
}
