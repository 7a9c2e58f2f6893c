//! Panels over a battle: state edits, program listing, keys, theme and battle tests.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::Rect;
use foretoken_editor::{EditorRequest, Host, Theme};
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
    assert!(driver.is_shown("status/edited"));
    driver.ctrl(Key::Z);
    assert_eq!(health(&driver), before);
    driver.fill("state/0/cell", "a1");
    driver.click("state/0/hidden");
    assert_eq!(driver.editor.model().history.done(), 2);
}

#[test]
fn the_slider_shows_the_battle_as_it_was_and_one_plays_on_from_there() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    (0..4).for_each(|_| driver.game.advance());
    let present = driver.game.view().expect("a battle").truth.clone();
    open(&mut driver, "rewind");
    assert!(!driver.is_shown("rewind/board"), "the game shows the present");
    driver.drag_by("rewind/slider", [-2000.0, 0.0]);
    let past = driver.game.past().expect("it is looked back at");
    assert_eq!((past.rewind_point, past.view.truth.next_place()), (0, 0));
    assert!(driver.is_shown("rewind/board") && driver.is_shown("status/present"));
    open(&mut driver, "state");
    assert!(driver.is_shown("state/past"));
    driver.click("state/0");
    driver.drag_by("state/0/health", [-60.0, 0.0]);
    assert_eq!(driver.editor.model().history.done(), 0);
    open(&mut driver, "debug");
    assert!(driver.is_shown("debug/past"));
    driver.click("debug/present");
    assert!(driver.game.past().is_none());
    assert_eq!(*driver.game.view().expect("a battle").truth, present, "nothing was taken back");
    open(&mut driver, "rewind");
    driver.click("rewind/2");
    driver.drag_by("rewind/slider", [2000.0, 0.0]);
    assert!(driver.game.past().is_none(), "the present is at the right");
    driver.click("rewind/2");
    driver.click("rewind/go");
    assert!(driver.game.past().is_none());
    assert_eq!(driver.game.rewind_points().len(), 3);
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
    driver.click("demonstration/step");
    let Rect { left, top, right, bottom } = driver.widget_rects.get("demonstration/c1").expect("a cell");
    driver.point([(left + right) / 2.0, (top + bottom) / 2.0]);
    driver.frames(2);
    let at_work: Vec<&str> = driver.widget_rects.names().filter(|name| name.starts_with("program/at-work/")).collect();
    assert!(at_work.contains(&"program/at-work/4"), "{at_work:?}");
    driver.click("action/body[2]");
    driver.fill("inspector/amount", "1 +");
    assert!(driver.is_shown("program/4"));
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
    driver.quiet();
    driver.editor.wants();
    driver.editor.model_mut().open(AssetType::Action, "strike");
    driver.frames(2);
    driver.key(Key::F5);
    let wanted = EditorRequest::BattleTest { scenario: None, action: Some("strike".to_owned()) };
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

#[test]
fn the_tab_in_front_comes_back_in_front() {
    let folder = vigil();
    let config = tempfile::tempdir().expect("a folder");
    let start = || Driver::with_config(folder.path(), Some("first-light"), Some(config.path()));
    let mut driver = start();
    driver.frames(10);
    assert!(!driver.is_shown("rewind/slider"), "the problems are in front at first");
    driver.editor.raise("rewind");
    driver.frames(10);
    assert!(driver.is_shown("rewind/slider"));
    let layout = driver.settings();
    driver.editor.keep(&layout);
    drop(driver);
    let mut driver = start();
    driver.frames(10);
    assert!(driver.is_shown("rewind/slider"));
}

