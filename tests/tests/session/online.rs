//! Sessions at a server: decisions are shown at once, confirmed or taken back, and a lost link loses nothing. The server
//! is a desk in memory.

use foretoken_preview::Level;
use foretoken_session::controller::{Choosing, Controller};
use foretoken_session::rating::Rating;
use foretoken_session::wire::{Act, Event, ToServer};
use foretoken_session::{Connection, Content, Remote, Session, Setup};
use foretoken_tests::desk::{CODE, Shared};
use foretoken_tests::root;
use foretoken_vm::{EntityId, Intent, Team};

fn desk() -> Shared {
    Shared::new(&Content::open(&root().join("assets")).expect("the shipped assets"), "first-light")
}

/// Takes a place at the desk and returns its battle.
fn begun(mut place: Box<Remote>, enters: ToServer) -> Controller {
    place.poll();
    place.tell(enters);
    let events = place.poll();
    assert!(events.iter().any(|event| matches!(event, Event::Begun)), "{events:?}");
    Controller::new(Session::at_server(place).expect("it has begun"))
}

fn sit(desk: &Shared, side: u8) -> Controller {
    begun(desk.place("Ada"), ToServer::Sit { code: CODE.to_owned(), side: Some(side) })
}

/// Returns the controllers of both sides, the one that decides first in front.
fn both(desk: &Shared) -> [Controller; 2] {
    let [mut first, mut second] = [sit(desk, 0), sit(desk, 1)];
    first.poll();
    second.poll();
    if first.session.is_asked() { [first, second] } else { [second, first] }
}

fn undecided(controller: &Controller) -> EntityId {
    let seat = controller.session.seat();
    *seat.units().iter().find(|&&unit| !seat.is_decided(unit)).expect("a unit waits")
}

/// Decides that a unit idles.
fn idle(controller: &mut Controller) -> EntityId {
    let unit = undecided(controller);
    assert!(controller.session.seat_mut().choose_for(unit));
    assert!(controller.session.decide(), "the side is asked");
    unit
}

fn decide_all(controller: &mut Controller) {
    while !controller.session.seat().has_all_decided() {
        idle(controller);
    }
}

#[test]
fn a_decision_is_shown_at_once_and_stays_when_the_server_confirms_it() {
    let desk = desk();
    let [mut first, _] = both(&desk);
    let unit = idle(&mut first);
    assert!(first.session.seat().is_decided(unit), "before any answer");
    assert!(first.session.place().is_some_and(|place| place.client().is_waiting()));
    let events = first.poll();
    assert!(events.iter().any(|event| matches!(event, Event::Done { refused: None, .. })), "{events:?}");
    assert!(first.session.seat().is_decided(unit) && first.message.is_empty());
}

#[test]
fn several_decisions_can_be_on_their_way_at_once() {
    let desk = desk();
    let [mut first, _] = both(&desk);
    let count = first.session.seat().units().len();
    assert!(count > 1, "a side of several units");
    decide_all(&mut first);
    // The briefing after the first decision is older than the second one, which stays on the screen.
    first.poll();
    assert!(first.session.seat().has_all_decided());
    assert_eq!(desk.desk().referee().plan().iter().count(), count);
}

#[test]
fn a_refused_decision_is_taken_back_with_its_reason() {
    let desk = desk();
    let [mut first, _] = both(&desk);
    desk.desk().refuse_next();
    let refused = idle(&mut first);
    let kept = idle(&mut first);
    first.poll();
    assert!(!first.session.seat().is_decided(refused), "taken back");
    assert!(first.session.seat().is_decided(kept), "only that one");
    assert_eq!(first.message, "The server could not store the decision. Try again.");
}

#[test]
fn closing_hands_over_and_both_sides_see_the_round() {
    let desk = desk();
    let [mut first, mut second] = both(&desk);
    assert!(!second.session.is_asked());
    decide_all(&mut first);
    assert!(first.commit().is_none(), "the round waits for the other side");
    assert!(!first.session.is_asked(), "until the answer");
    first.poll();
    assert!(!first.session.is_asked(), "the other side decides");
    assert!(first.commit().is_none());
    assert!(first.message.starts_with("The other side decides now."), "{}", first.message);
    second.poll();
    assert!(second.session.is_asked());
    decide_all(&mut second);
    second.commit();
    for controller in [&mut first, &mut second] {
        controller.poll();
        let report = controller.take_report().expect("the round ran");
        assert_eq!(report.before.round(), 1);
        assert_eq!(controller.session.seat().known().state().round(), 2);
        assert!(controller.log().iter().any(|line| line.contains("Round 1")), "{:?}", controller.log());
    }
    assert!(first.session.is_asked(), "the next round begins");
}

