//! Faults of formulas in assets.

use super::diagnostics::check;
use crate::pack;
use expect_test::expect;
use foretoken_action_assets::formula::FUNCTIONS;

#[test]
fn formulas() {
    let mut shown = String::new();
    for formula in [
        "",
        "1 +",
        "1 2",
        "(1",
        "2d0",
        "99d99",
        "1.5.5",
        "$",
        "'open",
        "health",
        "health()",
        "healht(self)",
        "column(heat, self)",
        "on(self, fier)",
        "count('rta')",
        "not",
        "1 < 2 < 3",
        "1e5",
        "999999999999",
    ] {
        let body = format!("Action(body: [Damage(target: \"self\", amount: \"{formula}\")])");
        let faults = pack(&[("actions/try.ron", &body)]).check_all();
        for fault in faults.iter() {
            let help = fault.help.as_deref().unwrap_or("-");
            shown.push_str(&format!("{formula:?}: {}; {}; {help}\n", fault.code, fault.message));
        }
        assert!(faults.has_errors(), "{formula}");
    }
    expect![[r#"
        "": bad-formula; the formula is empty; -
        "1 +": bad-formula; expected a number or a name, found the end (at the end of the formula); -
        "1 2": bad-formula; expected an operator, found `2` (at character 3); -
        "(1": bad-formula; expected `)`, found the end (at the end of the formula); -
        "2d0": bad-formula; a die has 1 to 1000 faces, not 0 (at character 2); -
        "99d99": bad-formula; these dice have 9703 possible totals; the maximum is 4096; roll fewer dice, or dice with fewer faces (at character 3); -
        "1.5.5": bad-formula; `1.5.5` is not a number from 0 to 1e9 (at character 1); -
        "$": bad-formula; expected a number or a name, found `$` (at character 1); -
        "'open": bad-formula; expected a number or a name, found `'` (at character 1); -
        "health": bad-formula; expected `(`, found the end (at the end of the formula); -
        "health()": bad-formula; expected a name, found `)` (at character 8); -
        "healht(self)": unknown-function; `healht` is neither a function nor a number (at character 1); did you mean `health`?
        "column(heat, self)": unknown-reference; unknown column `heat` (at character 8); -
        "on(self, fier)": unknown-reference; unknown surface `fier` (at character 10); did you mean `fire`?
        "count('rta')": unknown-reference; unknown tag `rta` (at character 7); did you mean `rat`?
        "not": bad-formula; expected a number or a name, found the end (at the end of the formula); -
        "1 < 2 < 3": bad-formula; a formula cannot compare three numbers at once; write two comparisons with `and`, such as `1 < a and a < 3` (at character 7); -
        "1e5": bad-formula; expected an operator, found `e5` (at character 2); -
        "999999999999": bad-formula; `999999999999` is not a number from 0 to 1e9 (at character 1); -
    "#]].assert_eq(&shown);
    let deep = format!("{}1{}", "(".repeat(500), ")".repeat(500));
    let body = format!("Action(body: [Damage(target: \"self\", amount: \"{deep}\")])");
    assert!(pack(&[("actions/try.ron", &body)]).check_all().has_errors());
}

#[test]
fn formulas_become_operations() {
    let mut shown = String::new();
    for formula in [
        "-2 + 3 * (4 - 1) / 2",
        "1 + 1 = 2 and not 1 > 2 or 0",
        "2d6 + d20 + 2d6",
        "min(1, 2, 3) + max(0, round)",
        "on(self, 'fire') + column(heat, self) + battle_column(\\\"alarm\\\")",
        "inside(rat, gate) >= count(rat)",
        "distance(self, here) * enemies(self, cause)",
        "floor(2.5) - ceil(0.5) + abs(-1) + losses",
    ] {
        let rules = "Rules(columns: [(name: \"heat\"), (name: \"alarm\", of: Battle)])";
        let body = format!("Action(body: [Damage(target: \"self\", amount: \"{formula}\")])");
        let (book, faults) = pack(&[("actions/try.ron", &body), ("rules.ron", rules)]).compile("s");
        let book = book.unwrap_or_else(|| panic!("{}", faults.render()));
        let code = book.formulas.first().map(|formula| format!("{:?}", formula.code));
        shown.push_str(&format!(
            "{formula}\n  {}, {} distributions\n",
            code.unwrap_or_default(),
            book.distributions.len()
        ));
    }
    expect![[r#"
        -2 + 3 * (4 - 1) / 2
          [Count(0), Const(0.0), Equal], 0 distributions
        1 + 1 = 2 and not 1 > 2 or 0
          [Count(0), Const(0.0), Equal], 0 distributions
        2d6 + d20 + 2d6
          [Roll(0), Roll(1), Add, Roll(0), Add], 0 distributions
        min(1, 2, 3) + max(0, round)
          [Const(1.0), Const(0.0), Round, Max, Add], 0 distributions
        on(self, 'fire') + column(heat, self) + battle_column(\"alarm\")
          [OnSurface(255, 1), EntityColumn(255, 0), Add, BattleColumn(0), Add], 0 distributions
        inside(rat, gate) >= count(rat)
          [Inside(0, 0), Count(0), Less, Not], 0 distributions
        distance(self, here) * enemies(self, cause)
          [Distance(255, 253), Enemies(255, 254), Multiply], 0 distributions
        floor(2.5) - ceil(0.5) + abs(-1) + losses
          [Const(2.0), Losses, Add], 0 distributions
    "#]]
    .assert_eq(&shown);
    assert!(FUNCTIONS.is_sorted_by_key(|function| function.name));
}

#[test]
fn a_formula_without_quotes_is_one_fault() {
    let mut told = String::new();
    for amount in [
        "c.health + 2",
        "2d6",
        "2 + 3",
        "2-3",
        "2d6 + c.health",
        "1 > 2",
        "if 1: 2; 3",
        "T1.health",
        "-c.health",
        "max(1, 2)",
        "max(1, 2) + 1",
        "health",
        "1.2.3",
        "12abc",
        "3 label: \"x\"",
        "3 §",
    ] {
        let text = format!(
            "Action(body: [\n    DeclareTarget(name: \"T1\"),\n    Damage(target: \"T1\", amount: {amount}),\n])"
        );
        let faults = pack(&[("actions/a.ron", &text)]).check_all();
        told.push_str(&format!("{amount}\n"));
        for fault in faults.sorted() {
            let help = fault.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            told.push_str(&format!("  {}:{} {}: {}{help}\n", fault.line, fault.column, fault.code, fault.message));
        }
    }
    expect![[r#"
        c.health + 2
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "c.health + 2")
        2d6
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "2d6")
        2 + 3
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "2 + 3")
        2-3
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "2-3")
        2d6 + c.health
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "2d6 + c.health")
        1 > 2
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "1 > 2")
        if 1: 2; 3
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "if 1: 2; 3")
        T1.health
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "T1.health")
        -c.health
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "-c.health")
        max(1, 2)
          3:34 wrong-type: expected a formula: a number or a text, found `max(...)` (write a formula in quotes if it is more than a number, such as "max(1, 2)")
        max(1, 2) + 1
          3:34 unquoted-formula: write a formula in quotes if it is more than a number or a name (write it in quotes: "max(1, 2) + 1")
        health
          3:34 wrong-type: expected a formula, found the name `health` (write it in quotes: "health")
        1.2.3
          3:34 bad-number: this is not a number (numbers are written like 3, -2 or 0.5)
        12abc
          3:34 bad-number: this is not a number (numbers are written like 3, -2 or 0.5)
        3 label: "x"
          3:35 expected-comma: expected `,` before `label`
        3 §
          3:36 unexpected-character: unexpected character
    "#]].assert_eq(&told);
}

