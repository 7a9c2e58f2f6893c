//! What changes on the board's cells beside who stands there: a sparse overlay of pages, 16 cells of a row each, over the
//! rulebook's fixed map. An absent page means "as the map says, and bare". Dirty marks let a copy be brought back to its
//! original at the cost of the pages touched, so a prediction costs what changed, not what exists.

use crate::space::{Board, Cell};

/// A word of the directory: where the page's rows are, and whether it was touched. One word, so that a write looks
/// once to see that it need not make the page or mark it.
const TOUCHED: u16 = 0x8000;
/// Rows of every page that is not there: one page that is always empty, so that reading needs no question.
const ABSENT: u16 = 0;
/// 16 cells of one row: 64 bytes, a line of the cache, found by one shift, and pages in order are cells in order.
const PAGE_SHIFT: i32 = 4;
pub(crate) const PAGE_CELLS: usize = 1 << PAGE_SHIFT;

/// The changeable part of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct CellRow {
    /// Index of the surface in the rulebook plus one; 0 for none.
    pub surface: u8,
    /// Rounds the surface still lasts; 0 for as long as it is let be.
    pub rounds_left: u8,
}

impl CellRow {
    /// Bare ground.
    pub const EMPTY: Self = Self { surface: 0, rounds_left: 0 };
}

/// The overlay.
#[derive(Debug, Default)]
pub struct Cells {
    pages_across: i32,
    directory: Vec<u16>,
    rows: Vec<[CellRow; PAGE_CELLS]>,
    column_defaults: Vec<i32>,
    columns: Vec<i32>,
    /// Pages that are there, in order.
    present: Vec<u16>,
    /// Pages touched, in the order in which they were.
    dirty: Vec<u16>,
}

impl Cells {
    /// An overlay without pages. Every cell has the columns whose defaults are given.
    pub(crate) fn new(board: &Board, column_defaults: &[i32]) -> Self {
        let across = (board.width() + PAGE_CELLS as i32 - 1) >> PAGE_SHIFT;
        let mut cells = Self {
            pages_across: across,
            directory: vec![ABSENT; (across * board.height()) as usize],
            column_defaults: column_defaults.to_vec(),
            ..Self::default()
        };
        cells.push_rows();
        cells
    }

    fn push_rows(&mut self) {
        self.rows.push([CellRow::EMPTY; PAGE_CELLS]);
        for &default in &self.column_defaults {
            self.columns.resize(self.columns.len() + PAGE_CELLS, default);
        }
    }

    #[inline(always)]
    fn page_and_slot(&self, cell: Cell) -> (usize, usize) {
        // A floor above the ground makes the row so large that no page is there.
        let (x, y) = (cell.x() as usize, (cell.bits() >> 12) as usize);
        let (across, page) = (self.pages_across as usize, x >> PAGE_SHIFT);
        (if page < across { y * across + page } else { usize::MAX }, x % PAGE_CELLS)
    }

    /// Where the rows of a page are; `None` off the board.
    #[inline(always)]
    fn rows_of(&self, page: usize) -> Option<usize> {
        Some((self.directory.get(page)? & !TOUCHED) as usize)
    }

