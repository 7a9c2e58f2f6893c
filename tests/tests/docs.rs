//! Documents that are made from the code are equal to it, and what the README tells a designer to do works.

use expect_test::expect_file;
use foretoken_action_assets::{KindRegistry, Library, assets::AssetType, reference};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_reference_of_actions_is_the_kinds_own() {
    expect_file!["../../docs/actions.md"].assert_eq(&reference::markdown(&KindRegistry::core()));
}

/// The README's first action is one new file: put beside the shipped ones, it compiles and is canonical.
#[test]
fn the_readmes_first_action_compiles_as_it_stands() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let action = readme.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an action");
    let mut library = Library::load_folder(&root().join("assets/vigil"), KindRegistry::core());
    let faults = library.reload(&AssetType::Action.path("trip"), Some(action.as_bytes()));
    assert!(faults.is_empty(), "{}", faults.render());
    let (book, faults) = library.compile("first-light");
    assert!(faults.is_empty(), "{}", faults.render());
    assert!(book.expect("a rulebook").find_program("trip").is_some());
    let formatted = foretoken_action_assets::fmt_text("actions/trip.ron", action, &KindRegistry::core());
    assert_eq!(formatted.expect("it is whole"), action);
}
