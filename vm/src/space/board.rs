//! The fixed part of a battle's ground: columns with one surface or several above each other, their terrain, heights and
//! zones. It is shared by every copy of the state; what changes on a cell lives in the state's overlay. Nothing but the
//! board says which cell lies beside another.

use super::layout::Layout;
use super::links::WalkLinks;
use super::{Cell, Dir, Rectangle, TileId, TilePos};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Program run for an entity that leaves, if any.
    pub on_exit: Option<u16>,
    /// Movement points that entering takes beyond the usual one, 0 to [`Terrain::MAX_EXTRA_COST`].
    pub extra_cost: u8,
    /// What it takes from the visibility of what lies behind it, in thousandths, 0 to 1000.
    pub opacity: u16,
    /// Numbers that formulas read, by name.
    pub parameters: Vec<(String, i32)>,
}

impl Terrain {
    /// The most movement points beyond the usual one that entering a cell takes.
    pub const MAX_EXTRA_COST: u8 = 14;
}

/// How the surface of a cell lies: its height, and how much each corner is above that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Slope {
    /// Steps above the lowest level of the board, 0 to [`Board::MAX_HEIGHT`].
    pub height: u8,
    /// Steps that the corners are above it: north-west, north-east, south-east, south-west.
    pub corners: [u8; 4],
}

impl Slope {
    /// A level surface.
    #[must_use]
    pub const fn level(height: u8) -> Self {
        Self { height, corners: [0; 4] }
    }

    /// A ramp that is `rise` steps higher on the side of a cardinal direction.
    #[must_use]
    pub const fn ramp(height: u8, towards: Dir, rise: u8) -> Self {
        let corners = match towards {
            Dir::North => [rise, rise, 0, 0],
            Dir::East => [0, rise, rise, 0],
            Dir::South => [0, 0, rise, rise],
            Dir::West => [rise, 0, 0, rise],
            _ => [0; 4],
        };
        Self { height, corners }
    }

    /// Twice the height at the middle of an edge, or at a corner for a diagonal.
    const fn edge(self, dir: Dir) -> i32 {
        let [nw, ne, se, sw] = self.corners;
        let above = match dir {
            Dir::North => nw as i32 + ne as i32,
            Dir::NorthEast => 2 * ne as i32,
            Dir::East => ne as i32 + se as i32,
            Dir::SouthEast => 2 * se as i32,
            Dir::South => se as i32 + sw as i32,
            Dir::SouthWest => 2 * sw as i32,
            Dir::West => sw as i32 + nw as i32,
            Dir::NorthWest => 2 * nw as i32,
        };
        2 * self.height as i32 + above
    }

    /// Twice the height at the middle, where one stands.
    const fn middle(self) -> i32 {
        let [nw, ne, se, sw] = self.corners;
        2 * self.height as i32 + (nw as i32 + ne as i32 + se as i32 + sw as i32) / 2
    }
}

/// What lies beside a place in one direction: the floor, and the step up to it (down where negative) in half steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Beside {
    floor: u8,
    rise: i16,
}

impl Beside {
    /// No board lies there.
    const NONE: Self = Self { floor: u8::MAX, rise: 0 };
}

/// A board of at most 512 by 512 columns. Every column has a ground but where that was taken away; floors above it cover
/// rectangles and may have holes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    layout: Layout,
    /// By place; [`Board::OFF`] where there is none.
    pub(super) terrain: Vec<u8>,
    zones: Vec<u16>,
    /// Heights by place; empty where all is at height 0.
    heights: Vec<u8>,
    /// Columns whose ground was taken away.
    holes: u32,
    /// Whether every column has one cell, at height 0: asked for at every step, so it is kept.
    is_level: bool,
    /// Places whose corners are not at their height.
    corners: BTreeMap<TileId, [u8; 4]>,
    /// What lies beside each place in the eight directions; empty for a board of one level, where it is a difference of
    /// places, and until [`Board::link`] has found it.
    links: Vec<[Beside; 8]>,
    /// Where walkers are led elsewhere.
    pub(super) walk_links: WalkLinks,
    /// By place, whether it is open ground that walkers avoid; empty where nobody leaps.
    pub(super) gaps: Vec<bool>,
}

