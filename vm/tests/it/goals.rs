//! Goals and losses: order, judging, and predictions.

use crate::code;
use crate::fixture::{ENEMY, Play, Scene, T1, cell, offset};
use crate::readings::{called, columns};
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::Label;
use foretoken_vm::rulebook::Goal;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::tokens::Call;
use foretoken_vm::{Advance, Cell, Change, EntityId, Flow, Outcome, Predicted, Run, RunContext, Team};
use std::ops::ControlFlow;

type Condition = (F, Team);

fn judged(losses: &[Condition], goals: &[Condition]) -> Play {
    let scene = Scene::new("AbCd").action("kill", vec![cell(9)], vec![code::kill(T1)]).action("wait", vec![], vec![]);
    let mut scene = scene.with(|scene| {
        for (bit, unit) in "AbCd".chars().enumerate() {
            scene.kind(unit).tags = 1 << bit;
        }
    });
    let rules = &mut scene.book;
    for (list, conditions) in [(0, losses), (1, goals)] {
        for &(op, team) in conditions {
            let when = rules.formulas.len() as u32;
            rules.formulas.push(Formula { source: String::new(), code: vec![op, F::Not] });
            let goal = Goal { text: String::new(), when, team };
            if list == 0 { rules.losses.push(goal) } else { rules.goals.push(goal) }
        }
    }
    scene.start()
}

const fn gone(unit: u8) -> F {
    F::Count(unit)
}

#[test]
fn losses_count_before_goals_and_the_first_of_each() {
    let (us, them, others) = (Team::PLAYER, ENEMY, Team(3));
    let outcome = |losses: &[Condition], goals: &[Condition]| {
        let mut play = judged(losses, goals);
        play.decide('A', "kill", &[offset(1, 0)]);
        let mut predicted = Predicted::of(&play.known(us));
        play.foresee(&mut predicted);
        play.log.clear();
        play.step();
        let outcome = play.battle.state().battle(BattleField::Outcome);
        assert_eq!(predicted.state().battle(BattleField::Outcome), outcome, "a prediction judges alike");
        let then = play.battle.state().clone();
        assert_eq!(play.step() == Advance::Over, outcome != 0);
        assert_eq!(*play.battle.state() == then, outcome != 0);
        outcome
    };
    let (b, c) = (gone(1), gone(2));
    assert_eq!(outcome(&[], &[]), Outcome::OPEN);
    assert_eq!(outcome(&[], &[(b, us)]), Outcome::won_by(us));
    assert_eq!(outcome(&[], &[(c, us), (b, them)]), Outcome::won_by(them));
    assert_eq!(outcome(&[], &[(b, others), (b, them)]), Outcome::won_by(others));
    assert_eq!(outcome(&[(b, us)], &[]), Outcome::lost_by(us));
    assert_eq!(outcome(&[(b, them)], &[(b, us)]), Outcome::lost_by(them));
    assert_eq!(outcome(&[(c, them)], &[(b, us)]), Outcome::won_by(us));
    assert_eq!(outcome(&[(c, us)], &[(c, us)]), Outcome::OPEN);
}

