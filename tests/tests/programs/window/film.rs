//! Films of recorded battles with held moments.

use super::*;
use foretoken_game::window::film::Order;
use foretoken_vm::Outcome;

fn watched() -> Played {
    let mut played = Played::new(Some("first-light"));
    for _ in 0..2 {
        played.click("auto");
        played.click("commit");
        played.click("skip");
    }
    let name = played.battle().controller.session.record_path().expect("recorded").to_owned();
    let name = name.file_stem().expect("a name").to_string_lossy().into_owned();
    played.driver.key(Key::F10);
    played.driver.frames(6);
    played.click("title/replays");
    played.driver.frames(3);
    played.click(&format!("watch/{name}"));
    played.driver.frames(4);
    assert!(played.replay().acts.len() > 3);
    played
}

fn film(played: &mut Played) {
    for _ in 0..2000 {
        if played.driver.app().filmed().is_none() {
            return;
        }
        played.driver.frames(1);
    }
    panic!("it comes to no end");
}

#[test]
fn a_span_of_a_record_is_filmed_as_a_gif_and_as_pictures() {
    let mut played = watched();
    let folder = tempfile::tempdir().expect("a folder");
    let gif = folder.path().join("span.gif");
    let order = Order { span: (Some(1), Some(2)), width: 320, ..Order::whole(gif.clone()) };
    played.driver.runner.app.film(order.clone()).expect("begun");
    assert!(played.driver.app().caption().starts_with("Filming, 0 %"), "{}", played.driver.app().caption());
    film(&mut played);
    assert!(played.driver.app().is_film_written(), "{}", played.driver.app().told());
    let bytes = std::fs::read(&gif).expect("a film");
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(b"\x3b"));
    let side = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    assert_eq!((side(6), side(8)), (320, 200));
    let pictures = folder.path().join("pictures");
    played.driver.runner.app.film(Order { out: pictures.clone(), as_png: true, ..order.clone() }).expect("begun");
    film(&mut played);
    let first = Picture::open(&pictures.join("frame-00001.png")).expect("a picture");
    assert_eq!((first.width, first.height), (320, 200));
    let count = std::fs::read_dir(&pictures).expect("a folder").count();
    assert!(count > 5 && pictures.join(format!("frame-{count:05}.png")).is_file(), "{count} pictures");
    played.keep("filmed");
    let again = played.driver.runner.app.film(order.clone()).expect_err("it is there").to_string();
    assert!(again.ends_with("span.gif exists already; --force overwrites it"), "{again}");
    let beyond = Order { span: (Some(2), Some(900)), force: true, ..order };
    let error = played.driver.runner.app.film(beyond).expect_err("there is no such span").to_string();
    assert!(error.ends_with("is not a valid range"), "{error}");
    assert_eq!(played.driver.app().filmed(), None);
}

#[test]
fn a_film_from_the_viewer_lies_beside_the_record_and_is_given_up_by_a_key() {
    let mut played = watched();
    let film_file = |played: &Played| {
        let files = std::fs::read_dir(played.folder.path().join("records")).expect("records");
        let names = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.contains(".gif")).collect::<Vec<String>>()
    };
    played.click("replay/film");
    played.driver.frames(5);
    assert!(played.driver.app().filmed().is_some());
    assert_eq!(film_file(&played), ["first-light-1.gif.part"]);
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    assert_eq!((played.driver.app().filmed(), film_file(&played).len()), (None, 0));
    let last = played.replay().acts.len() - 1;
    for _ in 0..last {
        played.click("replay/step");
    }
    played.click("replay/film");
    film(&mut played);
    assert_eq!(film_file(&played), ["first-light-1.gif"], "{}", played.driver.app().told());
}

#[test]
fn the_viewer_films_the_span_that_was_chosen() {
    let mut played = watched();
    played.click("replay/step");
    played.click("replay/film-from");
    let at = played.replay().at;
    assert_eq!(played.replay().span, (Some(at + 1), None));
    played.click("replay/step");
    played.click("replay/film-to");
    assert_eq!(played.replay().span, (Some(at + 1), Some(at + 1)));
    played.driver.frames(2);
    played.keep("film-span");
    played.click("replay/film-from");
    assert_eq!(played.replay().span, (Some(at + 2), None));
    played.click("replay/back");
    played.click("replay/film-to");
    assert_eq!(played.replay().span, (None, Some(at)));
    played.click("replay/film-to");
    assert_eq!(played.replay().span, (None, None));
    played.click("replay/film-from");
    played.click("replay/step");
    played.click("replay/film-to");
    played.click("replay/film");
    film(&mut played);
    assert!(played.driver.app().is_film_written(), "{}", played.driver.app().told());
    assert_eq!(played.replay().at, at + 1, "it ends where it was told to");
}

#[test]
fn death_and_the_end_of_a_battle_are_held_and_told() {
    let mut played = Played::new(Some("first-light"));
    let mut decided = None;
    for _ in 0..30 {
        played.click("auto");
        played.click("commit");
        for _ in 0..3_600 {
            if decided.is_none() && played.battle().effects.decided.is_some() {
                assert_ne!(played.driver.app().top(), "end", "the moment goes before what may be done next");
                played.driver.frames(50);
                played.keep("decided");
            }
            decided = decided.or(played.battle().effects.decided.map(|(outcome, _)| outcome));
            if !played.battle().playback.is_playing() {
                break;
            }
            played.driver.frames(1);
        }
        if played.battle().controller.session.outcome() != 0 {
            break;
        }
    }
    let outcome = played.battle().controller.session.seat().outcome();
    assert!(matches!(outcome, Outcome::Won | Outcome::Lost));
    assert_eq!(decided, Some(outcome), "how it came out was shown");
    played.driver.frames(4);
    assert_eq!(played.driver.app().top(), "end");
}
