//! How the block of one cell is drawn otherwise than its ground says. It is kept with the rules because front ends draw from
//! them; no rule and no hash reads it.

/// The shape of a cell's block. What it does not say, the ground's drawing does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellShape {
    /// How far its north, east, south and west sides lie within the cell, in hundredths of a cell's edge, up to
    /// [`CellShape::MOST_INSET`]; all 0 for as the ground's.
    pub insets: [u8; 4],
    /// Steps of the stairs that its slope is drawn as, 2 to [`CellShape::MOST_STAIRS`]; 0 for as the ground's.
    pub stairs: u8,
    /// Whether it is not drawn.
    pub invisible: bool,
}

impl CellShape {
    /// The furthest that a side lies within its cell: so much from both sides leaves something in the middle.
    pub const MOST_INSET: u8 = 45;
    /// The most steps of a slope.
    pub const MOST_STAIRS: u8 = 8;

    /// Whether it is all as the ground's.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}
