//! The inspector: its height, its labels, and the switch that hides fields with their default value.

use crate::driver::{Driver, open, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::model::Preferences;

fn height(driver: &Driver) -> f32 {
    let (top, bottom) = (driver.middle("inspector/only")[1], 1000.0);
    let below = ["demonstration/show/0", "demonstration/board", "demonstration/add"];
    let lowest = below.iter().filter_map(|name| driver.widget_rects.get(name)).map(|rect| rect.top);
    lowest.fold(bottom, f32::min) - top
}

#[test]
fn the_inspector_has_the_full_height_unless_an_action_is_open() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, AssetType::Unit, "warden");
    driver.frames(4);
    let demonstrations = |driver: &Driver| driver.widget_rects.names().any(|name| name.starts_with("demonstration/"));
    assert!(!demonstrations(&driver));
    let fields = |driver: &Driver| {
        let shown = driver.widget_rects.names().filter(|name| name.starts_with("inspector/"));
        let bottoms = shown.filter_map(|name| driver.widget_rects.get(name)).map(|rect| rect.bottom);
        bottoms.fold(0.0, f32::max)
    };
    assert!(fields(&driver) > 850.0, "{}", fields(&driver));
    assert!(height(&driver) > 800.0);
    open(&mut driver, AssetType::Action, "bite");
    driver.frames(6);
    assert!(demonstrations(&driver), "an action has its demonstrations below the inspector");
    assert!(fields(&driver) < 620.0, "{}", fields(&driver));
    open(&mut driver, AssetType::Status, "burn");
    driver.frames(6);
    assert!(!demonstrations(&driver));
}

#[test]
fn a_label_is_plain_and_its_tip_has_the_name_of_the_field() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, AssetType::Unit, "warden");
    let at = driver.middle("inspector/glyph/label");
    driver.point(at);
    driver.frames(60);
    assert!(driver.is_shown("tip"), "the tip of the label");
}

#[test]
fn only_fields_that_differ_are_shown_by_one_press_and_all_by_another() {
    let folder = vigil();
    let config = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_config(folder.path(), Some("first-light"), Some(config.path()));
    open(&mut driver, AssetType::Unit, "warden");
    let fields = |driver: &Driver| driver.widget_rects.names().filter(|name| name.ends_with("/label")).count();
    let all = fields(&driver);
    driver.click("inspector/only");
    driver.frames(2);
    let few = fields(&driver);
    assert!(few < all && few > 2, "{few} of {all}");
    assert!(driver.is_shown("inspector/title/label") && !driver.is_shown("inspector/acts/label"));
    assert!(driver.is_shown("inspector/left out"));
    assert!(Preferences::load(Some(config.path())).only_differences, "the switch is kept");
    driver.fill("inspector/title", "");
    assert!(driver.is_shown("inspector/title/label"), "an edited field stays");
    driver.ctrl(imgui::Key::Z);
    assert_eq!(driver.game.library.unit("warden").expect("it").title, "Warden");
    driver.click("inspector/only");
    driver.frames(2);
    assert_eq!(fields(&driver), all);
}

#[test]
fn a_field_with_a_fault_is_shown_whatever_its_value() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    let game = &mut driver.game;
    driver.editor.model_mut().create(game, AssetType::Scenario, "shade", None);
    driver.editor.model_mut().check(game);
    driver.frames(3);
    let faults = driver.editor.model().problems.errors().filter(|fault| fault.file == "scenarios/shade.ron");
    let wrong = faults.map(|fault| fault.path.clone()).find(|path| !path.is_empty());
    let wrong = wrong.expect("a new scenario has no map yet");
    driver.click("inspector/only");
    driver.frames(2);
    assert!(driver.is_shown(&format!("inspector/{wrong}/label")), "{wrong}");
}
