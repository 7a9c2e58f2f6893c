//! Frame rate: full during activity, half during idle motion, none for a still picture.

use super::*;
use foretoken_game::window::screens::app::pace::{DrawnBy, Pace};

#[test]
fn a_battle_that_waits_is_drawn_less_and_a_still_one_never() {
    let mut played = Played::new(Some("first-light"));
    played.driver.feed(Input::Pointer(700.0, 500.0));
    assert_eq!(played.driver.app().pace(), Pace::Moves, "an input is followed at once");
    played.driver.frames(90);
    assert_eq!(played.driver.app().pace(), Pace::Idle, "they breathe");
    played.driver.key(Key::W);
    played.driver.frames(5);
    assert_eq!(played.driver.app().pace(), Pace::Moves, "the camera turns");
    played.driver.frames(240);
    assert_eq!(played.driver.app().pace(), Pace::Idle, "it has arrived");
    still(&mut played);
    played.driver.frames(90);
    assert_eq!(played.driver.app().pace(), Pace::Still);
    let before = played.driver.picture().expect("a picture");
    played.driver.frames(40);
    assert_eq!(played.changed_since(&before), 0.0, "what is not drawn anew is the same");
    played.click("auto");
    played.click("commit");
    played.driver.frames(61);
    assert_eq!(played.driver.app().pace(), Pace::Moves, "a round is watched");
    played.driver.settle();
    played.driver.frames(90);
    assert_eq!(played.driver.app().pace(), Pace::Still);
}

#[test]
fn pictures_come_sixty_times_a_second_at_most() {
    let seconds = |drawn_by| [Pace::Moves, Pace::Idle, Pace::Still].map(|pace| pace.seconds(drawn_by));
    assert_eq!(seconds(DrawnBy::Card), [Some(1.0 / 60.0), Some(1.0 / 30.0), None]);
    assert_eq!(seconds(DrawnBy::Processor), [Some(1.0 / 60.0), Some(1.0 / 10.0), None]);
}
