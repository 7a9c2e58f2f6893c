//! Rules texts of the shipped packs.

use expect_test::{expect, expect_file};
use foretoken_action_assets::{KindRegistry, Library, texts};
use foretoken_session::texts::rules;
use foretoken_tests::{Pack, cell, find, root};
use foretoken_vm::{ActionUse, Address, Advance, Answer, Buffers, Intent, Key, Log, Plan};

fn of_pack(pack: &str) -> String {
    let library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
    let (book, faults) = library.compile_actions();
    assert!(!faults.has_errors(), "{}", faults.render());
    rules::all(&book).iter().map(|told| format!("{told}\n")).collect()
}

#[test]
fn everything_of_the_first_pack_tells_what_it_does() {
    expect_file!["../../rules_text/vigil.txt"].assert_eq(&of_pack("vigil"));
}

#[test]
fn everything_of_banner_tells_what_it_does() {
    expect_file!["../../rules_text/banner.txt"].assert_eq(&of_pack("banner"));
}

fn text(pack: &Pack, name: &str) -> String {
    let book = pack.book();
    let battle = book.battle(1);
    let unit = find(&book, battle.state(), 'A');
    let program = book.find_program(name).expect("an action");
    rules::usable(&book, battle.state(), unit, program).expect("it is told").to_string()
}

