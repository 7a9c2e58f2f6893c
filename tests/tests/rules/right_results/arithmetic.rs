//! Formulas are exact everywhere: no factor, condition or constant is rounded early.

use foretoken_tests::{Pack, Table, config, duel};
use foretoken_vm::Team;
use foretoken_vm::formula::Number;
use foretoken_vm::state::BattleField;
use proptest::prelude::*;

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
        let skill = format!("Skill(damage_modifiers: [(stage: Incoming, mode: Multiply, amount: {amount})])");
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

#[test]
fn a_lowered_largest_health_clamps_health() {
    let pack = strike(r#"ChangeStat(target: "T1", stat: "max_health", amount: -880)"#);
    let unused = pack.clone().with("skills/unused.ron", r#"Skill(modifiers: [(stat: "max_health", amount: 1)])"#);
    for pack in [pack, unused] {
        assert_eq!(struck(&pack).health_of('y'), 20);
    }
}

#[test]
fn an_absorber_takes_what_it_has() {
    let pack = strike(r#"Damage(target: "T1", amount: 50, label: "a")"#)
        .with("skills/has.ron", r#"Skill(damage_modifiers: [(stage: Absorb, from: "stamina", amount: 30)])"#);
    let table = struck(&pack);
    assert_eq!((table.health_of('y'), table.number_of('y', "stamina")), (900 - 48, 0));
}

#[test]
fn a_half_is_true() {
    let pack = strike(
        r#"Branch(if: "0.5", then: [Damage(target: "T1", amount: 7)], else: [Damage(target: "T1", amount: 1)])"#,
    );
    assert_eq!(struck(&pack).health_of('y'), 893);
}

fn constants() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        (0_u32..40).prop_map(|number| number.to_string()),
        (0_u32..400).prop_map(|number| format!("{}.{:02}", number / 100, number % 100)),
        (1_u32..30, 1_u32..13).prop_map(|(over, under)| format!("{over}/{under}")),
    ];
    number.prop_recursive(3, 12, 3, |part| {
        let sign = prop::sample::select(vec!["+", "-", "*", "/", "<", ">=", "=", "mod", "and", "or"]);
        let two = (part.clone(), sign, part.clone()).prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})"));
        let one =
            prop::sample::select(vec!["-(#)", "floor(#)", "ceil(#)", "round(#)", "abs(#)", "not (#)", "sqrt(abs(#))"]);
        let one = (one, part.clone()).prop_map(|(written, part)| written.replace('#', &part));
        let choice = (part.clone(), part.clone(), part.clone())
            .prop_map(|(when, a, b)| format!("if {when}: {a}; {b}"))
            .prop_map(|written| format!("({written})"));
        let several =
            (part.clone(), part.clone(), part).prop_map(|(a, b, c)| format!("max({a}, min({b}, {c}), root(27, 3))"));
        prop_oneof![4 => two, 2 => one, 1 => choice, 1 => several]
    })
}

fn literal(text: &str) -> Option<String> {
    let mut trial = foretoken_action_assets::formula::trial::Trial::new();
    let value = trial.compile(text).ok()?.constant_value()?;
    let parts = value.times(&Number::whole(1_000_000));
    let (parts, sign) = (parts.size(), if value.is_negative() { "-" } else { "" });
    if !parts.is_whole() || parts > Number::whole(1_000_000_000) {
        return None;
    }
    let parts = parts.to_stored();
    Some(format!("{sign}{}.{:06}", parts / 1_000_000, parts % 1_000_000))
}

