//! Evaluated bounds of a request or an area.

/// Evaluated bounds of a request or an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Minimum and maximum horizontal distance in cells.
    pub across: (i32, i32),
    /// Minimum and maximum height above, in half steps.
    pub up: (i32, i32),
    /// Minimum and maximum depth below, in half steps.
    pub down: (i32, i32),
}

impl Measure {
    #[must_use]
    pub(crate) const fn contains_height(&self, rise: i32) -> bool {
        let up = rise >= 0 && rise >= self.up.0 && rise <= self.up.1;
        up || rise <= 0 && -rise >= self.down.0 && -rise <= self.down.1
    }

    /// Returns whether a horizontal distance is within bounds.
    #[must_use]
    pub const fn contains(&self, distance: i32) -> bool {
        distance >= self.across.0 && distance <= self.across.1
    }

    #[must_use]
    pub(crate) const fn contains_square(&self, square: i64) -> bool {
        let (least, most) = (self.across.0 as i64, self.across.1 as i64);
        most >= 0 && square <= most * most && (least <= 0 || square >= least * least)
    }
}
