//! A turn order of another crate behind the same session: units act the moment they decide, each use before the next.

use foretoken_session::record::{self, Entry, Verdict};
use foretoken_session::referee::Pending;
use foretoken_session::{Content, Session};
use foretoken_tests::Immediate;
use foretoken_vm::schedulers::{Scheduler, TurnOrder, Until};
use foretoken_vm::{Advance, Rulebook, Team};
use std::path::Path;
use std::sync::Arc;

fn immediate(mut book: Rulebook) -> Rulebook {
    book.scheduler = Scheduler::new(&Immediate);
    book
}

fn compile(text: &str, scenario: &str) -> Result<Rulebook, String> {
    Content::find(None).map_err(|e| e.to_string())?.compile_text(text, scenario).map(immediate)
}

/// The first shipped battle under that order.
fn start(record: Option<&Path>) -> Session {
    let mut setup = Content::find(None).expect("assets").setup("first-light", None).expect("a scenario").setup;
    setup.book = Arc::new(immediate(Rulebook::clone(&setup.book)));
    Session::start(setup, record).expect("a battle")
}

/// Chooses the action with this name for the unit that is asked, with its first answers.
fn choose(session: &mut Session, action: &str) {
    let seat = session.seat_mut();
    let program = seat.book().find_program(action).expect("an action");
    assert!(seat.use_action(program), "{action} can be afforded");
    while seat.question().is_some() {
        assert!(seat.answer(0), "{action} finds a target");
    }
}

fn begin(session: &mut Session) -> foretoken_vm::EntityId {
    let Pending::Decide(asked) = session.seat().pending().clone() else { panic!("the battle waits") };
    assert_eq!((asked.team, asked.units.len(), asked.until), (Team::PLAYER, 1, Until::Decided));
    assert!(session.seat_mut().choose_for(asked.units[0]));
    asked.units[0]
}

#[test]
fn each_use_is_carried_out_before_the_next_is_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("immediate.battle");
    let mut session = start(Some(&path));
    let unit = begin(&mut session);
    let from = session.seat().known().state().entity(unit).cell;
    choose(&mut session, "walk");
    assert!(session.decide_use());
    let state = session.seat().known().state();
    assert_ne!(state.entity(unit).cell, from, "it has walked already");
    assert_eq!(state.open_activation(), Some((unit, 1)));
    assert_eq!(begin(&mut session), unit, "the same unit is asked for more");
    let walk = session.seat().book().find_program("walk").expect("an action");
    let choices = session.seat().choices();
    assert!(choices.iter().all(|choice| choice.program != walk || !choice.affordable), "its move is spent");

    // Another process goes on from the record, in the middle of the activation.
    drop(session);
    let opened = record::open(&path).expect("a record");
    let (mut session, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(begin(&mut session), unit);
    assert_eq!(session.seat().known().state().open_activation(), Some((unit, 1)));
    assert!(session.decide(), "it has done enough");
    assert_eq!(session.seat().known().state().open_activation(), None);
    assert_ne!(begin(&mut session), unit, "another unit is next, of those that no planner plays");
}

#[test]
fn a_battle_of_that_order_is_recorded_and_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("immediate.battle");
    let mut session = start(Some(&path));
    let mut activations = 0;
    for _ in 0..500 {
        if session.outcome() != 0 {
            break;
        }
        let Pending::Decide(asked) = session.seat().pending().clone() else { break };
        assert_eq!(asked.team, Team::PLAYER);
        session.decide_rest_by_planner();
        let report = session.commit();
        activations += report.activations.iter().filter(|(ran, _)| matches!(ran, Advance::Unit(..))).count();
    }
    assert_ne!(session.outcome(), 0, "the battle ends");
    assert!(activations >= 8, "the seat saw {activations} activations");
    let opened = record::open(&path).expect("a record");
    assert!(opened.entries.iter().any(|entry| matches!(entry, Entry::Commit(_))));
    let verdict = record::verify(&opened, &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { .. }), "{verdict:?}");
}

#[test]
fn a_prediction_ends_before_the_next_undecided_activation() {
    let mut session = start(None);
    let unit = begin(&mut session);
    choose(&mut session, "walk");
    let ran = session.seat().forecast().line().activations();
    assert_eq!(ran.len(), 1, "{ran:?}");
    assert!(matches!(ran[0].advance, Advance::Unit(id, _) if id == unit));
    assert_eq!(Immediate.name(), "immediate");
}
