//! Places: a dense number for each cell where one could stand, and what is fixed about it in one byte. Derived from board
//! and terrains, so it never changes and is never saved. Coordinates are only needed where geometry is asked.

use super::{Board, Cell, Terrain};

/// A place of the board by number. Numbers are an affair of one rulebook: records and hashes speak of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Place(u32);

impl Place {
    /// No place of any board.
    pub const NOWHERE: Self = Self(u32::MAX);

    /// Its number, as an index of what is kept for each place.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::NOWHERE
    }
}

/// How places are numbered: by row and column, each row with a margin behind it. What steps over an edge by less than the
/// margin comes to a place of a margin, or to a number beyond all places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    stride: u32,
    width: u32,
    height: u32,
}

impl Layout {
    /// The least margin: also the longest answer that is bound to a difference of places.
    pub(crate) const MARGIN: u32 = 8;

    fn new(board: &Board) -> Self {
        let (width, height) = (board.width() as u32, board.height() as u32);
        Self { stride: (width + Self::MARGIN).next_multiple_of(16), width, height }
    }

    /// How many numbers there are for places.
    pub(crate) const fn places(self) -> usize {
        (self.stride * self.height) as usize
    }

    /// The first cell.
    pub(crate) const fn first(self) -> Option<Cell> {
        if self.width > 0 { Some(Cell::from_bits(0)) } else { None }
    }

    /// The place of a cell. A floor above the ground makes the row so large that there is none.
    #[inline(always)]
    pub(crate) const fn place(self, cell: Cell) -> Place {
        let (x, row) = (cell.bits() & 0xfff, cell.bits() >> 12);
        if x < self.width && row < self.height { Place(row * self.stride + x) } else { Place::NOWHERE }
    }

    /// The difference of places for a difference of cells, shorter than the margin.
    #[inline(always)]
    pub(crate) const fn difference(self, (dx, dy): (i32, i32)) -> i32 {
        dy * self.stride as i32 + dx
    }

    /// The place a difference away; a number without a place where that is off the board.
    #[inline(always)]
    pub(crate) const fn beside(self, place: Place, difference: i32) -> Place {
        Place(place.0.wrapping_add_signed(difference))
    }
}

/// What is fixed about each place, and how places are numbered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    layout: Layout,
    places: Vec<u8>,
}

impl Ground {
    /// No cell of the board.
    pub(crate) const OFF: u8 = 1;
    /// Nobody can stand here.
    pub(crate) const WALL: u8 = 2;
    /// Walkers never step here of their own will.
    pub(crate) const AVOIDED: u8 = 4;
    /// Lines of aim stop here.
    pub(crate) const BLOCKS_SIGHT: u8 = 8;
    /// Surfaces find no hold here.
    pub(crate) const NO_SURFACES: u8 = 16;
    /// A program runs for who enters.
    pub(crate) const TRIGGERS: u8 = 32;

    pub(crate) fn new(board: &Board, terrains: &[Terrain]) -> Self {
        let layout = Layout::new(board);
        let mut places = vec![Self::OFF; layout.places()];
        for cell in board.cells() {
            let Some(terrain) = terrains.get(board.terrain(cell) as usize) else {
                places[layout.place(cell).index()] = 0;
                continue;
            };
            let bits = [
                (terrain.blocks_movement, Self::WALL),
                (terrain.avoided, Self::AVOIDED),
                (terrain.blocks_sight, Self::BLOCKS_SIGHT),
                (terrain.no_surfaces, Self::NO_SURFACES),
                (terrain.on_enter.is_some(), Self::TRIGGERS),
            ];
            places[layout.place(cell).index()] = bits.iter().filter(|(on, _)| *on).map(|&(_, bit)| bit).sum();
        }
        Self { layout, places }
    }

    #[inline(always)]
    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    /// What is fixed about a place.
    #[inline(always)]
    pub(crate) fn at(&self, place: Place) -> u8 {
        self.places.get(place.index()).copied().unwrap_or(Self::OFF)
    }

    /// What is fixed about the place of a cell.
    #[inline]
    pub(crate) fn of(&self, cell: Cell) -> u8 {
        self.at(self.layout.place(cell))
    }

    /// All of it, by place.
    pub(crate) fn places(&self) -> &[u8] {
        &self.places
    }
}
