//! The bounds of a request or an area as numbers: across in cells, and in height.

/// The bounds of a request or an area as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Least and largest distance across, in cells.
    pub across: (i32, i32),
    /// Least and largest height above, in half steps.
    pub up: (i32, i32),
    /// Least and largest depth below, in half steps.
    pub down: (i32, i32),
}

impl Measure {
    /// Whether a height above (below where negative), in half steps, is within.
    #[must_use]
    pub(crate) const fn holds_height(&self, rise: i32) -> bool {
        let up = rise >= 0 && rise >= self.up.0 && rise <= self.up.1;
        up || rise <= 0 && -rise >= self.down.0 && -rise <= self.down.1
    }

    /// Whether a distance across is within.
    #[must_use]
    pub const fn holds(&self, distance: i32) -> bool {
        distance >= self.across.0 && distance <= self.across.1
    }

    /// Whether a distance across, given by its square, is within.
    #[must_use]
    pub(crate) const fn holds_square(&self, square: i64) -> bool {
        let (least, most) = (self.across.0 as i64, self.across.1 as i64);
        most >= 0 && square <= most * most && (least <= 0 || square >= least * least)
    }
}
