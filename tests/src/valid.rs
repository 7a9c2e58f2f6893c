//! Invariants of every state after a run.

use foretoken_vm::state::entry;
use foretoken_vm::stats::StatId;
use foretoken_vm::{EntityId, GameState, Rulebook, Slot, Symmetry};
use std::collections::BTreeSet;

/// Checks that rows and cells agree, numbers are in bounds, the agenda refers to existing entries, and saving
/// round-trips.
///
/// # Panics
/// If the state is invalid.
pub fn assert_valid(book: &Rulebook, state: &GameState) {
    assert!(state.entities().len() <= usize::from(book.limits.entities), "entities within their limit");
    for (index, entity) in state.entities().iter().enumerate() {
        let id = EntityId(index as u16);
        if entity.is_alive() {
            for cell in book.cells_of(entity) {
                assert!(book.board.contains(cell), "{id} stands on the board");
                assert_eq!(state.occupant(cell), id, "{id} occupies its cell {cell}");
                assert!(book.terrain_at(cell).is_none_or(|ground| !ground.blocks_movement), "{id} is in no wall");
            }
            assert_stats(book, state, id);
            let most = state.sheet(book).stat(id, StatId::HEALTH);
            assert!((1..=most).contains(&entity.health), "{id} lives and has {} of {most} health", entity.health);
            assert!(book.unit_type(entity).is_some(), "{id} is of a kind");
        } else {
            assert!(entity.health <= 0, "{id} is dead and has {} health", entity.health);
            assert_ne!(state.occupant(entity.cell), id, "{id} is dead and off its cell");
        }
        assert!(entity.shield >= 0, "{id} has a shield of {}", entity.shield);
        assert_eq!(entity.redirect, Symmetry::from_index(entity.redirect.index()), "{id} is turned by a symmetry");
    }
    for cell in book.board.cells() {
        let row = state.entity(state.occupant(cell));
        let there = row.is_alive() && book.cells_of(row).any(|own| own == cell);
        assert!(there || !state.occupant(cell).is_some(), "{cell} keeps somebody who is not there");
    }
    for (cell, row) in state.cells().surfaces() {
        assert!(book.board.contains(cell), "{cell} is on the board");
        assert!(usize::from(row.surface) <= book.surfaces.len(), "{cell} has a surface that there is");
        let bare = book.terrain_at(cell).is_some_and(|ground| ground.no_surfaces);
        assert!(!bare || row.surface == 0, "nothing lies on {cell}, which takes no surface");
    }
    assert_agenda(book, state);
    let bytes = state.to_bytes().expect("a state fits a snapshot");
    let loaded = GameState::from_bytes(book, &bytes).expect("a snapshot can be read again");
    assert!(loaded == *state, "what is loaded is what was saved");
}

/// Compares each stat with the sum of all its modifiers, without the shortcuts of reading.
fn assert_stats(book: &Rulebook, state: &GameState, id: EntityId) {
    let sheet = state.sheet(book);
    for stat in (0..book.stat_count()).map(StatId) {
        let (_, _, whole) = sheet.breakdown(id, stat);
        assert_eq!(sheet.stat(id, stat), whole, "{id} has its {}", book.stat_title(stat));
    }
}

fn assert_agenda(book: &Rulebook, state: &GameState) {
    assert!(state.next_place() <= state.agenda().len(), "the turn is a place of the agenda");
    assert!(state.entries().len() <= usize::from(book.limits.entries), "entries within their limit");
    let mut seen = BTreeSet::new();
    for slot in state.agenda() {
        assert!(seen.insert(slot.to_word()), "{slot:?} is twice in the agenda");
        if let Slot::Unit(id) = slot {
            assert!(id.index() < state.entities().len(), "{id} is in the agenda and nowhere else");
        }
    }
    for words in state.entries().iter().filter(|words| words[entry::WAITING] != 0) {
        let owner = EntityId(words[entry::OWNER] as u16);
        assert!(owner.index() < state.entities().len(), "an entry is owned by {owner}");
        assert!(book.program(words[entry::PROGRAM] as u16).is_some(), "an entry has a program");
    }
}
