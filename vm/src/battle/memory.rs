//! Memory of a side under fog: cells as last seen, and last cells of units out of sight. Only differences from the
//! truth are stored.

use super::Battle;
use crate::machine::is_seen_by_side;
use crate::rulebook::{ColumnOf, Rulebook};
use crate::space::Cell;
use crate::state::{
    CellRow, Change, ChangeKind, EntityId, GameState, Renames, Team, migrated_columns, migrated_surface,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

impl Battle {
    pub(super) fn begin_memories(&mut self, book: &Rulebook) {
        let sides = if book.sight.is_some() { Team::COUNT } else { 0 };
        self.memories = vec![Memory::first(&self.state); sides];
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Fact {
    Surface,
    Column(u16),
}

impl Fact {
    fn value(self, state: &GameState, cell: Cell) -> i32 {
        match self {
            Self::Surface => {
                let CellRow { surface, rounds_left } = state.cells().row(cell);
                i32::from(surface) | i32::from(rounds_left) << 8
            }
            Self::Column(column) => state.cells().column(cell, column),
        }
    }

    const fn column(self) -> Option<u16> {
        match self {
            Self::Surface => None,
            Self::Column(column) => Some(column),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    cells: BTreeMap<(Cell, Fact), i32>,
    units: Vec<(EntityId, Cell)>,
    place: u32,
}

impl Memory {
    pub(super) fn first(state: &GameState) -> Self {
        Self { place: state.next_place() as u32, ..Self::default() }
    }

    pub(super) fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Self {
        let columns = migrated_columns(ColumnOf::Cell, from, to);
        let carried = |(&(cell, fact), &value): (&(Cell, Fact), &i32)| match fact {
            Fact::Surface => {
                let surface = migrated_surface(value as u8, from, to, renames).ok()?;
                Some(((cell, fact), value & !0xff | i32::from(surface)))
            }
            Fact::Column(column) => {
                let &(column, _) = columns.iter().find(|&&(_, old)| old == column)?;
                Some(((cell, Fact::Column(column)), value))
            }
        };
        let on_board = |cell: &Cell| to.board.contains(*cell);
        Self {
            cells: self.cells.iter().filter(|((cell, _), _)| on_board(cell)).filter_map(carried).collect(),
            units: self.units.iter().copied().filter(|(_, cell)| on_board(cell)).collect(),
            place: self.place,
        }
    }

    pub(super) fn is_valid_for(&self, book: &Rulebook, state: &GameState) -> bool {
        let fact = |(&(cell, fact), &value): (&(Cell, Fact), &i32)| {
            book.board.contains(cell) && (fact != Fact::Surface || usize::from(value as u8) <= book.surfaces.len())
        };
        self.cells.iter().all(fact)
            && self.units.iter().all(|(id, cell)| id.index() < state.entities().len() && book.board.contains(*cell))
    }

    /// Updates the memory after a step. `state` is the state after it; cells seen during the step are remembered as
    /// they are at its end.
    pub(super) fn follow(&mut self, book: &Rulebook, state: &GameState, by: Team, changes: &[Change]) {
        for change in changes {
            match change.kind {
                ChangeKind::Surface => self.differs(change.cell(), Fact::Surface, change.before),
                ChangeKind::CellColumn => self.differs(change.cell(), Fact::Column(change.entity.0), change.before),
                ChangeKind::Detected => {
                    let [was, is] = [change.before, change.after].map(|sides| sides & i32::from(by.bit()) != 0);
                    if was != is {
                        self.forget(change.entity);
                    }
                    if is && !was {
                        self.units.push((change.entity, change.cell()));
                    }
                }
                _ => {}
            }
        }
        let own = |change: &&Change| change.kind == ChangeKind::Cell && state.entity(change.entity).team == by;
        for passed in changes.iter().filter(own) {
            let seen = |cell| crate::machine::is_seen_from(book, state, passed.entity, passed.cell_after(), cell);
            self.cells.retain(|&(cell, _), _| !seen(cell));
        }
        self.look(book, state, by);
    }

    pub(super) fn look(&mut self, book: &Rulebook, state: &GameState, by: Team) {
        self.cells.retain(|&(cell, fact), value| {
            fact.value(state, cell) != *value && !is_seen_by_side(book, state, by, cell)
        });
        self.units.retain(|&(id, cell)| state.entity(id).is_hidden_from(by) && !is_seen_by_side(book, state, by, cell));
    }

    fn differs(&mut self, cell: Cell, fact: Fact, before: i32) {
        self.cells.entry((cell, fact)).or_insert(before);
    }

    fn forget(&mut self, id: EntityId) {
        self.units.retain(|&(unit, _)| unit != id);
    }

    pub(super) fn write_into(&self, known: &mut GameState) {
        for (&(cell, fact), &value) in &self.cells {
            known.remember(cell, fact.column(), value);
        }
    }

    pub(super) fn units(&self) -> &[(EntityId, Cell)] {
        &self.units
    }

    pub(super) const fn place(&self) -> usize {
        self.place as usize
    }

    pub(super) const fn set_place(&mut self, place: usize) {
        self.place = place as u32;
    }
}