fn with_action(body: &str) -> Pack {
    Pack::new("A.r")
        .with(
            "units/one.ron",
            r#"Unit(glyph: "A", health: 9, stats: [(name: "strength", value: 7)], actions: ["act"])"#,
        )
        .with("stats/strength.ron", r#"Stat(title: "Strength", start: 1)"#)
        .with("formulas/die.ron", r#"Formula(formula: "1d4 + c.strength")"#)
        .with("actions/act.ron", &format!("Action(title: \"Act\", body: [{body}])"))
}

#[test]
fn a_formula_has_its_number_for_the_unit_that_is_told_of() {
    let body = r#"
        DeclareTarget(name: "T1", asks: Unit, filter: [Enemy]),
        Damage(target: "T1", amount: "4 + c.strength"),
        Damage(target: "T1", amount: "f.die"),
        Damage(target: "T1", amount: "2d6 + random{0.5: 10; default: 0}"),
        Damage(target: "T1", amount: "t.strength + 1")"#;
    expect![[r#"
        Act (action act)
          Target: an adjacent enemy
          Damage to the target: 4 + Strength (11 now)
          Damage to the target: 1d4 + Strength (8–11 now)
          Damage to the target: 2d6 + (10 with a chance of 50 %, otherwise 0) (2–22 now)
          Damage to the target: the target's Strength + 1
    "#]]
    .assert_eq(&text(&with_action(body), "act"));
}

#[test]
fn what_leads_through_a_program_is_told_as_it_runs() {
    let body = r###"
        DeclareTarget(name: "T1", asks: Cell, range: (0, 3)),
        DeclareTarget(name: "T2", asks: Unit, from: "T1", range: (1, 2), filter: [Ally, Self]),
        ActionList(repeat: "2", body: [Damage(target: "T1", area: ["#@#"], turned: true)]),
        ForEach(target: "T1", area: [".#.", "#X#", ".#."], name: "each", body: [Branch(if: "occupied(each)", then: [Heal(target: "each")])]),
        Branch(if: "c.health > 2", then: [], else: [Kill(target: "T2")]),
        Delay(rounds: 2, body: [Push(target: "T2", distance: 2)]),
        Veil(body: [Stun(target: "T2")])"###;
    expect![[r#"
        Act (action act)
          Target 1: a cell, distance up to 3
          Target 2: an ally or the user, distance up to 2 (measured from target 1)
          2 times:
            Deals 1 damage to each unit on 2 cells [#@#] (@ is target 1; drawn facing right, it turns with the action)
          For each of the cells within distance 1 of target 1:
            If a unit is on that cell:
              Heals the unit on that cell by 1
          Unless health > 2 (now: yes):
            Target 2 dies
          2 rounds later, unless the user dies first:
            Pushes target 2 2 cells away
          Hidden from other sides:
            Target 2 skips its next turn
    "#]]
    .assert_eq(&text(&with_action(body), "act"));
}

#[test]
fn loops_say_whom_they_are_for() {
    let told = |body: &str| text(&with_action(body), "act");
    let stun = r##"
        DeclareTarget(name: "T1", asks: Cell, range: (1, 5)),
        ForEach(target: "T1", area: [".#.", "#X#", ".#."], filter: [Enemy], name: "T2", body: [Stun(target: "T2")]),
        ForEach(target: "T1", area: ["#@#"], filter: [Empty], name: "T3", body: [Damage(target: "T3")])"##;
    expect![[r#"
        Act (action act)
          Target: a cell, distance up to 5
          For each enemy on the cells within distance 1 of the target:
            That unit skips its next turn
          For each of 2 cells [#@#] (@ is the target) without a unit:
            Deals 1 damage to the unit on that cell
    "#]]
    .assert_eq(&told(stun));
    let dash = r##"
        DeclareTarget(name: "T1", reach: Pierce, range: (2, 5), filter: [Empty]),
        ForEach(target: "T1", way: true, filter: [Occupied], name: "T2", body: [Damage(target: "T2")]),
        Teleport(to: "T1")"##;
    expect![[r#"
        Act (action act)
          Target: an empty cell in a straight line, distance 2 to 5, in sight
          For each cell on the path to the target:
            If a unit is on that cell:
              Deals 1 damage to that unit
          Teleports the user to the target if that cell is free
    "#]]
    .assert_eq(&told(dash));
}

#[test]
fn heights_are_told_where_there_are_any() {
    let told = |action: &str, heights: &str| {
        let book = Pack::new("G...").heights(heights).book();
        let program = book.find_program(action).expect("an action");
        texts::rules::text(&texts::rules::of_program(&book, program, None))
    };
    for (action, level, high) in [
        ("hail", "wall between\n", "wall between, height +1 to −2\n"),
        ("overhead", "an adjacent unit\n", "an adjacent unit, height +1 to −2\n"),
        ("stay", "distance up to 3, in sight", "distance up to 3, any height, in sight"),
        ("interpose", "distance up to 3, in sight", "distance up to 3, height difference up to 2, in sight"),
    ] {
        let (on_level, on_heights) = (told(action, "0000"), told(action, "0011"));
        assert!(on_level.contains(level), "{on_level}");
        assert!(on_heights.contains(high), "{on_heights}");
    }
}

/// A surface's text gives its initial duration; the ground's text gives the remaining one.
#[test]
fn the_ground_tells_for_how_many_rounds_what_lies_on_it_is_left() {
    let lamplighter = r#"Unit(glyph: "L", actions: ["spark"])"#;
    let book = Pack::new("L..").with("units/lamplighter.ron", lamplighter).book();
    let mut battle = book.battle(1);
    let (unit, mut plan) = (find(&book, battle.state(), 'L'), Plan::default());
    let spark = book.programs.iter().position(|program| program.name == "spark").expect("it is shipped") as u16;
    let answers = vec![(Key::new(Address(0), [0; 3]), Answer::Offset(1, 0))];
    plan.set(unit, Intent { uses: vec![ActionUse { program: spark, answers }], complete: true }, 0);
    let (mut buffers, mut log) = (Buffers::default(), Log::default());
    let mut told = Vec::new();
    for _ in 0..4 {
        while battle.apply_for_execution(&book, &plan, &mut buffers, &mut log) != Advance::RoundEnd {}
        plan.clear(unit);
        told.push(rules::ground_title(&book, battle.state(), cell("b1")));
    }
    assert_eq!(told, ["floor, fire (2 rounds left)", "floor, fire (1 round left)", "floor", "floor"]);
}

#[test]
fn parameters_of_a_skill_are_numbers_in_its_text_and_those_of_0_are_left_out() {
    let skill = r#"Skill(title: "Slash", action: "slash", parameters: [(name: "power", formula: 3), (name: "reach", formula: 0)])"#;
    let slash =
        r#"Action(title: "Slash", body: [DeclareTarget(name: "T1"), Damage(target: "T1", amount: "skill.power * 2")])"#;
    let book = Pack::new("L..")
        .with("units/lamplighter.ron", r#"Unit(glyph: "L", skills: ["slash"])"#)
        .with("actions/slash.ron", slash)
        .with("skills/slash.ron", skill)
        .book();
    let (of, _) = book.effect_sources().find(|(_, own)| own.name == "slash").expect("a skill");
    let told = texts::rules::text(&texts::rules::of_effect_source(&book, of, None));
    assert!(told.contains("Deals 6 damage"), "{told}");
    assert!(told.contains("Power: 3") && !told.contains("Reach"), "{told}");
}
