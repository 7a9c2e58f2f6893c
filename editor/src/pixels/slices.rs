//! Slices of a sprite sheet: cells of one size, with an offset from the upper left corner and a spacing between them.

/// How a picture is cut into frames, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slicing {
    /// Width and height of a frame; 0 for the whole picture.
    pub cell: (u32, u32),
    /// Distance of the first frame from the upper left corner.
    pub offset: (u32, u32),
    /// Distance between two frames.
    pub spacing: (u32, u32),
}

impl Slicing {
    /// The whole picture as one frame.
    pub const WHOLE: Self = Self { cell: (0, 0), offset: (0, 0), spacing: (0, 0) };

    /// Returns left, top, width and height of each whole frame in a picture of this size, row by row.
    #[must_use]
    pub fn frames(self, (width, height): (u32, u32)) -> Vec<(u32, u32, u32, u32)> {
        if self.cell.0 == 0 || self.cell.1 == 0 {
            return vec![(0, 0, width, height)];
        }
        let starts = |offset: u32, cell: u32, spacing: u32, whole: u32| {
            let step = cell.saturating_add(spacing) as usize;
            (offset..whole).step_by(step).take_while(move |start| start.saturating_add(cell) <= whole)
        };
        let rows = starts(self.offset.1, self.cell.1, self.spacing.1, height);
        let row = |top: u32| {
            let columns = starts(self.offset.0, self.cell.0, self.spacing.0, width);
            columns.map(move |left| (left, top, self.cell.0, self.cell.1))
        };
        rows.flat_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_an_offset_and_a_spacing() {
        let slicing = Slicing { cell: (4, 3), offset: (1, 2), spacing: (2, 1) };
        assert_eq!(slicing.frames((12, 9)), [(1, 2, 4, 3), (7, 2, 4, 3), (1, 6, 4, 3), (7, 6, 4, 3)]);
        assert_eq!(slicing.frames((10, 4)), [], "only whole frames");
        assert_eq!(Slicing::WHOLE.frames((5, 6)), [(0, 0, 5, 6)]);
        let huge = Slicing { cell: (u32::MAX, 1), offset: (0, 0), spacing: (u32::MAX, 0) };
        assert_eq!(huge.frames((10, 10)), []);
    }
}
