//! Online play in the window: from the title over the lobby to a battle, its end, a rematch and back.

use super::{Played, root};
use foretoken_game::window::platform::input::{Key, PadButton};
use foretoken_game::window::{Links, Start};
use foretoken_session::wire::{Act, ToServer};
use foretoken_session::{Connection, Content, Remote, Session};
use foretoken_tests::desk::{CODE, Shared};
use std::sync::Arc;

/// Shows the title of a game that connects to the desk.
fn begun(desk: &Shared) -> Played {
    let opened = desk.clone();
    let links = Links(Arc::new(move |_: &str| opened.link()));
    Played::begun(&root().join("assets"), Start { links: Some(links), ..Start::default() })
}

/// Opens the lobby from the title and connects.
fn connected(desk: &Shared) -> Played {
    let mut played = begun(desk);
    played.click("title/online");
    played.click("online/connect");
    played.driver.frames(3);
    played
}

fn desk() -> Shared {
    Shared::new(&Content::open(&root().join("assets")).expect("content"), "first-light")
}

/// Takes a place at the desk for the other player.
fn other(desk: &Shared, enters: ToServer) -> Session {
    let mut place = desk.place("Bob");
    place.poll();
    place.tell(enters);
    place.poll();
    Session::at_server(place).expect("it has begun")
}

fn sit() -> ToServer {
    ToServer::Sit { code: CODE.to_owned(), side: None }
}

fn is_shown(played: &Played, name: &str) -> bool {
    played.driver.app().widget_rects.get(name).is_some()
}

#[test]
fn a_battle_goes_from_the_lobby_to_its_end_a_rematch_and_back() {
    let desk = desk();
    let mut played = connected(&desk);
    played.keep("online-lobby");
    played.click(&format!("online/sit {CODE}"));
    played.driver.frames(5);
    assert_eq!(played.driver.app().top(), "battle");
    let mut bob = other(&desk, sit());
    played.driver.frames(3);
    assert!(is_shown(&played, "online/talk"), "the strip");
    if !played.battle().controller.session.is_asked() {
        bob.poll();
        bob.decide_rest_by_planner();
        bob.commit();
        played.driver.frames(3);
    }
    assert!(played.battle().controller.session.is_asked());
    played.click("online/talk");
    played.driver.frames(2);
    assert_eq!(played.driver.app().top(), "talk");
    played.click("talk/say");
    played.driver.type_text("hello");
    played.driver.key(Key::Enter);
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    assert_eq!(played.driver.app().top(), "battle");
    bob.poll();
    assert!(bob.place().expect("at the desk").chat().any(|said| said.words == "hello"));
    played.keep("online-battle");
    played.driver.chord(Key::Shift, Key::A);
    played.driver.key(Key::E);
    played.driver.key(Key::E);
    played.driver.frames(3);
    assert!(!played.battle().controller.session.is_asked(), "closed");
    bob.poll();
    if bob.is_asked() && bob.seat().known().state().round() == 1 {
        bob.decide_rest_by_planner();
        bob.commit();
    }
    played.driver.settle();
    assert_eq!(played.battle().controller.session.seat().known().state().round(), 2, "the round was played back");
    bob.place_mut().expect("at the desk").act(Act::Resign);
    played.driver.frames(3);
    played.driver.settle();
    assert_eq!(played.driver.app().top(), "end");
    assert!(is_shown(&played, "over/rematch") && !is_shown(&played, "over/undo"), "the buttons of online battles");
    played.keep("online-end");
    played.click("over/rematch");
    played.driver.frames(5);
    assert_eq!(played.driver.app().top(), "battle", "the rematch has begun");
    assert_eq!(played.battle().controller.session.outcome(), 0);
    played.driver.key(Key::F10);
    played.driver.frames(3);
    assert_eq!(played.driver.app().top(), "online", "the seat stays");
    assert!(is_shown(&played, "online/resume"));
    played.click("online/resume");
    played.driver.frames(5);
    assert_eq!(played.driver.app().top(), "battle");
    played.click("online/talk");
    played.driver.frames(2);
    played.click("talk/leave");
    played.driver.frames(3);
    assert_eq!(played.driver.app().top(), "online");
    assert!(is_shown(&played, &format!("online/sit {CODE}")), "the tables again");
}