impl Board {
    /// The longest side a board may have.
    pub const MAX_SIDE: i32 = 512;
    /// The most floors that a column may have, the ground among them.
    pub const MAX_FLOORS: usize = 32;
    /// The greatest height of a cell, in steps. A unit is about two steps high.
    pub const MAX_HEIGHT: u8 = 99;
    /// Steps that must lie between two floors of a column, so that one can stand on the lower one.
    pub const CLEARANCE: i32 = 2;
    /// The highest step up that straight on leads, and that somebody is pushed up, in half steps.
    pub const HIGHEST_STEP: i32 = 2;
    /// How high above its feet one sees and aims, and is aimed at, in half steps.
    pub const EYE: i32 = 2;
    /// Terrain of what is no cell; kinds of terrain have smaller numbers.
    pub(super) const OFF: u8 = u8::MAX;

    /// A board of one level whose cells all have the terrain with index 0. Sides are clamped to 1 to [`Self::MAX_SIDE`].
    #[must_use]
    pub fn new(width: i32, height: i32) -> Self {
        let width = width.clamp(1, Self::MAX_SIDE);
        let height = height.clamp(1, Self::MAX_SIDE);
        let layout = Layout::new(width, height);
        let mut board = Self { width, height, layout, is_level: true, ..Self::default() };
        board.grow();
        for cell in board.floor_cells(0) {
            board.set_terrain_at(board.layout.place(cell), 0);
        }
        board
    }

    /// Adds a floor above those that there are. Its cells are holes until [`Self::put`] says what they are. A rectangle is
    /// cut to the board; beyond [`Self::MAX_FLOORS`] none is added.
    pub fn add_floor(&mut self, columns: Rectangle) {
        if self.floors() < Self::MAX_FLOORS {
            let (x, y) = (columns.x.clamp(0, self.width), columns.y.clamp(0, self.height));
            let right = columns.x.saturating_add(columns.width).clamp(x, self.width);
            let below = columns.y.saturating_add(columns.height).clamp(y, self.height);
            self.layout = self.layout.with_floor(Rectangle { x, y, width: right - x, height: below - y });
            self.grow();
            self.reshaped();
        }
    }

    fn grow(&mut self) {
        self.terrain.resize(self.layout.places(), Self::OFF);
        self.zones.resize(self.layout.places(), 0);
        if !self.heights.is_empty() {
            self.heights.resize(self.layout.places(), 0);
        }
    }

    /// Makes a cell of a terrain that lies so. Nothing off the rectangles of the floors; a height above
    /// [`Self::MAX_HEIGHT`] is that.
    pub fn put(&mut self, cell: Cell, terrain: u8, slope: Slope) {
        let place = self.layout.place(cell);
        if place == TileId::NOWHERE {
            return;
        }
        if cell.floor() == 0 && !self.holds(place) {
            self.holes -= 1;
        }
        self.set_terrain_at(place, terrain);
        if slope.height > 0 && self.heights.is_empty() {
            self.heights.resize(self.layout.places(), 0);
        }
        if let Some(height) = self.heights.get_mut(place.index()) {
            *height = slope.height.min(Self::MAX_HEIGHT);
        }
        if slope.corners == [0; 4] {
            self.corners.remove(&place);
        } else {
            self.corners.insert(place, slope.corners.map(|corner| corner.min(Self::MAX_HEIGHT)));
        }
        self.reshaped();
    }

    /// Takes the ground of a column away: nobody stands there, nothing lies beside it, and lines of sight pass. Nothing for a cell
    /// of a floor, which is a hole until it is put.
    pub fn take_ground(&mut self, cell: Cell) {
        let place = self.layout.place(cell);
        if cell.floor() > 0 || !self.holds(place) {
            return;
        }
        self.terrain[place.index()] = Self::OFF;
        if let Some(height) = self.heights.get_mut(place.index()) {
            *height = 0;
        }
        self.corners.remove(&place);
        self.holes += 1;
        self.reshaped();
    }

    /// What was derived from the shape of the board no longer holds.
    fn reshaped(&mut self) {
        self.links.clear();
        self.is_level = self.has_one_floor() && !self.has_heights();
    }

