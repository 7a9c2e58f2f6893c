//! The fixed part of a battle's ground: size, terrain of each cell, zones. It is shared by every copy of the
//! state; what changes on a cell lives in the state's overlay.

use super::{Cell, Dir};
use serde::{Deserialize, Serialize};

/// What a kind of ground does. Programs of hazards are triggered by the events on the cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terrain {
    /// Asset name, unique in the rulebook.
    pub name: String,
    /// The character maps are drawn with.
    pub glyph: char,
    /// Nothing can stand here; what is pushed against it collides.
    pub blocks_movement: bool,
    /// Lines of aim stop here.
    pub blocks_sight: bool,
    /// Surfaces such as fire or ice find no hold here.
    pub no_surfaces: bool,
    /// Walkers never step here of their own will, though they can be pushed here.
    pub avoided: bool,
    /// Program run for an entity that enters, if any.
    pub on_enter: Option<u16>,
}

/// A rectangular board of at most 512 by 512 cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    width: i32,
    height: i32,
    terrain: Vec<u8>,
    zones: Vec<u16>,
}

impl Board {
    /// The longest side a board may have.
    pub const MAX_SIDE: i32 = 512;

    /// A board whose cells all have the terrain with index 0. Sides are clamped to 1 to [`Self::MAX_SIDE`].
    #[must_use]
    pub fn new(width: i32, height: i32) -> Self {
        let width = width.clamp(1, Self::MAX_SIDE);
        let height = height.clamp(1, Self::MAX_SIDE);
        let cells = (width * height) as usize;
        Self { width, height, terrain: vec![0; cells], zones: vec![0; cells] }
    }

    /// Columns.
    #[inline]
    #[must_use]
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    #[inline]
    #[must_use]
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// The cell at a column and row, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn cell(&self, x: i32, y: i32) -> Option<Cell> {
        // Unsigned, so that one comparison a side also refuses what is below zero.
        if (x as u32) < self.width as u32 && (y as u32) < self.height as u32 {
            Some(Cell::from_bits((y as u32) << 12 | x as u32))
        } else {
            None
        }
    }

    /// Whether a cell lies on the board.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x() < self.width && cell.y() < self.height && cell.bits() >> 24 == 0
    }

    /// The cell at an offset from another, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn offset(&self, cell: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
        self.cell(cell.x() + dx, cell.y() + dy)
    }

    /// The next cell in a direction, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn step(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.offset(cell, dir.delta())
    }

    /// Index of a cell's terrain in the rulebook, `None` off the board.
    #[inline(always)]
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Option<u8> {
        // A floor above the ground makes the row so large that no cell is found, so one comparison is enough.
        let (x, row) = (cell.bits() & 0xfff, cell.bits() >> 12);
        if x < self.width as u32 {
            self.terrain.get(row as usize * self.width as usize + x as usize).copied()
        } else {
            None
        }
    }

    /// Index of a cell's terrain in the rulebook; 0 off the board.
    #[inline]
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> u8 {
        self.terrain.get(self.index(cell)).copied().unwrap_or_default()
    }

    /// Sets the terrain of a cell that is on the board.
    pub fn set_terrain(&mut self, cell: Cell, terrain: u8) {
        let index = self.index(cell);
        if let Some(slot) = self.terrain.get_mut(index) {
            *slot = terrain;
        }
    }

    /// Bits of the zones a cell belongs to.
    #[inline]
    #[must_use]
    pub fn zones(&self, cell: Cell) -> u16 {
        self.zones.get(self.index(cell)).copied().unwrap_or_default()
    }

    /// Adds a cell to a zone (0 to 15).
    pub fn add_zone(&mut self, cell: Cell, zone: u8) {
        let index = self.index(cell);
        if let Some(slot) = self.zones.get_mut(index) {
            *slot |= 1 << (zone & 15);
        }
    }

    /// All cells, by row and column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).filter_map(move |x| Cell::new(x, y)))
    }

    /// Position of a cell in row-major order.
    #[inline]
    #[must_use]
    pub const fn index(&self, cell: Cell) -> usize {
        (cell.y() * self.width + cell.x()) as usize
    }
}
