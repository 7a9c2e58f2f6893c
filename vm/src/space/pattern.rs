//! Cell patterns of area effects.

use serde::{Deserialize, Serialize};

/// Offsets around a target, drawn pointing east and turned if the effect asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// Offsets in columns and rows, in order.
    pub cells: Vec<(i8, i8)>,
    /// Region that further limits its cells, seen from the target. Without one, cells within
    /// [`Board::CLEARANCE`](super::Board::CLEARANCE) steps of height count.
    #[serde(skip)]
    pub region: Option<u16>,
    /// Patterns that replace it when turned, clockwise from north.
    #[serde(skip)]
    pub facings: Option<[u16; 4]>,
}

impl Pattern {
    /// Makes a pattern without a region.
    #[must_use]
    pub const fn of(cells: Vec<(i8, i8)>) -> Self {
        Self { cells, region: None, facings: None }
    }

    /// Makes the pattern of the target cell.
    #[must_use]
    pub fn single() -> Self {
        Self::of(vec![(0, 0)])
    }
}
