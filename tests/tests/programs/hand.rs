//! The pack `jail` with a hand of cards in place of the die: a deck without a current slot, in which each slot is always
//! next. Front ends draw it as cards.

use foretoken_tests::{copy_folder, root};
use tempfile::TempDir;

/// Returns a folder of assets in which the prisoner of *The Cell* holds six cards.
pub(crate) fn assets() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    let pack = folder.path().join("jail");
    let deck = r#"Deck(title: "Hand", word: "card", slots: 6)"#;
    std::fs::write(pack.join("decks/hand.ron"), deck).expect("written");
    let unit = r#"Unit(title: "Prisoner", glyph: "@", health: 40, initiative: 1, movement: 0, moves: 0,
        actions_per_turn: 2, tags: ["prisoner"], deck: "hand",
        deck_skills: ["strike", "block", "strike", "trip", "slice", "firebolt"])"#;
    std::fs::write(pack.join("units/prisoner.ron"), unit).expect("written");
    folder
}
