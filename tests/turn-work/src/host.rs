//! Host functions for scripted peers over the flat state of [`crate::plain`]. State and changes stay in Rust; the
//! script has the rules. Cells are indices into the bordered grid.

use crate::plain::{EDGE, FREE, Preview, stride};
use crate::{Change, WorkItem, kind, label, pack};

/// State of the host functions.
///
/// Functions panic on unknown units or cells, because all scripts are part of this repository.
#[derive(Clone, Debug)]
pub struct Host {
    /// Buffers with the state and changes of the last turn.
    pub preview: Preview,
    stride: u32,
}

impl Host {
    /// Creates the state before the turn.
    #[must_use]
    pub fn new(item: &WorkItem) -> Self {
        Self { preview: Preview::new(item), stride: stride(item.width) }
    }

    /// Clones the start and clears the changes.
    pub fn reset(&mut self) {
        self.preview.clone_only();
        self.preview.written = 0;
    }

    /// Starts a living unit's turn and returns its cell; `None` if it is dead.
    pub fn activate(&mut self, entity: u16) -> Option<u32> {
        let unit = self.preview.state.units.get(usize::from(entity)).filter(|unit| unit.health > 0)?;
        let at = unit.at;
        let next = u32::from(entity) + 1;
        let before = std::mem::replace(&mut self.preview.state.turn, next);
        self.write(kind::TURN, label::ACTIVATION, entity, 0, before as i32, next as i32);
        Some(at)
    }

    /// Returns the unit at a cell, or [`FREE`], [`crate::plain::WALL`] or [`crate::plain::EDGE`].
    #[must_use]
    pub fn look(&self, at: u32) -> u16 {
        self.preview.state.grid[at as usize]
    }

    /// Moves a unit to a free cell.
    pub fn place(&mut self, entity: u16, at: u32, label: u8) {
        let cell = self.packed(at);
        let state = &mut self.preview.state;
        let unit = &mut state.units[usize::from(entity)];
        state.grid[unit.at as usize] = FREE;
        state.grid[at as usize] = entity;
        let before = std::mem::replace(&mut unit.cell, cell);
        unit.at = at;
        self.write(kind::CELL, label, entity, 0, before as i32, cell as i32);
    }

    /// Deals damage and returns the remaining health.
    pub fn damage(&mut self, entity: u16, amount: i32, label: u8) -> i32 {
        let unit = &mut self.preview.state.units[usize::from(entity)];
        let before = unit.health;
        let after = (before - amount).max(0);
        let at = unit.at;
        unit.health = after;
        unit.flags = u32::from(after > 0);
        self.write(kind::HEALTH, label, entity, 0, before, after);
        if after == 0 {
            self.preview.state.grid[at as usize] = FREE;
            self.write(kind::FLAGS, label, entity, 0, 1, 0);
        }
        after
    }

    /// Records an attack on a cell without a living unit.
    pub fn strike(&mut self, entity: u16, at: u32) {
        self.write(kind::STRUCK, label::HIT, entity, self.packed(at), 0, 0);
    }

    /// Records a move to a blocked cell.
    pub fn block(&mut self, entity: u16, at: u32) {
        self.write(kind::NO_EFFECT, label::MOVE, entity, self.packed(at), 0, 0);
    }

    /// Records a push stopped by a value of [`Self::look`].
    pub fn collide(&mut self, entity: u16, blocker: u16) {
        let at = self.preview.state.units[usize::from(entity)].cell;
        let stopped_by = if blocker < EDGE { i32::from(blocker) } else { -1 };
        self.write(kind::COLLIDED, label::PUSH, entity, at, 0, stopped_by);
    }

    fn write(&mut self, kind: u8, label: u8, entity: u16, at: u32, before: i32, after: i32) {
        if let Some(row) = self.preview.rows.get_mut(self.preview.written) {
            *row = Change { kind, label, entity, at, before, after };
            self.preview.written += 1;
        }
    }

    fn packed(&self, at: u32) -> u32 {
        pack((at % self.stride) as i16 - 1, (at / self.stride) as i16 - 1)
    }
}
