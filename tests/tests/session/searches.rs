//! Searches in formulas, names without a scope, and dice labels as damage types.

use expect_test::{Expect, expect};
use foretoken_tests::{Pack, Table, duel as pack, told_rounds};

fn check(pack: &Pack, rounds: &str, expected: Expect) {
    expected.assert_eq(&told_rounds(pack, rounds));
}

fn armed() -> Pack {
    pack("A.y.")
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["hit", "swing", "rest"],
            slots: ["hand", "off-hand", "head"], wears: ["sword", "dagger", "cap"], carries: ["axe"],
            skills: ["flame", "spark", "vigor"])"#,
        )
        .with(
            "items/sword.ron",
            r#"Item(slots: ["hand"], categories: ["blade", "heavy"], parameters: [(name: "power", formula: "6")])"#,
        )
        .with(
            "items/dagger.ron",
            r#"Item(slots: ["off-hand"], categories: ["blade"], parameters: [(name: "power", formula: "2 + 1")])"#,
        )
        .with(
            "items/axe.ron",
            r#"Item(slots: ["hand"], categories: ["heavy"], parameters: [(name: "power", formula: "50")])"#,
        )
        .with("items/cap.ron", r#"Item(slots: ["head"], categories: ["cloth"])"#)
        .with(
            "skills/flame.ron",
            r#"Skill(title: "Flame", group: "Act//Magic", parameters: [(name: "power", formula: "4")])"#,
        )
        .with(
            "skills/spark.ron",
            r#"Skill(title: "Spark", group: "Act//Magic", parameters: [(name: "power", formula: "1")])"#,
        )
        .with("skills/vigor.ron", r#"Skill(title: "Vigor", group: "Passive")"#)
        .with("actions/swing.ron", "Action(body: [])")
}

fn check_values(formulas: &[&str], expected: Expect) {
    let mut text = String::new();
    for formula in formulas {
        let body = format!(
            "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), Damage(target: \"T1\", amount: {formula:?})])"
        );
        let pack = armed().with("actions/hit.ron", &body);
        let mut table = Table::new(&pack);
        let told = table.round("A hit:y, y rest");
        let lost = told.lines().find(|line| line.contains("loses")).unwrap_or("nobody loses health");
        text.push_str(&format!("{formula}: {lost}\n"));
    }
    expected.assert_eq(&text);
}

#[test]
fn items_that_are_worn_are_found_by_categories_and_slots() {
    check_values(
        &[
            "equip(blade get max).power",
            "equip(blade get min).power",
            "equip(blade get sum).power",
            "equip(blade get mean).power",
            "equip(blade, heavy).power",
            "equip(heavy in off-hand).power + 1",
            "equip(in hand, off-hand get last).power",
            "equip(get nth 2).power",
            "equip(get nth 3).power + 1",
            "equip(get count)",
            "1 + exists(equip(cloth)) + exists(t.equip(cloth))",
            "c.equip(get first).power",
            "1 + t.equip(get sum).power",
        ],
        expect![[r#"
            equip(blade get max).power: second loses 6 health: 20 → 14 (hit)
            equip(blade get min).power: second loses 3 health: 20 → 17 (hit)
            equip(blade get sum).power: second loses 9 health: 20 → 11 (hit)
            equip(blade get mean).power: second loses 4 health: 20 → 16 (hit)
            equip(blade, heavy).power: second loses 6 health: 20 → 14 (hit)
            equip(heavy in off-hand).power + 1: second loses 1 health: 20 → 19 (hit)
            equip(in hand, off-hand get last).power: second loses 3 health: 20 → 17 (hit)
            equip(get nth 2).power: second loses 3 health: 20 → 17 (hit)
            equip(get nth 3).power + 1: second loses 1 health: 20 → 19 (hit)
            equip(get count): second loses 3 health: 20 → 17 (hit)
            1 + exists(equip(cloth)) + exists(t.equip(cloth)): second loses 2 health: 20 → 18 (hit)
            c.equip(get first).power: second loses 6 health: 20 → 14 (hit)
            1 + t.equip(get sum).power: second loses 1 health: 20 → 19 (hit)
        "#]],
    );
}

#[test]
fn skills_are_found_by_their_own_path_or_by_that_of_a_group() {
    check_values(
        &[
            "skill('Act//Magic' get sum).power",
            "skill('Act//Magic//Spark').power",
            "skill('Act//' get count)",
            "skill(get count)",
            "1 + exists(skill('Passive')) + exists(t.skill('Passive'))",
        ],
        expect![[r#"
            skill('Act//Magic' get sum).power: second loses 5 health: 20 → 15 (hit)
            skill('Act//Magic//Spark').power: second loses 1 health: 20 → 19 (hit)
            skill('Act//' get count): second loses 2 health: 20 → 18 (hit)
            skill(get count): second loses 3 health: 20 → 17 (hit)
            1 + exists(skill('Passive')) + exists(t.skill('Passive')): second loses 2 health: 20 → 18 (hit)
        "#]],
    );
}

/// A name without a scope is a parameter, then a stat of the acting unit, then a stored formula.
#[test]
fn programs_read_names_without_a_scope() {
    let aimed = "DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9))";
    let pack = armed()
        .with("formulas/half.ron", "Formula(formula: \"movement / 2\")")
        .with(
            "actions/swing.ron",
            &format!("Action(body: [{aimed}, Damage(target: \"T1\", amount: \"power + half\")])"),
        )
        .with("skills/vigor.ron", r#"Skill(action: "swing", parameters: [(name: "power", formula: "7")])"#);
    check(
        &pack,
        "A swing:y, y rest",
        expect![[r#"
        > A swing:y, y rest
        second loses 8 health: 20 → 12 (hit)
        round 2 begins
    "#]],
    );
}

#[test]
fn what_was_done_is_found() {
    let aimed = "DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9))";
    let burst = "Damage(target: \"T1\", amount: 2, label: \"damage.fire\"), Damage(target: \"T1\", amount: 5, label: \"damage.cold\")";
    for (formula, expected) in [
        (
            "effect(decrease in health get max)",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 5 health: 20 → 15 (own)
            round 2 begins
        "#]],
        ),
        (
            "effect(decrease in health by damage.fire)",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 2 health: 20 → 18 (own)
            round 2 begins
        "#]],
        ),
        (
            "effect(decrease in health by damage get sum)",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 7 health: 20 → 13 (own)
            round 2 begins
        "#]],
        ),
        (
            "effect(increase in health get sum) + 1",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 1 health: 20 → 19 (own)
            round 2 begins
        "#]],
        ),
        (
            "effect(change in cell on T1 get sum)",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 1 health: 20 → 19 (own)
            round 2 begins
        "#]],
        ),
        (
            "effect(in health on targeter get count) + effect(in health on targeted get count) * 10",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 20 health: 20 → 0 (own)
            first dies (own)
            round 2 begins
        "#]],
        ),
        (
            "1 + exists(effect(decrease on T1)) + exists(effect(decrease on self))",
            expect![[r#"
            > A swing:y, y rest
            second: c1 → d1 (push)
            second loses 2 health: 20 → 18 (damage.fire)
            second loses 5 health: 18 → 13 (damage.cold)
            first loses 2 health: 20 → 18 (own)
            round 2 begins
        "#]],
        ),
    ] {
        let body = format!(
            "Action(body: [{aimed}, Push(target: \"T1\", distance: 1), {burst}, Damage(target: \"self\", amount: {formula:?}, label: \"own\")])"
        );
        let pack = armed().with("actions/swing.ron", &body);
        check(&pack, "A swing:y, y rest", expected);
    }
}

/// A reaction heals by the largest damage of the action that triggered it; its condition sees the same value.
#[test]
fn reactions_find_what_they_answer() {
    let leech = r#"Skill(reactions: [(on: StatChange, stat: "health", change: Decrease, role: Attacker, action: "leech",
        when: "effect(decrease in health by attack on targeted get max) > 3")])"#;
    let pack = pack("A.y")
        .with(
            "actions/leech.ron",
            r#"Action(body: [Heal(target: "self", amount: "effect(decrease in health on targeted get sum) / 2")])"#,
        )
        .with("skills/leech.ron", leech)
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["leech"], actions: ["hit", "burnhit", "rest"])"#,
        );
    check(
        &pack,
        "A rest, y hit:A
         A hit:y, y rest
         A burnhit:y, y rest",
        expect![[r#"
            > A rest, y hit:A
            first loses 4 health: 20 → 16 (attack)
            round 2 begins
            > A hit:y, y rest
            second loses 4 health: 20 → 16 (attack)
            first reacts: leech
            first heals 2 health: 16 → 18 (heal)
            round 3 begins
            > A burnhit:y, y rest
            second loses 4 health: 16 → 12 (damage.fire)
            round 4 begins
        "#]],
    );
}

#[test]
fn what_came_to_nothing_is_found_as_no_change() {
    let ward = r#"Status(title: "Ward", damage_modifiers: [(stage: Incoming, mode: Multiply, amount: "0")])"#;
    let swing = "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), Damage(target: \"T1\", amount: 4), \
        Damage(target: \"self\", amount: \"effect(nochange in health on T1 get count)\", label: \"recoil\")])";
    let pack = armed().with("statuses/hex.ron", ward).with("actions/swing.ron", swing).with(
        "units/second.ron",
        r#"Unit(glyph: "y", health: 20, initiative: 5, statuses: ["hex"], actions: ["rest"])"#,
    );
    check(
        &pack,
        "A swing:y, y rest",
        expect![[r#"
            > A swing:y, y rest
            Ward: 4 → 0 for second
            first loses 1 health: 20 → 19 (recoil)
            round 2 begins
        "#]],
    );
}

/// One dice label gives the whole amount that damage type; several labels split it.
#[test]
fn labels_of_dice_are_the_sorts_of_harm() {
    let ward = r#"Status(title: "Ward", damage_modifiers: [(stage: Incoming, mode: Multiply, amount: "0.5", types: ["damage.fire"])])"#;
    for (amount, expected) in [
        (
            "8d1[damage.fire] + 2",
            expect![[r#"
            > A swing:y, y rest
            first rolls 8d1[damage.fire]: 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire = 8
            Ward: 10 → 5 for second
            second loses 5 health: 20 → 15 (damage.fire)
            round 2 begins
        "#]],
        ),
        (
            "8d1 + 4d1[damage.fire] - 1",
            expect![[r#"
            > A swing:y, y rest
            first rolls 8d1: 1 1 1 1 1 1 1 1 = 8
            second loses 7 health: 20 → 13 (hit)
            first rolls 4d1[damage.fire]: 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire = 4
            Ward: 4 → 2 for second
            second loses 2 health: 13 → 11 (damage.fire)
            round 2 begins
        "#]],
        ),
        (
            "1 + 2d1[damage.cold] + 4d1[damage.fire] * 2",
            expect![[r#"
            > A swing:y, y rest
            first rolls 2d1[damage.cold]: 1 damage.cold 1 damage.cold = 2
            second loses 3 health: 20 → 17 (damage.cold)
            first rolls 4d1[damage.fire]: 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire = 4
            Ward: 8 → 4 for second
            second loses 4 health: 17 → 13 (damage.fire)
            round 2 begins
        "#]],
        ),
        (
            "(2d1[damage.cold], 4d1[damage.fire])kh1 + 3d1",
            expect![[r#"
            > A swing:y, y rest
            first rolls (2d1[damage.cold], 4d1[damage.fire])kh1: (1 damage.cold) (1 damage.cold) 1 damage.fire 1 damage.fire 1 damage.fire 1 damage.fire = 4
            first rolls 3d1: 1 1 1 = 3
            second loses 7 health: 20 → 13 (hit)
            round 2 begins
        "#]],
        ),
    ] {
        let body = format!(
            "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), Damage(target: \"T1\", amount: {amount:?})])"
        );
        let pack = armed().with("statuses/hex.ron", ward).with("actions/swing.ron", &body).with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, initiative: 5, statuses: ["hex"], actions: ["rest"])"#,
        );
        check(&pack, "A swing:y, y rest", expected);
    }
}

fn brief(pack: &Pack) -> String {
    let faults = pack.faults();
    let told = faults.lines().filter_map(|line| {
        let message = line.split_once("error[").map(|(_, rest)| rest.split_once("]: ").map_or(rest, |(_, text)| text));
        message.or_else(|| line.trim().strip_prefix("help: "))
    });
    told.map(|line| format!("  {line}\n")).collect()
}

#[test]
fn searches_that_mean_nothing_are_told() {
    let mut text = String::new();
    for formula in [
        "equip(balde).power",
        "equip(in hnad).power",
        "equip(blade).pwoer",
        "equip(blade)",
        "equip(blade get most).power",
        "equip(get nth 0).power",
        "equip(blade,).power",
        "skill('Act//Magik').power",
        "effect(decrese in health)",
        "effect(in healht)",
        "effect(on T9)",
        "c.effect(in health)",
        "equip(blade",
    ] {
        let body = format!("Action(body: [DeclareTarget(name: \"T1\"), Damage(target: \"T1\", amount: {formula:?})])");
        let pack = armed().with("actions/swing.ron", &body);
        text.push_str(&format!("{formula}\n{}", brief(&pack)));
    }
    let modified = armed().with(
        "items/cap.ron",
        r#"Item(slots: ["head"], modifiers: [(stat: "movement", amount: "effect(in health)")])"#,
    );
    text.push_str(&brief(&modified));
    let bound = armed().with(
        "actions/swing.ron",
        "Action(body: [DeclareTarget(name: \"T1\", asks: Number, most: \"effect(in health)\")])",
    );
    text.push_str(&brief(&bound));
    expect![[r#"
        equip(balde).power
          unknown category of items `balde` (at character 1)
          did you mean `blade`?
        equip(in hnad).power
          unknown slot `hnad` (at character 1)
          did you mean `hand`?
        equip(blade).pwoer
          unknown parameter `pwoer` (at character 1)
          did you mean `power`?
        equip(blade)
          `equip()` finds items; add the parameter to read (at character 1)
          write `equip(…).name`, `equip(… get count)` or `exists(equip(…))`
        equip(blade get most).power
          expected a value of `get`, found `most` (at character 17)
          use `get` with first, last, min, max, mean, sum, nth, count
        equip(get nth 0).power
          write a number from 1 to 999 after `get nth` (at character 15)
        equip(blade,).power
          expected a name, found `)` (at character 13)
        skill('Act//Magik').power
          unknown skill or group `Act//Magik` (at character 1)
          did you mean `Act//Magic`?
        effect(decrese in health)
          `decrese` is not a kind of change (at character 1)
          did you mean `decrease`?
        effect(in healht)
          unknown number of units `healht` (at character 1)
          did you mean `health`?
        effect(on T9)
          unknown target `T9` (at character 11)
          did you mean `T1`?
        c.effect(in health)
          `effect()` cannot follow `c.`, `t.` or a target (at character 1)
          use `on` for the unit: `effect(decrease in health on T1)`
        equip(blade
          expected `)`, found the end (at the end of the formula)
          `effect()` needs the change that a reaction answers, so only actions and conditions of reactions can use it (at character 1)
          this number cannot depend on earlier changes: it is computed several times, before the action is used
          the smallest number, 1, is above the largest, 0: no pick is possible
    "#]]
    .assert_eq(&text);
}