#[test]
fn keys_are_the_editors_own_while_something_is_open_or_typed_in() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.model_mut().open(AssetType::Action, "strike");
    driver.frames(2);
    assert!(!driver.editor.is_using_keys(), "nothing is open");
    let opens = |driver: &mut Driver, spot: &str, shows: &str| {
        driver.click(spot);
        assert!(driver.editor.is_using_keys(), "{spot} is open");
        assert!(driver.is_shown(shows), "{shows} is seen");
        driver.press_key(Key::Escape);
        assert!(driver.editor.is_using_keys(), "{spot}: Escape closes it, and is nobody else's");
        driver.release_key(Key::Escape);
        assert!(!driver.is_shown(shows), "{spot} is closed");
    };
    opens(&mut driver, "assets/new", "new/name");
    opens(&mut driver, "menu/Edit", "menu/undo");
    driver.click("action/body[2]");
    opens(&mut driver, "inspector/target", "inspector/target/T1");
    opens(&mut driver, "action/wrap", "action/wrap/Branch");
    opens(&mut driver, "inspector/amount/help", "inspector/amount/help/health");
    assert!(driver.editor.is_using_keys(), "the panel that was clicked in has the keys");
    driver.key(Key::Escape);
    assert!(!driver.editor.is_using_keys(), "and gives them back");
    driver.click("assets/new");
    driver.click("new/like");
    driver.key(Key::Escape);
    assert!(driver.is_shown("new/name") && !driver.is_shown("new/like/strike"));
    driver.key(Key::Escape);
    assert!(!driver.is_shown("new/name"));
    driver.click("inspector/amount");
    driver.frame();
    assert!(driver.editor.is_using_keys(), "a field is typed in");
    driver.key(Key::F5);
    assert!(!driver.editor.is_using_keys(), "the game has the keys");
}

#[test]
fn the_battle_keeps_its_share_of_a_small_window() {
    let folder = vigil();
    let share = |driver: &Driver, [width, height]: [f32; 2]| {
        let Rect { left, top, right, bottom } = driver.editor.free([width, height]);
        [(right - left) / width, (bottom - top) / height]
    };
    let small = [800.0, 600.0];
    let mut driver = Driver::with_size(folder.path(), Some("first-light"), None, small);
    driver.frames(10);
    let [across, down] = share(&driver, small);
    assert!(across >= 0.44 && down >= 0.44, "{across} by {down}");
    assert!(driver.is_shown("assets/new") && driver.is_shown("assets/search"), "panels are there still");
    drop(driver);
    let large = [1600.0, 1000.0];
    let mut driver = Driver::with_size(folder.path(), Some("first-light"), None, large);
    let before = share(&driver, large);
    driver.resize([800.0, 480.0]);
    let [across, down] = share(&driver, [800.0, 480.0]);
    assert!(across >= 0.3 && down >= 0.44, "{across} by {down}");
    driver.resize(large);
    assert_eq!(share(&driver, large), before);
}

#[test]
fn keys_are_the_battles_until_a_panel_is_clicked_in() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.model_mut().open(AssetType::Action, "strike");
    driver.frames(10);
    assert!(!driver.editor.is_using_keys(), "nobody clicked");
    driver.editor.raise("state");
    driver.frames(3);
    assert!(driver.is_shown("state/filter"));
    driver.key(Key::Tab);
    assert!(!driver.editor.is_using_keys(), "Tab leads into no field of a panel that nobody clicked in");
    driver.click("inspector/title/label");
    assert!(driver.editor.is_using_keys(), "it has the keys, whether something is typed or not");
    driver.click("menu/Edit");
    driver.key(Key::Escape);
    assert!(driver.editor.is_using_keys(), "a menu takes them from nobody");
    driver.point([700.0, 400.0]);
    driver.click_here();
    assert!(!driver.editor.is_using_keys());
    driver.click("inspector/title");
    driver.key(Key::F5);
    assert!(!driver.editor.is_using_keys(), "a battle test has the keys");
}

#[test]
fn a_click_in_a_number_types_and_dragging_alters_it() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.editor.model_mut().open(AssetType::Unit, "rat");
    driver.frames(4);
    driver.fill("inspector/movement", "7");
    assert!(driver.text_of(AssetType::Unit, "rat").contains("movement: 7"));
    driver.fill("inspector/health", "12");
    assert!(driver.text_of(AssetType::Unit, "rat").contains("health: 12"));
    driver.drag_by("inspector/health", [40.0, 0.0]);
    let health = driver.game.library.unit("rat").map(|unit| unit.health);
    assert!(health > Some(12), "{health:?}");
}

