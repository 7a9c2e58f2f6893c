//! Work item "turn preview" of all benchmarks: a board with walls on which units move, attack and push in turn. VM and
//! scripted peers share its board, expected changes, limit ([`plain`]) and timer ([`measure`]). All must equal
//! [`mod@reference`].

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

/// Initial health of units.
pub const HEALTH: i32 = 5;
/// Damage of a hit.
pub const DAMAGE: i32 = 2;
/// Damage of a blocked push to the pushed unit and to a blocking unit.
pub const COLLISION: i32 = 1;

/// Offsets (x, y) of the four neighbours; y grows downwards.
pub const NEIGHBOURS: [(i16, i16); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Subject of a [`Change`].
pub mod kind {
    /// Turn index; the entity is the acting unit.
    pub const TURN: u8 = 1;
    /// Cell of an entity.
    pub const CELL: u8 = 2;
    /// Health of an entity.
    pub const HEALTH: u8 = 3;
    /// Flags of an entity: 1 alive, 0 dead.
    pub const FLAGS: u8 = 4;
    /// No change: the entity hit a cell without a living unit.
    pub const STRUCK: u8 = 5;
    /// No change: the entity's push was blocked by the unit in `after`, or by a wall or edge (-1).
    pub const COLLIDED: u8 = 32;
    /// No change: the entity could not move to a blocked cell.
    pub const NO_EFFECT: u8 = 33;
}

/// Cause of a [`Change`].
pub mod label {
    /// Activation.
    pub const ACTIVATION: u8 = 0;
    /// Move of the unit.
    pub const MOVE: u8 = 1;
    /// Hit of the unit.
    pub const HIT: u8 = 2;
    /// Push after a hit, or its collision.
    pub const PUSH: u8 = 3;
}

/// Atomic change with before and after, in 16 bytes.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// One of [`kind`].
    pub kind: u8,
    /// One of [`label`].
    pub label: u8,
    /// Index of the entity.
    pub entity: u16,
    /// A [`pack`]ed cell for [`kind::STRUCK`], [`kind::COLLIDED`] and [`kind::NO_EFFECT`], otherwise 0.
    pub at: u32,
    /// Value before; cells are packed.
    pub before: i32,
    /// Value after; cells are packed.
    pub after: i32,
}

/// Packs a cell as `y << 12 | x`. Both must be in 0..4096.
#[inline]
#[must_use]
pub const fn pack(x: i16, y: i16) -> u32 {
    ((y as u32) << 12) | x as u32
}

/// Unpacks a cell to column and row.
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
