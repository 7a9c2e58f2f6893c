//! The dice table in the inspector of a unit: odds, actions, faults and edits of rows.

use crate::driver::{Driver, open, pack};
use foretoken_action_assets::assets::PolicyAsset;
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::model::dice_table;
use imgui::Key;

fn with_brute() -> (Driver, tempfile::TempDir) {
    let folder = pack("jail");
    let mut driver = Driver::with_size(folder.path(), Some("the-cell"), None, [2000.0, 2600.0]);
    open(&mut driver, AssetType::Unit, "brute");
    driver.click("inspector/only");
    driver.frames(4);
    (driver, folder)
}

fn policy(driver: &Driver) -> PolicyAsset {
    match driver.game.library.asset(AssetType::Policy, "brute") {
        Some(AnyAsset::Policy(policy)) => policy.clone(),
        _ => panic!("there is no policy"),
    }
}

fn odds(driver: &Driver) -> Vec<String> {
    let unit = driver.game.library.unit("brute").expect("it");
    let table = dice_table(&driver.game.library, unit).expect("a table");
    table.rows.iter().map(|odds| odds.words()).collect()
}

#[test]
fn each_row_is_shown_with_its_odds_and_its_action() {
    let (mut driver, _folder) = with_brute();
    assert_eq!(odds(&driver), ["25 %"; 4]);
    for row in 0..4 {
        for part in [format!("odds/{row}"), format!("action/{row}/0"), format!("note/{row}/0")] {
            assert!(driver.is_shown(&format!("inspector/dice/{part}")), "{part}");
        }
    }
    assert!(!driver.is_shown("inspector/dice/fault/0"));
    driver.click("inspector/dice/action/1/0");
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "brute-punch".to_owned())));
    driver.click("inspector/back");
    driver.frames(3);
    driver.click("inspector/dice/go");
    assert_eq!(driver.editor.model().open, Some((AssetType::Policy, "brute".to_owned())));
}

#[test]
fn a_removed_row_leaves_a_side_without_a_row_and_undo_returns_it() {
    let (mut driver, _folder) = with_brute();
    let before = policy(&driver);
    driver.click("inspector/rows[3]/x");
    driver.frames(2);
    assert_eq!(policy(&driver).rows.len(), 3);
    assert!(driver.is_shown("inspector/dice/fault/0"), "3 rows for 4 sides");
    driver.quiet();
    let told = driver.editor.model().problems.iter().any(|fault| fault.file == "policies/brute.ron");
    assert!(told, "Problems has it, too");
    driver.ctrl(Key::Z);
    assert_eq!(policy(&driver), before);
    driver.frames(2);
    assert!(!driver.is_shown("inspector/dice/fault/0"));
}

#[test]
fn the_sides_of_the_die_and_the_faces_of_a_row_are_changed_by_undoable_edits() {
    let (mut driver, _folder) = with_brute();
    let before = policy(&driver);
    driver.fill("inspector/faces", "6");
    driver.frames(2);
    assert_eq!(policy(&driver).faces, 6);
    assert!(driver.is_shown("inspector/dice/fault/0"), "no row for 5 and 6");
    driver.click("inspector/rows[3]");
    driver.frames(3);
    driver.fill("inspector/rows[3].faces/high", "6");
    driver.frames(2);
    assert_eq!(policy(&driver).rows[3].faces, (4, 6));
    assert_eq!(odds(&driver), ["1/6, 16.7 %", "1/6, 16.7 %", "1/6, 16.7 %", "50 %"]);
    assert!(!driver.is_shown("inspector/dice/fault/0"));
    while policy(&driver) != before {
        assert!(driver.editor.model().history.to_undo().is_some(), "undo leads back");
        driver.ctrl(Key::Z);
    }
}
