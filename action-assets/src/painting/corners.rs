//! Single corners of cells in a painting.

use std::collections::BTreeSet;

use foretoken_vm::{Board, Cell};

use super::{AS_LAYER, Painted, Painting};
use crate::assets::{height_char, read_corners, write_corners};

/// A corner of a cell, clockwise from 0 for north-west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellCorner {
    /// The cell.
    pub cell: Cell,
    /// The corner, 0 to 3.
    pub corner: usize,
}

/// A point on a cell, by its nearest corner and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPoint {
    /// The cell.
    pub cell: Cell,
    /// The corner, clockwise from 0 for north-west.
    pub corner: usize,
    /// The side, clockwise from 0 for north.
    pub side: usize,
}

impl MapPoint {
    /// Returns the nearest corner.
    #[must_use]
    pub const fn nearest(self) -> CellCorner {
        CellCorner { cell: self.cell, corner: self.corner }
    }

    /// Returns the corners of the nearest side.
    #[must_use]
    pub const fn edge(self) -> [CellCorner; 2] {
        let Self { cell, side, .. } = self;
        [CellCorner { cell, corner: side % 4 }, CellCorner { cell, corner: (side + 1) % 4 }]
    }
}

const AT: [(i32, i32); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

impl Painting {
    /// Reads lines of corners. Lines without a valid cell stay, for the designer to fix.
    pub(super) fn take_corners(&mut self) {
        let lines = std::mem::take(&mut self.scenario.corners);
        for line in lines {
            let Some((cell, corners)) = read_corners(&line, &mut |_| {}).filter(|(cell, _)| self.contains(*cell))
            else {
                self.scenario.corners.push(line);
                continue;
            };
            self.set_corners(cell, corners);
        }
    }

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

    fn heights_of_corners(&self, cell: Cell) -> Option<[i32; 4]> {
        self.entry(cell)?;
        let (steps, (_, corners)) = (self.steps_at(cell)?, self.lies(cell)?);
        Some(corners.map(|corner| steps + i32::from(corner)))
    }

    /// Returns the adjacent corners at the same height. A hole or ramp has only its own.
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

    /// Raises or lowers corners by a step. Ramps stay.
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
