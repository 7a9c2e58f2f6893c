//! Waiting for several rounds at once, until something happens.

use foretoken_session::controller::Controller;
use foretoken_tests::{Pack, find};

fn waited(pack: &Pack) -> (Controller, String) {
    let mut controller = Controller::new(pack.start());
    controller.wait_on();
    let message = controller.message.clone();
    (controller, message)
}

#[test]
fn rounds_pass_until_the_battle_ends() {
    let pack = Pack::new("W....").goal("round > 5");
    let (controller, message) = waited(&pack);
    assert_eq!(message, "5 rounds passed.");
    assert_eq!(controller.session.outcome(), 1, "won");
}

#[test]
fn a_wait_ends_when_an_enemy_comes_into_sight() {
    let pack = Pack::new("W#..........r\n.............").sight(4).goal("round > 20");
    let (controller, message) = waited(&pack);
    assert!(message.ends_with(" passed. Rat came into sight."), "{message}");
    assert_eq!(controller.session.outcome(), 0);
}

#[test]
fn a_foreseen_loss_of_health_ends_a_wait_before_it_happens() {
    let pack = Pack::new("W.......r").goal("round > 20");
    let (controller, message) = waited(&pack);
    assert!(message.ends_with("Without orders Warden loses health in the next round."), "{message}");
    let state = controller.session.battle().state();
    let warden = find(controller.session.book(), state, 'W');
    assert_eq!(state.entity(warden).health, state.entity(warden).max_health);
    let round = state.round();
    let mut again = controller;
    assert!(again.wait_on().is_none(), "it does not begin");
    assert_eq!(again.session.battle().state().round(), round);
}

#[test]
fn orders_that_were_given_are_carried_out_in_the_first_round() {
    let pack = Pack::new("W....").goal("round > 3");
    let mut controller = Controller::new(pack.start());
    let book = controller.session.book().clone();
    let (walk, warden) =
        (book.find_program("walk").expect("an action"), find(&book, controller.session.seat().known().state(), 'W'));
    let seat = controller.session.seat_mut();
    assert!(seat.choose_for(warden) && seat.use_action(walk));
    let to = seat.draft().expect("it is asked").cells().iter().position(|cell| cell.is_some_and(|cell| cell.x() == 2));
    assert!(seat.answer(to.expect("in reach")));
    assert!(controller.session.decide());
    controller.wait_on();
    assert_eq!(controller.session.battle().state().entity(warden).cell.x(), 2);
    assert_ne!(controller.session.outcome(), 0);
}

#[test]
fn where_orders_run_at_once_there_is_no_wait() {
    let pack = Pack::new("W...r").order("charge-time", &[("round", 100)]);
    let (controller, message) = waited(&pack);
    assert_eq!(message, "You can wait several rounds only where all units decide before the round, and not online.");
    assert_eq!(controller.session.battle().state().round(), 1);
}
