//! Texts of lines of decisions.

use super::names;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook};

/// Returns the heading of a round.
#[must_use]
pub fn round(round: i32) -> String {
    format!("Round {round}")
}

/// Describes a decision: the unit and its actions with target cells.
#[must_use]
pub fn decision(book: &Rulebook, state: &GameState, unit: EntityId, uses: &[(u16, Vec<Cell>)]) -> String {
    let used = |(program, cells): &(u16, Vec<Cell>)| {
        cells
            .iter()
            .fold(names::action(book, *program).to_owned(), |words, cell| names::placed(book, state, &words, *cell))
    };
    let used: Vec<String> = uses.iter().map(used).collect();
    let what = if used.is_empty() { "waits".to_owned() } else { used.join(", ") };
    format!("  {}: {what}", names::entity(book, state, unit))
}
