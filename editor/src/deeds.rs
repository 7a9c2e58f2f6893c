//! What tokens do: for each change that can be seen on a board, the token that made it, and the cells that it concerns.
//! The program's listing and the demonstration tell with it which token made a mark.

use foretoken_vm::state::Span;
use foretoken_vm::{Cell, Change, EntityId, GameState, Rulebook, What};
use std::collections::BTreeMap;

/// What a token did, or will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    /// The token: its program and its place there.
    pub token: (String, u32),
    /// The part that it was compiled from, as a path within its action.
    pub part: String,
    /// What it did.
    pub words: String,
    /// The cells that show it.
    pub cells: Vec<Cell>,
}

/// The deeds among changes that begin at a state. `spans` says who made which, `words` what to call it.
pub(crate) fn deeds(
    book: &Rulebook,
    start: &GameState,
    changes: &[Change],
    spans: impl Fn(usize) -> Option<Span>,
    words: impl Fn(&Change) -> String,
) -> Vec<Deed> {
    let mut now: BTreeMap<EntityId, Cell> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let cells = cells_of(change, start, &mut now);
        let Some(span) = spans(at).filter(|span| span.program != Span::ENGINE && !cells.is_empty()) else { continue };
        let Some(program) = book.program(span.program) else { continue };
        let part = program.debug.parts.get(usize::from(span.pc)).cloned().unwrap_or_default();
        let token = (program.name.clone(), u32::from(span.pc));
        found.push(Deed { token, part, words: words(change), cells });
    }
    found
}

/// The cells that a change is about. `now` keeps where those are who moved since the start.
fn cells_of(change: &Change, start: &GameState, now: &mut BTreeMap<EntityId, Cell>) -> Vec<Cell> {
    match change.what {
        What::Cell => {
            now.insert(change.entity, change.cell_after());
            vec![change.cell_before(), change.cell_after()]
        }
        What::Struck | What::Surface | What::CellColumn | What::Veiled | What::Collided | What::NoEffect => {
            vec![change.cell()]
        }
        What::Spawn => {
            now.insert(change.entity, change.cell());
            vec![change.cell()]
        }
        What::Turn | What::Agenda | What::Entry | What::Battle | What::BattleColumn | What::Drew => Vec::new(),
        _ => {
            let known = || start.entities().get(change.entity.index()).map_or(Cell::NOWHERE, |row| row.cell);
            let cell = now.get(&change.entity).copied().unwrap_or_else(known);
            if cell == Cell::NOWHERE { Vec::new() } else { vec![cell] }
        }
    }
}
