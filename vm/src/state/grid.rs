//! Dense grid of occupants by place. Derived from the rows, so it is not saved, hashed or compared.

use super::{Entity, EntityId};
use crate::machine::footprints_of;
use crate::rulebook::Rules;
use crate::space::{Cell, Footprint, Ground, Layout, TileId};
use std::sync::Arc;

#[derive(Debug, Default)]
pub(crate) struct Grid {
    book: u64,
    layout: Layout,
    footprints: Arc<[Footprint]>,
    words: Vec<u16>,
}

impl Grid {
    pub(crate) const FREE: u16 = u16::MAX;
    pub(crate) const WALL: u16 = u16::MAX - 1;
    pub(crate) const OFF: u16 = u16::MAX - 2;

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

    #[inline(always)]
    pub(crate) fn occupant(&self, place: TileId) -> EntityId {
        let word = self.word(place);
        if word < Self::OFF { EntityId(word) } else { EntityId::NONE }
    }

    #[inline(always)]
    pub(crate) fn enter_row(&mut self, row: &Entity, id: EntityId) {
        if self.footprints.is_empty() {
            return self.enter(row.place, id);
        }
        for place in self.places_of(row.unit_type, row.cell) {
            self.enter(place, id);
        }
    }

    #[inline(always)]
    pub(crate) fn leave_row(&mut self, row: &Entity, id: EntityId) {
        if self.footprints.is_empty() {
            return self.leave(row.place, id);
        }
        for place in self.places_of(row.unit_type, row.cell) {
            self.leave(place, id);
        }
    }

    fn places_of(&self, unit_type: u16, anchor: Cell) -> impl Iterator<Item = TileId> + use<> {
        let footprint = self.footprints.get(usize::from(unit_type)).copied().unwrap_or_default();
        let layout = self.layout.clone();
        footprint.cells(anchor).map(move |cell| layout.place(cell))
    }

    #[inline(always)]
    fn enter(&mut self, place: TileId, id: EntityId) {
        if let Some(word) = self.words.get_mut(place.index())
            && (*word == Self::FREE || *word < Self::OFF)
        {
            *word = id.0;
        }
    }

    #[inline(always)]
    fn leave(&mut self, place: TileId, id: EntityId) {
        if let Some(word) = self.words.get_mut(place.index())
            && *word == id.0
        {
            *word = Self::FREE;
        }
    }

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

    pub(crate) const fn is_of(&self, book: u64) -> bool {
        self.book == book
    }

    pub(crate) fn follow_rows(&mut self, rows: &[Entity], to: &[Entity]) {
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.is_alive()) {
            self.leave_row(row, EntityId(index as u16));
        }
        for (index, row) in to.iter().enumerate().filter(|(_, row)| row.is_alive()) {
            self.enter_row(row, EntityId(index as u16));
        }
    }
}