fn everywhere(written: &str) -> Pack {
    let near = format!("max(0, min(9, {written}))");
    let skill = format!(
        "Skill(parameters: [(name: \"p\", formula: \"{written}\")], \
         modifiers: [(stat: \"added\", amount: \"{written}\"), (stat: \"multiplied\", mode: Multiply, amount: \"{near}\"), \
         (stat: \"by_parameter\", amount: \"p\")], \
         damage_modifiers: [(stage: Incoming, mode: Multiply, amount: \"{near}\", types: [\"a\"]), \
         (stage: Incoming, mode: Augment, amount: \"{written}\", types: [\"b\"])], \
         reactions: [(on: StatChange, types: [\"c\"], action: \"answer\", when: \"{written}\")])"
    );
    let body = format!(
        "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), \
         Damage(target: \"T1\", amount: \"{written}\", label: \"d\"), \
         Damage(target: \"T1\", amount: 10, label: \"a\"), Damage(target: \"T1\", amount: 60, label: \"b\"), \
         Damage(target: \"T1\", amount: 1, label: \"c\"), \
         Heal(target: \"T1\", amount: \"{written}\"), Shield(target: \"self\", amount: \"{written}\"), \
         ChangeStat(target: \"T1\", stat: \"changed\", amount: \"{written}\"), \
         ChangeStat(target: \"T1\", stat: \"scaled\", how: Multiply, amount: \"{written}\"), \
         Branch(if: \"{written}\", then: [ChangeStat(target: \"T1\", stat: \"branched\", amount: 1)]), \
         ApplyStatus(target: \"T1\", status: \"held\", amount: \"max(1, {near})\")])"
    );
    let mut pack = duel("Ay")
        .with("rules.ron", r#"Rules(columns: [(name: "changed"), (name: "scaled", default: 7), (name: "branched"), (name: "answered")])"#)
        .with("actions/hit.ron", &body)
        .with("actions/answer.ron", r#"Action(body: [ChangeStat(target: "self", stat: "answered", amount: 1)])"#)
        .with("skills/has.ron", &skill)
        .with(
            "skills/perhaps.ron",
            &format!(r#"Skill(condition: "{written}", modifiers: [(stat: "by_condition", amount: 5)])"#),
        )
        .with("statuses/held.ron", &format!(r#"Status(title: "Held", clock: BearerEnds, lasts: "max(1, {near})")"#))
        .with(
            "units/second.ron",
            &format!(
                r#"Unit(glyph: "y", health: 900, tags: ["dark"], skills: ["has", "perhaps"], stats: [(name: "begun", value: "{written}")], actions: ["rest"])"#
            ),
        )
        .goal(&format!("({written}) > 2"));
    for stat in STATS {
        pack = pack.with(&format!("stats/{stat}.ron"), "Stat(start: 300, least: -1000000, most: 1000000, decimals: 2)");
    }
    pack
}

fn told(pack: &Pack) -> String {
    let mut table = Table::new(pack);
    let told = table.round("A hit:y");
    let state = table.battle.state();
    let outcome = state.battle(BattleField::Outcome);
    if state.living().filter(|(_, unit)| unit.team != Team::PLAYER).count() == 0 {
        return format!("{told}{outcome}");
    }
    let names = STATS.iter().chain(&COLUMNS);
    let numbers: Vec<String> = names.map(|name| format!("{name} {}", table.number_of('y', name))).collect();
    format!("{told}{outcome} {} {}", table.health_of('y'), numbers.join(", "))
}

const STATS: [&str; 5] = ["added", "multiplied", "by_parameter", "by_condition", "begun"];
const COLUMNS: [&str; 4] = ["changed", "scaled", "branched", "answered"];

proptest! {
    #![proptest_config(ProptestConfig { cases: foretoken_tests::cases(60), ..config() })]

    /// A literal, a folded expression, a stored formula and a computed one give equal results in each field.
    #[test]
    fn however_a_constant_is_written_each_field_has_its_value(constant in constants()) {
        let stored = everywhere("f.k").with("formulas/k.ron", &format!("Formula(formula: \"{constant}\")"));
        let folded = told(&everywhere(&format!("({constant})")));
        prop_assert_eq!(&told(&stored), &folded, "as a stored formula");
        let read = everywhere(&format!("(({constant}) + 0 * round)"));
        prop_assert_eq!(&told(&read), &folded, "computed as the battle runs");
        if let Some(literal) = literal(&constant) {
            prop_assert_eq!(&told(&everywhere(&literal)), &folded, "written as {}", literal);
        }
    }
}
