//! Shapes of single cells in a painting: inset sides, stairs and invisible cells.

use std::collections::BTreeSet;

use foretoken_vm::Cell;
use foretoken_vm::space::CellShape;

use super::{Axis, Painted, Painting};
use crate::assets::{read_shape, shape_words, write_shape};

const STEP: u8 = 5;

/// A side of a cell, clockwise from 0 for north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellSide {
    /// The cell.
    pub cell: Cell,
    /// The side, 0 to 3.
    pub side: usize,
}

impl Painting {
    pub(super) fn take_shapes(&mut self) {
        let lines = std::mem::take(&mut self.scenario.shapes);
        for line in lines {
            match read_shape(&line, &mut |_| {}).filter(|(cell, _)| self.contains(*cell)) {
                Some((cell, shape)) => self.set_shape(cell, shape),
                None => self.scenario.shapes.push(line),
            }
        }
    }

    pub(super) fn write_shapes(&mut self) {
        let mut lines: Vec<String> = self.cells().filter_map(|cell| write_shape(cell, self.shape_of(cell))).collect();
        lines.append(&mut self.scenario.shapes);
        self.scenario.shapes = lines;
    }

    /// Returns the shape of a cell.
    #[must_use]
    pub fn shape_of(&self, cell: Cell) -> CellShape {
        let sheet = self.sheets.get(usize::from(cell.floor())).zip(self.index(cell));
        sheet.and_then(|(sheet, at)| sheet.shapes.get(at)).copied().unwrap_or_default()
    }

    /// Returns the shape as text; empty for the default.
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

    pub(super) fn reshape(&mut self, cell: Cell, alter: impl FnOnce(&mut CellShape)) -> bool {
        let mut shape = self.shape_of(cell);
        alter(&mut shape);
        let is_cell = self.entry(cell).is_some();
        if is_cell {
            self.set_shape(cell, shape);
        }
        is_cell
    }

    /// Insets sides by a step, or moves them out, up to [`CellShape::MOST_INSET`].
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

pub(super) const fn mirrored_shape(shape: CellShape, axis: Axis) -> CellShape {
    let [north, east, south, west] = shape.insets;
    let insets = match axis {
        Axis::LeftRight => [north, west, south, east],
        Axis::TopBottom => [south, east, north, west],
    };
    CellShape { insets, ..shape }
}

pub(super) const fn turned_shape(shape: CellShape) -> CellShape {
    let [north, east, south, west] = shape.insets;
    CellShape { insets: [west, north, east, south], ..shape }
}
