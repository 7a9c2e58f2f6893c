//! Where one can stand, as one byte a cell with a border around the board. Derived from board and terrains, so it never
//! changes and is never saved.

use super::{Board, Cell, Terrain};

/// What is under a cell, by its place. Places count cells by row and column, each row padded to whole pages of the state
/// with one cell to spare: the cell before a row is the spare one of the row above, which is off the board.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    stride: usize,
    width: u32,
    height: u32,
    cells: Vec<u8>,
}

impl Ground {
    /// One can stand here.
    pub(crate) const OPEN: u8 = 0;
    /// On the board, but nobody can stand here.
    pub(crate) const WALL: u8 = 1;
    /// No cell of the board.
    pub(crate) const OFF: u8 = 2;

    /// Places from one row of a board this wide to the next, in whole pages of this many cells.
    pub(crate) const fn stride(width: i32, page: usize) -> usize {
        (width as usize + page) / page * page
    }

    pub(crate) fn new(board: &Board, terrains: &[Terrain]) -> Self {
        let stride = Self::stride(board.width(), crate::state::PAGE_CELLS);
        let mut cells = vec![Self::OFF; stride * board.height() as usize];
        for cell in board.cells() {
            let wall = terrains.get(board.terrain(cell) as usize).is_some_and(|terrain| terrain.blocks_movement);
            cells[cell.y() as usize * stride + cell.x() as usize] = if wall { Self::WALL } else { Self::OPEN };
        }
        Self { stride, width: board.width() as u32, height: board.height() as u32, cells }
    }

    /// The place of a cell. A floor above the ground makes the row so large that no place is there.
    #[inline(always)]
    pub(crate) const fn place(&self, cell: Cell) -> usize {
        (cell.bits() >> 12) as usize * self.stride + (cell.bits() & 0xfff) as usize
    }

    /// The place a step away from another.
    #[inline(always)]
    pub(crate) const fn beside(&self, place: usize, (dx, dy): (i32, i32)) -> usize {
        place.wrapping_add_signed(dy as isize * self.stride as isize + dx as isize)
    }

    /// What is under a place.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> u8 {
        self.cells.get(place).copied().unwrap_or(Self::OFF)
    }

    /// The cell at an offset from another, if it is on the board.
    #[inline(always)]
    pub(crate) const fn offset(&self, cell: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
        let (x, y) = ((cell.x() + dx) as u32, (cell.y() + dy) as u32);
        if x < self.width && y < self.height { Some(Cell::from_bits(y << 12 | x)) } else { None }
    }
}
