//! Waiting for several rounds at once, until something happens.

use foretoken_session::controller::Controller;
use foretoken_session::texts::forecast_text::harm_texts;
use foretoken_session::texts::names::ShortNames;
use foretoken_tests::{Pack, cell, find};

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
    assert!(message.ends_with(" passed. Warden loses health in the next round."), "{message}");
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
    for (order, parameters) in [("charge-time", &[("round", 100)][..]), ("team-rounds", &[])] {
        let pack = Pack::new("W...r").order(order, parameters);
        let (mut controller, message) = waited(&pack);
        let expected =
            "Wait for several rounds only in battles of one player in which all units decide before the round.";
        assert_eq!(message, expected, "{order}");
        controller.gather();
        assert_eq!(controller.message, "All units can walk at once only where they decide before the round.");
        assert_eq!(controller.session.battle().state().round(), 1);
    }
}

fn places(controller: &Controller, letters: &str) -> Vec<(i32, i32)> {
    let (book, state) = (controller.session.book(), controller.session.battle().state());
    letters
        .chars()
        .map(|letter| state.entity(find(book, state, letter)).cell)
        .map(|cell| (cell.x(), cell.y()))
        .collect()
}

#[test]
fn units_without_orders_walk_together_toward_the_cursor_around_walls() {
    let pack = Pack::new(
        "W.#.......
         H.#.......
         ..#.......
         ..........",
    );
    let mut controller = Controller::new(pack.goal("round > 20").start());
    controller.point(cell("h1"));
    controller.gather();
    assert_eq!(controller.message, "2 walks toward the cursor.");
    assert!(controller.session.seat().has_all_decided());
    assert_eq!(controller.cursor, cell("h1"), "the cursor stays");
    controller.commit();
    // The way leads through the gap in the south.
    let [warden, hook] = places(&controller, "WH")[..] else { panic!("two units") };
    assert!(warden.1 >= 2 && hook.1 >= 3, "{warden:?} {hook:?}");
    for _ in 0..5 {
        controller.point(cell("h1"));
        controller.gather();
        // The first press only asks while a unit has no order.
        if controller.commit().is_none() {
            controller.commit();
        }
    }
    controller.point(cell("h1"));
    let near = |(x, y): (i32, i32)| (x - 7).abs() + y <= 2;
    let [warden, hook] = places(&controller, "WH")[..] else { panic!("two units") };
    assert!(near(warden) && near(hook), "{warden:?} {hook:?}");
    controller.gather();
    assert_eq!(controller.message, "No unit without orders comes nearer.");
}

#[test]
fn a_veiled_attack_is_met_with_open_eyes() {
    let veiled = r#"Action(title: "Bite", body: [DeclareTarget(name: "T1", filter: [Enemy]), Veil(body: [Damage(target: "T1")])])"#;
    let pack = Pack::new("W.r").with("actions/bite.ron", veiled).goal("round > 20");
    let (controller, message) = waited(&pack);
    assert_eq!(message, "No round passed. Rat does something unknown in the next round.");
    assert_eq!(controller.session.battle().state().round(), 1);
}

#[test]
fn the_turn_order_names_whom_an_action_harms() {
    let pack = Pack::of_a_lantern_in_peril();
    let controller = Controller::new(pack.start());
    let (seat, book) = (controller.session.seat(), controller.session.book());
    let state = seat.known().state();
    let shorts = ShortNames::of(book, state);
    let texts = |letter| harm_texts(seat, find(book, state, letter), &shorts);
    assert_eq!(texts('r'), ["Lantern −1", "Lantern −1", "Lant −1", "−1"]);
    assert!(texts('W').is_empty());
}
