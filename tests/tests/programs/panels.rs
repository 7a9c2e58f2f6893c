//! Panels of the window at every scale: they do not overlap, stay inside and remain usable.

use foretoken_game::editor_host::editor::Rect;
use foretoken_game::window::platform::input::{Button, Input, Key};
use foretoken_game::window::{App, Driver, Start};
use foretoken_session::content::Content;
use foretoken_session::controller::Choosing;
use foretoken_tests::root;
use tempfile::TempDir;

/// Scales of interface and text, in percent.
const SIZES: [(u32, u32); 6] = [(75, 75), (100, 100), (150, 100), (100, 200), (200, 100), (200, 200)];

const PANELS: [&str; 9] =
    ["header", "system", "order", "unit", "prompt", "looking at", "buttons", "watching", "title/bar"];

fn driver(scenario: Option<&str>) -> (Driver, TempDir) {
    driver_of(scenario, (1280, 800))
}

fn driver_of(scenario: Option<&str>, size: (u32, u32)) -> (Driver, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Start {
        scenario: scenario.map(str::to_owned),
        records: folder.path().join("records"),
        config: Some(folder.path().join("config")),
        ..Start::default()
    };
    let content = Content::open(&root().join("assets")).expect("content");
    let driver = Driver::new(|| App::new(content, start), size).expect("a device");
    (driver, folder)
}

fn set(driver: &mut Driver, (scale, text): (u32, u32)) {
    driver.runner.app.shared.settings.scale = scale;
    driver.runner.app.shared.settings.text = text;
    driver.frames(6);
}

fn stand_apart(driver: &Driver, when: &str) {
    let widget_rects = &driver.app().widget_rects;
    let panels: Vec<(&str, Rect)> = PANELS.iter().filter_map(|&name| Some((name, widget_rects.get(name)?))).collect();
    assert!(panels.len() >= 2, "{when}: {panels:?}");
    for (at, &(name, rect)) in panels.iter().enumerate() {
        let inside = rect.left >= 0.0 && rect.top >= 0.0 && rect.right <= 1280.0 && rect.bottom <= 800.0;
        assert!(inside, "{when}: {name} leaves the window: {panels:?}");
        for &(other, beside) in &panels[at + 1..] {
            assert!(!rect.is_overlapping(beside), "{when}: {name} and {other} lie over each other: {panels:?}");
        }
    }
}

#[test]
fn no_panel_lies_over_another_at_any_size() {
    for scenario in ["turned-blades", "the-last-stair"] {
        let (mut driver, _folder) = driver(Some(scenario));
        for size in SIZES {
            let when = |playback: &str| format!("{scenario} at {size:?} %, {playback}");
            set(&mut driver, size);
            stand_apart(&driver, &when("deciding"));
            driver.key(Key::Digit2);
            driver.key(Key::Tab);
            driver.frames(4);
            assert_eq!(driver.app().battle().expect("a battle").controller.choosing, Choosing::Target);
            stand_apart(&driver, &when("aiming"));
            driver.key(Key::F1);
            driver.frames(8);
            stand_apart(&driver, &when("aiming beside the editor"));
            driver.key(Key::Escape);
            driver.frames(4);
            stand_apart(&driver, &when("choosing an action beside the editor"));
            driver.key(Key::F1);
            driver.frames(4);
            stand_apart(&driver, &when("choosing an action"));
            driver.key(Key::Escape);
        }
        for _ in 0..2 {
            driver.key(Key::E);
        }
        for size in SIZES {
            set(&mut driver, size);
            stand_apart(&driver, &format!("{scenario} at {size:?} %, watching"));
        }
    }
}

fn are_all_there(driver: &Driver, when: &str, (width, height): (f32, f32)) {
    let rects = &driver.app().widget_rects;
    let battle = driver.app().battle().expect("a battle");
    let session = &battle.controller.session;
    let goals = session.book().goals.len();
    assert!(goals > 0, "{when}");
    let unit = battle.controller.subject().expect("somebody is decided for");
    let kind = session.book().unit_type(session.seat().known().state().entity(unit)).expect("a kind");
    let actions = kind
        .actions
        .iter()
        .map(|&program| format!("action/{}", foretoken_session::texts::names::action(session.book(), program)));
    let asked = (battle.controller.choosing == Choosing::Target).then(|| "prompt".to_owned());
    for name in (0..goals).map(|at| format!("goal/{at}")).chain(actions).chain(["commit".to_owned()]).chain(asked) {
        let rect = rects.get(&name).unwrap_or_else(|| panic!("{when}: {name} is not in sight"));
        let inside = rect.left >= 0.0 && rect.top >= 0.0 && rect.right <= width && rect.bottom <= height;
        assert!(inside && rect.height() > 8.0, "{when}: {name} at {rect:?}");
    }
}

