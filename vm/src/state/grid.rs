//! Who stands where, as a dense grid of places. It is derived from the rows, so it is never saved, hashed or compared, and
//! a copy of it is brought back by who moved.

use super::{Entity, EntityId};
use crate::machine::footprints_of;
use crate::rulebook::Rules;
use crate::space::{Cell, Footprint, Ground, Layout, TileId};
use std::sync::Arc;

/// One word a place: who stands there, or why nobody does.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    /// The rulebook whose ground it is; grids of one rulebook differ by who stands where alone.
    book: u64,
    layout: Layout,
    /// The footprint of each archetype; empty where everybody stands on one cell.
    footprints: Arc<[Footprint]>,
    words: Vec<u16>,
}

impl Grid {
    /// One can go there.
    pub(crate) const FREE: u16 = u16::MAX;
    /// On the board, but nobody can stand there.
    pub(crate) const WALL: u16 = u16::MAX - 1;
    /// Off the board. Words below it are entities.
    pub(crate) const OFF: u16 = u16::MAX - 2;

    /// So many words are copied as fast as one entity is taken off or put on.
    const WORDS_A_ROW: usize = 40;

    pub(crate) fn new(book: &Rules, ground: &Ground, id: u64) -> Self {
        let word = |&bits: &u8| match bits {
            bits if bits & Ground::OFF != 0 => Self::OFF,
            bits if bits & Ground::WALL != 0 => Self::WALL,
            _ => Self::FREE,
        };
        let words = ground.places().iter().map(word).collect();
        Self { book: id, layout: book.board.layout().clone(), footprints: footprints_of(book).into(), words }
    }

    /// The place of a cell.
    #[inline(always)]
    pub(crate) fn place(&self, cell: Cell) -> TileId {
        self.layout.place(cell)
    }

    #[inline(always)]
    pub(crate) fn words(&self) -> &[u16] {
        &self.words
    }

    #[inline(always)]
    pub(crate) fn words_mut(&mut self) -> &mut [u16] {
        &mut self.words
    }

    #[inline(always)]
    pub(crate) fn word(&self, place: TileId) -> u16 {
        self.words.get(place.index()).copied().unwrap_or(Self::OFF)
    }

    /// Who stands at a place.
    #[inline(always)]
    pub(crate) fn occupant(&self, place: TileId) -> EntityId {
        let word = self.word(place);
        if word < Self::OFF { EntityId(word) } else { EntityId::NONE }
    }

    /// Puts an entity on the places of its row.
    #[inline(always)]
    pub(crate) fn enter_row(&mut self, row: &Entity, id: EntityId) {
        if self.footprints.is_empty() {
            return self.enter(row.place, id);
        }
        for place in self.places_of(row.unit_type, row.cell) {
            self.enter(place, id);
        }
    }

    /// Takes an entity off the places of its row, unless another has come there meanwhile.
    #[inline(always)]
    pub(crate) fn leave_row(&mut self, row: &Entity, id: EntityId) {
        if self.footprints.is_empty() {
            return self.leave(row.place, id);
        }
        for place in self.places_of(row.unit_type, row.cell) {
            self.leave(place, id);
        }
    }

    /// The places of who is anchored at a cell.
    fn places_of(&self, unit_type: u16, anchor: Cell) -> impl Iterator<Item = TileId> + use<> {
        let footprint = self.footprints.get(usize::from(unit_type)).copied().unwrap_or_default();
        let layout = self.layout.clone();
        footprint.cells(anchor).map(move |cell| layout.place(cell))
    }

    /// Puts an entity on a place. Nobody is found in a wall.
    #[inline(always)]
    fn enter(&mut self, place: TileId, id: EntityId) {
        if let Some(word) = self.words.get_mut(place.index())
            && (*word == Self::FREE || *word < Self::OFF)
        {
            *word = id.0;
        }
    }

    /// Takes an entity off a place, unless another has come there meanwhile.
    #[inline(always)]
    fn leave(&mut self, place: TileId, id: EntityId) {
        if let Some(word) = self.words.get_mut(place.index())
            && *word == id.0
        {
            *word = Self::FREE;
        }
    }

    /// Becomes the grid of `source`, when `rows` are those of this grid and `to` those of that one.
    pub(crate) fn follow(&mut self, rows: &[Entity], source: &Self, to: &[Entity]) {
        if self.book != source.book || self.words.len() != source.words.len() {
            self.book = source.book;
            self.layout.clone_from(&source.layout);
            self.footprints = Arc::clone(&source.footprints);
            self.words.clone_from(&source.words);
        } else if self.words.len() <= Self::WORDS_A_ROW * (rows.len() + to.len()) {
            self.words.copy_from_slice(&source.words);
        } else {
            self.follow_rows(rows, to);
        }
    }

    /// Whether it is of the rulebook with this number.
    pub(crate) const fn is_of(&self, book: u64) -> bool {
        self.book == book
    }

    /// Takes off who is in `rows`, and puts on who is in `to`.
    pub(crate) fn follow_rows(&mut self, rows: &[Entity], to: &[Entity]) {
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.is_alive()) {
            self.leave_row(row, EntityId(index as u16));
        }
        for (index, row) in to.iter().enumerate().filter(|(_, row)| row.is_alive()) {
            self.enter_row(row, EntityId(index as u16));
        }
    }
}
