//! Rules texts of programs, terrain and amounts.

use crate::code;
use crate::fixture::{Scene, T1, T2, cell};
use expect_test::expect;
use foretoken_vm::Token;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Amount, Asks, Fallback, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::{Pattern, Terrain};
use foretoken_vm::tokens::flow::Through;
use foretoken_vm::tokens::operand::{Area, Program, To};
use foretoken_vm::tokens::{Damage, EachPick, Shield, Trail, TrailEnd};

#[test]
fn what_leads_through_a_program_is_told_in_words() {
    use foretoken_action_assets::texts::rules;
    let shield = |points| code::shield(Address::SELF, points);
    let area = |pattern| {
        let area = Area { pattern, ..Area::default() };
        Damage { target: Address::SELF, amount: Amount::Const(2), area, ..Damage::default() }.into()
    };
    let formula = Amount::Formula(0);
    let programs: [(&str, Vec<Token>); 6] = [
        ("if", vec![code::unless(formula, 2), shield(1), shield(2)]),
        ("else", vec![code::unless(formula, 3), shield(1), code::jump(4), shield(2), shield(3)]),
        ("unless", vec![code::unless(formula, 2), code::jump(3), shield(2), shield(3)]),
        ("goes on", vec![code::unless(formula, 9), shield(1)]),
        ("times", vec![code::repeat(0, 3, 3), shield(1), code::next(0, 0, 1), shield(2)]),
        ("areas", (1..=6).map(area).collect()),
    ];
    let mut scene = Scene::new("A.b");
    scene.book.formulas.push(Formula { code: vec![FormulaOp::Round], source: "round".to_owned() });
    let ring = vec![(0, -1), (-1, 0), (1, 0), (0, 1)];
    let square = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).collect();
    let cells = [vec![(0, 0)], ring.clone(), [ring, vec![(0, 0)]].concat(), square, vec![(1, 0), (2, 0)], vec![(2, 1)]];
    scene.book.patterns = [vec![(0, 0)]].into_iter().chain(cells).map(Pattern::of).collect();
    let mut told = String::new();
    let all: Vec<u16> = programs.iter().map(|(name, code)| scene.add(name, 0, vec![], code.clone())).collect();
    let play = scene.start();
    for ((name, _), program) in programs.iter().zip(all) {
        told += &format!("{name}\n{}", rules::text(&rules::of_program(&play.book, program, None)));
    }
    expect![[r#"
        if
        If round:
          Gives a shield of 1 to the user until the round ends
        Gives a shield of 2 to the user until the round ends
        else
        If round:
          Gives a shield of 1 to the user until the round ends
        Otherwise:
          Gives a shield of 2 to the user until the round ends
        Gives a shield of 3 to the user until the round ends
        unless
        Unless round:
          Gives a shield of 2 to the user until the round ends
        Gives a shield of 3 to the user until the round ends
        goes on
        The rest happens only if round
        Gives a shield of 1 to the user until the round ends
        times
        3 times:
          Gives a shield of 1 to the user until the round ends
        Gives a shield of 2 to the user until the round ends
        areas
        Deals 2 damage to each unit on the user
        Deals 2 damage to each unit on the 4 cells around the user
        Deals 2 damage to each unit on the cells within distance 1 of the user
        Deals 2 damage to each unit on the 3 × 3 square around the user
        Deals 2 damage to each unit on a line of 2 cells beyond the user
        Deals 2 damage to each unit on 1 cell [@.. / ..#] (@ is the user)
    "#]]
    .assert_eq(&told);
}

#[test]
fn what_happens_without_an_answer_is_told() {
    let mut told = String::new();
    for fallback in Fallback::ALL {
        for (optional, automatic) in [(false, false), (true, false), (false, true)] {
            let mut request = Request { fallback, asks: Asks::Unit, ..cell(3) };
            (request.flags.optional, request.flags.automatic) = (optional, automatic);
            let play = Scene::new("A.b").action("act", vec![request], vec![code::shield(T1, 1)]).start();
            let lines = foretoken_action_assets::texts::rules::of_program(&play.book, play.program("act"), None);
            told += &format!("{fallback:?} {optional} {automatic}: {}\n", lines[0].words);
        }
    }
    expect![[r#"
        SkipScope false false: Target: a unit, distance up to 3
        SkipScope true false: Target: a unit, distance up to 3 (optional)
        SkipScope false true: Target: the nearest unit, distance up to 3
        Cancel false false: Target: a unit, distance up to 3
        Cancel true false: Target: a unit, distance up to 3 (optional)
        Cancel false true: Target: the nearest unit, distance up to 3
        Nearest false false: Target: a unit, distance up to 3 (if none is chosen: the nearest)
        Nearest true false: Target: a unit, distance up to 3 (if none is chosen: the nearest)
        Nearest false true: Target: the nearest unit, distance up to 3
        Weakest false false: Target: a unit, distance up to 3 (if none is chosen: the weakest)
        Weakest true false: Target: a unit, distance up to 3 (if none is chosen: the weakest)
        Weakest false true: Target: the weakest unit, distance up to 3
        Actor false false: Target: a unit, distance up to 3 (if none is chosen: the user)
        Actor true false: Target: a unit, distance up to 3 (if none is chosen: the user)
        Actor false true: Target: the user
    "#]]
    .assert_eq(&told);
}

#[test]
fn terrains_are_told_in_words() {
    use foretoken_action_assets::texts::rules::{of_terrain, text};
    let told = |alter: fn(&mut Terrain)| {
        let mut scene = Scene::new("A");
        alter(&mut scene.book.terrains[0]);
        text(&of_terrain(&scene.book.build(), 0))
    };
    assert_eq!(told(|_| ()), "");
    assert_eq!(told(|kind| kind.no_surfaces = true), "Surfaces cannot exist here\n");
    assert_eq!(told(|kind| kind.avoided = true), "Units do not walk here by themselves, but can be pushed in\n");
    let wall = |kind: &mut Terrain| (kind.no_surfaces, kind.avoided, kind.blocks_movement) = (true, true, true);
    assert_eq!(told(wall), "Units cannot stand here\n");
}

#[test]
fn amounts_are_told_with_what_they_may_come_to() {
    use FormulaOp as F;
    use foretoken_action_assets::texts::rules::{Reader, of_program};
    use foretoken_vm::Distribution;
    let half = F::Const(foretoken_vm::formula::Fraction::new(1, 2).expect("a half"));
    let mut told = String::new();
    for code in [
        vec![F::Health(0xff)],
        vec![F::Health(0xfe)],
        vec![F::Draw(0)],
        vec![F::Draw(0), F::Draw(0), F::Add],
        vec![half, half, F::Weigh(2)],
        vec![half, F::Weigh(1)],
        vec![half, F::Const(0.into()), F::Weigh(2)],
    ] {
        let mut scene = Scene::new("A");
        scene.book.distributions = vec![Distribution::new([(1, 1), (4, 2), (9, 1)]).expect("three outcomes")];
        scene.book.formulas.push(Formula { code, source: "strength".to_owned() });
        let amount = Amount::Formula(scene.book.formulas.len() as u32 - 1);
        let code = vec![Shield { target: Address::SELF, amount, ..Shield::default() }.into()];
        let play = scene.action("act", vec![], code).start();
        let reader = Reader::new(play.battle.state().sheet(&play.book), play.id('A'));
        told += &format!("{}\n", of_program(&play.book, play.program("act"), Some(reader))[0].words);
    }
    expect![[r#"
        Shield for the user until the round ends: strength (5 now)
        Shield for the user until the round ends: strength
        Shield for the user until the round ends: strength (1–9 now)
        Shield for the user until the round ends: strength (2–18 now)
        Shield for the user until the round ends: strength (0–1 now)
        Shield for the user until the round ends: strength (0–1 now)
        Shield for the user until the round ends: strength (0–2 now)
    "#]]
    .assert_eq(&told);
}

#[test]
fn what_goes_through_picks_and_ways_is_told_in_words() {
    let each = |to| EachPick { at: T2, list: T1, to: To(to), ..EachPick::default() };
    let way = |to| EachPick { through: Through::Way, ..each(to) };
    let looped = |each: EachPick, from: u32| {
        vec![code::repeat(0, 1, from + 5), each.into(), code::damage(T2, 1), code::next_while(0, 0, from + 2)]
    };
    let shield = || code::shield(Address::SELF, 1);
    let programs: [(&str, Vec<Token>); 3] = [
        ("picks", [vec![shield()], looped(each(6), 1), vec![shield()]].concat()),
        ("way", [vec![shield(), shield(), shield()], looped(way(8), 3)].concat()),
        ("trail", vec![Trail { program: Program(1), ..Trail::default() }.into(), code::walk(T1), TrailEnd {}.into()]),
    ];
    let mut told = String::new();
    for (name, code) in programs {
        let mut scene = Scene::new("A.b");
        let request = Request { region: RegionId::SIGHT, ..cell(3) };
        let act = scene.add("act", 2, vec![request], [vec![code::declare(T1, 0, 9)], code].concat());
        scene.book.programs[usize::from(act)].debug.names = vec!["goal".to_owned(), "each".to_owned()];
        let book = scene.book.build();
        told += &format!(
            "{name}\n{}",
            foretoken_action_assets::texts::rules::text(&foretoken_action_assets::texts::rules::of_program(
                &book, act, None
            ))
        );
    }
    expect![[r#"
        picks
        Target: a cell, distance up to 3, in sight
        Gives a shield of 1 to the user until the round ends
        For each of the targets:
          Deals 1 damage to the unit on that cell
        Gives a shield of 1 to the user until the round ends
        way
        Target: a cell, distance up to 3, in sight
        Gives a shield of 1 to the user until the round ends
        Gives a shield of 1 to the user until the round ends
        Gives a shield of 1 to the user until the round ends
        For each cell on the path to the target:
          Deals 1 damage to the unit on that cell
        trail
        Target: a cell, distance up to 3, in sight
        On each cell entered by the next movement:
          The user slides on in the same direction
        Walks to the target
    "#]]
    .assert_eq(&told);
}

#[test]
fn targets_in_conditions_are_called_as_they_are_asked_for() {
    let told = |names: &[&str]| {
        let mut scene = Scene::new("A.b");
        scene.book.formulas.push(Formula { code: vec![FormulaOp::Round], source: "exists(goal)".to_owned() });
        let asks = (0..names.len() as u16).map(|at| code::declare(Address(at as u8), at, 9));
        let first = names.len() as u32;
        let act = vec![code::unless(Amount::Formula(0), first + 2), code::shield(Address::SELF, 1)];
        let act = scene.add("act", names.len() as u8, vec![cell(3); names.len()], asks.chain(act).collect());
        scene.book.programs[usize::from(act)].debug.names = names.iter().map(|&name| name.to_owned()).collect();
        let lines = foretoken_action_assets::texts::rules::of_program(&scene.book.build(), act, None);
        lines.into_iter().map(|line| line.words).nth(names.len())
    };
    assert_eq!(told(&["goal"]).as_deref(), Some("If a target is chosen:"));
    assert_eq!(told(&["goal", "other"]).as_deref(), Some("If goal is chosen:"));
}
