//! Slices of a quiet stretch: level ground, all units on one cell, no handlers. They are few enough to stay in
//! registers.

use super::fast::FastContext;
use super::slices::Slices;
use crate::rulebook::Rulebook;
use crate::space::{Dir, Stride, TileId, TilePos};
use crate::state::{Change, Entity, EntityId, Grid};

pub(super) struct PlainContext<'h> {
    book: &'h Rulebook,
    rows: &'h mut [Entity],
    grid: &'h mut [u16],
    tape: std::slice::IterMut<'h, Change>,
    rows_of_tape: usize,
    strides: &'h [Stride; Dir::ALL.len()],
    pub(super) actor: EntityId,
    look: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Done {
    pub(super) written: usize,
    pub(super) actor: EntityId,
    pub(super) look: bool,
}

impl<'h> PlainContext<'h> {
    #[inline(always)]
    pub(super) fn new(
        book: &'h Rulebook,
        rows: &'h mut [Entity],
        grid: &'h mut [u16],
        tape: &'h mut [Change],
        Done { written, actor, look }: Done,
    ) -> Self {
        let rows_of_tape = tape.len();
        let tape = tape.get_mut(written..).unwrap_or_default().iter_mut();
        Self { book, rows, grid, tape, rows_of_tape, strides: book.board.layout().strides(), actor, look }
    }

    #[inline(always)]
    pub(super) fn done(self) -> Done {
        Done { written: self.count(), actor: self.actor, look: self.look }
    }
}

impl<'s> Slices<'s> for PlainContext<'_> {
    #[inline(always)]
    fn all(&mut self) -> Option<&mut FastContext<'s>> {
        None
    }

    #[inline(always)]
    fn book(&self) -> &Rulebook {
        self.book
    }

    #[inline(always)]
    fn actor(&self) -> EntityId {
        self.actor
    }

    #[inline(always)]
    fn rows(&self) -> &[Entity] {
        self.rows
    }

    #[inline(always)]
    fn word(&self, place: TileId) -> u16 {
        self.grid.get(place.index()).copied().unwrap_or(Grid::OFF)
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut [Entity], &mut [u16]) {
        (self.rows, self.grid)
    }

    #[inline(always)]
    fn ahead_of(&self, _: EntityId, from: TilePos, dir: Dir) -> (TilePos, u16, i32) {
        let to = self.strides[dir as usize].from(from);
        (to, self.word(to.place), 0)
    }

    #[inline(always)]
    fn log(&mut self, change: Change) {
        if let Some(row) = self.tape.next() {
            *row = change;
        }
    }

    #[inline(always)]
    fn is_short_of(&self, rows: usize, _: usize) -> bool {
        size_of_val(self.tape.as_slice()) < rows * size_of::<Change>()
    }

    /// The address of the next row, because its index would need a division.
    #[inline(always)]
    fn mark(&self) -> usize {
        self.tape.as_slice().as_ptr().addr()
    }

    #[inline(always)]
    fn count_at(&self, mark: usize) -> usize {
        let end = self.tape.as_slice().as_ptr_range().end.addr();
        self.rows_of_tape - (end - mark) / size_of::<Change>()
    }

    #[inline(always)]
    fn is_look_due(&self) -> bool {
        self.look
    }

    #[inline(always)]
    fn look_if(&mut self, looks: bool) {
        self.look |= looks;
    }
}
