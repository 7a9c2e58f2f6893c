//! Warnings about decisions and key presses that undo earlier decisions.

use crossterm::event::KeyCode;
use foretoken_game::tui::{App, Input, Mode};
use foretoken_session::controller::{Choosing, Controller, Intention};
use foretoken_tests::{Pack, cell, find};

const HALL: &str = "
    #######
    #W...S#
    #.....#
    #######
";

fn walk(controller: &mut Controller, glyph: char, to: &str) {
    let (book, state) = (controller.session.book(), controller.session.seat().known().state());
    let (unit, walk) = (find(book, state, glyph), book.find_program("walk").expect("an action"));
    assert!(controller.session.seat_mut().choose_for(unit) && controller.session.seat_mut().use_action(walk));
    controller.follow();
    controller.point(cell(to));
    controller.pick_target();
    controller.hear(Intention::Other);
    if controller.choosing == Choosing::Action {
        controller.done();
    }
}

#[test]
fn who_ends_elsewhere_by_a_later_decision_is_told() {
    let mut controller = Controller::new(Pack::new(HALL).start());
    walk(&mut controller, 'W', "d2");
    assert_eq!(controller.message, "Warden: Walk. Next: Seer.", "nobody had decided before");
    walk(&mut controller, 'S', "d2");
    let message = "Everyone has orders. Play the round. Warden now ends on c2, not on d2.";
    assert_eq!(controller.message, message);
    let seer = find(controller.session.book(), controller.session.seat().known().state(), 'S');
    assert!(controller.session.seat_mut().reopen(seer));
    controller.session.seat_mut().choose_instead(Vec::new());
    walk(&mut controller, 'S', "f3");
    assert_eq!(controller.message, "Everyone has orders. Play the round. Warden now ends on d2, not on c2.");
}

/// The warning also appears when a decision is kept by switching units, and the round does not run without
/// confirmation.
#[test]
fn who_ends_elsewhere_by_a_kept_decision_is_told() {
    let aimed = || {
        let mut controller = Controller::new(Pack::new(HALL).start());
        walk(&mut controller, 'W', "d2");
        let (book, state) = (controller.session.book(), controller.session.seat().known().state());
        let (seer, walk) = (find(book, state, 'S'), book.find_program("walk").expect("an action"));
        assert!(controller.session.seat_mut().choose_for(seer) && controller.session.seat_mut().use_action(walk));
        controller.follow();
        controller.point(cell("d2"));
        controller.pick_target();
        assert_eq!(controller.choosing, Choosing::Action);
        controller
    };
    let mut controller = aimed();
    controller.press(cell("b2"));
    let told = "Warden: Walk. Esc cancels the last action. You can also choose another action.";
    assert_eq!(controller.message, format!("{told} Warden now ends on c2, not on d2."));
    let mut controller = aimed();
    controller.hear(Intention::Commit);
    assert!(controller.commit().is_none(), "asked about first");
    assert_eq!(controller.message, "Press again to play the round. Warden now ends on c2, not on d2.");
    controller.hear(Intention::Commit);
    assert!(controller.commit().is_some());
    assert_eq!(controller.message, "");
    let mut controller = Controller::new(Pack::new(HALL).start());
    walk(&mut controller, 'W', "c2");
    walk(&mut controller, 'S', "f3");
    assert_eq!(controller.message, "Everyone has orders. Play the round.");
}

#[test]
fn a_step_back_takes_one_action_back_by_key_and_by_mouse() {
    let session = Pack::new(HALL).start();
    let mut app = App::new(session, "Hall".to_owned(), Vec::new());
    let press = |app: &mut App, keys: &[KeyCode]| {
        for &key in keys {
            let _ = app.handle(Input::Key(key));
        }
    };
    let chosen = |app: &App| app.session().seat().draft().map_or(0, |draft| draft.intent().uses.len());
    for back in [Input::Key(KeyCode::Esc), Input::RightClick] {
        press(&mut app, &[KeyCode::Char('1'), KeyCode::Tab, KeyCode::Enter]);
        assert_eq!((app.mode(), chosen(&app)), (Mode::Actions, 1));
        press(&mut app, &[KeyCode::Char('i'), KeyCode::Esc]);
        assert_eq!((app.mode(), chosen(&app)), (Mode::Actions, 1), "only the page is closed");
        let _ = app.handle(back);
        assert_eq!(chosen(&app), 0);
    }
}
