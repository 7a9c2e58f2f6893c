//! The table of assets: sorting, columns, several cells at once, and cells of spreadsheets, by mouse and by keys.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use imgui::Key;

fn with() -> (Driver, tempfile::TempDir) {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), Some("first-light"), None, [2400.0, 1800.0]);
    driver.editor.raise("table");
    driver.frames(4);
    (driver, folder)
}

fn health(driver: &Driver, unit: &str) -> i32 {
    driver.game.library.unit(unit).expect("it").health
}

fn top(driver: &Driver, unit: &str) -> f32 {
    driver.middle(&format!("table/row/{unit}"))[1]
}

#[test]
fn several_cells_get_one_value_in_one_step() {
    let (mut driver, _folder) = with();
    let before = (health(&driver, "brute"), health(&driver, "bomb"));
    driver.click("table/brute/health");
    driver.hold(Key::ModCtrl, |driver| driver.click("table/bomb/health"));
    driver.fill("table/value", "9");
    assert_eq!((health(&driver, "brute"), health(&driver, "bomb")), (9, 9));
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.fill("table/value", "= x * 2 - 1");
    assert_eq!(health(&driver, "brute"), 17, "a formula of the value");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!((health(&driver, "brute"), health(&driver, "bomb")), before);
    assert!(driver.editor.model().unsaved(&driver.game).is_empty());
}

#[test]
fn a_value_that_does_not_fit_changes_no_cell() {
    let (mut driver, _folder) = with();
    driver.click("table/brute/health");
    driver.hold(Key::ModCtrl, |driver| driver.click("table/bomb/health"));
    driver.fill("table/value", "many");
    assert_eq!(driver.editor.model().history.done(), 0);
    assert!(driver.editor.model().notices.iter().any(|notice| notice.contains("`many` is not a number")));
}

#[test]
fn rows_are_sorted_by_a_press_on_a_column() {
    let (mut driver, _folder) = with();
    driver.click("table/sort/health");
    let units: Vec<(String, i32)> = {
        let names = driver.game.library.names_of(AssetType::Unit).map(str::to_owned);
        names
            .map(|name| (name.clone(), health(&driver, &name)))
            .filter(|(name, _)| driver.is_shown(&format!("table/row/{name}")))
            .collect()
    };
    let sorted = |driver: &Driver, units: &[(String, i32)]| {
        let mut rows: Vec<_> = units.iter().map(|(name, health)| (top(driver, name), *health)).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows.into_iter().map(|(_, health)| health).collect::<Vec<_>>()
    };
    let rising = sorted(&driver, &units);
    assert!(rising.is_sorted() && rising.len() > 3, "{rising:?}");
    driver.click("table/sort/health");
    let shown: Vec<_> = units.into_iter().filter(|(name, _)| driver.is_shown(&format!("table/row/{name}"))).collect();
    let falling = sorted(&driver, &shown);
    assert!(falling.iter().rev().is_sorted(), "{falling:?}");
}

#[test]
fn cells_go_to_a_spreadsheet_and_back_by_keys() {
    let (mut driver, _folder) = with();
    driver.click("table/brute/health");
    driver.hold(Key::ModShift, |driver| driver.key(Key::RightArrow));
    driver.ctrl(Key::C);
    let copied = driver.clipboard.borrow().clone();
    assert_eq!(copied.split('\t').next(), Some(health(&driver, "brute").to_string().as_str()), "{copied}");
    "11\t12\r\n21\t22\r\n".clone_into(&mut driver.clipboard.borrow_mut());
    driver.ctrl(Key::V);
    let brute = driver.game.library.unit("brute").expect("it").clone();
    assert_eq!((brute.health, brute.initiative), (11, 12));
    assert_eq!(driver.editor.model().history.done(), 1, "one step");
    "7".clone_into(&mut driver.clipboard.borrow_mut());
    driver.ctrl(Key::V);
    let brute = driver.game.library.unit("brute").expect("it").clone();
    assert_eq!((brute.health, brute.initiative), (7, 7), "one value fills all selected cells");
}

#[test]
fn the_table_is_used_by_keys_alone() {
    let (mut driver, _folder) = with();
    driver.click("table/type/unit");
    driver.key(Key::DownArrow);
    driver.key(Key::UpArrow);
    driver.hold(Key::ModShift, |driver| driver.key(Key::DownArrow));
    driver.key(Key::Enter);
    driver.ctrl(Key::A);
    driver.write("Both");
    driver.key(Key::Enter);
    let titles = driver
        .game
        .library
        .names_of(AssetType::Unit)
        .filter(|name| driver.game.library.unit(name).expect("it").title == "Both");
    assert_eq!(titles.count(), 2);
}

#[test]
fn columns_are_chosen_and_types_have_their_own() {
    let (mut driver, _folder) = with();
    assert!(driver.is_shown("table/sort/health") && !driver.is_shown("table/sort/note"));
    driver.click("table/columns");
    driver.click("table/columns/note");
    driver.key(Key::Escape);
    driver.frames(3);
    assert!(driver.is_shown("table/sort/note"));
    driver.click("table/columns");
    driver.click("table/columns/health");
    driver.key(Key::Escape);
    driver.frames(3);
    assert!(!driver.is_shown("table/sort/health"));
    driver.click("table/type/item");
    driver.frames(2);
    let item = driver.game.library.names_of(AssetType::Item).next().expect("an item").to_owned();
    driver.click(&format!("table/row/{item}"));
    assert_eq!(driver.editor.model().open, Some((AssetType::Item, item)));
}
