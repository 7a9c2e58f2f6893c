//! The order of turns, and entries that come due after the prediction.

use crate::code;
use crate::fixture::{Play, Scene, T1, cell, offset};
use crate::scenes::{at, letter, scene};
use foretoken_preview::{Agenda, Extent, Forecast, MarkKind, Predictor, turns_of_round};
use foretoken_vm::{Advance, ChancePolicy, Team};

fn letters(play: &Play, agenda: &Agenda) -> String {
    let turn = |turn: &foretoken_preview::Turn| match turn.advance {
        Advance::Unit(unit, _) => letter(play, unit),
        Advance::RoundEnd => '|',
        _ => '*',
    };
    agenda.turns().iter().map(turn).collect()
}

#[test]
fn the_turns_to_come_go_by_initiative() {
    let mut scene = scene("AbC");
    scene.kind('b').initiative = 200;
    let play = scene.start();
    let known = play.known(Team::PLAYER);
    let mut agenda = Agenda::default();
    agenda.foresee(&play.book, &known, &play.plan, 5);
    assert_eq!(letters(&play, &agenda), "bAC|bA");
    let foreseen: Vec<bool> = agenda.turns().iter().map(|turn| turn.is_foreseen).collect();
    assert_eq!(foreseen, [true, true, true, true, false, false]);
    assert_eq!(agenda.turns().iter().map(|turn| turn.round).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2]);
    assert!(agenda.turns()[0].is_slot() && !agenda.turns()[3].is_slot());
    assert_eq!(agenda.turns()[3].unit(), None);
    let round: Vec<char> =
        turns_of_round(known.state()).iter().filter_map(|turn| turn.unit()).map(|id| letter(&play, id)).collect();
    assert!(round.is_empty() || round == ['b', 'A', 'C']);
}

#[test]
fn what_is_decided_ends_before_who_is_undecided() {
    let mut play = scene("AbC").start();
    play.decide('A', "brace", &[]);
    let known = play.known(Team::PLAYER);
    let acted = |play: &Play| {
        let mut predictor = Predictor::default();
        predictor.run(&play.book, &known, &play.plan, ChancePolicy::Likely, Extent::Decided);
        let units = predictor.activations().iter().filter_map(|ran| match ran.advance {
            Advance::Unit(unit, _) => Some(letter(play, unit)),
            _ => None,
        });
        units.collect::<String>()
    };
    assert_eq!(acted(&play), "A");
    play.decide('C', "brace", &[]);
    assert_eq!(acted(&play), "A", "b comes before C");
    play.decide('b', "brace", &[]);
    assert_eq!(acted(&play), "AbC", "each of them acts once as it was decided");
}

/// Predicts a fuse on the first cell beside `A` that is due in `rounds`, after `gone` rounds.
fn due(rounds: i32, gone: usize) -> Vec<(String, i32)> {
    let mut scene = Scene::new("A...");
    let spark = scene.add("spark", 1, vec![], vec![code::damage(T1, 1)]);
    scene.book.programs[usize::from(spark)].captured = 1;
    let mut scene = scene.action("fuse", vec![cell(9)], vec![code::delay_with_target(spark, rounds).into()]);
    scene.book.programs.last_mut().expect("the action").data = vec![0];
    let mut play = scene.start();
    for _ in 0..gone {
        play.round();
    }
    play.decide('A', "fuse", &[offset(1, 0)]);
    let mut forecast = Forecast::default();
    forecast.update(&play.book, &play.known(Team::PLAYER), &play.plan, None);
    let pending = forecast.marks().marks.iter().filter_map(|mark| match mark.kind {
        MarkKind::Pending { cell, rounds } => Some((at(cell), rounds)),
        _ => None,
    });
    pending.collect()
}

/// A fuse of at most five rounds is found by running the order; a longer one is read from its entry.
#[test]
fn what_comes_due_later_is_told_with_its_rounds() {
    for gone in [0, 2] {
        assert_eq!(due(8, gone), [("1,0".to_owned(), 8)], "after {gone} rounds");
        assert_eq!(due(20, gone), [("1,0".to_owned(), 20)], "after {gone} rounds");
    }
}
