//! Who stands where, as a dense grid of places. It is derived from the rows, so it is never saved, hashed or compared, and
//! a copy of it is brought back by who moved.

use super::{Entity, EntityId};
use crate::rulebook::Rules;
use crate::space::{Cell, Ground, Layout, Place};

/// One word a place: who stands there, or why nobody does.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    /// The rulebook whose ground it is; grids of one rulebook differ by who stands where alone.
    book: u64,
    layout: Layout,
    words: Vec<u16>,
}

impl Grid {
    /// One can go there.
    pub(crate) const FREE: u16 = u16::MAX;
    /// On the board, but nobody can stand there.
    pub(crate) const WALL: u16 = u16::MAX - 1;
    /// Off the board. Words below it are entities.
    pub(crate) const OFF: u16 = u16::MAX - 2;

    pub(crate) fn new(book: &Rules, ground: &Ground, id: u64) -> Self {
        let word = |&bits: &u8| match bits {
            bits if bits & Ground::OFF != 0 => Self::OFF,
            bits if bits & Ground::WALL != 0 => Self::WALL,
            _ => Self::FREE,
        };
        Self { book: id, layout: book.board.layout().clone(), words: ground.places().iter().map(word).collect() }
    }

    /// The place of a cell.
    #[inline(always)]
    pub(crate) fn place(&self, cell: Cell) -> Place {
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
    pub(crate) fn word(&self, place: Place) -> u16 {
        self.words.get(place.index()).copied().unwrap_or(Self::OFF)
    }

    /// Who stands at a place.
    #[inline(always)]
    pub(crate) fn occupant(&self, place: Place) -> EntityId {
        let word = self.word(place);
        if word < Self::OFF { EntityId(word) } else { EntityId::NONE }
    }

    /// Puts an entity on a place. Nobody is found in a wall.
    #[inline(always)]
    pub(crate) fn enter(&mut self, place: Place, id: EntityId) {
        if let Some(word) = self.words.get_mut(place.index())
            && (*word == Self::FREE || *word < Self::OFF)
        {
            *word = id.0;
        }
    }

    /// Takes an entity off a place, unless another has come there meanwhile.
    #[inline(always)]
    pub(crate) fn leave(&mut self, place: Place, id: EntityId) {
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
            self.words.clone_from(&source.words);
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
            self.leave(row.place, EntityId(index as u16));
        }
        for (index, row) in to.iter().enumerate().filter(|(_, row)| row.is_alive()) {
            self.enter(row.place, EntityId(index as u16));
        }
    }
}
