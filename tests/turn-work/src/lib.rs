//! The work item "turn preview", which every benchmark of this repository does in its own way: a board with walls, units that each
//! move, strike and push in turn, and the decisions that make most of that land.
//!
//! It lives in a crate without dependencies so that the VM's benchmark and the peers in scripting languages share one board, one list
//! of expected changes, one hand-written limit ([`plain`]) and one timer ([`measure`]). [`mod@reference`] is the same turn written slowly
//! and without tricks; the others are held equal to it.

mod aligned;
pub mod host;
mod item;
pub mod measure;
pub mod peer;
pub mod plain;
pub mod reference;
pub mod scenario;

pub use aligned::Aligned;
pub use item::{CASES, Case, Decision, SEED, WorkItem};

/// Health of every unit at the start.
pub const HEALTH: i32 = 5;
/// What a hit costs the unit struck.
pub const DAMAGE: i32 = 2;
/// What a blocked push costs the pushed unit, and the unit that blocks it.
pub const COLLISION: i32 = 1;

/// Offsets to the four neighbours of a cell, as (x, y); y grows downwards.
pub const NEIGHBOURS: [(i16, i16); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// What a [`Change`] alters.
pub mod kind {
    /// The turn index of the battle; the entity is the unit that starts to act.
    pub const TURN: u8 = 1;
    /// The cell of an entity.
    pub const CELL: u8 = 2;
    /// The health of an entity.
    pub const HEALTH: u8 = 3;
    /// The flags of an entity: 1 is alive, 0 is dead.
    pub const FLAGS: u8 = 4;
    /// Nothing: a cell was struck and no living unit stood there; the entity is the one that struck.
    pub const STRUCK: u8 = 5;
    /// Nothing: the entity's push was blocked on its cell, by the unit in `after` or by a wall or the edge (-1).
    pub const COLLIDED: u8 = 32;
    /// Nothing: the entity could not move to a cell of the board that is not free.
    pub const NO_EFFECT: u8 = 33;
}

/// Why a [`Change`] was written.
pub mod label {
    /// The activation itself.
    pub const ACTIVATION: u8 = 0;
    /// The unit's own move.
    pub const MOVE: u8 = 1;
    /// The unit's hit.
    pub const HIT: u8 = 2;
    /// The push after a hit, or the collision in its place.
    pub const PUSH: u8 = 3;
}

/// One atomic alteration with before and after, in the 16 bytes that every peer writes.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// One of [`what`].
    pub kind: u8,
    /// One of [`label`].
    pub label: u8,
    /// Index of the entity concerned.
    pub entity: u16,
    /// A [`pack`]ed cell for [`kind::STRUCK`], [`kind::COLLIDED`] and [`kind::NO_EFFECT`], otherwise 0.
    pub at: u32,
    /// The value before; cells are packed.
    pub before: i32,
    /// The value after; cells are packed.
    pub after: i32,
}

/// A cell as one number, `y << 12 | x`. Both must be in 0..4096.
#[inline]
#[must_use]
pub const fn pack(x: i16, y: i16) -> u32 {
    ((y as u32) << 12) | x as u32
}

/// The column and row of a packed cell.
#[inline]
#[must_use]
pub const fn unpack(cell: u32) -> (i16, i16) {
    ((cell & 0xfff) as i16, (cell >> 12) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_sixteen_bytes() {
        assert_eq!(size_of::<Change>(), 16);
    }

    #[test]
    fn packing_is_reversible() {
        for cell in [(0, 0), (1, 0), (0, 1), (15, 3), (4095, 4095)] {
            assert_eq!(unpack(pack(cell.0, cell.1)), cell);
        }
    }
}