#[test]
fn faults_of_formulas_have_one_place() {
    let action = |amount: &str| {
        format!("Action(body: [DeclareTarget(name: \"T1\"), Damage(target: \"T1\", amount: \"{amount}\")])")
    };
    check(
        &[
            ("formulas/hurt.ron", "Formula(formula: \"1 + (2\")"),
            ("actions/a.ron", &action("2 * f.hurt")),
            ("actions/b.ron", &action("targeted-side(self){front: 1; default: 2}")),
        ],
        expect![[r#"
            actions/b.ron:1:86: error[bad-formula]: a unit cannot stand on a side of itself (at character 15)
              in body[1].amount
                |
              1 | Action(body: [DeclareTarget(name: "T1"), Damage(target: "T1", amount: "targeted-side(self){front: 1; default: 2}")])
                |                                                                                      ^^^^
              help: write another unit in the brackets; the branch depends on the side on which the acting unit stands
            formulas/hurt.ron:1:18: error[bad-formula]: expected `)`, found the end (at the end of the formula)
              in formula
                |
              1 | Formula(formula: "1 + (2")
                |                  ^^^^^^^^
              and 1 further fault from formulas/hurt.ron:
                actions/a.ron:1:76: in the stored formula `f.hurt`, at character 7: expected `)`, found the end, in body[1].amount
        "#]],
    );
}

/// Hints are warnings, once for each location. Users of a stored formula do not repeat its hint.
#[test]
fn hints_at_dice_are_warnings() {
    let mut shown = String::new();
    let body =
        r#"Action(body: [Damage(target: "self", amount: "5d10>=8 + f.k"), Shield(target: "self", amount: "f.k")])"#;
    let faults = pack(&[("actions/try.ron", body), ("formulas/k.ron", r#"Formula(formula: "1d6!=1")"#)]).check_all();
    for fault in faults.iter() {
        let help = fault.help.as_deref().unwrap_or("-");
        shown.push_str(&format!("{:?} {} {}: {}; {help}\n", fault.severity, fault.file, fault.code, fault.message));
    }
    expect![[r#"
        Warning formulas/k.ron dice-comparison: `!=` compares the total, which gives 1 or 0 (at character 4); write `1d6!1` for dice that explode on 1; a space before `!=` removes this hint
        Warning actions/try.ron dice-comparison: the total is compared, which gives 1 or 0 (at character 5); `5d10cs>=8` counts dice; a space before `>=` removes this hint
    "#]].assert_eq(&shown);
}
