//! Places: a dense number for each surface where one could stand, and how places are numbered. Numbers are an affair of
//! one rulebook; records, changes and hashes speak of cells.

use super::{Cell, Dir, TilePos};
use std::sync::Arc;

/// A place of the board by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct TileId(u32);

impl TileId {
    /// No place of any board.
    pub const NOWHERE: Self = Self(u32::MAX);

    /// The place with this number.
    #[inline(always)]
    pub(crate) const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The place a difference away; a number without a place where that is off the board.
    #[inline(always)]
    pub(crate) const fn beside(self, difference: i32) -> Self {
        Self(self.0.wrapping_add_signed(difference))
    }

    /// Its number, as an index of what is kept for each place.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for TileId {
    fn default() -> Self {
        Self::NOWHERE
    }
}

/// A rectangle of columns of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rectangle {
    /// The first column.
    pub x: i32,
    /// The first row.
    pub y: i32,
    /// How many columns.
    pub width: i32,
    /// How many rows.
    pub height: i32,
}

/// The numbers of one floor above the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Floor {
    base: u32,
    stride: u32,
    columns: Rectangle,
}

impl Floor {
    const fn end(&self) -> u32 {
        self.base + self.stride * self.columns.height as u32
    }
}

/// How places of the ground are numbered: by row and column, each row with a margin behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rows {
    stride: u32,
    width: u32,
    height: u32,
}

impl Rows {
    /// The place of a cell of the ground; none for any other. A floor above the ground makes the row so large that the
    /// ground has none.
    #[inline(always)]
    pub(crate) const fn place(self, cell: Cell) -> TileId {
        let (x, row) = (cell.bits() & 0xfff, cell.bits() >> 12);
        if x < self.width && row < self.height { TileId(row * self.stride + x) } else { TileId::NOWHERE }
    }

    /// The difference of places for a difference of cells, shorter than the margin.
    #[inline(always)]
    pub(crate) const fn difference(self, (dx, dy): (i32, i32)) -> i32 {
        dy * self.stride as i32 + dx
    }
}

/// What leads from a spot of the ground to the next in a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stride {
    cell: i32,
    place: i32,
}

impl Stride {
    const fn of(dir: Dir, rows: Rows) -> Self {
        let (dx, dy) = dir.delta();
        Self { cell: dx + (dy << 12), place: rows.difference((dx, dy)) }
    }

    /// The spot that it leads to. A place that is none of the board's where that is off it.
    #[inline(always)]
    pub(crate) const fn from(self, spot: TilePos) -> TilePos {
        let cell = Cell::from_bits(spot.cell.bits().wrapping_add_signed(self.cell));
        TilePos { cell, place: spot.place.beside(self.place) }
    }
}

/// How places are numbered: by floor, row and column, the ground over the whole board and each floor above it over a
/// rectangle. Behind each row is a margin. What steps over an edge of the ground by less than the margin comes to a place of
/// a margin, or to a number beyond the ground.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    rows: Rows,
    /// By direction.
    strides: [Stride; Dir::ALL.len()],
    /// Floors above the ground, from the first on.
    upper: Option<Arc<[Floor]>>,
}

/// The row with its margin. Pages of cells are a row's parts, so a row begins with one.
const fn stride_of(width: u32) -> u32 {
    (width + Layout::MARGIN).next_multiple_of(16)
}

impl Layout {
    /// The least margin: also the longest answer that is bound to a difference of places.
    pub(crate) const MARGIN: u32 = 8;

    pub(super) fn new(width: i32, height: i32) -> Self {
        let (width, height) = (width as u32, height as u32);
        let rows = Rows { stride: stride_of(width), width, height };
        Self { rows, strides: Dir::ALL.map(|dir| Stride::of(dir, rows)), upper: None }
    }

    /// The same with one more floor above those that there are.
    pub(super) fn with_floor(&self, columns: Rectangle) -> Self {
        let floor = Floor { base: self.places() as u32, stride: stride_of(columns.width as u32), columns };
        let upper = self.upper.iter().flat_map(|upper| upper.iter().copied()).chain([floor]).collect();
        Self { upper: Some(upper), ..self.clone() }
    }

    /// How many numbers there are for places.
    pub(crate) fn places(&self) -> usize {
        match self.upper.as_deref() {
            Some([.., last]) => last.end() as usize,
            _ => (self.rows.stride * self.rows.height) as usize,
        }
    }

    /// How many floors there are, the ground among them.
    pub(crate) fn floors(&self) -> usize {
        1 + self.upper.as_deref().map_or(0, <[Floor]>::len)
    }

