//! Display of a single cell's block. Rules and hashes ignore it.

/// Block shape of a cell, in addition to its terrain's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellShape {
    /// Insets of the north, east, south and west sides, in hundredths of a cell's edge, up to
    /// [`CellShape::MOST_INSET`]; all 0 for the terrain's.
    pub insets: [u8; 4],
    /// Stairs on its slope, 2 to [`CellShape::MOST_STAIRS`]; 0 for the terrain's.
    pub stairs: u8,
    /// Whether it is invisible.
    pub invisible: bool,
}

impl CellShape {
    /// Maximum inset of a side.
    pub const MOST_INSET: u8 = 45;
    /// Maximum stairs of a slope.
    pub const MOST_STAIRS: u8 = 8;

    /// Returns whether it equals the terrain's shape.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}
