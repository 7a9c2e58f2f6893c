//! Sparse overlay of surfaces and cell columns over the fixed map, in pages of 16 places of a row. An absent page is
//! bare. Dirty marks let a copy be restored at the cost of the touched pages.

use crate::space::{Board, Cell, Layout, TileId};

/// A directory word: index of the page's rows, and whether it was touched. One word, so that a write checks both at
/// once.
const TOUCHED: u32 = 1 << 31;
/// Rows of absent pages: one empty page, so that reads need no branch.
const ABSENT: u32 = 0;
const PAGE_SHIFT: u32 = 4;
pub(crate) const PAGE_CELLS: usize = 1 << PAGE_SHIFT;

/// Variable part of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CellRow {
    /// Surface index plus one; 0 for none.
    pub surface: u8,
    /// Remaining rounds of the surface; 0 for unlimited.
    pub rounds_left: u8,
}

impl CellRow {
    /// Bare ground.
    pub const EMPTY: Self = Self { surface: 0, rounds_left: 0 };

    #[inline(always)]
    const fn word(self) -> u16 {
        u16::from_le_bytes([self.surface, self.rounds_left])
    }

    #[inline(always)]
    const fn of_word(word: u16) -> Self {
        let [surface, rounds_left] = word.to_le_bytes();
        Self { surface, rounds_left }
    }
}

const fn place_of(page: usize, slot: usize) -> TileId {
    TileId::new((page * PAGE_CELLS + slot) as u32)
}

/// The overlay.
#[derive(Debug, Default)]
pub struct Cells {
    layout: Layout,
    directory: Vec<u32>,
    rows: Vec<[u16; PAGE_CELLS]>,
    column_defaults: Vec<i32>,
    columns: Vec<i32>,
    present: Vec<u32>,
    dirty: Vec<u32>,
}

impl Cells {
    pub(crate) fn new(board: &Board, column_defaults: &[i32]) -> Self {
        let mut cells = Self {
            layout: board.layout().clone(),
            directory: vec![ABSENT; board.places().div_ceil(PAGE_CELLS)],
            column_defaults: column_defaults.to_vec(),
            ..Self::default()
        };
        cells.push_rows();
        cells
    }

    fn push_rows(&mut self) {
        self.rows.push([0; PAGE_CELLS]);
        for &default in &self.column_defaults {
            self.columns.resize(self.columns.len() + PAGE_CELLS, default);
        }
    }

    #[inline(always)]
    fn page_and_slot(&self, cell: Cell) -> (usize, usize) {
        let place = self.layout.place(cell).index();
        (place >> PAGE_SHIFT, place % PAGE_CELLS)
    }

    #[inline(always)]
    fn rows_of(&self, page: usize) -> Option<usize> {
        Some((self.directory.get(page)? & !TOUCHED) as usize)
    }