#[test]
fn notices_fade_and_are_had_again() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.editor.model_mut().tell("Something happened.");
    driver.frames(2);
    assert!(driver.is_shown("status/notice"));
    driver.frames(9 * 60);
    assert!(!driver.is_shown("status/notice") && driver.is_shown("status/notices"));
    driver.editor.model_mut().tell("Something happened.");
    driver.frames(2);
    assert!(driver.is_shown("status/notice"), "it is told again");
}

#[test]
fn the_program_of_a_broken_action_says_that_it_is_not_in_force() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.model_mut().open(AssetType::Action, "strike");
    open(&mut driver, "program");
    assert!(!driver.is_shown("program/wrong"));
    driver.click("action/body[0]");
    driver.click("action/delete");
    driver.editor.model_mut().select("");
    driver.frames(2);
    driver.click("program/wrong");
    assert_eq!(driver.editor.model().selected, "body[0]", "it leads to what is wrong first");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.frames(2);
    assert!(!driver.is_shown("program/wrong"));
}

#[test]
fn how_a_battle_stands_is_chosen_by_name() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, "state");
    driver.click("state/battle/outcome");
    driver.click("state/battle/outcome/won");
    let now = driver.game.view().expect("a battle").truth.battle(foretoken_vm::state::BattleField::Outcome);
    assert_eq!(now, 1);
}

#[test]
fn closing_finishes_what_is_typed_and_keeps_what_is_remembered() {
    let folder = vigil();
    let config = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_config(folder.path(), None, Some(config.path()));
    driver.editor.model_mut().open(AssetType::Action, "strike");
    driver.frames(2);
    driver.click("inspector/title");
    driver.ctrl(Key::A);
    driver.write("Blow");
    driver.editor.close(&mut driver.game);
    drop(driver);
    let driver = Driver::with_config(folder.path(), None, Some(config.path()));
    assert_eq!(driver.game.library.action("strike").expect("it").title, "Blow");
    assert_eq!(driver.editor.model().preferences.recent, ["actions/strike.ron"]);
}

#[test]
fn an_empty_pack_becomes_one_that_plays_in_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/begin");
    driver.quiet();
    let model = driver.editor.model();
    assert!(model.problems.is_empty(), "{}", model.problems.render());
    assert_eq!(model.history.done(), 1);
    let plays = EditorRequest::BattleTest { scenario: Some("first".to_owned()), action: None };
    assert!(driver.editor.wants().contains(&plays));
    driver.ctrl(Key::S);
    assert!(folder.path().join("scenarios/first.ron").is_file());
    driver.ctrl(Key::Z);
    assert_eq!(driver.game.library.assets().count(), 0);
    driver.ctrl(Key::Y);
    driver.click("menu/File");
    driver.click("menu/pack");
    driver.write("My Pack");
    driver.key(Key::Enter);
    assert!(
        driver.editor.wants().contains(&EditorRequest::NewPack("my-pack".to_owned())),
        "beside one that has something"
    );
}

#[test]
fn a_tip_covers_nothing_of_the_row_that_it_is_about() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.model_mut().open(AssetType::Action, "bite");
    open(&mut driver, "demonstration");
    for button in ["assets/new", "assets/rename", "action/add", "demonstration/duplicate", "assets/only/wrong"] {
        let row = driver.widget_rects.get(button).unwrap_or_else(|| panic!("{button} is seen"));
        driver.point([1.0, 1.0]);
        driver.frames(60);
        assert_eq!(driver.widget_rects.get("tip"), None);
        driver.point(row.middle());
        driver.frames(60);
        let tip = driver.widget_rects.get("tip").unwrap_or_else(|| panic!("{button} is told of"));
        assert!(tip.bottom <= row.top || tip.top >= row.bottom, "{button}: {tip:?} over {row:?}");
    }
}