#[test]
fn what_may_hide_leaves_open_what_turns_on_it() {
    let (us, them) = (Team::PLAYER, ENEMY);
    let mut lines = Vec::new();
    let (d, b) = (gone(3), gone(1));
    for (name, losses, goals) in [
        ("a goal of ours", vec![], vec![(d, us)]),
        ("a goal behind it", vec![], vec![(d, us), (b, us)]),
        ("a goal of theirs behind it", vec![], vec![(d, us), (b, them)]),
        ("a goal before it", vec![], vec![(b, them), (d, us)]),
        ("two that may hold, and one", vec![], vec![(d, us), (d, them), (b, us)]),
        ("a loss", vec![(d, us)], vec![(b, us)]),
        ("another loss", vec![(b, us)], vec![(d, us)]),
    ] {
        for viewer in [us, them] {
            let mut play = judged(&losses, &goals);
            play.alter(|rules| rules.unit_types[3].hidden = true);
            let then = Change::flags_of(EntityId(3), 0, flag::ACTS, Label::NONE);
            let book = play.book.clone();
            play.battle.state_mut().apply(&book, &then);
            play.decide('A', "kill", &[offset(1, 0)]);
            play.log.clear();
            let mut predicted = Predicted::of(&play.known(viewer));
            play.foresee(&mut predicted);
            let outcome = predicted.state().battle(BattleField::Outcome);
            lines.push(format!("{name}, to {viewer:?}: unknown {}, outcome {outcome}", play.log.outcome_unknown));
        }
    }
    expect![[r#"
        a goal of ours, to Team(0): unknown true, outcome 0
        a goal of ours, to Team(1): unknown false, outcome 1
        a goal behind it, to Team(0): unknown true, outcome 1
        a goal behind it, to Team(1): unknown false, outcome 1
        a goal of theirs behind it, to Team(0): unknown true, outcome 0
        a goal of theirs behind it, to Team(1): unknown false, outcome 1
        a goal before it, to Team(0): unknown true, outcome 4
        a goal before it, to Team(1): unknown false, outcome 4
        two that may hold, and one, to Team(0): unknown true, outcome 0
        two that may hold, and one, to Team(1): unknown false, outcome 1
        a loss, to Team(0): unknown true, outcome 0
        a loss, to Team(1): unknown false, outcome 2
        another loss, to Team(0): unknown true, outcome 2
        another loss, to Team(1): unknown false, outcome 2
    "#]]
    .assert_eq(&format!("{}\n", lines.join("\n")));
}

#[test]
fn goals_are_judged_when_what_they_read_changes() {
    fn raise(cx: &mut RunContext<'_>, call: &Call) -> Flow {
        cx.set_battle_column(0, 9, call.label);
        Flow::Next
    }
    let conditions: [(&str, Vec<F>); 6] = [
        ("count", vec![F::Count(1), F::Not]),
        ("inside", vec![F::Inside(0, 2)]),
        ("column", vec![F::BattleColumn(0), F::Const(9.into()), F::Equal]),
        ("round", vec![F::Const(1.into()), F::Round, F::Less]),
        ("losses", vec![F::Losses]),
        ("never", vec![F::Const(0.into())]),
    ];
    let mut lines = Vec::new();
    for (name, code) in conditions {
        for action in ["kill", "walk", "raise", "wait"] {
            for inlines in [true, false] {
                let mut scene = Scene::new("A.b..C")
                    .action("kill", vec![cell(9)], vec![code::kill(T1)])
                    .action("walk", vec![cell(9)], vec![code::walk(T1)])
                    .action("raise", vec![], vec![code::call(0)])
                    .action("wait", vec![], vec![]);
                scene.book.columns = columns();
                scene.book.externs = called("raise", Run::Whole(raise));
                scene.book.board.add_zone(Cell::new(1, 0).expect("a cell"), 2);
                (scene.kind('A').tags, scene.kind('b').tags, scene.kind('b').counts_as_loss) = (1, 2, true);
                scene.book.formulas.push(Formula { source: name.to_owned(), code: code.clone() });
                scene.book.goals.push(Goal { text: String::new(), when: 0, team: Team::PLAYER });
                let mut play = scene.start();
                play.book = play.book.to_rules().build_with(inlines);
                let answers = match action {
                    "kill" => vec![offset(2, 0)],
                    "walk" => vec![offset(1, 0)],
                    _ => vec![],
                };
                play.decide('A', action, &answers);
                "bC".chars().for_each(|unit| play.decide(unit, "wait", &[]));
                let Play { book, plan, battle, log, buffers, .. } = &mut play;
                let mut count = 0;
                battle.run(book, plan, buffers, log, |_| {
                    count += 1;
                    if count < 9 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                let outcome = battle.state().battle(BattleField::Outcome);
                lines.push(format!("{name} {action}: outcome {outcome} after {count}"));
            }
            let both = lines.split_off(lines.len() - 2);
            assert_eq!(both[0], both[1], "in a series as one by one");
            lines.extend(both.into_iter().take(1));
        }
    }
    expect![[r#"
        count kill: outcome 1 after 2
        count walk: outcome 0 after 9
        count raise: outcome 0 after 9
        count wait: outcome 0 after 9
        inside kill: outcome 0 after 9
        inside walk: outcome 1 after 2
        inside raise: outcome 0 after 9
        inside wait: outcome 0 after 9
        column kill: outcome 0 after 9
        column walk: outcome 0 after 9
        column raise: outcome 1 after 2
        column wait: outcome 0 after 9
        round kill: outcome 1 after 4
        round walk: outcome 1 after 5
        round raise: outcome 1 after 5
        round wait: outcome 1 after 5
        losses kill: outcome 1 after 2
        losses walk: outcome 0 after 9
        losses raise: outcome 0 after 9
        losses wait: outcome 0 after 9
        never kill: outcome 0 after 9
        never walk: outcome 0 after 9
        never raise: outcome 0 after 9
        never wait: outcome 0 after 9
    "#]]
    .assert_eq(&format!("{}\n", lines.join("\n")));
}

#[test]
fn things_are_counted_in_fog() {
    let mut scene = Scene::new("A.bc").action("hit", vec![cell(9)], vec![code::damage(T1, 9)]);
    scene.book.sight = Some(1);
    for unit in ['b', 'c'] {
        scene.kind(unit).tags = if unit == 'b' { 1 } else { 2 };
    }
    scene.kind('b').acts = false;
    scene.opening.roster[1].team = Team::NEUTRAL;
    let code = vec![F::Count(0), F::Const(0.into()), F::Equal];
    scene.book.formulas.push(Formula { source: "count(crate) = 0".to_owned(), code });
    scene.book.goals.push(Goal { text: String::new(), when: 0, team: Team::PLAYER });
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(2, 0)]);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    assert!(!play.log.outcome_unknown);
    assert_eq!(predicted.state().battle(BattleField::Outcome), 1);
}

#[test]
fn each_goal_is_judged_when_its_own_facts_change() {
    let formula = |tag| vec![F::Count(tag), F::Const(0.into()), F::Equal];
    let late = vec![F::Const(2.into()), F::Round, F::Less];
    for (targets, expected) in [("b", 2), ("c", 1), ("", 1)] {
        let scene = Scene::new("A.bc").action("hit", vec![cell(9)], vec![code::kill(T1)]);
        let mut scene = scene.action("rest", vec![], vec![]);
        scene.kind('b').tags = 1;
        scene.kind('c').tags = 2;
        for code in [formula(0), formula(1), late.clone()] {
            scene.book.formulas.push(Formula { source: String::new(), code });
        }
        scene.book.losses.push(Goal { text: String::new(), when: 0, team: Team::PLAYER });
        scene.book.goals.push(Goal { text: String::new(), when: 1, team: Team::PLAYER });
        scene.book.goals.push(Goal { text: String::new(), when: 2, team: Team::PLAYER });
        let mut play = scene.start();
        match targets {
            "" => play.decide('A', "rest", &[]),
            unit => play.decide('A', "hit", &[offset(if unit == "b" { 2 } else { 3 }, 0)]),
        }
        let mut rounds = 0;
        while play.battle.state().battle(BattleField::Outcome) == 0 && rounds < 4 {
            rounds += i32::from(play.step() == Advance::RoundEnd);
        }
        assert_eq!(play.battle.state().battle(BattleField::Outcome), expected, "{targets:?}");
        assert_eq!(rounds, if targets.is_empty() { 2 } else { 0 }, "{targets:?}");
    }
}

fn run_on(play: &mut Play, most: usize) -> Vec<Advance> {
    let mut ran = Vec::new();
    let Play { book, plan, battle, log, buffers, .. } = play;
    battle.run(book, plan, buffers, log, |each| {
        ran.push(each.advance);
        if ran.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ran
}

#[test]
fn the_last_of_many_goals_decides() {
    let mut goals = vec![(F::Const(1.into()), ENEMY); 70];
    goals.push((gone(1), Team::PLAYER));
    let mut play = judged(&[], &goals);
    "Ab".chars().for_each(|unit| play.decide(unit, "wait", &[]));
    play.decide('C', "kill", &[offset(-1, 0)]);
    let ran = run_on(&mut play, 9);
    assert_eq!((ran.len(), ran.last()), (4, Some(&Advance::Over)));
    assert_eq!(play.battle.state().battle(BattleField::Outcome), Outcome::won_by(Team::PLAYER));
}

#[test]
fn a_zone_is_judged_when_somebody_walks_into_it() {
    let scene = Scene::new("B.A..c").action("walk", vec![cell(9)], vec![code::walk(T1)]);
    let mut scene = scene.action("wait", vec![], vec![]);
    scene.book.board.add_zone(Cell::new(3, 0).expect("a cell"), 2);
    scene.kind('A').tags = 1;
    scene.book.formulas.push(Formula { source: String::new(), code: vec![F::Inside(0, 2)] });
    scene.book.goals.push(Goal { text: String::new(), when: 0, team: Team::PLAYER });
    let mut play = scene.start();
    "Bc".chars().for_each(|unit| play.decide(unit, "wait", &[]));
    play.decide('A', "walk", &[offset(1, 0)]);
    let ran = run_on(&mut play, 9);
    assert_eq!(ran[..2], [Advance::Unit(play.id('B'), None), Advance::Unit(play.id('A'), None)]);
    assert_eq!((ran[2], play.battle.state().battle(BattleField::Outcome)), (Advance::Over, 1));
}

#[test]
fn the_stakes_are_those_whom_goals_and_losses_count() {
    let stakes = |losses: &[Condition], goals: &[Condition]| {
        let play = judged(losses, goals);
        play.book.stakes().iter().map(|stake| (stake.team, stake.tag)).collect::<Vec<_>>()
    };
    let (us, them) = (Team::PLAYER, ENEMY);
    assert_eq!(stakes(&[], &[(F::Round, us)]), []);
    assert_eq!(stakes(&[(gone(0), us), (gone(0), us)], &[]), [(us, 0)]);
    let of_goal = stakes(&[], &[(gone(2), us)]);
    assert!(!of_goal.contains(&(us, 2)) && of_goal.contains(&(them, 2)), "{of_goal:?}");
    assert!(of_goal.iter().all(|&(team, tag)| team.is_enemy_of(us) && tag == 2), "{of_goal:?}");
}
