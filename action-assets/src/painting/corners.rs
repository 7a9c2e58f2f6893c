//! Single corners of cells: how they are read from the lines of a scenario and written back, and what raises and lowers them.

use std::collections::BTreeSet;

use foretoken_vm::{Board, Cell};

use super::{AS_LAYER, Painted, Painting};
use crate::assets::{height_char, read_corners, write_corners};

/// A corner of a cell: the north-western one 0, then clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellCorner {
    /// The cell.
    pub cell: Cell,
    /// Which of its corners, 0 to 3.
    pub corner: usize,
}

/// A place on a cell: the corner and the side of it that are nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPoint {
    /// The cell.
    pub cell: Cell,
    /// The corner, 0 to 3 from the north-western one on.
    pub corner: usize,
    /// The side, 0 to 3 from the northern one on.
    pub side: usize,
}

impl MapPoint {
    /// The nearest corner.
    #[must_use]
    pub const fn nearest(self) -> CellCorner {
        CellCorner { cell: self.cell, corner: self.corner }
    }

    /// The corners at the ends of the nearest side.
    #[must_use]
    pub const fn edge(self) -> [CellCorner; 2] {
        let Self { cell, side, .. } = self;
        [CellCorner { cell, corner: side % 4 }, CellCorner { cell, corner: (side + 1) % 4 }]
    }
}

/// Where the corners of a cell are: columns to the east and rows to the south of its north-western one.
const AT: [(i32, i32); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

impl Painting {
    /// Takes what lines say of corners onto the floors. What names no cell of the map stays a line, to be mended.
    pub(super) fn take_corners(&mut self) {
        let lines = std::mem::take(&mut self.scenario.corners);
        for line in lines {
            let Some((cell, corners)) = read_corners(&line, &mut |_| {}).filter(|(cell, _)| self.holds(*cell)) else {
                self.scenario.corners.push(line);
                continue;
            };
            self.set_corners(cell, corners);
        }
    }

    /// Writes the corners of all cells as lines, before those that are to be mended.
    pub(super) fn write_corners(&mut self) {
        let written = |cell: Cell| write_corners(cell, self.lies(cell)?.1);
        let mut lines: Vec<String> = self.cells().filter_map(written).collect();
        lines.append(&mut self.scenario.corners);
        self.scenario.corners = lines;
    }

    pub(super) fn set_corners(&mut self, cell: Cell, corners: [u8; 4]) {
        let at = self.index(cell);
        let slot = self.sheets.get_mut(usize::from(cell.floor())).zip(at);
        if let Some(slot) = slot.and_then(|(sheet, at)| sheet.corners.get_mut(at)) {
            *slot = corners;
        }
    }

    /// How many steps above the lowest level the corners of a cell lie; `None` for holes and ramps.
    fn heights_of_corners(&self, cell: Cell) -> Option<[i32; 4]> {
        self.entry(cell)?;
        let (steps, (_, corners)) = (self.steps_at(cell)?, self.lies(cell)?);
        Some(corners.map(|corner| steps + i32::from(corner)))
    }

    /// The corners that meet where one lies: those of the cells around on its floor that are as high there. Itself alone for
    /// a hole or a ramp.
    #[must_use]
    pub fn vertex(&self, of: CellCorner) -> Vec<CellCorner> {
        let (cell, (dx, dy)) = (of.cell, AT[of.corner % AT.len()]);
        let Some(height) = self.heights_of_corners(cell).map(|heights| heights[of.corner % AT.len()]) else {
            return vec![of];
        };
        let meeting = AT.into_iter().enumerate().filter_map(|(corner, (east, south))| {
            let other = Cell::on_floor(cell.x() + dx - east, cell.y() + dy - south, cell.floor())?;
            let is_as_high = self.heights_of_corners(other)?[corner] == height;
            is_as_high.then_some(CellCorner { cell: other, corner })
        });
        meeting.collect()
    }

    /// Lifts corners by a step, or lowers them by one, each of them once. A corner goes no further than a board goes up and
    /// down, and those of ramps stay as they are.
    pub fn lift_corners(&mut self, corners: impl IntoIterator<Item = CellCorner>, up: bool) -> Painted {
        let corners: BTreeSet<CellCorner> = corners.into_iter().collect();
        let mut painted = Painted::default();
        for CellCorner { cell, corner } in corners {
            match self.lift_corner(cell, corner, if up { 1 } else { -1 }) {
                true => painted.changed += 1,
                false => painted.refused += 1,
            }
        }
        painted
    }

    fn lift_corner(&mut self, cell: Cell, corner: usize, by: i32) -> bool {
        let Some(mut heights) = self.heights_of_corners(cell) else { return false };
        let Some(slot) = heights.get_mut(corner) else { return false };
        *slot += by;
        self.lay_corners(cell, heights)
    }

    /// Lets a cell lie so, its height being that of its lowest corner; where that has no character, it stays where it is
    /// below all corners.
    fn lay_corners(&mut self, cell: Cell, heights: [i32; 4]) -> bool {
        let (Some(now), level) = (self.steps_at(cell), self.level_of(cell.floor())) else { return false };
        let lowest = heights.into_iter().min().unwrap_or_default();
        let written = |height: i32| match height == level {
            true => Some(AS_LAYER),
            false => u8::try_from(height).ok().and_then(height_char),
        };
        let stays = || self.lies(cell).filter(|_| now <= lowest).map(|(glyph, _)| (now, glyph));
        let Some((base, glyph)) = written(lowest).map(|glyph| (lowest, glyph)).or_else(stays) else { return false };
        let is_on_board = heights.iter().all(|height| (0..=i32::from(Board::MAX_HEIGHT)).contains(height));
        if is_on_board {
            self.set_height(cell, glyph);
            self.set_corners(cell, heights.map(|height| (height - base) as u8));
        }
        is_on_board
    }
}
