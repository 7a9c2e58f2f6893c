//! Copies of states for predictions and for storage.

use super::{Entity, GameState, Grid};
use crate::rulebook::Rulebook;

impl GameState {
    /// Copies `source` into existing buffers. If both are copies of the same projection, copies only what was touched.
    pub fn copy_from(&mut self, source: &Self) {
        self.grid.follow(self.entities.values_as_slice(), &source.grid, source.entities());
        self.copy_all_but_grid(source);
    }

    pub(crate) fn without_grid(&self) -> Self {
        let mut copy = Self::default();
        copy.copy_all_but_grid(self);
        copy
    }

    pub(crate) fn return_to(&mut self, kept: &Self, book: &Rulebook) {
        if self.grid.is_of(book.id) {
            self.grid.follow_rows(self.entities.values_as_slice(), kept.entities());
        } else {
            self.grid = Grid::new(book, &book.decoded.ground, book.id);
            self.grid.follow_rows(&[], kept.entities());
        }
        self.origin = 0;
        self.copy_all_but_grid(kept);
    }

    fn copy_all_but_grid(&mut self, source: &Self) {
        if self.origin != 0 && self.origin == source.origin {
            self.cells.return_to(&source.cells);
            let (rows, spares) = self.entities.values_as_mut_slice().split_at_mut(source.count);
            rows.copy_from_slice(source.entities());
            spares.fill(Entity::BLANK);
        } else {
            self.cells.copy_from(&source.cells);
            self.entities.clone_from(&source.entities);
            self.entity_column_defaults.clone_from(&source.entity_column_defaults);
            self.origin = source.origin;
        }
        self.count = source.count;
        self.entity_columns.clone_from(&source.entity_columns);
        self.battle_columns.clone_from(&source.battle_columns);
        self.battle = source.battle;
        self.agenda.clone_from(&source.agenda);
        self.next_place = source.next_place;
        self.entries.clone_from(&source.entries);
        self.instances.copy_from(&source.instances);
        self.agenda_stale = source.agenda_stale;
    }
}
