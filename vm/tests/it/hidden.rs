//! Nothing hidden and no stream reaches a prediction (law 3), and what is veiled stays so (law 4).

use crate::fixture::{ENEMY, Scene, T1, cell, offset, on};
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Instr};
use foretoken_vm::rulebook::Goal;
use foretoken_vm::state::{BattleField, Slot, flag};
use foretoken_vm::{ActionUse, Advance, Change, ChangeKind, Entity, EntityId, Intent, Key, Op, Predicted, Team};

fn ambush(map: &str, seed: u64) -> crate::fixture::Play {
    let fuse = on(Op::Delay, Address::SELF, 1);
    let scene = Scene::new(map)
        .action("hit", vec![cell(9)], vec![on(Op::Damage, T1, 2)])
        .action("light", vec![], vec![fuse])
        .action("walk", vec![cell(9)], vec![on(Op::Move, T1, 0)]);
    let mut play = scene.with(|scene| scene.kind('h').hidden = true).start_with(seed);
    play.decide('A', "walk", &[offset(2, 0)]);
    play.decide('b', "hit", &[offset(-4, 0)]);
    play
}

#[test]
fn hidden_units_are_blank_in_what_others_know() {
    let mut play = ambush("A.h.b", 1);
    let hidden = play.id('h');
    let place = play.unit('h').cell;
    play.battle.state_mut();
    let known = play.known(Team::PLAYER);
    assert_eq!(*known.state().entity(hidden), Entity::BLANK);
    assert_eq!(known.state().occupant(place), EntityId::NONE);
    assert!(!known.state().agenda().any(|slot| slot == Slot::Unit(hidden)));
    let own = play.known(ENEMY);
    assert_eq!(own.state(), play.battle.state());
    // It strikes, and is seen from then on.
    play.decide('h', "hit", &[offset(-2, 0)]);
    play.round();
    assert_eq!(play.unit('h').flags & flag::HIDDEN, 0);
    assert_eq!(play.known(Team::PLAYER).state(), play.battle.state());
}

#[test]
fn a_fuse_of_a_hidden_unit_is_not_known_either() {
    let mut play = ambush("A.h.b", 1);
    play.decide('h', "light", &[]);
    let light = play.program("light");
    let hidden = play.id('h');
    // The fuse is lit without the unit showing itself, as a trap laid beforehand.
    play.round();
    play.battle.state_mut();
    let book = play.book.clone();
    let (before, after) = (play.unit('h').flags as i32, (play.unit('h').flags | flag::HIDDEN) as i32);
    let hide = Change { kind: ChangeKind::Flags, label: 0, entity: hidden, at: 0, before, after };
    play.battle.state_mut().apply(&book, &hide);
    assert_eq!(play.battle.state().entries().len(), 1, "program {light} lit a fuse");
    assert!(play.battle.state().agenda().any(|slot| slot == Slot::Entry(0)));
    let known = play.known(Team::PLAYER);
    assert!(known.state().agenda().all(|slot| matches!(slot, Slot::Unit(id) if id != hidden)));
    assert!(known.state().entries().iter().all(|words| words.iter().all(|&word| word == 0)));
}

/// All that a side predicts of a round: the changes, the agenda and the end.
fn prediction(play: &mut crate::fixture::Play) -> (Vec<Change>, Vec<Slot>, u64) {
    let known = play.known(Team::PLAYER);
    let mut predicted = Predicted::of(&known);
    play.log.clear();
    for _ in 0..4 {
        play.foresee(&mut predicted);
    }
    (play.log.changes.clone(), predicted.state().agenda().collect(), predicted.state().hash64())
}

#[test]
fn where_the_hidden_are_and_what_the_dice_hold_alters_no_prediction() {
    let expected = prediction(&mut ambush("A.h.b", 1));
    for (seed, map) in ["Ah..b", "A.h.b", "A..hb"].into_iter().enumerate() {
        let mut play = ambush(map, seed as u64 * 77);
        assert_eq!(prediction(&mut play), expected, "{map}");
    }
}

/// An attack whose harm is veiled from others.
fn veiled() -> crate::fixture::Play {
    let code = vec![
        crate::fixture::declare(T1, 0, 4),
        Instr { x: 0, n: 1, to: 3, ..Instr::new(Op::Veil) },
        on(Op::Damage, T1, 3),
        on(Op::Damage, T1, 1),
    ];
    let mut play = Scene::new("aB")
        .with(|scene| {
            let program = scene.add("secret", 1, vec![cell(1)], code);
            scene.book.programs[program as usize].data = vec![0];
        })
        .start();
    play.decide('a', "secret", &[offset(1, 0)]);
    play
}

#[test]
fn the_veiled_is_marked_but_not_run_for_who_is_not_entitled() {
    for (viewer, health, veiled_cells) in [(Team::PLAYER, 4, 1), (ENEMY, 1, 0)] {
        let mut play = veiled();
        let mut predicted = Predicted::of(&play.known(viewer));
        play.foresee(&mut predicted);
        assert_eq!(predicted.state().entity(play.id('B')).health, health);
        assert_eq!(play.notes(ChangeKind::Veiled).len(), veiled_cells);
        assert_eq!(play.log.uncertain, veiled_cells > 0);
    }
    let mut play = veiled();
    play.round();
    assert_eq!((play.unit('B').health, play.log.uncertain), (1, false));
}

