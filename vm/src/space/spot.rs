//! A cell together with its place, for what needs both.

use super::{Board, Cell, Dir, TileId};

/// A cell and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TilePos {
    /// The cell.
    pub cell: Cell,
    /// Its place; none where the cell is off the board.
    pub place: TileId,
}

impl TilePos {
    /// What is beside no cell of any board.
    pub(crate) const NOWHERE: Self = Self { cell: Cell::NOWHERE, place: TileId::NOWHERE };
}

impl Board {
    /// A cell with its place.
    #[inline(always)]
    #[must_use]
    pub fn spot(&self, cell: Cell) -> TilePos {
        TilePos { cell, place: self.place(cell) }
    }

    /// The spot that one comes to who goes straight on in a direction, with the step up to it in half steps (see
    /// [`Board::step`] and [`Board::rise`]).
    #[inline(always)]
    #[must_use]
    pub(crate) fn spot_beside(&self, spot: TilePos, dir: Dir) -> Option<(TilePos, i32)> {
        if self.is_level() {
            let beside = self.layout().beside(spot, dir);
            self.holds(beside.place).then_some((beside, 0))
        } else {
            self.spot_on_relief(spot, dir)
        }
    }

    #[inline(never)]
    fn spot_on_relief(&self, spot: TilePos, dir: Dir) -> Option<(TilePos, i32)> {
        let (place, rise) = self.beside(spot.place, dir)?;
        Some((TilePos { cell: self.cell_of(place), place }, rise))
    }

    /// The place of the same. On a board of one level, what lies over an edge may have one of a margin, where nothing is.
    #[inline(always)]
    pub(crate) fn place_beside(&self, place: TileId, dir: Dir) -> TileId {
        let rows = self.layout().rows();
        match self.is_level() {
            true => place.beside(rows.difference(dir.delta())),
            false => self.beside(place, dir).map_or(TileId::NOWHERE, |(place, _)| place),
        }
    }
}