    /// Finds what lies beside each place, so that it need not be looked for.
    pub fn link(&mut self) {
        if self.is_level() || !self.links.is_empty() {
            return;
        }
        let columns = Standing::of(self);
        let mut links = vec![[Beside::NONE; 8]; self.layout.places()];
        for y in 0..self.height {
            for x in 0..self.width {
                for dir in Dir::ALL {
                    let (dx, dy) = dir.delta();
                    if self.cell(x + dx, y + dy).is_some() {
                        columns.link(self.width, (x, y), dir, &mut links);
                    }
                }
            }
        }
        self.links = links;
    }

    /// Rectangle from west to east.
    #[inline]
    #[must_use]
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows from north to south.
    #[inline]
    #[must_use]
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// How many floors there are, the ground among them.
    #[must_use]
    pub fn floors(&self) -> usize {
        self.layout.floors()
    }

    /// Whether every column has one cell, at height 0.
    #[inline]
    #[must_use]
    pub const fn is_level(&self) -> bool {
        self.is_level
    }

    /// Whether cells lie otherwise than level and at height 0. Holes and floors alone are no heights.
    #[must_use]
    pub fn has_heights(&self) -> bool {
        !self.heights.is_empty() || !self.corners.is_empty()
    }

    /// Whether every column has one cell.
    #[inline(always)]
    pub(crate) const fn has_one_floor(&self) -> bool {
        self.holes == 0 && self.layout.has_one_floor()
    }

    /// How its places are numbered.
    #[inline(always)]
    pub(crate) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The ground of the column at x and y, if it is on the board.
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