#[test]
fn requests_within_a_veil_are_marked_where_they_aim() {
    let code = vec![
        Instr { x: 0, n: 0, to: 3, ..Instr::new(Op::Veil) },
        crate::fixture::declare(T1, 0, 3),
        on(Op::Damage, T1, 3),
    ];
    let mut play = Scene::new("aB")
        .with(|scene| {
            scene.add("secret", 1, vec![cell(1)], code);
        })
        .start();
    play.decide('a', "secret", &[offset(1, 0)]);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    let target = play.unit('B').cell;
    let marked: Vec<_> = play.log.changes.iter().filter(|c| c.kind == ChangeKind::Veiled).map(|c| c.cell()).collect();
    assert_eq!((marked, predicted.state().entity(play.id('B')).health), (vec![target], 5));
}

/// Requests in a loop are answered by its turns, and each cell they declare is marked.
#[test]
fn requests_in_a_loop_within_a_veil_are_marked_at_every_turn() {
    let next = Instr { b: T1, x: 1, to: 2, flags: foretoken_vm::program::bits::HAS_B, ..Instr::new(Op::LoopNext) };
    let code = vec![
        Instr { x: 0, n: 0, to: 5, ..Instr::new(Op::Veil) },
        Instr { to: 5, ..on(Op::LoopBegin, Address(0), 3) },
        crate::fixture::declare(T1, 0, 4),
        on(Op::Damage, T1, 1),
        next,
        on(Op::Damage, Address::SELF, 1),
    ];
    let mut play = Scene::new("a...B").with(|scene| _ = scene.add("secret", 1, vec![cell(4)], code)).start();
    let answers = (1..4).map(|turn| (Key::new(T1, [turn, 0, 0]), offset(turn as i16, 0))).collect();
    let uses = vec![ActionUse { program: play.program("secret"), answers }];
    play.intend('a', Intent { uses, complete: true });
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    let marked = play.log.changes.iter().filter(|c| c.kind == ChangeKind::Veiled).map(|c| c.cell().to_string());
    assert_eq!(marked.collect::<Vec<_>>(), ["b1", "c1", "d1"]);
    assert_eq!(predicted.state().entity(play.id('a')).health, 4, "what comes after the veil runs");
}

/// A battle that is won when nobody of the other side is left, one of whom hides; `alive` says whether that one still
/// lives. The first unit kills the only one that is seen.
fn last_enemy(alive: bool) -> crate::fixture::Play {
    let scene = Scene::new("A.bCh").action("hit", vec![cell(9)], vec![on(Op::Damage, T1, 9)]);
    let mut scene = scene.action("wait", vec![], vec![]).with(|scene| scene.kind('h').hidden = true);
    for unit in ['b', 'h'] {
        scene.kind(unit).tags = 1;
    }
    let code = vec![FormulaOp::Count(0), FormulaOp::Const(0.0), FormulaOp::Equal];
    scene.book.formulas.push(Formula { source: "count(dark) = 0".to_owned(), code });
    scene.book.goals.push(Goal { text: "Nobody is left.".to_owned(), when: 0 });
    let mut play = scene.start();
    if !alive {
        let (entity, before) = (play.id('h'), play.unit('h').flags as i32);
        let gone = Change { kind: ChangeKind::Flags, label: 0, entity, at: 0, before, after: 0 };
        let book = play.book.clone();
        play.battle.state_mut().apply(&book, &gone);
    }
    play.decide('A', "hit", &[offset(2, 0)]);
    play.decide('C', "wait", &[]);
    play
}

#[test]
fn a_goal_that_counts_what_may_hide_ends_no_prediction_whether_anything_hides_or_not() {
    for alive in [true, false] {
        let mut play = last_enemy(alive);
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        assert_eq!(play.foresee(&mut predicted), Advance::Unit(play.id('A'), None));
        assert!(play.log.outcome_unknown, "whether the battle goes on is not known");
        assert_eq!(play.foresee(&mut predicted), Advance::Unit(play.id('C'), None), "who acts later can be commanded");
        // Those that hide know where they are, and so does the truth.
        play.log.clear();
        let mut predicted = Predicted::of(&play.known(ENEMY));
        play.foresee(&mut predicted);
        assert!(!play.log.outcome_unknown);
        assert_eq!(predicted.state().battle(BattleField::Outcome), i32::from(!alive));
        play.step();
        assert_eq!(play.battle.state().battle(BattleField::Outcome), i32::from(!alive));
    }
}

#[test]
fn a_goal_is_known_to_be_unmet_while_enough_of_what_it_counts_is_seen() {
    let mut play = last_enemy(true);
    play.decide('A', "wait", &[]);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    assert!(!play.log.outcome_unknown, "b is seen");
}