#[test]
fn a_choice_ahead_of_the_turn_is_predicted_and_kept_until_the_question() {
    let desk = desk();
    let [mut first, mut second] = both(&desk);
    let unit = undecided(&second);
    assert!(second.session.seat_mut().choose_for(unit), "own units can be chosen ahead");
    let walk = second.session.seat().choices().first().expect("an action").program;
    assert!(second.session.seat_mut().use_action(walk));
    second.follow();
    let chosen = second.session.seat().plan().intent(unit).cloned();
    assert!(chosen.is_some_and(|intent| !intent.uses.is_empty()), "the prediction has the choice");
    second.done();
    assert!(second.session.seat().draft().is_some(), "a decision is not possible yet");
    decide_all(&mut first);
    first.commit();
    second.poll();
    assert!(second.session.is_asked());
    assert_eq!(second.session.seat().draft().map(|draft| draft.unit), Some(unit), "the choice is still open");
    assert_ne!(second.choosing, Choosing::Unit);
}

#[test]
fn an_undo_is_asked_of_the_server_and_a_rewind_is_refused() {
    let desk = desk();
    let [mut first, _] = both(&desk);
    let unit = idle(&mut first);
    first.poll();
    first.undo();
    assert_eq!(first.message, "Asked the server to undo.");
    first.poll();
    assert!(!first.session.seat().is_decided(unit), "undone");
    let again = idle(&mut first);
    first.poll();
    first.reset();
    first.poll();
    assert!(!first.session.seat().is_decided(again), "the turn begins anew");
    assert!(!first.rewind(0));
    assert!(first.message.starts_with("An online battle cannot go back"), "{}", first.message);
}

#[test]
fn an_online_rating_counts_undos_and_names_the_level() {
    let content = Content::open(&root().join("assets")).expect("the shipped assets");
    let setup = content.setup("first-light", Some(1)).expect("it compiles").setup.hot_seat();
    let desk = Shared::of(&content, Setup { level: Level::Hard, ..setup });
    let [mut first, mut second] = both(&desk);
    decide_all(&mut first);
    first.commit();
    second.poll();
    decide_all(&mut second);
    second.commit();
    second.poll();
    assert_eq!(second.session.seat().known().state().round(), 2);
    second.undo();
    second.poll();
    assert_eq!(second.session.seat().known().state().round(), 1, "undone");
    first.session.place_mut().expect("at the desk").act(Act::Resign);
    second.poll();
    let rating = Rating::of(&second.session).expect("it has won");
    assert_eq!((rating.undos, rating.level.as_str(), rating.ironman), (1, "hard", false));
}

#[test]
fn a_lost_link_is_told_and_loses_neither_decisions_nor_reports() {
    let desk = desk();
    let [mut first, mut second] = both(&desk);
    let at = usize::from(first.session.seat().team() != Team(0));
    decide_all(&mut first);
    first.poll();
    first.commit();
    // The answer to the close never arrives, and the round runs meanwhile.
    desk.cut(at);
    second.poll();
    decide_all(&mut second);
    second.commit();
    let events = first.poll();
    assert!(!events.iter().any(|event| matches!(event, Event::Begun)), "the seat goes on: {events:?}");
    assert_eq!(first.session.place().map(Remote::connection), Some(&Connection::Open));
    let report = first.take_report().expect("the round that ran without a link");
    assert_eq!(report.before.round(), 1);
    assert!(first.session.is_asked() && first.take_report().is_none(), "once");
    let place = first.session.place().expect("at a server");
    assert!(!place.client().is_waiting(), "the repeated act is answered, not repeated");
}

#[test]
fn a_restarted_program_returns_to_its_seat_by_its_token() {
    let desk = desk();
    let [mut first, _] = both(&desk);
    let unit = idle(&mut first);
    first.poll();
    let place = first.session.into_place().expect("at a server");
    let token = place.client().token().expect("it has a seat");
    drop(place);
    let mut again = desk.place_with("Ada", Some(token));
    again.poll();
    let session = Session::at_server(again).expect("the battle goes on");
    assert!(session.seat().is_decided(unit) && session.is_asked());
}

#[test]
fn a_watcher_sees_a_side_and_decides_nothing() {
    let desk = desk();
    let [mut first, _] = both(&desk);
    let side = first.session.seat().team();
    let watches = ToServer::Watch { code: CODE.to_owned(), side: Some(side.0) };
    let mut watcher = begun(desk.place("Eve"), watches);
    assert_eq!(watcher.session.seat().team(), side);
    assert!(watcher.session.seat().units().is_empty() && !watcher.session.is_asked());
    assert!(watcher.commit().is_none());
    assert_eq!(watcher.message, "You are watching. Only the players decide.");
    let unit = idle(&mut first);
    watcher.poll();
    assert_eq!(watcher.session.seat().decided().intent(unit), Some(&Intent { complete: true, ..Intent::default() }));
}

#[test]
fn chat_reaches_all_places_and_keeps_its_bounds() {
    let desk = desk();
    let [mut first, mut second] = both(&desk);
    let place = first.session.place_mut().expect("at a server");
    place.say("  ");
    place.say(&"ä".repeat(500));
    for controller in [&mut first, &mut second] {
        controller.poll();
        let place = controller.session.place().expect("at a server");
        let said: Vec<_> = place.chat().map(|said| said.words.chars().count()).collect();
        assert_eq!(said, [240]);
    }
}
