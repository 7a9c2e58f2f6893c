//! Cells as packed words, ordered by floor, row and column.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A cell: column `x` (0 at the left), row `y` (0 at the top) and floor, packed as `floor << 24 | y << 12 | x`.
///
///
/// Coordinates are 0 to 4095, floors 0 to 254.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Cell(u32);

impl Cell {
    /// No cell: for units that are not placed or fell off the world.
    pub const NOWHERE: Self = Self(u32::MAX);

    /// Maximum coordinate.
    pub const MAX_COORDINATE: i32 = 4095;

    /// Makes a ground cell; `None` outside 0 to 4095.
    #[inline]
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Option<Self> {
        if (x | y) as u32 > Self::MAX_COORDINATE as u32 { None } else { Some(Self((y as u32) << 12 | x as u32)) }
    }

    /// Makes a cell; `None` outside 0 to 4095 or for floor 255.
    #[inline]
    #[must_use]
    pub const fn on_floor(x: i32, y: i32, floor: u8) -> Option<Self> {
        match Self::new(x, y) {
            Some(cell) if floor < u8::MAX => Some(Self(cell.0 | (floor as u32) << 24)),
            _ => None,
        }
    }

    /// Returns the packed word.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Makes a cell of a packed word.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the column, from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn x(self) -> i32 {
        (self.0 & 0xfff) as i32
    }

    /// Returns the row, from 0 at the top.
    #[inline]
    #[must_use]
    pub const fn y(self) -> i32 {
        (self.0 >> 12 & 0xfff) as i32
    }

    /// Returns the floor, 0 for the ground.
    #[inline]
    #[must_use]
    pub const fn floor(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Returns the offset from `self` to `other` in columns and rows.
    #[inline]
    #[must_use]
    pub const fn offset_to(self, other: Self) -> (i32, i32) {
        (other.x() - self.x(), other.y() - self.y())
    }

    /// Returns the steps between two cells in four directions.
    #[inline]
    #[must_use]
    pub const fn steps_to(self, other: Self) -> i32 {
        let (dx, dy) = self.offset_to(other);
        dx.abs() + dy.abs()
    }

    #[inline]
    #[must_use]
    pub(crate) fn square_distance(self, other: Self) -> i32 {
        let (dx, dy) = self.offset_to(other);
        dx.abs().max(dy.abs())
    }
}

/// Text that names no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a cell: write cells as `c4`, `27,4` or `c4^1`")]
pub struct NoCell;

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let (column, floor) = text.split_once('^').unwrap_or((text, "0"));
        let (x, y) = match (column.split_once(','), column.as_bytes().first()) {
            (Some((x, y)), _) => (x.parse::<i32>().map_err(|_| NoCell)?.saturating_sub(1), y),
            (None, Some(letter @ b'a'..=b'z')) => (i32::from(letter - b'a'), &column[1..]),
            _ => return Err(NoCell),
        };
        let y = y.parse::<i32>().map_err(|_| NoCell)?.saturating_sub(1);
        Self::on_floor(x, y, floor.parse().map_err(|_| NoCell)?).ok_or(NoCell)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NOWHERE {
            return f.write_str("nowhere");
        }
        match u8::try_from(self.x()) {
            Ok(x) if x < 26 => write!(f, "{}{}", char::from(b'a' + x), self.y() + 1)?,
            _ => write!(f, "{},{}", self.x() + 1, self.y() + 1)?,
        }
        if self.floor() > 0 { write!(f, "^{}", self.floor()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_read_as_it_is_written() {
        for (x, y, floor, text) in [(0, 0, 0, "a1"), (25, 11, 0, "z12"), (26, 3, 0, "27,4"), (2, 3, 1, "c4^1")] {
            let cell = Cell::on_floor(x, y, floor).expect("a cell");
            assert_eq!((cell.to_string().as_str(), text.parse()), (text, Ok(cell)));
        }
        assert_eq!("3,4^1".parse(), Ok(Cell::on_floor(2, 3, 1).expect("a cell")));
        for text in ["", "a", "4", "a0", "A1", "a1^", "a1^255", "a1^-1", "0,1", "4097,1", "é1", "a99999999999"] {
            assert_eq!(text.parse::<Cell>(), Err(NoCell), "{text}");
        }
    }
}
