//! A set of cells around a centre, such as the targets of an action.
//!
//! ```text
//! .#.
//! #@#    '@' the centre, not struck    'X' the centre, struck    '#' struck    '.' not struck
//! .#.
//! ```
//!
//! A cell is `(dx, dy)` from the centre; `dx` grows to the right and `dy` downwards.

use std::collections::BTreeSet;

use thiserror::Error;

/// Cells of a pattern, without duplicates, in drawing order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// As `(dy, dx)`, which sorts in drawing order.
    cells: BTreeSet<(i32, i32)>,
}

/// Fault of a drawing. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternFault {
    /// There is no `@` or `X`.
    #[error("the drawing has no centre `@` or `X`")]
    NoCentre,
    /// There is a second `@` or `X`.
    #[error("the drawing has a second centre `@` or `X`")]
    SecondCentre {
        /// Its row.
        row: usize,
    },
    /// Unknown letter; the first in each row.
    #[error("unknown character {found:?} in a drawing")]
    Letter {
        /// Its row.
        row: usize,
        /// The letter.
        found: char,
    },
    /// A cell is farther from the centre than [`Pattern::REACH`].
    #[error("a cell is more than {} cells from the centre", Pattern::REACH)]
    TooFar {
        /// Its row.
        row: usize,
    },
}

impl PatternFault {
    /// Returns the row of the fault, if any.
    pub fn row(&self) -> Option<usize> {
        match self {
            PatternFault::NoCentre => None,
            PatternFault::SecondCentre { row } | PatternFault::Letter { row, .. } | PatternFault::TooFar { row } => {
                Some(*row)
            }
        }
    }
}

impl Pattern {
    /// Greatest distance from the centre in each direction.
    pub const REACH: i32 = 32;

    /// Creates a pattern of cells; `None` if one is out of reach.
    pub fn from_cells(cells: impl IntoIterator<Item = (i32, i32)>) -> Option<Self> {
        let mut pattern = Pattern::default();
        cells.into_iter().all(|cell| pattern.set(cell, true)).then_some(pattern)
    }

    /// Returns the cells `(dx, dy)` row by row.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> {
        self.cells.iter().map(|(dy, dx)| (*dx, *dy))
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the pattern contains a cell.
    pub fn contains(&self, (dx, dy): (i32, i32)) -> bool {
        self.cells.contains(&(dy, dx))
    }

    /// Adds or removes a cell; false if out of reach.
    pub fn set(&mut self, (dx, dy): (i32, i32), struck: bool) -> bool {
        let reach = -Self::REACH..=Self::REACH;
        if !reach.contains(&dx) || !reach.contains(&dy) {
            return false;
        }
        if struck {
            self.cells.insert((dy, dx));
        } else {
            self.cells.remove(&(dy, dx));
        }
        true
    }

    /// Returns the smallest drawing with the centre and all cells.
    pub fn to_rows(&self) -> Vec<String> {
        let (mut left, mut right, mut top, mut bottom) = (0, 0, 0, 0);
        for (dx, dy) in self.cells() {
            (left, right) = (dx.min(left), dx.max(right));
            (top, bottom) = (dy.min(top), dy.max(bottom));
        }
        let letter = |cell| match (cell == (0, 0), self.contains(cell)) {
            (true, true) => 'X',
            (true, false) => '@',
            (false, true) => '#',
            (false, false) => '.',
        };
        (top..=bottom).map(|dy| (left..=right).map(|dx| letter((dx, dy))).collect()).collect()
    }

    /// Reads a drawing. Short rows are filled.
    ///
    /// # Errors
    ///
    /// Returns all faults.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Self, Vec<PatternFault>> {
        let mut faults = Vec::new();
        let mut centre = None;
        let mut struck = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let mut told = false;
            for (column, letter) in text.as_ref().chars().enumerate() {
                match letter {
                    '.' => {}
                    '#' => struck.push((column, row)),
                    '@' | 'X' if centre.is_some() => faults.push(PatternFault::SecondCentre { row }),
                    '@' => centre = Some((column, row)),
                    'X' => {
                        centre = Some((column, row));
                        struck.push((column, row));
                    }
                    found if !told => {
                        told = true;
                        faults.push(PatternFault::Letter { row, found });
                    }
                    _ => {}
                }
            }
        }
        let Some(centre) = centre else {
            faults.push(PatternFault::NoCentre);
            return Err(faults);
        };
        let mut pattern = Pattern::default();
        let mut far_row = None;
        for (column, row) in struck {
            let cell = (offset(column, centre.0), offset(row, centre.1));
            let near = cell.0.zip(cell.1).is_some_and(|cell| pattern.set(cell, true));
            if !near && far_row != Some(row) {
                far_row = Some(row);
                faults.push(PatternFault::TooFar { row });
            }
        }
        if faults.is_empty() { Ok(pattern) } else { Err(faults) }
    }
}

fn offset(to: usize, from: usize) -> Option<i32> {
    let to = i32::try_from(to).ok()?;
    to.checked_sub(i32::try_from(from).ok()?)
}