#[test]
fn goals_actions_and_prompt_are_all_there_at_every_size_of_text() {
    for (width, height) in [(1280, 800), (1920, 1080)] {
        for scenario in ["first-light", "turned-blades", "the-last-stair"] {
            let (mut driver, _folder) = driver_of(Some(scenario), (width, height));
            for text in [75, 100, 150, 200] {
                let when = |stage: &str| format!("{scenario} at {text} % of {width}x{height}, {stage}");
                let size = (width as f32, height as f32);
                set(&mut driver, (100, text));
                are_all_there(&driver, &when("choosing whom"), size);
                driver.key(Key::Digit1);
                driver.frames(4);
                assert_eq!(driver.app().battle().expect("a battle").controller.choosing, Choosing::Target);
                are_all_there(&driver, &when("aiming"), size);
                driver.key(Key::Escape);
                driver.key(Key::Escape);
                driver.frames(4);
            }
        }
    }
}

#[test]
fn the_title_can_be_used_at_the_largest_size() {
    let (mut driver, _folder) = driver(None);
    set(&mut driver, (200, 200));
    for name in ["title/editor", "title/settings", "title/quit", "scenario/first-light"] {
        assert!(driver.app().widget_rects.get(name).is_some(), "{name} is in sight");
    }
    driver.point(640.0, 400.0);
    assert!(driver.app().widget_rects.get("scenario/jail/the-gate").is_none());
    for _ in 0..40 {
        driver.feed(Input::Wheel(-2.0));
    }
    assert!(driver.click("scenario/jail/the-gate"));
    assert!(driver.app().battle().is_some());
}

#[test]
fn the_interface_grows_when_the_slider_is_let_go() {
    let (mut driver, _folder) = driver(Some("first-light"));
    driver.key(Key::F3);
    driver.frames(3);
    let slider = driver.app().widget_rects.get("settings/scale").expect("a slider");
    let [_, middle] = slider.middle();
    driver.point(slider.left + slider.width() * 0.2, middle);
    driver.feed(Input::Button(Button::Left, true));
    driver.point(slider.left + slider.width() * 0.3, middle);
    driver.frames(4);
    assert_eq!(driver.app().shared.settings.scale, 100, "as it was, while the slider is held");
    assert_eq!(driver.app().widget_rects.get("settings/scale"), Some(slider), "nor does it run away");
    driver.feed(Input::Button(Button::Left, false));
    driver.frames(2);
    let scale = driver.app().shared.settings.scale;
    assert!(scale > 105, "{scale} %");
}

#[test]
fn the_turn_order_is_read_with_large_text() {
    let (mut driver, _folder) = driver(Some("first-light"));
    set(&mut driver, (100, 200));
    let rects = &driver.app().widget_rects;
    let session = &driver.app().battle().expect("a battle").controller.session;
    let state = session.seat().known().state();
    let mut seen = 0;
    for (unit, _) in state.living() {
        let name = foretoken_session::texts::names::entity(session.book(), state, unit);
        let of = |what: &str| rects.get(&format!("order/{what}/{name}"));
        let (Some(badge), Some(face)) = (of("badge"), of("face")) else { continue };
        let covered = badge.common(face).width().max(0.0) / face.width();
        assert!(covered < 0.3, "{name}: {badge:?} over {face:?}");
        seen += 1;
    }
    assert!(seen > 1, "{seen} with a number");
}

#[test]
fn ironman_is_chosen_at_the_title() {
    let (mut driver, _folder) = driver(None);
    driver.frames(4);
    assert!(driver.click("title/ironman"));
    driver.frames(2);
    assert!(driver.click("scenario/first-light"));
    assert!(driver.app().battle().expect("a battle").controller.session.setup().ironman);
}
