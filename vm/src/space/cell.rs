//! A cell of the board as one packed word, so that changes, answers and rows can carry it at no cost and it
//! orders the same everywhere: by floor, then row, then column.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A cell: column `x` (0 at the left), row `y` (0 at the top) and floor, packed as `floor << 24 | y << 12 | x`.
///
/// Each coordinate is 0 to 4095, each floor 0 to 254. [`Cell::NOWHERE`] is off every board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Cell(u32);

impl Cell {
    /// The cell of what stands on no board: an entity not yet placed, or one that fell off the world.
    pub const NOWHERE: Self = Self(u32::MAX);

    /// The largest coordinate a board may use.
    pub const MAX_COORDINATE: i32 = 4095;

    /// Packs column and row on the ground floor; `None` outside 0 to 4095.
    #[inline]
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Option<Self> {
        if (x | y) as u32 > Self::MAX_COORDINATE as u32 { None } else { Some(Self((y as u32) << 12 | x as u32)) }
    }

    /// The packed word, as changes carry it.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The cell of a packed word.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Column, from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn x(self) -> i32 {
        (self.0 & 0xfff) as i32
    }

    /// Row, from 0 at the top.
    #[inline]
    #[must_use]
    pub const fn y(self) -> i32 {
        (self.0 >> 12 & 0xfff) as i32
    }

    /// The vector from `self` to `other`, in columns and rows.
    #[inline]
    #[must_use]
    pub const fn offset_to(self, other: Self) -> (i32, i32) {
        (other.x() - self.x(), other.y() - self.y())
    }

    /// Steps between two cells when walking in four directions over open ground.
    #[inline]
    #[must_use]
    pub const fn steps_to(self, other: Self) -> i32 {
        let (dx, dy) = self.offset_to(other);
        dx.abs() + dy.abs()
    }

    /// Steps between two cells when diagonals count one.
    #[inline]
    #[must_use]
    pub fn square_distance(self, other: Self) -> i32 {
        let (dx, dy) = self.offset_to(other);
        dx.abs().max(dy.abs())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Written as players say it: column letter and row number, `c4`; beyond 26 columns as `27,4`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NOWHERE {
            return f.write_str("nowhere");
        }
        match u8::try_from(self.x()) {
            Ok(x) if x < 26 => write!(f, "{}{}", char::from(b'a' + x), self.y() + 1),
            _ => write!(f, "{},{}", self.x() + 1, self.y() + 1),
        }
    }
}