#[test]
fn keys_alone_lead_through_the_lobby() {
    let desk = desk();
    let mut played = begun(&desk);
    played.click("title/online");
    // Server, name, connect.
    played.driver.key(Key::Down);
    played.driver.key(Key::Enter);
    for _ in 0..30 {
        played.driver.key(Key::Backspace);
    }
    played.driver.type_text("Ada");
    played.driver.key(Key::Enter);
    played.driver.frames(2);
    let online = played.driver.app().online().expect("opened");
    assert!(online.rows().iter().any(|row| row.words == "Name: Ada"), "{:?}", online.rows());
    played.driver.key(Key::Down);
    played.driver.key(Key::Enter);
    played.driver.frames(3);
    let online = played.driver.app().online().expect("opened");
    assert_eq!(online.place().map(Remote::connection), Some(&Connection::Open));
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    assert_eq!(played.driver.app().top(), "title");
}

/// Moves the focus of the lobby down by the pad until it is at a row.
fn down_to(played: &mut Played, row: &str) {
    let rows = played.driver.app().online().expect("opened").rows();
    let at = rows.iter().position(|shown| shown.name == row).unwrap_or_else(|| panic!("no {row} in {rows:?}"));
    for _ in 0..rows.len() {
        if played.driver.app().button_at() == Some(at) {
            return;
        }
        played.pad(PadButton::Down);
    }
    panic!("the pad does not reach {row}");
}

#[test]
fn a_pad_alone_leads_from_the_title_through_the_lobby_to_a_battle() {
    let desk = desk();
    let mut played = begun(&desk);
    // Over the row of runs to the bar: level, ironman, online.
    played.pad(PadButton::Up);
    played.pad(PadButton::Up);
    played.pad(PadButton::Right);
    played.pad(PadButton::Right);
    played.pad(PadButton::South);
    assert_eq!(played.driver.app().top(), "online");
    down_to(&mut played, "connect");
    played.pad(PadButton::South);
    played.driver.frames(3);
    down_to(&mut played, "new");
    played.pad(PadButton::South);
    played.driver.frames(2);
    down_to(&mut played, "create");
    assert!(is_shown(&played, "online/create"), "the form of a new table scrolls along");
    played.pad(PadButton::East);
    played.driver.frames(2);
    down_to(&mut played, &format!("sit {CODE}"));
    played.pad(PadButton::South);
    played.driver.frames(5);
    assert_eq!(played.driver.app().top(), "battle");
}

/// Checks that widgets are whole within the window and do not overlap.
fn stand_apart(played: &Played, when: &str, names: &[&str]) {
    let rects = &played.driver.app().widget_rects;
    let shown: Vec<_> = names
        .iter()
        .map(|&name| (name, rects.get(name).unwrap_or_else(|| panic!("{when}: {name} is not in sight"))))
        .collect();
    for (at, &(name, rect)) in shown.iter().enumerate() {
        let inside = rect.left >= 0.0 && rect.top >= 0.0 && rect.right <= 1280.0 && rect.bottom <= 800.0;
        assert!(inside && rect.height() > 8.0, "{when}: {name} at {rect:?}");
        for &(other, beside) in &shown[at + 1..] {
            assert!(!rect.is_overlapping(beside), "{when}: {name} at {rect:?} and {other} at {beside:?}");
        }
    }
}