    /// Whether the ground is the only floor, so that one cell stands for one column.
    #[inline(always)]
    pub(crate) const fn has_one_floor(&self) -> bool {
        self.upper.is_none()
    }

    /// The columns that a floor's numbers cover; none for a floor that there is not.
    pub(crate) fn columns(&self, floor: usize) -> Rectangle {
        match (floor.checked_sub(1), self.upper.as_deref()) {
            (None, _) => Rectangle { x: 0, y: 0, width: self.rows.width as i32, height: self.rows.height as i32 },
            (Some(above), Some(upper)) => upper.get(above).map_or_else(Rectangle::default, |floor| floor.columns),
            (Some(_), None) => Rectangle::default(),
        }
    }

    /// The first cell.
    pub(crate) const fn first(&self) -> Option<Cell> {
        if self.rows.width > 0 { Some(Cell::from_bits(0)) } else { None }
    }

    /// How those of the ground are.
    #[inline(always)]
    pub(crate) const fn rows(&self) -> Rows {
        self.rows
    }

    /// What leads to the next spot of the ground in each direction.
    #[inline(always)]
    pub(crate) const fn strides(&self) -> &[Stride; Dir::ALL.len()] {
        &self.strides
    }

    /// The next spot of the ground in a direction. A place that is none of the board's where that is off it.
    #[inline(always)]
    pub(crate) const fn beside(&self, spot: TilePos, dir: Dir) -> TilePos {
        self.strides[dir as usize].from(spot)
    }

    /// The place of a cell.
    #[inline(always)]
    pub(crate) fn place(&self, cell: Cell) -> TileId {
        match self.rows.place(cell) {
            TileId::NOWHERE if self.upper.is_some() => self.place_above(cell),
            place => place,
        }
    }

    #[inline(never)]
    fn place_above(&self, cell: Cell) -> TileId {
        let above = cell.floor().checked_sub(1).map(usize::from);
        let floor = self.upper.as_deref().zip(above).and_then(|(upper, above)| upper.get(above));
        let Some(Floor { base, stride, columns }) = floor else { return TileId::NOWHERE };
        let (x, y) = (cell.x() - columns.x, cell.y() - columns.y);
        if (0..columns.width).contains(&x) && (0..columns.height).contains(&y) {
            TileId(base + y as u32 * stride + x as u32)
        } else {
            TileId::NOWHERE
        }
    }

    /// The cell of a place; nowhere for a number in a margin or beyond all places.
    pub(crate) fn cell(&self, place: TileId) -> Cell {
        let ground = self.rows.stride * self.rows.height;
        let (floor, number, stride, columns) = if place.0 < ground {
            (0, place.0, self.rows.stride, self.columns(0))
        } else {
            let upper = self.upper.as_deref().unwrap_or_default();
            let at = upper.partition_point(|floor| floor.end() <= place.0);
            let Some(floor) = upper.get(at) else { return Cell::NOWHERE };
            (at + 1, place.0 - floor.base, floor.stride, floor.columns)
        };
        let (x, y) = ((number % stride) as i32, (number / stride) as i32);
        if x >= columns.width {
            return Cell::NOWHERE;
        }
        Cell::on_floor(columns.x + x, columns.y + y, floor as u8).unwrap_or(Cell::NOWHERE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_cells_name_each_other() {
        let layout = Layout::new(5, 3)
            .with_floor(Rectangle { x: 1, y: 1, width: 2, height: 2 })
            .with_floor(Rectangle::default())
            .with_floor(Rectangle { x: 4, y: 0, width: 1, height: 3 });
        let mut cells = Vec::new();
        for number in 0..layout.places() as u32 {
            let cell = layout.cell(TileId(number));
            if cell != Cell::NOWHERE {
                assert_eq!(layout.place(cell), TileId(number));
                cells.push(cell);
            }
        }
        assert_eq!(cells.len(), 15 + 4 + 3);
        assert!(cells.is_sorted(), "by floor, row and column");
        assert_eq!(layout.floors(), 4);
        assert_eq!(layout.cell(TileId(layout.places() as u32)), Cell::NOWHERE);
        for absent in [(0, 0, 1), (1, 1, 2), (4, 0, 4), (5, 0, 0), (0, 3, 0)] {
            let cell = Cell::on_floor(absent.0, absent.1, absent.2).expect("a cell");
            assert_eq!(layout.place(cell), TileId::NOWHERE, "{cell}");
        }
        assert_eq!(layout.place(Cell::NOWHERE), TileId::NOWHERE);
    }
}
