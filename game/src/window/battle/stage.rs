//! The stage: without a drawn board, units stand side by side, large, with a wider gap between the sides.

use foretoken_vm::{Cell, GameState, Team};

/// Distance between units of a side, in cell edges.
const BESIDE: f32 = 1.5;
/// Distance between units of different sides.
const BETWEEN: f32 = 2.1;
/// Room at both ends.
const END: f32 = 0.9;

/// Places of the cells that were taken so far, from west to east.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stage {
    cells: Vec<(Cell, Team)>,
    pub(super) row: Vec<(Cell, f32)>,
    pub(super) wide: f32,
}

impl Stage {
    /// Adds the cells of units that have no place yet. Returns whether there are any.
    pub(super) fn is_extended(&mut self, state: &GameState) -> bool {
        let count = self.cells.len();
        let living = state.living().map(|(_, entity)| (entity.cell, entity.team));
        for (cell, team) in living.filter(|(cell, _)| *cell != Cell::NOWHERE) {
            if self.cells.iter().all(|(other, _)| *other != cell) {
                self.cells.push((cell, team));
            }
        }
        if self.cells.len() == count {
            return false;
        }
        self.cells.sort_by_key(|(cell, _)| (cell.x(), cell.y()));
        let mut x = END;
        self.row.clear();
        for (at, &(cell, team)) in self.cells.iter().enumerate() {
            if let Some((_, before)) = at.checked_sub(1).and_then(|before| self.cells.get(before)) {
                x += if *before == team { BESIDE } else { BETWEEN };
            }
            self.row.push((cell, x));
        }
        self.wide = x + END;
        true
    }
}
