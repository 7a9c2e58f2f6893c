//! A rectangle of the picture.

/// A part of the picture, or of the sheet of art, whose sides are along its edges.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// The left side.
    pub left: f32,
    /// The upper side.
    pub top: f32,
    /// The right side.
    pub right: f32,
    /// The lower side.
    pub bottom: f32,
}

impl Rect {
    /// All of something whose sides are 1 long, such as a texture.
    pub const UNIT: Self = Self::new(0.0, 0.0, 1.0, 1.0);

    /// A rectangle by its sides.
    #[must_use]
    pub const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self { left, top, right, bottom }
    }

    /// A rectangle by its upper left and its lower right corner.
    #[must_use]
    pub const fn between([left, top]: [f32; 2], [right, bottom]: [f32; 2]) -> Self {
        Self { left, top, right, bottom }
    }

    /// A rectangle of a size that begins in the corner.
    #[must_use]
    pub const fn sized([width, height]: [f32; 2]) -> Self {
        Self::new(0.0, 0.0, width, height)
    }

    /// The upper left corner.
    #[must_use]
    pub const fn min(self) -> [f32; 2] {
        [self.left, self.top]
    }

    /// The lower right corner.
    #[must_use]
    pub const fn max(self) -> [f32; 2] {
        [self.right, self.bottom]
    }

    /// From left to right.
    #[must_use]
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// From top to bottom.
    #[must_use]
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// The middle.
    #[must_use]
    pub fn middle(self) -> [f32; 2] {
        [(self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0]
    }

    /// Whether a point is within.
    #[must_use]
    pub fn contains(self, [x, y]: [f32; 2]) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// What it has in common with another; of no size where they do not meet.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        Self::new(left, top, self.right.min(other.right).max(left), self.bottom.min(other.bottom).max(top))
    }

    /// Whether two have a part in common.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The rectangle whose sides are so much further out.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Self::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }

    /// Whether all sides are where those of another are, but for a distance.
    #[must_use]
    pub fn is_near(self, other: Self, distance: f32) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() <= distance;
        near(self.left, other.left)
            && near(self.top, other.top)
            && near(self.right, other.right)
            && near(self.bottom, other.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_meets_has_more_than_a_side_in_common() {
        let rect = Rect::new(0.0, 0.0, 10.0, 4.0);
        assert!(rect.meets(Rect::new(9.0, 3.0, 20.0, 20.0)) && !rect.meets(Rect::new(10.0, 0.0, 20.0, 4.0)));
        assert!(rect.contains([0.0, 0.0]) && !rect.contains([10.0, 0.0]));
        assert_eq!((rect.width(), rect.height(), rect.middle()), (10.0, 4.0, [5.0, 2.0]));
        assert_eq!(rect.grown(1.0), Rect::new(-1.0, -1.0, 11.0, 5.0));
    }
}
