//! Quick fixes of faults, by mouse and by keys.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::model::QuickFix;
use imgui::Key;

const UNIT: &str = r#"Unit(glyph: "q", actions: ["walk", "bitte", "frobnicate"], on_death: "no-such-thing")"#;

fn with() -> (Driver, tempfile::TempDir) {
    let folder = vigil();
    std::fs::write(folder.path().join("units/quail.ron"), UNIT).expect("written");
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.raise("problems");
    driver.quiet();
    (driver, folder)
}

fn fault(driver: &Driver, path: &str) -> usize {
    let faults = driver.editor.model().problems.with_causes();
    faults.iter().position(|(fault, _)| fault.path == path).unwrap_or_else(|| panic!("{path} in {faults:#?}"))
}

fn actions(driver: &Driver) -> Vec<String> {
    driver.game.library.unit("quail").expect("it").actions.clone()
}

#[test]
fn a_fault_is_fixed_by_the_nearest_name() {
    let (mut driver, _folder) = with();
    let at = fault(&driver, "actions[1]");
    let faults = driver.editor.model().problems.with_causes();
    let fixes = driver.editor.model().fixes(&driver.game, faults[at].0);
    let create = QuickFix::Create(AssetType::Action, "bitte".to_owned());
    assert_eq!(fixes, [create, QuickFix::Use("bite".to_owned(), 0..5), QuickFix::Remove]);
    driver.click(&format!("problems/{at}/fix/1"));
    assert_eq!(actions(&driver), ["walk", "bite", "frobnicate"]);
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    assert_eq!(actions(&driver), ["walk", "bitte", "frobnicate"]);
}

#[test]
fn a_missing_asset_is_created() {
    let (mut driver, _folder) = with();
    let at = fault(&driver, "actions[2]");
    driver.click(&format!("problems/{at}/fix/0"));
    assert!(driver.game.library.action("frobnicate").is_some());
    driver.ctrl(Key::Z);
    assert!(driver.game.library.action("frobnicate").is_none());
}

#[test]
fn a_reference_is_taken_out_by_keys() {
    let (mut driver, _folder) = with();
    let at = fault(&driver, "actions[2]");
    driver.click(&format!("problems/{at}"));
    for _ in 0..=at {
        driver.key(Key::DownArrow);
    }
    driver.key(Key::Alpha2);
    assert_eq!(actions(&driver), ["walk", "bitte"], "nothing is near, so the second fix takes it out");
    driver.ctrl(Key::Z);
    assert_eq!(actions(&driver).len(), 3);
    driver.quiet();
    let lone = fault(&driver, "on_death");
    let faults = driver.editor.model().problems.with_causes();
    let fixes = driver.editor.model().fixes(&driver.game, faults[lone].0);
    let last = fixes.len() - 1;
    driver.click(&format!("problems/{lone}/fix/{last}"));
    assert_eq!(driver.game.library.unit("quail").expect("it").on_death, "");
}

#[test]
fn a_word_of_a_formula_is_replaced() {
    let folder = vigil();
    std::fs::write(
        folder.path().join("actions/odd.ron"),
        r#"Action(body: [Damage(target: "self", amount: "1 + mxa(2, 3)")])"#,
    )
    .expect("written");
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.raise("problems");
    driver.quiet();
    let at = fault(&driver, "body[0].amount");
    driver.click(&format!("problems/{at}/fix/0"));
    assert!(driver.text_of(AssetType::Action, "odd").contains("1 + max(2, 3)"));
}