#[test]
fn the_pages_of_online_play_can_be_used_at_every_size_of_text() {
    for text in [75, 100, 150, 200] {
        let desk = desk();
        let mut played = begun(&desk);
        played.driver.runner.app.shared.settings.text = text;
        played.driver.frames(4);
        let when = |page: &str| format!("{page} at {text} %");
        played.click("title/online");
        played.driver.frames(3);
        stand_apart(&played, &when("address"), &["online/address", "online/name", "online/connect", "online/back"]);
        played.click("online/name");
        played.driver.frames(3);
        stand_apart(&played, &when("typing"), &["online/typed", "online/enter", "online/cancel"]);
        played.click("online/cancel");
        played.driver.frames(3);
        played.click("online/connect");
        played.driver.frames(4);
        let sit = format!("online/sit {CODE}");
        let watch = format!("online/watch {CODE}");
        stand_apart(&played, &when("tables"), &[&sit, &watch, "online/back"]);
        played.keep(&format!("online-lobby-{text}"));
        played.click(&sit);
        played.driver.frames(5);
        let _bob = other(&desk, self::sit());
        played.driver.frames(3);
        played.click("online/talk");
        played.driver.frames(3);
        let buttons = ["talk/say", "talk/pause", "talk/undo", "talk/resign", "talk/lobby", "talk/leave"];
        stand_apart(&played, &when("the page of the battle"), &buttons);
        played.keep(&format!("online-talk-{text}"));
        played.click("talk/say");
        played.driver.frames(3);
        stand_apart(&played, &when("saying something"), &buttons);
    }
}

#[test]
fn pause_and_resignation_are_pressed_by_mouse_and_by_pad() {
    let desk = desk();
    let mut played = connected(&desk);
    played.click(&format!("online/sit {CODE}"));
    played.driver.frames(5);
    let _bob = other(&desk, sit());
    let is_paused = |played: &Played| {
        let place = played.battle().controller.session.place().expect("at the desk");
        place.client().table().expect("a table").is_paused
    };
    played.click("online/pause");
    played.driver.frames(3);
    assert!(is_paused(&played), "by mouse");
    played.click("online/pause");
    played.driver.frames(3);
    assert!(!is_paused(&played), "the same button continues");
    played.pad(PadButton::Select);
    assert_eq!(played.driver.app().top(), "talk", "instead of the rewind list");
    played.pad(PadButton::Right);
    played.pad(PadButton::South);
    played.driver.frames(3);
    assert!(is_paused(&played), "by pad");
    played.pad(PadButton::East);
    played.click("online/resign");
    played.driver.frames(2);
    played.pad(PadButton::South);
    assert_eq!(played.battle().controller.session.outcome(), 0, "the first press only asks");
    played.pad(PadButton::South);
    played.driver.settle();
    assert_ne!(played.battle().controller.session.outcome(), 0);
    assert_eq!(played.driver.app().top(), "end");
}

#[test]
fn the_editor_is_grey_with_its_reason_while_online() {
    let desk = desk();
    let mut played = connected(&desk);
    played.driver.key(Key::F1);
    played.driver.frames(3);
    let told = played.driver.app().told().to_owned();
    assert_eq!(told, "The editor is closed while you are at a server. Disconnect first.");
    played.click(&format!("online/sit {CODE}"));
    played.driver.frames(5);
    let _bob = other(&desk, sit());
    played.click("editor");
    played.driver.frames(3);
    assert_eq!((played.driver.app().top(), played.driver.app().is_editing()), ("battle", false));
}

#[test]
fn a_watcher_has_no_input_and_the_editor_stays_closed() {
    let desk = desk();
    let mut played = connected(&desk);
    let mut bob = other(&desk, sit());
    played.click(&format!("online/watch {CODE}"));
    played.driver.frames(5);
    assert_eq!(played.driver.app().top(), "battle");
    let before = bob.seat().known().state().round();
    played.driver.key(Key::E);
    played.driver.key(Key::Digit1);
    played.driver.key(Key::F1);
    played.driver.frames(3);
    assert_eq!(played.driver.app().told(), "The editor is closed during an online battle.");
    assert!(played.battle().controller.session.seat().draft().is_none());
    bob.poll();
    assert_eq!(bob.seat().known().state().round(), before);
}
