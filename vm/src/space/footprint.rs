//! Footprints of units on several cells. A unit's cell in rows, records and hashes is its north-western one, the
//! anchor; all are on one floor.

use super::{Board, Cell, Dir, TilePos};
use serde::{Deserialize, Serialize};

/// Columns and rows of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Footprint {
    /// Columns, 1 to [`Footprint::MOST`].
    pub width: u8,
    /// Rows, 1 to [`Footprint::MOST`].
    pub depth: u8,
}

impl Default for Footprint {
    fn default() -> Self {
        Self::ONE
    }
}

impl Footprint {
    /// A single cell.
    pub const ONE: Self = Self { width: 1, depth: 1 };
    /// Maximum columns and rows.
    pub const MOST: u8 = 4;

    /// Returns whether it is one cell.
    #[inline]
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.width <= 1 && self.depth <= 1
    }

    /// Returns its columns and rows without those of the anchor.
    #[must_use]
    pub const fn reach(self) -> i32 {
        self.width as i32 + self.depth as i32 - 2
    }

    /// Iterates over its cells by row and column, the anchor first.
    pub fn cells(self, anchor: Cell) -> impl Iterator<Item = Cell> + Clone {
        let (x, y, floor) = (anchor.x(), anchor.y(), anchor.floor());
        let is_one = self.is_one() || anchor == Cell::NOWHERE;
        let (width, depth) = if is_one { (1, 1) } else { (i32::from(self.width), i32::from(self.depth)) };
        let other = move |dx, dy| Cell::on_floor(x + dx, y + dy, floor).unwrap_or(Cell::NOWHERE);
        let part = move |dx, dy| if dx == 0 && dy == 0 { anchor } else { other(dx, dy) };
        (0..depth).flat_map(move |dy| (0..width).map(move |dx| part(dx, dy)))
    }

    /// Returns its length in a direction.
    #[must_use]
    pub const fn extent(self, dir: Dir) -> u8 {
        let across = if dir.delta().0 == 0 { self.depth } else { self.width };
        if across == 0 { 1 } else { across }
    }

    /// Iterates over its foremost cells in a cardinal direction.
    pub fn front(self, anchor: Cell, dir: Dir) -> impl Iterator<Item = Cell> {
        let (dx, dy) = dir.delta();
        self.cells(anchor).filter(move |cell| {
            self.is_one()
                || !Cell::new(cell.x() + dx, cell.y() + dy).is_some_and(|next| {
                    let (right, down) = anchor.offset_to(next);
                    (0..i32::from(self.width)).contains(&right) && (0..i32::from(self.depth)).contains(&down)
                })
        })
    }

    /// Returns whether a unit anchored at a cell covers another cell.
    #[must_use]
    pub fn contains(self, anchor: Cell, cell: Cell) -> bool {
        if self.is_one() || anchor == Cell::NOWHERE || cell == Cell::NOWHERE {
            return anchor == cell;
        }
        let (dx, dy) = anchor.offset_to(cell);
        let inside = (0..i32::from(self.width)).contains(&dx) && (0..i32::from(self.depth)).contains(&dy);
        inside && anchor.floor() == cell.floor()
    }

    /// Returns whether all its cells are within one step of height.
    #[must_use]
    pub fn is_even(self, board: &Board, anchor: Cell) -> bool {
        if board.is_level() || self.is_one() {
            return true;
        }
        let heights = || self.cells(anchor).map(|cell| board.elevation(cell));
        let (least, most) = (heights().min().unwrap_or_default(), heights().max().unwrap_or_default());
        most - least <= Board::HIGHEST_STEP
    }

    /// Returns the next anchor in a direction, and the highest step up of its cells in half steps. `None` if cells
    /// leave the board or reach different floors.
    #[must_use]
    pub fn step(self, board: &Board, anchor: TilePos, dir: Dir) -> Option<(TilePos, i32)> {
        let (to, rise) = board.spot_beside(anchor, dir)?;
        let mut highest = rise;
        for (from, to) in self.cells(anchor.cell).zip(self.cells(to.cell)).skip(1) {
            let (next, rise) = board.spot_beside(board.spot(from), dir)?;
            if next.cell != to {
                return None;
            }
            highest = highest.max(rise);
        }
        Some((to, highest))
    }
}
