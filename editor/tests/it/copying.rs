//! Copies of assets to another pack, with all that they need: by mouse and by keys, with conflicts of names.

use crate::driver::{Driver, open, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::model::CopyChoice;
use imgui::Key;
use std::path::{Path, PathBuf};

const MOLE: &str = "= stand\nkk\nkk\n";
const ICON: &str = "= icon\nk\n";
const OTHER_ICON: &str = "= icon\nW\n";

/// A folder with the pack `one`, which has a unit with an action, and the pack `two`.
fn packs() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let root = tempfile::tempdir().expect("a folder");
    let (one, two) = (root.path().join("one"), root.path().join("two"));
    let write = |path: PathBuf, text: &str| {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write(one.join("actions/bite.ron"), r#"Action(title: "Bite", body: [Wait])"#);
    write(one.join("actions/burrow.ron"), r#"Action(title: "Burrow", body: [Wait])"#);
    write(one.join("actions/other.ron"), r#"Action(title: "Other", body: [Wait])"#);
    write(one.join("units/mole.ron"), r#"Unit(title: "Mole", glyph: "m", actions: ["bite", "burrow"])"#);
    write(one.join("art/units/mole.txt"), MOLE);
    write(one.join("art/icons/bite.txt"), ICON);
    write(two.join("art/icons/bite.txt"), OTHER_ICON);
    write(two.join("actions/bite.ron"), r#"Action(title: "Another bite", body: [Wait])"#);
    (root, one, two)
}

fn driver(one: &Path) -> Driver {
    let mut driver = Driver::new(one, None);
    driver.editor.set_packs(vec!["two".to_owned()]);
    open(&mut driver, AssetType::Unit, "mole");
    driver
}

fn read(pack: &Path, path: &str) -> String {
    std::fs::read_to_string(pack.join(path)).unwrap_or_default()
}

fn begin(driver: &mut Driver) {
    driver.ctrl(Key::P);
    driver.write("copy to another");
    driver.key(Key::Enter);
    driver.frames(3);
}

#[test]
fn a_unit_is_copied_with_its_actions_and_conflicts_are_kept_replaced_or_renamed() {
    let (_root, one, two) = packs();
    let mut driver = driver(&one);
    begin(&mut driver);
    driver.click("copy/pack/two");
    driver.frames(3);
    assert!(driver.is_shown("copy/actions/bite.ron/keep") && !driver.is_shown("copy/actions/burrow.ron/keep"));
    driver.click("copy/do");
    assert!(read(&two, "actions/bite.ron").contains("Another bite"), "kept");
    assert!(read(&two, "actions/burrow.ron").contains("Burrow") && read(&two, "units/mole.ron").contains("Mole"));
    assert!(!two.join("actions/other.ron").exists(), "the unit does not need it");
    assert_eq!(read(&two, "art/units/mole.txt"), MOLE, "its drawing comes with it");
    assert_eq!(read(&two, "art/icons/bite.txt"), OTHER_ICON, "that of a kept asset is kept");
    begin(&mut driver);
    driver.click("copy/pack/two");
    driver.frames(3);
    driver.click("copy/actions/bite.ron/replace");
    driver.click("copy/do");
    assert_eq!(read(&two, "actions/bite.ron"), driver.text_of(AssetType::Action, "bite"));
    assert_eq!(read(&two, "art/icons/bite.txt"), ICON, "replaced with its asset");
    assert_eq!(driver.editor.model().history.done(), 0, "the edited pack does not change");
}

#[test]
fn a_renamed_copy_is_used_by_the_other_copies_by_keys_alone() {
    let (_root, one, two) = packs();
    let mut driver = driver(&one);
    begin(&mut driver);
    driver.key(Key::DownArrow);
    driver.key(Key::Enter);
    driver.frames(2);
    driver.key(Key::Alpha3);
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(read(&two, "actions/bite.ron").contains("Another bite"));
    assert!(read(&two, "actions/bite-2.ron").contains("title: \"Bite\""));
    assert_eq!(read(&two, "art/icons/bite-2.txt"), ICON, "the drawing has the new name, too");
    assert!(read(&two, "units/mole.ron").contains("\"bite-2\""), "{}", read(&two, "units/mole.ron"));
    assert!(!driver.is_shown("copy/do"), "the dialog is closed");
}

#[test]
fn a_plan_has_all_that_a_scenario_needs() {
    let folder = vigil();
    let driver = Driver::new(folder.path(), Some("first-light"));
    let target = tempfile::tempdir().expect("a folder");
    let model = driver.editor.model();
    let plan = model.plan_copy(&driver.game, &(AssetType::Scenario, "first-light".to_owned()), target.path());
    let has = |kind: AssetType, name: &str| plan.items.iter().any(|item| item.asset == (kind, name.to_owned()));
    assert!(has(AssetType::Scenario, "first-light") && has(AssetType::Unit, "warden"));
    assert!(has(AssetType::Action, "bite") && has(AssetType::Terrain, "wall"), "through units and the map");
    assert!(plan.items.iter().all(|item| item.conflict != Some(CopyChoice::Keep)));
}
