//! Axis-aligned rectangles on the screen.

/// Axis-aligned part of the screen or of a texture.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// Left side.
    pub left: f32,
    /// Upper side.
    pub top: f32,
    /// Right side.
    pub right: f32,
    /// Lower side.
    pub bottom: f32,
}

impl Rect {
    /// Square from 0 to 1, such as a whole texture.
    pub const UNIT: Self = Self::new(0.0, 0.0, 1.0, 1.0);

    /// Creates a rectangle from its sides.
    #[must_use]
    pub const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Creates a rectangle from two corners.
    #[must_use]
    pub const fn between([left, top]: [f32; 2], [right, bottom]: [f32; 2]) -> Self {
        Self { left, top, right, bottom }
    }

    /// Creates a rectangle of a size at the origin.
    #[must_use]
    pub const fn sized([width, height]: [f32; 2]) -> Self {
        Self::new(0.0, 0.0, width, height)
    }

    /// Returns the upper left corner.
    #[must_use]
    pub const fn min(self) -> [f32; 2] {
        [self.left, self.top]
    }

    /// Returns the lower right corner.
    #[must_use]
    pub const fn max(self) -> [f32; 2] {
        [self.right, self.bottom]
    }

    /// Returns the width.
    #[must_use]
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// Returns the height.
    #[must_use]
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// Returns the centre.
    #[must_use]
    pub fn middle(self) -> [f32; 2] {
        [(self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0]
    }

    /// Returns whether a point is inside.
    #[must_use]
    pub fn contains(self, [x, y]: [f32; 2]) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Returns the intersection; empty if they do not meet.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        Self::new(left, top, self.right.min(other.right).max(left), self.bottom.min(other.bottom).max(top))
    }

    /// Returns whether two rectangles overlap.
    #[must_use]
    pub fn is_overlapping(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Returns the rectangle with each side moved outwards by `by`.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Self::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }

    /// Returns whether all sides are within a distance of another's.
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
        assert!(
            rect.is_overlapping(Rect::new(9.0, 3.0, 20.0, 20.0))
                && !rect.is_overlapping(Rect::new(10.0, 0.0, 20.0, 4.0))
        );
        assert!(rect.contains([0.0, 0.0]) && !rect.contains([10.0, 0.0]));
        assert_eq!((rect.width(), rect.height(), rect.middle()), (10.0, 4.0, [5.0, 2.0]));
        assert_eq!(rect.grown(1.0), Rect::new(-1.0, -1.0, 11.0, 5.0));
    }
}
