//! The editor by keys alone: panels, lists, the tree of parts, fields and tabs.

use crate::driver::{Driver, open, vigil};
use foretoken_action_assets::AssetType;
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

#[test]
fn a_unit_is_made_given_an_action_and_placed_by_keys() {
    let (mut driver, _folder) = driver();
    driver.ctrl(Key::P);
    driver.write("new unit");
    driver.key(Key::Enter);
    driver.frames(3);
    driver.write("lookout");
    driver.key(Key::Enter);
    driver.frames(3);
    assert!(driver.game.library.unit("lookout").is_some());
    driver.ctrl(Key::P);
    driver.write("action bite");
    driver.key(Key::Enter);
    driver.frames(3);
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "bite".to_owned())));
}
