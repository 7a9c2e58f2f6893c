//! The editor by keys alone: panels, lists, the tree of parts, fields and tabs.

use crate::driver::{Driver, open, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::EditorRequest;
use imgui::Key;
use std::collections::BTreeSet;

fn driver() -> (Driver, tempfile::TempDir) {
    let folder = vigil();
    let driver = Driver::with_size(folder.path(), Some("first-light"), None, [1600.0, 1400.0]);
    (driver, folder)
}

/// Steps to a panel.
fn go(driver: &mut Driver, panel: &str) {
    for _ in 0..20 {
        if driver.editor.focused() == Some(panel) {
            return;
        }
        driver.key(Key::F6);
        driver.frames(3);
    }
    panic!("no step leads to {panel}");
}

#[test]
fn every_panel_and_tab_gets_the_keyboard_by_steps() {
    let (mut driver, _folder) = driver();
    open(&mut driver, AssetType::Action, "bite");
    assert!(!driver.editor.is_using_keys(), "the game has the keys");
    let mut seen = BTreeSet::new();
    for _ in 0..20 {
        driver.key(Key::F6);
        driver.frames(3);
        assert!(driver.editor.is_using_keys());
        seen.extend(driver.editor.focused());
    }
    for panel in ["assets", "action", "map", "table", "inspector", "demonstration", "picture", "problems", "guide"] {
        assert!(seen.contains(panel), "{panel} in {seen:?}");
    }
    let last = driver.editor.focused();
    driver.key(Key::F6);
    driver.frames(3);
    driver.hold(Key::ModShift, |driver| driver.key(Key::F6));
    driver.frames(3);
    assert_eq!(driver.editor.focused(), last, "and back");
    driver.key(Key::Escape);
    assert!(!driver.editor.is_using_keys());
}

#[test]
fn an_asset_is_opened_and_a_field_is_changed_by_keys() {
    let (mut driver, _folder) = driver();
    go(&mut driver, "assets");
    driver.key(Key::Tab);
    driver.write("warden");
    driver.key(Key::Enter);
    driver.frames(3);
    assert_eq!(driver.editor.model().open, Some((AssetType::Unit, "warden".to_owned())));
    go(&mut driver, "inspector");
    let before = driver.text_of(AssetType::Unit, "warden");
    for _ in 0..12 {
        driver.key(Key::Tab);
        driver.ctrl(Key::A);
        driver.write("7");
        if driver.text_of(AssetType::Unit, "warden") != before {
            break;
        }
    }
    assert_ne!(driver.text_of(AssetType::Unit, "warden"), before, "Tab reaches a field");
    driver.key(Key::Escape);
    driver.ctrl(Key::Z);
    assert_eq!(driver.text_of(AssetType::Unit, "warden"), before);
}

#[test]
fn parts_of_the_tree_are_chosen_by_arrow_keys() {
    let (mut driver, _folder) = driver();
    open(&mut driver, AssetType::Action, "bite");
    go(&mut driver, "action");
    let mut chosen = BTreeSet::new();
    for _ in 0..12 {
        driver.key(Key::DownArrow);
        driver.key(Key::Space);
        chosen.insert(driver.editor.model().selected.clone());
    }
    assert!(chosen.contains("body[1]"), "{chosen:?}");
}

/// Steps down a panel until Space has an effect. Lists and fields that it opens in between are closed again.
fn step_until(driver: &mut Driver, has_effect: impl Fn(&Driver) -> bool) {
    for _ in 0..80 {
        driver.key(Key::DownArrow);
        driver.key(Key::Space);
        driver.frames(2);
        if has_effect(driver) {
            return;
        }
        if driver.is_typing() {
            driver.key(Key::Escape);
            driver.frames(2);
        }
    }
    panic!("no step has the effect");
}

fn by_palette(driver: &mut Driver, words: &str) {
    driver.ctrl(Key::P);
    driver.write(words);
    driver.key(Key::Enter);
    driver.frames(3);
}

#[test]
fn a_unit_is_made_given_an_action_placed_and_fought_by_keys() {
    let (mut driver, _folder) = driver();
    by_palette(&mut driver, "new unit");
    driver.write("lookout");
    driver.key(Key::Enter);
    driver.frames(3);
    assert!(driver.game.library.unit("lookout").is_some());

    // Its action.
    go(&mut driver, "inspector");
    step_until(&mut driver, |driver| driver.is_shown("inspector/actions/add/bite"));
    driver.write("bite");
    driver.key(Key::Enter);
    driver.frames(3);
    let actions = driver.game.library.unit("lookout").expect("it").actions.clone();
    assert!(actions.iter().any(|action| action == "bite"), "{actions:?}");

    // Its place on the map: the brush by its name, then the cursor.
    by_palette(&mut driver, "first-light");
    assert_eq!(driver.editor.model().open, Some((AssetType::Scenario, "first-light".to_owned())));
    driver.ctrl(Key::F);
    driver.write("lookout");
    driver.key(Key::Enter);
    driver.key(Key::F8);
    for key in [Key::RightArrow, Key::DownArrow, Key::DownArrow] {
        driver.key(key);
    }
    driver.key(Key::Space);
    driver.frames(3);
    let text = driver.text_of(AssetType::Scenario, "first-light");
    assert!(text.contains("unit: \"lookout\""), "{text}");
    driver.key(Key::Escape);

    // The fight.
    drop(driver.editor.wants());
    driver.key(Key::F5);
    driver.frames(3);
    let scenario = Some("first-light".to_owned());
    assert_eq!(driver.editor.wants(), [EditorRequest::BattleTest { scenario, action: None }]);
}

#[test]
fn arrows_choose_in_the_palette_and_in_the_list_of_parts_without_leaving_the_search() {
    let (mut driver, _folder) = driver();
    by_palette(&mut driver, "panel: inspector");
    assert_eq!(driver.editor.focused(), Some("inspector"));

    // "Panel: Inspector" is the first of two lines with these letters, and one step down leads past it and back.
    driver.ctrl(Key::P);
    driver.write("panel: ");
    driver.key(Key::DownArrow);
    driver.key(Key::UpArrow);
    driver.key(Key::DownArrow);
    driver.key(Key::Enter);
    driver.frames(4);
    let second = driver.editor.focused();
    driver.ctrl(Key::P);
    driver.write("panel: ");
    driver.key(Key::Enter);
    driver.frames(4);
    assert_ne!(driver.editor.focused(), second, "the first line");

    // The search goes on after a step, and begins at its first row again.
    open(&mut driver, AssetType::Action, "bite");
    let before = driver.text_of(AssetType::Action, "bite");
    let count = |text: &str, part: &str| text.matches(part).count();
    driver.key(Key::Insert);
    driver.write("dama");
    driver.key(Key::DownArrow);
    driver.write("ge");
    driver.key(Key::Enter);
    driver.frames(3);
    let after = driver.text_of(AssetType::Action, "bite");
    assert_eq!(count(&after, "Damage("), count(&before, "Damage(") + 1, "{after}");
    driver.key(Key::Insert);
    driver.write("damage");
    driver.key(Key::DownArrow);
    driver.key(Key::Enter);
    driver.frames(3);
    let last = driver.text_of(AssetType::Action, "bite");
    assert_eq!(count(&last, "Damage("), count(&after, "Damage("), "another part: {last}");
    assert_ne!(last, after);
}

#[test]
fn what_is_made_by_keys_has_the_keyboard() {
    let (mut driver, _folder) = driver();
    by_palette(&mut driver, "new unit");
    driver.key(Key::PageDown);
    driver.write("lookout");
    driver.key(Key::Enter);
    driver.frames(4);
    assert_eq!(driver.editor.focused(), Some("inspector"));
    let first = driver.game.library.names_of(AssetType::Unit).find(|name| *name != "lookout").map(str::to_owned);
    let first = driver.game.library.unit(&first.expect("a unit")).cloned().expect("it");
    let made = driver.game.library.unit("lookout").expect("it");
    assert_eq!((made.health, &made.actions), (first.health, &first.actions), "a copy of the first");
    by_palette(&mut driver, "new action");
    driver.write("poke");
    driver.key(Key::Enter);
    driver.frames(4);
    assert_eq!(driver.editor.focused(), Some("action"));
}

#[test]
fn buttons_of_the_inspector_are_pressed_by_keys() {
    let (mut driver, _folder) = driver();
    open(&mut driver, AssetType::Action, "bite");
    driver.frames(4);
    driver.ctrl(Key::G);
    driver.frames(6);
    assert!(driver.is_shown("inspector/give/warden/actions"), "the list of assets that can have it");
    driver.key(Key::Escape);
    open(&mut driver, AssetType::Unit, "warden");
    driver.hold(Key::ModShift, |driver| driver.key(Key::F5));
    driver.frames(6);
    let fights = |wish: &EditorRequest| matches!(wish, EditorRequest::Fight { unit, .. } if unit == "warden");
    assert!(driver.editor.wants().iter().any(fights), "the battle against it is asked for");
}
