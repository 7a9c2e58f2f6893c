//! Trace of visible changes: the token that made each one, and its cells. The program listing and demonstrations use
//! it.

use foretoken_vm::state::Span;
use foretoken_vm::{Cell, Change, ChangeKind, EntityId, GameState, Rulebook};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceLine {
    pub token: (String, u32),
    /// Path of the part that it was compiled from.
    pub part: String,
    pub words: String,
    pub cells: Vec<Cell>,
}

pub(crate) fn trace(
    book: &Rulebook,
    start: &GameState,
    changes: &[Change],
    spans: impl Fn(usize) -> Option<Span>,
    words: impl Fn(&Change) -> String,
) -> Vec<TraceLine> {
    let mut now: BTreeMap<EntityId, Cell> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let cells = cells_of(change, start, &mut now);
        let Some(span) = spans(at).filter(|span| span.program != Span::ENGINE && !cells.is_empty()) else { continue };
        let Some(program) = book.program(span.program) else { continue };
        let part = program.debug.parts.get(usize::from(span.pc)).cloned().unwrap_or_default();
        let token = (program.name.clone(), u32::from(span.pc));
        found.push(TraceLine { token, part, words: words(change), cells });
    }
    found
}

/// Returns the cells of a change. `now` holds the cells of units that moved since the start.
fn cells_of(change: &Change, start: &GameState, now: &mut BTreeMap<EntityId, Cell>) -> Vec<Cell> {
    match change.kind {
        ChangeKind::Cell => {
            now.insert(change.entity, change.cell_after());
            vec![change.cell_before(), change.cell_after()]
        }
        ChangeKind::Struck
        | ChangeKind::Surface
        | ChangeKind::CellColumn
        | ChangeKind::Veiled
        | ChangeKind::Collided
        | ChangeKind::NoEffect => {
            vec![change.cell()]
        }
        ChangeKind::Spawn => {
            now.insert(change.entity, change.cell());
            vec![change.cell()]
        }
        ChangeKind::NextPlace
        | ChangeKind::Agenda
        | ChangeKind::Entry
        | ChangeKind::Battle
        | ChangeKind::BattleColumn
        | ChangeKind::Drew => Vec::new(),
        _ => {
            let known = || start.entities().get(change.entity.index()).map_or(Cell::NOWHERE, |row| row.cell);
            let cell = now.get(&change.entity).copied().unwrap_or_else(known);
            if cell == Cell::NOWHERE { Vec::new() } else { vec![cell] }
        }
    }
}
