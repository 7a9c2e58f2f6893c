//! Disk behaviour of the editor: journal, outside changes, conflicts and failing disks.

use crate::driver::{Driver, block, vigil};
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::model::Side;
use imgui::Key;
use std::path::Path;

fn retitle(driver: &mut Driver, name: &str, title: &str) {
    driver.editor.model_mut().open(AssetType::Action, name);
    driver.frames(2);
    driver.fill("inspector/title", title);
}

fn title(library: &Library, name: &str) -> String {
    library.action(name).expect("there is one").title.clone()
}

fn edit_file(folder: &Path, path: &str, from: &str, to: &str) {
    let file = folder.join(path);
    let text = std::fs::read_to_string(&file).expect("readable");
    assert!(text.contains(from), "{text}");
    std::fs::write(&file, text.replace(from, to)).expect("written");
}

#[test]
fn unsaved_edits_come_back_after_a_crash() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    retitle(&mut driver, "strike", "Blow");
    driver.click("action/body[2]");
    driver.click("action/duplicate");
    drop(driver);
    assert!(std::fs::read_to_string(folder.path().join("actions/strike.ron")).expect("there").contains("Strike\""));
    let mut driver = Driver::new(folder.path(), None);
    assert_eq!(title(&driver.game.library, "strike"), "Blow");
    assert_eq!(driver.game.library.action("strike").expect("it").body.len(), 4);
    assert!(driver.is_shown("status/from-before"), "it is said as long as nothing is done about it");
    assert!(driver.is_shown("status/discard"), "they can be discarded");
    assert!(driver.editor.model().notices.last().expect("a notice").contains("Recovered: "));
    assert_eq!(driver.editor.model().history.done(), 2, "and undone one by one");
    driver.ctrl(Key::S);
    drop(driver);
    let driver = Driver::new(folder.path(), None);
    assert_eq!(title(&driver.game.library, "strike"), "Blow");
    assert_eq!(driver.editor.model().history.done(), 0, "the journal begins anew");
}

#[test]
fn a_torn_journal_gives_back_what_is_whole() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    retitle(&mut driver, "strike", "Blow");
    retitle(&mut driver, "shove", "Push");
    drop(driver);
    let journal = folder.path().join(".edits/journal");
    let bytes = std::fs::read(&journal).expect("a journal");
    std::fs::write(&journal, &bytes[..bytes.len() - 7]).expect("torn");
    let mut driver = Driver::new(folder.path(), None);
    assert_eq!(title(&driver.game.library, "strike"), "Blow");
    assert_eq!(title(&driver.game.library, "shove"), "Shove");
    retitle(&mut driver, "hurl", "Throw");
    drop(driver);
    let driver = Driver::new(folder.path(), None);
    assert_eq!(title(&driver.game.library, "strike"), "Blow");
    assert_eq!(title(&driver.game.library, "hurl"), "Throw");
}

#[test]
fn edits_that_came_back_can_be_discarded() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    retitle(&mut driver, "strike", "Blow");
    drop(driver);
    let mut driver = Driver::new(folder.path(), None);
    driver.click("status/discard");
    assert_eq!(title(&driver.game.library, "strike"), "Strike");
    drop(driver);
    let driver = Driver::new(folder.path(), None);
    assert_eq!(title(&driver.game.library, "strike"), "Strike");
}

#[test]
fn a_file_changed_outside_is_in_force_and_can_be_undone() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    edit_file(folder.path(), "actions/strike.ron", "\"Strike\"", "\"Outside\"");
    driver.frames(65);
    assert_eq!(title(&driver.game.library, "strike"), "Outside");
    edit_file(folder.path(), "actions/strike.ron", "title", "titel");
    driver.frames(65);
    assert_eq!(title(&driver.game.library, "strike"), "Outside", "the last whole version stays");
    assert!(driver.editor.model().problems.iter().any(|fault| fault.code == "unknown-field"));
    driver.ctrl(Key::Z);
    assert_eq!(title(&driver.game.library, "strike"), "Strike");
}

#[test]
fn what_both_sides_changed_is_asked_part_by_part() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    retitle(&mut driver, "strike", "Mine");
    edit_file(folder.path(), "actions/strike.ron", "\"Strike\"", "\"Theirs\"");
    edit_file(folder.path(), "actions/strike.ron", "clip: 2", "clip: 9");
    driver.frames(65);
    let differences = driver.editor.model().conflicts[0].differences.clone();
    let told: Vec<(&str, Side, bool)> = differences.iter().map(|d| (d.path.as_str(), d.side, d.both)).collect();
    assert_eq!(told, [("title", Side::Mine, true), ("clip", Side::Theirs, false)]);
    driver.ctrl(Key::S);
    assert!(std::fs::read_to_string(folder.path().join("actions/strike.ron")).expect("it").contains("Theirs"));
    driver.click("conflict/0/disk");
    driver.click("conflict/join");
    let own = driver.game.library.action("strike").expect("it");
    assert_eq!((own.title.as_str(), own.clip), ("Theirs", 9));
    driver.ctrl(Key::Z);
    assert_eq!(title(&driver.game.library, "strike"), "Mine");
    assert!(driver.editor.model().conflicts.is_empty());
}

#[test]
fn a_disk_that_fails_loses_nothing() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    retitle(&mut driver, "strike", "Blow");
    let before = std::fs::read_to_string(folder.path().join("actions/strike.ron")).expect("it");
    let blocked = block(&folder.path().join("actions/strike.ron"));
    driver.ctrl(Key::S);
    let told = driver.editor.model().notices.join(" ");
    assert!(told.contains("could not be written") && told.contains("your edits are kept"), "{told}");
    assert_eq!(std::fs::read_to_string(folder.path().join("actions/strike.ron")).expect("it"), before);
    assert_eq!(title(&driver.game.library, "strike"), "Blow");
    assert!(driver.editor.model().is_unsaved(&driver.game, AssetType::Action, "strike"));
    std::fs::remove_dir(blocked).expect("removed");
    driver.ctrl(Key::S);
    assert!(!driver.editor.model().is_unsaved(&driver.game, AssetType::Action, "strike"));
}

#[test]
fn a_pack_that_is_broken_from_the_start_opens() {
    let folder = vigil();
    edit_file(folder.path(), "actions/strike.ron", "Damage(", "Damge(");
    let config = tempfile::tempdir().expect("a folder");
    drop(Driver::new(folder.path(), Some("first-light")));
    std::fs::write(config.path().join("editor-layout.ini"), "[Docking][Data]\n").expect("written");
    let mut driver = Driver::with_config(folder.path(), Some("first-light"), Some(config.path()));
    driver.frames(5);
    assert!(driver.is_shown("problems/0"));
    driver.click("problems/0");
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "strike".to_owned())));
}

#[test]
fn what_was_told_is_not_told_again_once_it_is_closed() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.editor.model_mut().tell("Saved 2 assets.");
    driver.frames(2);
    let Driver { editor, game, .. } = &mut driver;
    assert_eq!(editor.rest(game), Vec::<String>::new());
    editor.model_mut().tell("A file was changed.");
    assert_eq!(editor.rest(game), ["A file was changed."]);
}
