//! How single cells are drawn otherwise than their ground: how that is read from the lines of a scenario and written back,
//! and what draws sides in.

use std::collections::BTreeSet;

use foretoken_vm::Cell;
use foretoken_vm::space::CellShape;

use super::{Axis, Painted, Painting};
use crate::assets::{read_shape, shape_words, write_shape};

/// By how much a side is drawn in at once, in hundredths of a cell's edge.
const STEP: u8 = 5;

/// A side of a cell: the northern one 0, then clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellSide {
    /// The cell.
    pub cell: Cell,
    /// Which of its sides, 0 to 3.
    pub side: usize,
}

impl Painting {
    /// Takes what lines say of shapes onto the floors. What names no cell of the map stays a line, to be mended.
    pub(super) fn take_shapes(&mut self) {
        let lines = std::mem::take(&mut self.scenario.shapes);
        for line in lines {
            match read_shape(&line, &mut |_| {}).filter(|(cell, _)| self.holds(*cell)) {
                Some((cell, shape)) => self.set_shape(cell, shape),
                None => self.scenario.shapes.push(line),
            }
        }
    }

    /// Writes the shapes of all cells as lines, before those that are to be mended.
    pub(super) fn write_shapes(&mut self) {
        let mut lines: Vec<String> = self.cells().filter_map(|cell| write_shape(cell, self.shape_of(cell))).collect();
        lines.append(&mut self.scenario.shapes);
        self.scenario.shapes = lines;
    }

    /// How a cell is drawn otherwise than its ground.
    #[must_use]
    pub fn shape_of(&self, cell: Cell) -> CellShape {
        let sheet = self.sheets.get(usize::from(cell.floor())).zip(self.index(cell));
        sheet.and_then(|(sheet, at)| sheet.shapes.get(at)).copied().unwrap_or_default()
    }

    /// That in words, such as `stairs 4`; empty where it is drawn as its ground is.
    #[must_use]
    pub fn shape_words(&self, cell: Cell) -> String {
        shape_words(self.shape_of(cell))
    }

    pub(super) fn set_shape(&mut self, cell: Cell, shape: CellShape) {
        let at = self.index(cell);
        let slot = self.sheets.get_mut(usize::from(cell.floor())).zip(at);
        if let Some(slot) = slot.and_then(|(sheet, at)| sheet.shapes.get_mut(at)) {
            *slot = shape;
        }
    }

    /// Lets a cell have another shape; false where there is none.
    pub(super) fn reshape(&mut self, cell: Cell, alter: impl FnOnce(&mut CellShape)) -> bool {
        let mut shape = self.shape_of(cell);
        alter(&mut shape);
        let is_cell = self.entry(cell).is_some();
        if is_cell {
            self.set_shape(cell, shape);
        }
        is_cell
    }

    /// Draws sides of cells in by a step, or out by one, each of them once. A side goes no further in than
    /// [`CellShape::MOST_INSET`], and out to the edge of its cell.
    pub fn draw_in(&mut self, sides: impl IntoIterator<Item = CellSide>, is_in: bool) -> Painted {
        let sides: BTreeSet<CellSide> = sides.into_iter().collect();
        let mut painted = Painted::default();
        for CellSide { cell, side } in sides {
            let before = self.shape_of(cell);
            self.reshape(cell, |shape| {
                let inset = &mut shape.insets[side % 4];
                *inset = if is_in { CellShape::MOST_INSET.min(*inset + STEP) } else { inset.saturating_sub(STEP) };
            });
            match self.shape_of(cell) == before {
                true => painted.refused += 1,
                false => painted.changed += 1,
            }
        }
        painted
    }
}

/// A shape as it is on a mirrored map.
pub(super) const fn mirrored_shape(shape: CellShape, axis: Axis) -> CellShape {
    let [north, east, south, west] = shape.insets;
    let insets = match axis {
        Axis::LeftRight => [north, west, south, east],
        Axis::TopBottom => [south, east, north, west],
    };
    CellShape { insets, ..shape }
}
