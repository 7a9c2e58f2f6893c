//! Hot seat, and turn orders that run each decision at once.

use super::{Played, root};
use foretoken_game::window::platform::input::Key;
use foretoken_game::window::screens::commands::Command;
use foretoken_game::window::{App, Start};
use foretoken_session::content::Content;
use foretoken_session::controller::Choosing;
use foretoken_session::{Session, long_work};
use foretoken_tests::Immediate;
use foretoken_vm::Rules;
use foretoken_vm::schedulers::Scheduler;
use std::sync::Arc;

#[test]
fn nothing_of_the_battle_is_shown_while_the_screen_changes_hands() {
    let start = Start { scenario: Some("first-light".to_owned()), hot_seat: true, ..Start::default() };
    let mut played = Played::begun(&root().join("assets"), start);
    let side = |played: &Played| played.battle().controller.session.seat().team();
    let first = side(&played);
    assert!(played.driver.app().widget_rects.get("order").is_some());
    played.keep("hot-seat");
    played.driver.chord(Key::Shift, Key::A);
    played.driver.key(Key::E);
    played.driver.frames(3);
    let shown = |played: &Played, name: &str| played.driver.app().widget_rects.get(name).is_some();
    assert!(shown(&played, "hand-over/sit-down") && !shown(&played, "order") && !shown(&played, "commit"));
    played.keep("hand-over");
    let (x, y) = (640.0, 400.0);
    played.driver.click_at(x, y);
    assert_eq!(side(&played), first, "a click on the board does nothing");
    played.click("hand-over/sit-down");
    played.driver.frames(3);
    assert_ne!(side(&played), first);
    assert!(shown(&played, "order") && !shown(&played, "hand-over/sit-down"));
}

#[test]
fn where_decisions_are_carried_out_at_once_no_frame_waits_for_the_other_side() {
    let content = Content::open(&root().join("assets")).expect("content");
    let mut setup = content.setup("first-light", None).expect("it compiles").setup;
    let rules = Rules { scheduler: Scheduler::new(&Immediate), ..setup.book.to_rules() };
    setup.book = Arc::new(rules.build());
    let session = Session::start(setup, None).expect("it begins");
    let app = App::new(content, Start::default()).expect("an app");
    let mut app = app.with_session(session, "Immediate".to_owned()).with_workers();
    let _ = long_work::take_noted();
    let frames = |app: &mut App| {
        while app.busy_with().is_some() {
            app.step(0.02);
            std::thread::yield_now();
        }
        app.command(Command::Skip);
        app.step(0.02);
    };
    frames(&mut app);
    let mut busy = 0;
    for _ in 0..4 {
        for action in (0..7).rev().filter_map(Command::of_action).chain([Command::Done]) {
            app.command(action);
            busy += usize::from(app.busy_with().is_some());
            frames(&mut app);
            if app.battle().is_some_and(|battle| battle.controller.choosing == Choosing::Target) {
                app.command(Command::Back);
            }
        }
    }
    let battle = app.battle().expect("it is back");
    assert!(battle.controller.session.seat().known().state().round() > 1, "the other side has acted as well");
    assert!(busy > 4, "a thread carried out what was decided: {busy}");
    assert_eq!(long_work::take_noted(), Vec::<&str>::new());
}
