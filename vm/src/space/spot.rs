//! A cell together with its place, for what needs both.

use super::{Board, Cell, Dir, Place};

/// A cell and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// Its place; none where the cell is off the board.
    pub place: Place,
}

impl Spot {
    /// What is beside no cell of any board.
    pub(crate) const NOWHERE: Self = Self { cell: Cell::NOWHERE, place: Place::NOWHERE };
}

impl Board {
    /// A cell with its place.
    #[inline(always)]
    #[must_use]
    pub fn spot(&self, cell: Cell) -> Spot {
        Spot { cell, place: self.place(cell) }
    }

    /// The spot that one comes to who goes straight on in a direction, with the step up to it in half steps (see
    /// [`Board::step`] and [`Board::rise`]).
    #[inline(always)]
    #[must_use]
    pub(crate) fn spot_beside(&self, spot: Spot, dir: Dir) -> Option<(Spot, i32)> {
        if self.is_level() {
            let beside = self.layout().beside(spot, dir);
            self.holds(beside.place).then_some((beside, 0))
        } else {
            self.spot_on_relief(spot, dir)
        }
    }

    #[inline(never)]
    fn spot_on_relief(&self, spot: Spot, dir: Dir) -> Option<(Spot, i32)> {
        let (place, rise) = self.beside(spot.place, dir)?;
        Some((Spot { cell: self.cell_of(place), place }, rise))
    }

    /// The place of the same. On a board of one level, what lies over an edge may have one of a margin, where nothing is.
    #[inline(always)]
    pub(crate) fn place_beside(&self, place: Place, dir: Dir) -> Place {
        let rows = self.layout().rows();
        match self.is_level() {
            true => place.beside(rows.difference(dir.delta())),
            false => self.beside(place, dir).map_or(Place::NOWHERE, |(place, _)| place),
        }
    }
}