    /// The cells of a column, from below.
    pub fn column(&self, x: i32, y: i32) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        let cell = move |floor: usize| self.cell(x, y).and_then(|_| Cell::on_floor(x, y, floor as u8));
        (0..self.floors()).filter_map(cell).filter(|&cell| self.contains(cell))
    }

    /// The cell of a column that one sees from above; nothing off the board.
    #[must_use]
    pub fn top(&self, x: i32, y: i32) -> Option<Cell> {
        if self.has_one_floor() { self.cell(x, y) } else { self.column(x, y).next_back() }
    }

    /// The cell of a column on a floor or, where it has none there, on the next below it; nothing where it has neither.
    #[must_use]
    pub fn at_floor(&self, x: i32, y: i32, floor: u8) -> Option<Cell> {
        let ground = self.cell(x, y)?;
        if self.has_one_floor() {
            return Some(ground);
        }
        let below = (0..=floor).rev().filter_map(|floor| Cell::on_floor(x, y, floor));
        below.into_iter().find(|&cell| self.contains(cell))
    }

    /// Whether a cell is one of the board's.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.ground(cell).is_some()
    }

    /// The cell some columns and rows from another, on its floor or the next below that; nothing off the board.
    #[inline]
    #[must_use]
    pub fn offset(&self, cell: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
        if self.has_one_floor() {
            return self.cell(cell.x() + dx, cell.y() + dy);
        }
        self.at_floor(cell.x() + dx, cell.y() + dy, cell.floor())
    }

    /// The cell some columns and rows from another and so many floors above it; nothing where there is none.
    #[must_use]
    pub fn raised(&self, cell: Cell, (dx, dy): (i32, i32), floors: i8) -> Option<Cell> {
        let floor = cell.floor().checked_add_signed(floors)?;
        Cell::on_floor(cell.x() + dx, cell.y() + dy, floor).filter(|&cell| self.contains(cell))
    }

    /// The cell that one comes to who goes straight on in a direction, if the board goes on there. Of the cells of a column
    /// that is the highest to which the step is at most one up, else the lowest.
    #[inline]
    #[must_use]
    pub fn step(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        if self.has_one_floor() {
            return self.offset(cell, dir.delta());
        }
        let Beside { floor, .. } = self.link_of(self.layout.place(cell), cell, dir);
        let (dx, dy) = dir.delta();
        if floor == u8::MAX { None } else { Cell::on_floor(cell.x() + dx, cell.y() + dy, floor) }
    }

    /// The step up to the cell that [`Self::step`] leads to (down where negative), in half steps: from the edge of one
    /// cell to the edge of the other. 0 where there is none.
    #[inline]
    #[must_use]
    pub fn rise(&self, cell: Cell, dir: Dir) -> i32 {
        if self.is_level() { 0 } else { i32::from(self.link_of(self.layout.place(cell), cell, dir).rise) }
    }

    /// The place that lies beside another in a direction, where the board has floors or heights, with the step up to it in
    /// half steps.
    #[inline]
    pub(crate) fn beside(&self, place: TileId, dir: Dir) -> Option<(TileId, i32)> {
        let cell = self.layout.cell(place);
        let Beside { floor, rise } = self.link_of(place, cell, dir);
        let (dx, dy) = dir.delta();
        let to = Cell::on_floor(cell.x() + dx, cell.y() + dy, floor)?;
        Some((self.layout.place(to), i32::from(rise)))
    }

    #[inline]
    fn link_of(&self, place: TileId, cell: Cell, dir: Dir) -> Beside {
        match self.links.get(place.index()) {
            Some(links) => links[dir as usize],
            None => self.find_link(cell, dir),
        }
    }

    fn find_link(&self, cell: Cell, dir: Dir) -> Beside {
        match self.across(cell, dir, 1) {
            Some((to, rise)) => Beside { floor: to.floor(), rise: rise as i16 },
            None => Beside::NONE,
        }
    }

    /// The cell of a column so many columns away that a step leads to, as [`Self::step`] says, with the step up to it.
    fn across(&self, cell: Cell, dir: Dir, columns: i32) -> Option<(Cell, i32)> {
        let (dx, dy) = dir.delta();
        let here = self.slope(cell).edge(dir);
        let rise_to = |to: Cell| self.slope(to).edge(dir.opposite()) - here;
        let mut beside = self.column(cell.x() + dx * columns, cell.y() + dy * columns).map(|to| (to, rise_to(to)));
        let lowest = beside.next()?;
        Some(beside.take_while(|&(_, rise)| rise <= Self::HIGHEST_STEP).last().unwrap_or(lowest))
    }

    /// The same as a spot.
    pub(super) fn spot_across(&self, spot: TilePos, dir: Dir, columns: i32) -> Option<(TilePos, i32)> {
        let (cell, rise) = self.across(spot.cell, dir, columns)?;
        Some((self.spot(cell), rise))
    }

    /// How the surface of a cell lies; level and at height 0 off the board.
    #[must_use]
    pub fn slope(&self, cell: Cell) -> Slope {
        let place = self.layout.place(cell);
        let height = self.heights.get(place.index()).copied().unwrap_or_default();
        let corners = if self.corners.is_empty() { None } else { self.corners.get(&place) };
        Slope { height, corners: corners.copied().unwrap_or_default() }
    }

    /// Height of the middle of a cell, where one stands, in half steps.
    #[inline]
    #[must_use]
    pub fn elevation(&self, cell: Cell) -> i32 {
        if self.is_level() { 0 } else { self.slope(cell).middle() }
    }

    /// Whether a place is a cell's, not one of a margin or beyond all numbers.
    #[inline(always)]
    pub(crate) fn holds(&self, place: TileId) -> bool {
        self.terrain.get(place.index()).is_some_and(|&terrain| terrain != Self::OFF)
    }

    /// The place of a cell.
    #[inline]
    #[must_use]
    pub fn place(&self, cell: Cell) -> TileId {
        self.layout.place(cell)
    }

    /// The cell of a place; nowhere where it has none.
    #[inline]
    #[must_use]
    pub fn cell_of(&self, place: TileId) -> Cell {
        self.layout.cell(place)
    }

    /// How many numbers there are for places. What is kept for each is indexed by [`TileId::index`].
    #[inline]
    #[must_use]
    pub fn places(&self) -> usize {
        self.terrain.len()
    }

    /// Index of a cell's terrain in the rulebook, `None` off the board.
    #[inline(always)]
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Option<u8> {
        self.terrain.get(self.layout.place(cell).index()).copied().filter(|&terrain| terrain != Self::OFF)
    }

    /// Index of a cell's terrain in the rulebook; 0 off the board.
    #[inline]
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> u8 {
        self.ground(cell).unwrap_or_default()
    }

    /// Sets the terrain of a cell that is on the board.
    pub fn set_terrain(&mut self, cell: Cell, terrain: u8) {
        if self.contains(cell) {
            self.set_terrain_at(self.layout.place(cell), terrain);
        }
    }

    fn set_terrain_at(&mut self, place: TileId, terrain: u8) {
        if let Some(slot) = self.terrain.get_mut(place.index()) {
            *slot = terrain.min(Self::OFF - 1);
        }
    }

    /// Bits of the zones a cell belongs to.
    #[inline]
    #[must_use]
    pub fn zones(&self, cell: Cell) -> u16 {
        self.zones.get(self.layout.place(cell).index()).copied().unwrap_or_default()
    }

    /// Puts a cell into exactly these zones, a bit each.
    pub(crate) fn set_zones(&mut self, cell: Cell, zones: u16) {
        if let Some(slot) = self.zones.get_mut(self.layout.place(cell).index()) {
            *slot = zones;
        }
    }

    /// Adds a cell to a zone (0 to 15).
    pub fn add_zone(&mut self, cell: Cell, zone: u8) {
        if let Some(slot) = self.zones.get_mut(self.layout.place(cell).index()) {
            *slot |= 1 << (zone & 15);
        }
    }

    /// All cells, by floor, row and column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.floors()).flat_map(|floor| self.floor_cells(floor)).filter(|&cell| self.contains(cell))
    }

    /// The cells of a floor's rectangle, holes among them.
    fn floor_cells(&self, floor: usize) -> impl Iterator<Item = Cell> + use<> {
        let Rectangle { x, y, width, height } = self.layout.columns(floor);
        let row = move |y| (x..x + width).filter_map(move |x| Cell::on_floor(x, y, floor as u8));
        (y..y + height).flat_map(row)
    }
}

