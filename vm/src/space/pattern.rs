//! Cell patterns: which cells around a target an effect strikes.

use serde::{Deserialize, Serialize};

/// A set of offsets, drawn pointing east and turned to the direction of the blow where the effect asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// Offsets in columns and rows, in the order in which they are struck.
    pub cells: Vec<(i8, i8)>,
    /// Number of the region that its cells must lie in as well, as seen from the target. Where none narrows it, cells count that are no
    /// more than [`Board::CLEARANCE`](super::Board::CLEARANCE) steps above or below the target. Disassemblies tell it.
    #[serde(skip)]
    pub region: Option<u16>,
    /// Patterns that take its place where an area of it is turned, by direction, clockwise from north. Disassemblies tell them.
    #[serde(skip)]
    pub facings: Option<[u16; 4]>,
}

impl Pattern {
    /// The pattern of these cells, which no region narrows.
    #[must_use]
    pub const fn of(cells: Vec<(i8, i8)>) -> Self {
        Self { cells, region: None, facings: None }
    }

    /// The pattern of the target cell alone.
    #[must_use]
    pub fn single() -> Self {
        Self::of(vec![(0, 0)])
    }
}
