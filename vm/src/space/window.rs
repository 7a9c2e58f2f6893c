//! Part of a board around a viewer, so that a short sight on a wide board stays cheap.

use super::Cell;

/// Columns and rows of a board.
pub type Size = (i32, i32);

/// Column and row of a cell.
pub type Coordinates = (i32, i32);

pub(super) const LONGEST: i32 = Cell::MAX_COORDINATE + 1;

pub(super) const fn is_cell((x, y): Coordinates) -> bool {
    x >= 0 && y >= 0 && x < LONGEST && y < LONGEST
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Window {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Window {
    pub(super) fn around((width, height): Size, (x, y): Coordinates, radius: i32) -> Self {
        let (width, height) = (width.min(LONGEST), height.min(LONGEST));
        if x < 0 || y < 0 || x >= width || y >= height {
            return Self::default();
        }
        let radius = radius.clamp(0, LONGEST);
        let (left, top) = ((x - radius).max(0), (y - radius).max(0));
        let (right, bottom) = ((x + radius).min(width - 1), (y + radius).min(height - 1));
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    pub(super) const fn cells(self) -> usize {
        (self.width * self.height) as usize
    }

    pub(super) const fn width(self) -> i32 {
        self.width
    }

    pub(super) const fn margins(self, (x, y): Coordinates) -> [i32; 4] {
        [x - self.left, y - self.top, self.left + self.width - 1 - x, self.top + self.height - 1 - y]
    }

    #[inline]
    pub(super) const fn index(self, (x, y): Coordinates) -> Option<usize> {
        let (column, row) = (x.wrapping_sub(self.left), y.wrapping_sub(self.top));
        // Unsigned, so that one comparison per side also refuses negative numbers.
        if (column as u32) < self.width as u32 && (row as u32) < self.height as u32 {
            Some((row * self.width + column) as usize)
        } else {
            None
        }
    }

    pub(super) const fn coordinates(self, index: usize) -> Coordinates {
        let index = index as i32;
        (self.left + index % self.width, self.top + index / self.width)
    }
}