    /// Returns the row of a cell; empty without a page.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, cell: Cell) -> CellRow {
        self.row_at(self.layout.place(cell))
    }

    #[inline(always)]
    pub(crate) fn row_at(&self, place: TileId) -> CellRow {
        match self.rows_of(place.index() >> PAGE_SHIFT).and_then(|at| self.rows.get(at)) {
            Some(rows) => CellRow::of_word(rows[place.index() % PAGE_CELLS]),
            None => CellRow::EMPTY,
        }
    }

    #[inline(always)]
    pub(crate) fn surface_at(&self, place: TileId) -> Option<u8> {
        self.row_at(place).surface.checked_sub(1)
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, place: TileId, row: CellRow) {
        let at = self.page_for_writing(place.index() >> PAGE_SHIFT);
        if let Some(rows) = at.and_then(|at| self.rows.get_mut(at)) {
            rows[place.index() % PAGE_CELLS] = row.word();
        }
    }

    pub(crate) fn put(&mut self, cell: Cell, row: CellRow) {
        self.set(self.layout.place(cell), row);
    }

    #[inline(always)]
    fn page_for_writing(&mut self, page: usize) -> Option<usize> {
        let word = *self.directory.get(page)?;
        Some(if word & TOUCHED != 0 { (word & !TOUCHED) as usize } else { self.touch(page) })
    }

    #[cold]
    #[inline(never)]
    fn touch(&mut self, page: usize) -> usize {
        let mut at = self.directory[page];
        if at == ABSENT {
            at = self.rows.len() as u32;
            self.push_rows();
            let before = self.present.partition_point(|&other| (other as usize) < page);
            self.present.insert(before, page as u32);
        }
        self.directory[page] = at | TOUCHED;
        self.dirty.push(page as u32);
        at as usize
    }

    /// Returns a custom column of a cell.
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

    pub(crate) fn footprint(&self) -> usize {
        (self.directory.len() + self.present.len()) * 4
            + self.rows.len() * size_of::<[u16; PAGE_CELLS]>()
            + self.columns.len() * 4
    }

    #[inline(always)]
    pub(crate) fn is_bare(&self) -> bool {
        self.present.is_empty()
    }

    fn pages(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = |page: usize| (self.directory[page] & !TOUCHED) as usize;
        self.present.iter().map(move |&page| (page as usize, rows(page as usize)))
    }

    fn cell(&self, page: usize, slot: usize) -> Cell {
        self.layout.cell(place_of(page, slot))
    }

    /// Iterates over cells with a surface in canonical order: by floor, row and column.
    pub fn surfaces(&self) -> impl Iterator<Item = (Cell, CellRow)> + '_ {
        self.laid().map(move |(place, row)| (self.layout.cell(place), row))
    }

    pub(crate) fn laid(&self) -> impl Iterator<Item = (TileId, CellRow)> + '_ {
        self.pages().flat_map(move |(page, at)| {
            // Most of a page is bare, so four rows are checked at once.
            let fours = self.rows[at].as_chunks::<4>().0.iter().enumerate();
            fours.filter(|&(_, four)| *four != [0; 4]).flat_map(move |(four, rows)| {
                let rows = rows.iter().enumerate().filter(|&(_, &word)| word != 0);
                rows.map(move |(slot, &word)| (place_of(page, four * 4 + slot), CellRow::of_word(word)))
            })
        })
    }

    /// Iterates over custom columns that differ from their defaults, as (cell, column, value), in canonical order.
    pub fn changed_columns(&self) -> impl Iterator<Item = (Cell, u16, i32)> + '_ {
        self.pages().flat_map(move |(page, at)| {
            self.column_defaults.iter().enumerate().flat_map(move |(column, &default)| {
                (0..PAGE_CELLS).filter_map(move |slot| {
                    let value = self.columns[self.column_index(at, column as u16, slot)];
                    (value != default).then(|| (self.cell(page, slot), column as u16, value))
                })
            })
        })
    }

    pub(crate) fn mark_clean(&mut self) {
        for &page in &self.dirty {
            self.directory[page as usize] &= !TOUCHED;
        }
        self.dirty.clear();
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        if self.layout == other.layout && self.directory.len() == other.directory.len() {
            self.present.iter().for_each(|&page| self.directory[page as usize] = ABSENT);
            other.present.iter().for_each(|&page| self.directory[page as usize] = other.directory[page as usize]);
        } else {
            self.layout.clone_from(&other.layout);
            self.directory.clone_from(&other.directory);
        }
        self.rows.clone_from(&other.rows);
        self.column_defaults.clone_from(&other.column_defaults);
        self.columns.clone_from(&other.columns);
        self.present.clone_from(&other.present);
        self.dirty.clone_from(&other.dirty);
        self.mark_clean();
    }

    pub(crate) fn return_to(&mut self, original: &Self) {
        let kept = original.rows.len();
        let stride = self.column_defaults.len() * PAGE_CELLS;
        for &page in &self.dirty {
            let word = &mut self.directory[page as usize];
            let at = (*word & !TOUCHED) as usize;
            *word = if at < kept { at as u32 } else { ABSENT };
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
