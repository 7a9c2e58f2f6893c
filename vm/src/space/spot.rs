//! Cells with their places.

use super::{Board, Cell, Dir, TileId};

/// A cell with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TilePos {
    /// The cell.
    pub cell: Cell,
    /// Place; none off the board.
    pub place: TileId,
}

impl TilePos {
    pub(crate) const NOWHERE: Self = Self { cell: Cell::NOWHERE, place: TileId::NOWHERE };
}

impl Board {
    /// Returns the spot of a cell.
    #[inline(always)]
    #[must_use]
    pub fn spot(&self, cell: Cell) -> TilePos {
        TilePos { cell, place: self.place(cell) }
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn spot_beside(&self, spot: TilePos, dir: Dir) -> Option<(TilePos, i32)> {
        if self.is_level() {
            let beside = self.layout().beside(spot, dir);
            self.contains_tile(beside.place).then_some((beside, 0))
        } else {
            self.spot_on_relief(spot, dir)
        }
    }

    #[inline(never)]
    fn spot_on_relief(&self, spot: TilePos, dir: Dir) -> Option<(TilePos, i32)> {
        let (place, rise) = self.beside(spot.place, dir)?;
        Some((TilePos { cell: self.cell_of(place), place }, rise))
    }

    #[inline(always)]
    pub(crate) fn place_beside(&self, place: TileId, dir: Dir) -> TileId {
        let rows = self.layout().rows();
        match self.is_level() {
            true => place.beside(rows.difference(dir.delta())),
            false => self.beside(place, dir).map_or(TileId::NOWHERE, |(place, _)| place),
        }
    }
}
