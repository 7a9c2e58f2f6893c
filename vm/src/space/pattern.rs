//! Cell patterns: which cells around a target an effect strikes.

use serde::{Deserialize, Serialize};

/// A set of offsets, drawn pointing east and turned to the direction of the blow where the effect asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// Offsets in columns and rows, in the order in which they are struck.
    pub cells: Vec<(i8, i8)>,
}

impl Pattern {
    /// The pattern of the target cell alone.
    #[must_use]
    pub fn single() -> Self {
        Self { cells: vec![(0, 0)] }
    }
}
