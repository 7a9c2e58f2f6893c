//! Panels over a battle: its state altered by hand, the program beside what it does, keys, theme, and a battle test.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::{Host, Theme, Wish};
use imgui::Key;

fn open(driver: &mut Driver, panel: &str) {
    driver.editor.raise(panel);
    driver.frames(3);
}

#[test]
fn the_state_is_altered_by_hand_and_undone() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, "state");
    driver.click("state/0");
    let health = |driver: &Driver| driver.game.view().expect("a battle").truth.entities()[0].health;
    let before = health(&driver);
    driver.drag_by("state/0/health", [-60.0, 0.0]);
    assert!(health(&driver) < before, "{} and {before}", health(&driver));
    assert_eq!(driver.editor.model().history.done(), 1);
    assert!(driver.sees("status/edited"));
    driver.ctrl(Key::Z);
    assert_eq!(health(&driver), before);
    driver.fill("state/0/cell", "a1");
    driver.click("state/0/hidden");
    assert_eq!(driver.editor.model().history.done(), 2);
}

#[test]
fn tokens_and_parts_light_each_other_up() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.model_mut().open(AssetType::Action, "strike");
    open(&mut driver, "program");
    driver.click("program/4");
    assert_eq!(driver.editor.model().selected, "body[2]");
    driver.click("program/2");
    assert_eq!(driver.editor.model().selected, "body[0]");
    // A part that is broken still has its tokens, as far as they can be made.
    driver.click("action/body[2]");
    driver.fill("inspector/amount", "1 +");
    assert!(driver.sees("program/4"));
}

#[test]
fn every_panel_is_drawn_with_a_battle_and_without() {
    let folder = vigil();
    for scenario in [Some("first-light"), None] {
        let mut driver = Driver::new(folder.path(), scenario);
        driver.editor.model_mut().open(AssetType::Action, "fuse");
        for panel in ["problems", "program", "history", "state", "rewind", "debug", "log", "shortcuts", "demonstration"]
        {
            open(&mut driver, panel);
            driver.frames(2);
        }
    }
}

#[test]
fn keys_theme_and_size_are_chosen() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, "shortcuts");
    driver.click("shortcuts/save");
    driver.ctrl(Key::W);
    let bindings = &driver.editor.model().preferences.bindings;
    assert_eq!((bindings[0].command.as_str(), bindings[0].keys.as_str()), ("save", "Ctrl+W"));
    driver.click("shortcuts/theme/Light");
    assert_eq!(driver.editor.theme(), Theme::Light);
    driver.ctrl(Key::Equal);
    assert!((driver.editor.scale() - 1.1).abs() < 0.001);
}

#[test]
fn a_battle_test_of_what_is_open_is_asked_for() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.editor.model_mut().open(AssetType::Action, "strike");
    driver.frames(2);
    driver.key(Key::F5);
    let wanted = Wish::BattleTest { scenario: None, action: Some("strike".to_owned()) };
    assert_eq!(driver.editor.wants(), [wanted]);
}

#[test]
fn the_palette_finds_commands_and_assets() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.ctrl(Key::P);
    driver.write("unit warden");
    driver.key(Key::Enter);
    assert_eq!(driver.editor.model().open, Some((AssetType::Unit, "warden".to_owned())));
}

#[test]
fn preferences_and_favourites_are_kept() {
    let folder = vigil();
    let config = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_config(folder.path(), None, Some(config.path()));
    driver.editor.model_mut().open(AssetType::Action, "strike");
    driver.frames(2);
    driver.click("assets/favourite");
    let layout = driver.settings();
    driver.editor.keep(&layout);
    drop(driver);
    let driver = Driver::with_config(folder.path(), None, Some(config.path()));
    assert!(driver.editor.model().preferences.is_favourite("actions/strike.ron"));
    assert_eq!(driver.editor.model().preferences.recent, ["actions/strike.ron"]);
    assert_eq!(driver.editor.layout_ini(), layout);
}
