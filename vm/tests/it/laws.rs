//! The laws as properties, over random boards, programs and answers.

use crate::cases::{case, play_of, request};
use crate::code;
use crate::fixture::{Play, config, validate};
use crate::series::{lose_with_few, told};
use foretoken_vm::program::{Amount, Asks, Label, Several};
use foretoken_vm::state::flag;
use foretoken_vm::{
    ActionUse, Address, Advance, Answer, Cell, ChancePolicy, Change, ChangeKind, EntityId, Intent, Log, Predicted,
    Team, Token,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn predict(play: &mut Play, predicted: &mut Predicted, steps: usize) -> Vec<usize> {
    let mut marks = Vec::new();
    for _ in 0..steps {
        marks.push(play.log.len());
        play.foresee(predicted);
        validate(&play.book, predicted.state());
    }
    marks
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_program_breaks_a_state(case in case()) {
        let mut play = play_of(&case);
        for _ in 0..30 {
            play.step();
            validate(&play.book, play.battle.state());
        }
    }

    #[test]
    fn changes_add_up_to_the_hash(case in case()) {
        let mut play = play_of(&case);
        for _ in 0..20 {
            let (before, first) = (play.battle.state().hash64(&play.book), play.log.len());
            play.step();
            let written = play.log.changes.get(first..).unwrap_or_default();
            let delta = written.iter().fold(0, |sum: u64, change| sum.wrapping_add(change.hash_delta(&play.book)));
            assert_eq!(before.wrapping_add(delta), play.battle.state().hash64(&play.book));
        }
    }

    #[test]
    fn rolling_back_restores_the_state(case in case(), to in 0_usize..12) {
        let mut play = play_of(&case);
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        let marks = predict(&mut play, &mut predicted, to);
        let (before, end) = (predicted.state().clone(), play.log.len());
        predict(&mut play, &mut predicted, 14 - to);
        let mut log = std::mem::take(&mut play.log);
        predicted.roll_back(&play.book, &mut log, end);
        assert_eq!(*predicted.state(), before);
        assert_eq!(predicted.state().hash64(&play.book), before.hash64(&play.book));
        for mark in marks.into_iter().rev() {
            predicted.roll_back(&play.book, &mut log, mark);
            validate(&play.book, predicted.state());
        }
        assert_eq!(predicted.state(), known.state());
        assert_eq!(predicted.state().hash64(&play.book), known.state().hash64(&play.book));
    }

    #[test]
    fn running_again_comes_to_the_same(case in case(), from in 0_usize..10) {
        let mut play = play_of(&case);
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        let marks = predict(&mut play, &mut predicted, 12);
        let (changes, end) = (play.log.changes.clone(), predicted.state().clone());
        let mut log = std::mem::take(&mut play.log);
        predicted.roll_back(&play.book, &mut log, marks[from]);
        play.log = log;
        predict(&mut play, &mut predicted, 12 - from);
        assert_eq!(play.log.changes, changes);
        assert_eq!(*predicted.state(), end);
    }

    #[test]
    fn going_back_comes_to_the_same(case in case(), from in 0_usize..10, judges in any::<bool>()) {
        let mut play = play_of(&case);
        if judges {
            let mut rules = play.book.to_rules();
            lose_with_few(&mut rules);
            play.book = rules.build();
        }
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        let Play { book, plan, log, buffers, .. } = &mut play;
        let mut go_on = |predicted: &mut Predicted, log: &mut Log, activations: usize| {
            let mut ran = Vec::new();
            predicted.run(book, plan, ChancePolicy::Likely, buffers, log, |each| {
                ran.push(each);
                if ran.len() < activations { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            ran
        };
        let first = go_on(&mut predicted, log, 12);
        let (changes, end) = (log.changes.clone(), predicted.state().clone());
        let from = from.min(first.len() - 1);
        predicted.go_back(book, log, &first[from]);
        let again = go_on(&mut predicted, log, 12 - from);
        prop_assert_eq!(again.iter().map(told).collect::<Vec<_>>(), first[from..].iter().map(told).collect::<Vec<_>>());
        prop_assert_eq!(&log.changes, &changes);
        prop_assert_eq!(predicted.state(), &end);
    }

    #[test]
    fn a_copy_brought_back_equals_a_fresh_one(case in case(), steps in 0_usize..14) {
        let mut play = play_of(&case);
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        for _ in 0..2 {
            predict(&mut play, &mut predicted, steps);
            predicted.reset(&known);
            validate(&play.book, predicted.state());
            assert_eq!(predicted.state(), known.state());
            assert_eq!(predicted.state().hash64(&play.book), known.state().hash64(&play.book));
        }
        let mut fresh = Predicted::of(&known);
        play.log.clear();
        predict(&mut play, &mut predicted, 6);
        let changes = std::mem::take(&mut play.log.changes);
        predict(&mut play, &mut fresh, 6);
        assert_eq!(changes, play.log.changes);
        assert_eq!(predicted.state(), fresh.state());
    }

    #[test]
    fn what_is_predicted_is_what_happens(mut case in case()) {
        for (_, code) in &mut case.programs {
            code.iter_mut().filter(|token| matches!(token, Token::Veil(_))).for_each(|token| *token = code::wait());
        }
        case.sight = None;
        let mut play = play_of(&case);
        assert!(play.battle.state().entities().iter().all(|e| e.flags & flag::HIDDEN == 0));
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        let (mut foreseen, mut happened) = (Log::default(), Log::default());
        for _ in 0..14 {
            let (book, plan, buffers) = (&play.book, &play.plan, &mut play.buffers);
            let a = predicted.apply_for_preview(book, plan, ChancePolicy::Likely, buffers, &mut foreseen);
            let b = play.battle.apply_for_execution(book, plan, buffers, &mut happened);
            assert_eq!(a, b);
            assert_eq!(play.battle.project(book, Team::PLAYER).state(), predicted.state());
            if a == Advance::Over {
                break;
            }
        }
        assert_eq!(foreseen.changes, happened.changes);
    }

    #[test]
    fn legal_answers_fit(case in case()) {
        let mut play = play_of(&case);
        for index in 0..8 {
            let intent = Intent { uses: vec![ActionUse::new(3)], complete: false };
            play.plan.set(EntityId(index), intent, 0);
        }
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        let Advance::Unit(unit, Some(question)) = play.foresee(&mut predicted) else { return Ok(()) };
        let mut answers = Vec::new();
        predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
        for answer in answers {
            let mut used = ActionUse::new(3);
            used.answers.push((question.key, answer));
            play.intend_known(unit, &Intent { uses: vec![used], complete: false });
            predicted.reset(&known);
            play.log.clear();
            let asked = match play.foresee(&mut predicted) {
                Advance::Unit(_, asked) => asked,
                other => panic!("{other:?}"),
            };
            assert_ne!(asked.map(|q| q.key), Some(question.key), "{answer:?} was no answer to {question:?}");
        }
    }

    #[test]
    fn legal_answers_of_the_turned_fit(mut case in case(), turn in 1_u8..8, mut request in request()) {
        request.flags.automatic = false;
        request.from = if request.from.is_slot() { Address::SELF } else { request.from };
        request.several.iter_mut().for_each(|several| several.least = Amount::Const(1));
        case.programs[0] = (vec![request], vec![code::declare(Address(0), 0, 1)]);
        let mut play = play_of(&case);
        let units = play.battle.state().entities().len() as u16;
        for id in (0..units).map(EntityId) {
            play.plan.set(id, Intent { uses: vec![ActionUse::new(3)], complete: false }, 0);
            let turned = Change { kind: ChangeKind::Redirected, label: Label::NONE, entity: id, at: 0, before: 0, after: i32::from(turn) };
            play.battle.state_mut().apply(&play.book, &turned);
        }
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        let Advance::Unit(unit, Some(question)) = play.foresee(&mut predicted) else { return Ok(()) };
        let mut answers = Vec::new();
        predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
        for (at, &answer) in answers.iter().enumerate() {
            assert!(!answers[..at].contains(&answer), "{answer:?} is offered twice");
            predicted.reset(&known);
            let told = predicted.cell_of(&play.book, &question, answer);
            assert!(answer == Answer::Pass || request.asks == Asks::Direction || told.is_some(), "{answer:?} is off the board");
            let mut used = ActionUse::new(3);
            used.answers.push((question.key, answer));
            play.intend_known(unit, &Intent { uses: vec![used], complete: true });
            play.log.clear();
            play.foresee(&mut predicted);
            let fallback = play.log.changes.iter().find(|change| change.kind == ChangeKind::Fallback);
            assert_eq!(fallback, None, "{answer:?} was no answer to {question:?}");
        }
    }

    #[test]
    fn picks_follow_each_other(
        mut case in case(),
        turn in 0_u8..8,
        mut request in request(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 12),
        (is_chain, repeats, least, most) in (any::<bool>(), any::<bool>(), 0_i32..4, 0_i32..12),
    ) {
        request.flags.automatic = false;
        request.asks = if request.asks == Asks::Direction { Asks::Cell } else { request.asks };
        request.from = if request.from.is_slot() { Address::SELF } else { request.from };
        let (low, high) = (Amount::Const(least), Amount::Const(most));
        request.several = Some(Several { is_chain, repeats, least: low, most: high });
        case.programs[0] = (vec![request], vec![code::declare(Address(0), 0, 1)]);
        let mut play = play_of(&case);
        for id in (0..play.battle.state().entities().len() as u16).map(EntityId) {
            play.plan.set(id, Intent { uses: vec![ActionUse::new(3)], complete: false }, 0);
            let turned = Change { kind: ChangeKind::Redirected, label: Label::NONE, entity: id, at: 0, before: 0, after: i32::from(turn) };
            play.battle.state_mut().apply(&play.book, &turned);
        }
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        let Advance::Unit(unit, Some(mut question)) = play.foresee(&mut predicted) else { return Ok(()) };
        let mut used = ActionUse::new(3);
        let mut cells: Vec<Cell> = Vec::new();
        let is_over = loop {
            let picks = question.picks.expect("it takes several");
            assert!(cells.len() < most.min(Several::MOST as i32) as usize, "{picks:?} asks for more");
            let mut answers = Vec::new();
            predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
            assert_eq!(answers.contains(&Answer::Pass), picks.is_end_allowed(&request));
            let Some(&answer) = answers.get(chosen[cells.len()].index(answers.len().max(1))) else { break false };
            let cell = predicted.cell_of(&play.book, &question, answer);
            used.answers.push((question.key, answer));
            play.intend_known(unit, &Intent { uses: vec![used.clone()], complete: false });
            predicted.reset(&known);
            let Advance::Unit(_, next) = play.foresee(&mut predicted) else { panic!("it acts") };
            if answer != Answer::Pass {
                let cell = cell.expect("a cell");
                assert!(repeats || request.asks == Asks::Unit || !cells.contains(&cell), "{cell} is offered again");
                cells.push(cell);
            }
            match next {
                Some(next) => question = next,
                None => break true,
            }
        };
        play.intend_known(unit, &Intent { uses: vec![used], complete: true });
        predicted.reset(&known);
        play.log.clear();
        play.foresee(&mut predicted);
        let fallback = play.log.changes.iter().any(|change| change.kind == ChangeKind::Fallback);
        let is_enough = cells.len() as i32 >= least.min(Several::MOST as i32) || cells.is_empty() && request.flags.optional;
        assert!(!is_over || !fallback || !is_enough, "{cells:?} were no picks of {request:?}");
    }
}