/// The cells of all columns, each with the heights of its edges: what is found once to link a board.
struct Standing {
    /// Where the cells of each column begin, row by row, and where the last ends.
    starts: Vec<u32>,
    cells: Vec<(u8, TileId, [i16; 8])>,
}

impl Standing {
    fn of(board: &Board) -> Self {
        let mut corners = if board.corners.is_empty() { Vec::new() } else { vec![[0; 4]; board.places()] };
        board.corners.iter().for_each(|(place, own)| corners[place.index()] = *own);
        let (mut starts, mut cells) = (vec![0], Vec::with_capacity(board.places()));
        for y in 0..board.height {
            for x in 0..board.width {
                for cell in board.column(x, y) {
                    let place = board.place(cell);
                    let height = board.heights.get(place.index()).copied().unwrap_or_default();
                    let slope = Slope { height, corners: corners.get(place.index()).copied().unwrap_or_default() };
                    cells.push((cell.floor(), place, Dir::ALL.map(|dir| slope.edge(dir) as i16)));
                }
                starts.push(cells.len() as u32);
            }
        }
        Self { starts, cells }
    }

    fn column(&self, width: i32, (x, y): (i32, i32)) -> &[(u8, TileId, [i16; 8])] {
        let at = (y * width + x) as usize;
        &self.cells[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Links the cells of a column to those of the next in a direction, as [`Board::find_link`] does one by one: both go
    /// upwards, so what is found for one is where the search for the next begins.
    fn link(&self, width: i32, (x, y): (i32, i32), dir: Dir, links: &mut [[Beside; 8]]) {
        let (dx, dy) = dir.delta();
        let (here, beside) = (self.column(width, (x, y)), self.column(width, (x + dx, y + dy)));
        let edge_beside = |at: usize| i32::from(beside[at].2[dir.opposite() as usize]);
        if beside.is_empty() {
            return;
        }
        let (mut found, mut last) = (0, i32::MIN);
        for (_, place, edges) in here {
            let edge = i32::from(edges[dir as usize]);
            if edge < last {
                found = 0;
            }
            last = edge;
            let goes_on = |at: usize| at < beside.len() && edge_beside(at) - edge <= Board::HIGHEST_STEP;
            while goes_on(found + 1) {
                found += 1;
            }
            let rise = edge_beside(found) - edge;
            links[place.index()][dir as usize] = Beside { floor: beside[found].0, rise: rise as i16 };
        }
    }
}

#[cfg(test)]
mod tests;
