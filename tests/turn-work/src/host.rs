//! What a scripted peer calls: the flat state of [`crate::plain`] behind the few functions that a game would give its scripts.
//!
//! The state and the changes stay in Rust, the rules are the script's. Cells are indices into the bordered grid, so that a script steps
//! to a neighbour with one addition; integers go in and out, the cheapest values of every scripting language.

use crate::plain::{EDGE, FREE, Preview, stride};
use crate::{Change, WorkItem, kind, label, pack};

/// The state that the host functions work on.
///
/// Its functions panic on a unit or cell that does not exist, since the scripts are this repository's own.
#[derive(Clone, Debug)]
pub struct Host {
    /// The buffers; its state and changes are those of the script's last turn.
    pub preview: Preview,
    stride: u32,
}

impl Host {
    /// The state before the turn.
    #[must_use]
    pub fn new(item: &WorkItem) -> Self {
        Self { preview: Preview::new(item), stride: stride(item.width) }
    }

    /// Clones the start and forgets the changes.
    pub fn reset(&mut self) {
        self.preview.clone_only();
        self.preview.written = 0;
    }

    /// Starts a living unit's turn and says where it stands; nothing for a dead one.
    pub fn activate(&mut self, entity: u16) -> Option<u32> {
        let unit = self.preview.state.units.get(usize::from(entity)).filter(|unit| unit.health > 0)?;
        let at = unit.at;
        let next = u32::from(entity) + 1;
        let before = std::mem::replace(&mut self.preview.state.turn, next);
        self.write(kind::TURN, label::ACTIVATION, entity, 0, before as i32, next as i32);
        Some(at)
    }

    /// Who lives at a cell, or one of [`FREE`], [`crate::plain::WALL`], [`crate::plain::EDGE`].
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

    /// Takes health and says how much is left.
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

    /// Says that a unit struck a cell where nobody lives.
    pub fn strike(&mut self, entity: u16, at: u32) {
        self.write(kind::STRUCK, label::HIT, entity, self.packed(at), 0, 0);
    }

    /// Says that a unit could not move to a cell that is not free.
    pub fn block(&mut self, entity: u16, at: u32) {
        self.write(kind::NO_EFFECT, label::MOVE, entity, self.packed(at), 0, 0);
    }

    /// Says that the push of a unit was stopped by what [`Self::look`] said of the next cell.
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
