//! Places: dense numbers of cells within one rulebook. Records, changes and hashes use cells.

use super::{Cell, Dir, TilePos};
use std::sync::Arc;

/// A dense tile number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct TileId(u32);

impl TileId {
    /// No place.
    pub const NOWHERE: Self = Self(u32::MAX);

    #[inline(always)]
    pub(crate) const fn new(number: u32) -> Self {
        Self(number)
    }

    #[inline(always)]
    pub(crate) const fn beside(self, difference: i32) -> Self {
        Self(self.0.wrapping_add_signed(difference))
    }

    /// Returns the number as a table index.
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

/// A rectangle of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rectangle {
    /// First column.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Number of columns.
    pub width: i32,
    /// Number of rows.
    pub height: i32,
}

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rows {
    stride: u32,
    width: u32,
    height: u32,
}

impl Rows {
    #[inline(always)]
    pub(crate) const fn place(self, cell: Cell) -> TileId {
        let (x, row) = (cell.bits() & 0xfff, cell.bits() >> 12);
        if x < self.width && row < self.height { TileId(row * self.stride + x) } else { TileId::NOWHERE }
    }

    #[inline(always)]
    pub(crate) const fn difference(self, (dx, dy): (i32, i32)) -> i32 {
        dy * self.stride as i32 + dx
    }
}

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

    #[inline(always)]
    pub(crate) const fn from(self, spot: TilePos) -> TilePos {
        let cell = Cell::from_bits(spot.cell.bits().wrapping_add_signed(self.cell));
        TilePos { cell, place: spot.place.beside(self.place) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    rows: Rows,
    strides: [Stride; Dir::ALL.len()],
    upper: Option<Arc<[Floor]>>,
}

const fn stride_of(width: u32) -> u32 {
    (width + Layout::MARGIN).next_multiple_of(16)
}

impl Layout {
    pub(crate) const MARGIN: u32 = 8;

    pub(super) fn new(width: i32, height: i32) -> Self {
        let (width, height) = (width as u32, height as u32);
        let rows = Rows { stride: stride_of(width), width, height };
        Self { rows, strides: Dir::ALL.map(|dir| Stride::of(dir, rows)), upper: None }
    }

    pub(super) fn with_floor(&self, columns: Rectangle) -> Self {
        let floor = Floor { base: self.places() as u32, stride: stride_of(columns.width as u32), columns };
        let upper = self.upper.iter().flat_map(|upper| upper.iter().copied()).chain([floor]).collect();
        Self { upper: Some(upper), ..self.clone() }
    }

    pub(crate) fn places(&self) -> usize {
        match self.upper.as_deref() {
            Some([.., last]) => last.end() as usize,
            _ => (self.rows.stride * self.rows.height) as usize,
        }
    }

    pub(crate) fn floors(&self) -> usize {
        1 + self.upper.as_deref().map_or(0, <[Floor]>::len)
    }

    #[inline(always)]
    pub(crate) const fn has_one_floor(&self) -> bool {
        self.upper.is_none()
    }

    pub(crate) fn columns(&self, floor: usize) -> Rectangle {
        match (floor.checked_sub(1), self.upper.as_deref()) {
            (None, _) => Rectangle { x: 0, y: 0, width: self.rows.width as i32, height: self.rows.height as i32 },
            (Some(above), Some(upper)) => upper.get(above).map_or_else(Rectangle::default, |floor| floor.columns),
            (Some(_), None) => Rectangle::default(),
        }
    }

    pub(crate) const fn first(&self) -> Option<Cell> {
        if self.rows.width > 0 { Some(Cell::from_bits(0)) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn rows(&self) -> Rows {
        self.rows
    }

    #[inline(always)]
    pub(crate) const fn strides(&self) -> &[Stride; Dir::ALL.len()] {
        &self.strides
    }

    #[inline(always)]
    pub(crate) const fn beside(&self, spot: TilePos, dir: Dir) -> TilePos {
        self.strides[dir as usize].from(spot)
    }

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