    /// The row of a cell; empty where no page is.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, cell: Cell) -> CellRow {
        let (page, slot) = self.page_and_slot(cell);
        match self.rows_of(page).and_then(|at| self.rows.get(at)) {
            Some(rows) => rows[slot],
            None => CellRow::EMPTY,
        }
    }

    /// The row of a cell for writing; its page is made if absent and marked dirty. `None` off the board.
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, cell: Cell) -> Option<&mut CellRow> {
        let (page, slot) = self.page_and_slot(cell);
        let at = self.page_for_writing(page)?;
        Some(&mut self.rows.get_mut(at)?[slot])
    }

    #[inline(always)]
    fn page_for_writing(&mut self, page: usize) -> Option<usize> {
        let word = *self.directory.get(page)?;
        Some(if word & TOUCHED != 0 { (word & !TOUCHED) as usize } else { self.touch(page) })
    }

    /// Marks a page that was clean until now, and makes it if it was not there.
    #[cold]
    #[inline(never)]
    fn touch(&mut self, page: usize) -> usize {
        let mut at = self.directory[page];
        if at == ABSENT {
            at = self.rows.len() as u16;
            self.push_rows();
            let place = self.present.partition_point(|&other| usize::from(other) < page);
            self.present.insert(place, page as u16);
        }
        self.directory[page] = at | TOUCHED;
        self.dirty.push(page as u16);
        at as usize
    }

    /// A registered column's value on a cell.
    #[must_use]
    pub fn column(&self, cell: Cell, column: u16) -> i32 {
        let (page, slot) = self.page_and_slot(cell);
        let known = (column as usize) < self.column_defaults.len();
        let at = self.rows_of(page).filter(|_| known).map(|at| self.column_index(at, column, slot));
        at.and_then(|at| self.columns.get(at)).copied().unwrap_or_default()
    }

    pub(crate) fn column_mut(&mut self, cell: Cell, column: u16) -> Option<&mut i32> {
        if column as usize >= self.column_defaults.len() {
            return None;
        }
        let (page, slot) = self.page_and_slot(cell);
        let at = self.page_for_writing(page)?;
        let index = self.column_index(at, column, slot);
        self.columns.get_mut(index)
    }

    fn column_index(&self, at: usize, column: u16, slot: usize) -> usize {
        (at * self.column_defaults.len() + column as usize) * PAGE_CELLS + slot
    }

    /// About how many bytes it holds.
    pub(crate) fn footprint(&self) -> usize {
        (self.directory.len() + self.present.len()) * 2
            + self.rows.len() * size_of::<[CellRow; PAGE_CELLS]>()
            + self.columns.len() * 4
    }

    /// Whether every cell is as the map says, without a look at any.
    #[inline(always)]
    pub(crate) fn is_bare(&self) -> bool {
        self.present.is_empty()
    }

    /// The pages that are there, with where their rows are.
    fn pages(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.present.iter().map(|&page| (usize::from(page), usize::from(self.directory[usize::from(page)] & !TOUCHED)))
    }

    /// The cells with a surface, by row and column: the canonical order of hashing, saving and of everything that visits
    /// all surfaces.
    pub fn surfaces(&self) -> impl Iterator<Item = (Cell, CellRow)> + '_ {
        let across = self.pages_across.max(1);
        self.pages().flat_map(move |(page, at)| {
            let (px, y) = (page as i32 % across * PAGE_CELLS as i32, page as i32 / across);
            self.rows[at].iter().enumerate().filter_map(move |(slot, &row)| {
                let cell = Cell::new(px + slot as i32, y)?;
                (row != CellRow::EMPTY).then_some((cell, row))
            })
        })
    }

    /// The columns of cells that differ from their defaults, as (cell, column, value), in canonical order.
    pub fn changed_columns(&self) -> impl Iterator<Item = (Cell, u16, i32)> + '_ {
        let across = self.pages_across.max(1);
        self.pages().flat_map(move |(page, at)| {
            let (px, y) = (page as i32 % across * PAGE_CELLS as i32, page as i32 / across);
            self.column_defaults.iter().enumerate().flat_map(move |(column, &default)| {
                (0..PAGE_CELLS).filter_map(move |slot| {
                    let value = self.columns[self.column_index(at, column as u16, slot)];
                    let cell = Cell::new(px + slot as i32, y)?;
                    (value != default).then_some((cell, column as u16, value))
                })
            })
        })
    }

    /// Forgets which pages were touched: from here on, [`Self::return_to`] brings this copy back to `self`'s
    /// present content.
    pub(crate) fn mark_clean(&mut self) {
        for &page in &self.dirty {
            self.directory[page as usize] &= !TOUCHED;
        }
        self.dirty.clear();
    }

    /// Copies everything, into buffers already there where they are large enough.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.pages_across = other.pages_across;
        self.directory.clone_from(&other.directory);
        self.rows.clone_from(&other.rows);
        self.column_defaults.clone_from(&other.column_defaults);
        self.columns.clone_from(&other.columns);
        self.present.clone_from(&other.present);
        self.dirty.clone_from(&other.dirty);
        self.mark_clean();
    }

    /// Brings a copy of `original` back to it by copying only what was touched since.
    pub(crate) fn return_to(&mut self, original: &Self) {
        let kept = original.rows.len();
        let stride = self.column_defaults.len() * PAGE_CELLS;
        for &page in &self.dirty {
            // A page made since is absent again.
            let word = &mut self.directory[page as usize];
            let at = (*word & !TOUCHED) as usize;
            *word = if at < kept { at as u16 } else { ABSENT };
            if let (Some(rows), Some(first)) = (self.rows.get_mut(at), original.rows.get(at)) {
                *rows = *first;
                if stride > 0 {
                    let range = at * stride..(at + 1) * stride;
                    self.columns[range.clone()].copy_from_slice(&original.columns[range]);
                }
            }
        }
        self.dirty.clear();
        if self.rows.len() > kept {
            self.rows.truncate(kept);
            self.columns.truncate(kept * stride);
            self.present.clone_from(&original.present);
        }
    }
}
