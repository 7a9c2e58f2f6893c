//! Directions, and the eight symmetries of the grid for Redirect.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of eight directions, clockwise from north. Rows grow to the south. Units face and walk in the four cardinal
/// ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs, reason = "the compass needs no explaining")]
pub enum Dir {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Dir {
    /// Cardinal directions in canonical order.
    pub const CARDINAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the order in which a side tries the cardinal directions: north first, then forwards.
    #[inline]
    #[must_use]
    pub const fn cardinal_from(faces_west: bool) -> [Self; 4] {
        if faces_west {
            [Self::North, Self::West, Self::South, Self::East]
        } else {
            [Self::North, Self::East, Self::South, Self::West]
        }
    }

    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Returns a direction by number, modulo eight.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// Returns one step as columns and rows.
    #[inline]
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        const DELTAS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        DELTAS[self as usize]
    }

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as u8 + 4)
    }

    /// Returns the main cardinal direction of an offset; ties are horizontal. `None` for the zero offset.
    #[inline]
    #[must_use]
    pub const fn towards(dx: i32, dy: i32) -> Option<Self> {
        if dx == 0 && dy == 0 {
            None
        } else if dx.abs() >= dy.abs() {
            Some(if dx > 0 { Self::East } else { Self::West })
        } else {
            Some(if dy > 0 { Self::South } else { Self::North })
        }
    }

    /// Returns the displayed word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][self as usize]
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A symmetry of the square grid: an optional reflection in the vertical axis, then quarter turns clockwise. Numbered
/// `reflect * 4 + turns`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self(0);
    /// Names in assets and disassembly, by number.
    pub const NAMES: [&'static str; 8] =
        ["None", "QuarterRight", "Around", "QuarterLeft", "FlipAcross", "FlipSlash", "FlipAlong", "FlipBackslash"];

    /// Returns a symmetry by number, modulo eight.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 7)
    }

    /// Returns its number, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Transforms an offset.
    #[inline]
    #[must_use]
    pub const fn apply(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        let dx = if self.0 & 4 != 0 { -dx } else { dx };
        match self.0 & 3 {
            0 => (dx, dy),
            1 => (-dy, dx),
            2 => (-dx, -dy),
            _ => (dy, -dx),
        }
    }

    /// Transforms a direction.
    #[inline]
    #[must_use]
    pub const fn apply_dir(self, dir: Dir) -> Dir {
        let index = if self.0 & 4 != 0 { 8 - dir as u8 } else { dir as u8 };
        Dir::from_index(index + 2 * (self.0 & 3))
    }

    /// Returns the composition: `self`, then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let (turns, reflect) = (self.0 & 3, self.0 & 4);
        let turns = if next.0 & 4 != 0 { 4 - turns } else { turns };
        Self((reflect ^ (next.0 & 4)) | ((turns + (next.0 & 3)) & 3))
    }

    /// Returns the inverse.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.0 & 4 != 0 { self } else { Self((4 - self.0) & 3) }
    }

    /// Returns the turn from east to a cardinal direction, for patterns drawn pointing east.
    #[inline]
    #[must_use]
    pub const fn east_onto(dir: Dir) -> Self {
        Self(((dir as u8 + 6) / 2) & 3)
    }

    /// Returns its name in assets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_compose_as_maps_and_agree_on_directions() {
        for a in 0..8 {
            let a = Symmetry::from_index(a);
            for dir in Dir::ALL {
                assert_eq!(a.apply(dir.delta()), a.apply_dir(dir).delta());
            }
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            for b in 0..8 {
                let b = Symmetry::from_index(b);
                assert_eq!(a.then(b).apply((2, 1)), b.apply(a.apply((2, 1))));
            }
        }
    }

    #[test]
    fn east_turns_onto_each_cardinal_direction() {
        for dir in Dir::CARDINAL {
            assert_eq!(Symmetry::east_onto(dir).apply_dir(Dir::East), dir);
        }
    }
}
