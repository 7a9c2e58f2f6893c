//! Several sides at one screen.

use super::{Played, root};
use foretoken_game::window::Start;
use foretoken_game::window::platform::input::Key;

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
