//! Fixed ground of a battle: columns with one or more floors, terrain, heights and zones. All copies of the state share
//! it; changes are in the state's overlay.

use super::layout::Layout;
use super::links::WalkLinks;
use super::{Cell, Dir, Rectangle, TileId, TilePos};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A terrain type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terrain {
    /// Asset name, unique in the rulebook.
    pub name: String,
    /// Character in maps.
    pub glyph: char,
    /// Whether no unit can stand here; pushed units collide.
    pub blocks_movement: bool,
    /// Whether it blocks lines of aim.
    pub blocks_sight: bool,
    /// Whether no surface can lie here.
    pub no_surfaces: bool,
    /// Whether walkers avoid it; pushed units can still enter.
    pub avoided: bool,
    /// Program for a unit that enters.
    pub on_enter: Option<u16>,
    /// Program for a unit that leaves.
    pub on_exit: Option<u16>,
    /// Additional movement points for entering, 0 to [`Terrain::MAX_EXTRA_COST`].
    pub extra_cost: u8,
    /// Share of visibility behind it that it blocks, in thousandths, 0 to 1000.
    pub opacity: u16,
    /// Named numbers for formulas.
    pub parameters: Vec<(String, i32)>,
}

impl Terrain {
    /// Maximum additional movement points.
    pub const MAX_EXTRA_COST: u8 = 14;
}

/// Height and slope of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Slope {
    /// Steps above the lowest level, 0 to [`Board::MAX_HEIGHT`].
    pub height: u8,
    /// Steps of the corners above `height`: north-west, north-east, south-east, south-west.
    pub corners: [u8; 4],
}

impl Slope {
    /// Makes a level surface.
    #[must_use]
    pub const fn level(height: u8) -> Self {
        Self { height, corners: [0; 4] }
    }

    /// Makes a ramp that is `rise` steps higher on one side.
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

    const fn middle(self) -> i32 {
        let [nw, ne, se, sw] = self.corners;
        2 * self.height as i32 + (nw as i32 + ne as i32 + se as i32 + sw as i32) / 2
    }
}

/// Neighbour of a place: its floor, and the step up in half steps; negative down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Beside {
    floor: u8,
    rise: i16,
}

impl Beside {
    const NONE: Self = Self { floor: u8::MAX, rise: 0 };
}

/// A board of at most 512 by 512 columns. Floors above the ground cover rectangles and can have holes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    layout: Layout,
    pub(super) terrain: Vec<u8>,
    zones: Vec<u16>,
    heights: Vec<u8>,
    holes: u32,
    is_level: bool,
    corners: BTreeMap<TileId, [u8; 4]>,
    links: Vec<[Beside; 8]>,
    pub(super) walk_links: WalkLinks,
    pub(super) gaps: Vec<bool>,
}

impl Board {
    /// Maximum side length.
    pub const MAX_SIDE: i32 = 512;
    /// Maximum floors of a column, including the ground.
    pub const MAX_FLOORS: usize = 32;
    /// Maximum height of a cell in steps. A unit is about two steps high.
    pub const MAX_HEIGHT: u8 = 99;
    /// Steps between two floors of a column that a unit on the lower one needs.
    pub const CLEARANCE: i32 = 2;
    /// Highest step up of straight movement and pushes, in half steps.
    pub const HIGHEST_STEP: i32 = 2;
    /// Height of eyes, for sight and aim, in half steps.
    pub const EYE: i32 = 2;
    pub(super) const OFF: u8 = u8::MAX;

    /// Makes a level board of terrain 0. Sides are clamped to 1..=[`Self::MAX_SIDE`].
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

    /// Adds a floor of holes above the others; fill it with [`Self::put`]. The rectangle is clipped to the board. Does
    /// nothing beyond [`Self::MAX_FLOORS`].
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

    /// Sets terrain and slope of a cell inside a floor's rectangle. Heights are clamped to [`Self::MAX_HEIGHT`].
    pub fn put(&mut self, cell: Cell, terrain: u8, slope: Slope) {
        let place = self.layout.place(cell);
        if place == TileId::NOWHERE {
            return;
        }
        if cell.floor() == 0 && !self.contains_tile(place) {
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

    /// Removes the ground of a column: units cannot stand there, and lines of sight pass. Ignores cells of upper
    /// floors.
    pub fn take_ground(&mut self, cell: Cell) {
        let place = self.layout.place(cell);
        if cell.floor() > 0 || !self.contains_tile(place) {
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

    fn reshaped(&mut self) {
        self.links.clear();
        self.is_level = self.has_one_floor() && !self.has_heights();
    }

    /// Caches the neighbours of each place.
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

    /// Returns the number of columns.
    #[inline]
    #[must_use]
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Returns the number of rows.
    #[inline]
    #[must_use]
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Returns the number of floors, including the ground.
    #[must_use]
    pub fn floors(&self) -> usize {
        self.layout.floors()
    }

    /// Returns whether every column has one cell at height 0.
    #[inline]
    #[must_use]
    pub const fn is_level(&self) -> bool {
        self.is_level
    }

    /// Returns whether any cell is sloped or not at height 0.
    #[must_use]
    pub fn has_heights(&self) -> bool {
        !self.heights.is_empty() || !self.corners.is_empty()
    }

    #[inline(always)]
    pub(crate) const fn has_one_floor(&self) -> bool {
        self.holes == 0 && self.layout.has_one_floor()
    }

    #[inline(always)]
    pub(crate) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the ground cell of a column, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn cell(&self, x: i32, y: i32) -> Option<Cell> {
        // Unsigned, so that one comparison per side also refuses negative numbers.
        if (x as u32) < self.width as u32 && (y as u32) < self.height as u32 {
            Some(Cell::from_bits((y as u32) << 12 | x as u32))
        } else {
            None
        }
    }

    /// Iterates over the cells of a column, from below.
    pub fn column(&self, x: i32, y: i32) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        let cell = move |floor: usize| self.cell(x, y).and_then(|_| Cell::on_floor(x, y, floor as u8));
        (0..self.floors()).filter_map(cell).filter(|&cell| self.contains(cell))
    }

    /// Returns the top cell of a column.
    #[must_use]
    pub fn top(&self, x: i32, y: i32) -> Option<Cell> {
        if self.has_one_floor() { self.cell(x, y) } else { self.column(x, y).next_back() }
    }

    /// Returns the cell of a column on a floor or the next one below.
    #[must_use]
    pub fn at_floor(&self, x: i32, y: i32, floor: u8) -> Option<Cell> {
        let ground = self.cell(x, y)?;
        if self.has_one_floor() {
            return Some(ground);
        }
        let below = (0..=floor).rev().filter_map(|floor| Cell::on_floor(x, y, floor));
        below.into_iter().find(|&cell| self.contains(cell))
    }

    /// Returns whether a cell is on the board.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.ground(cell).is_some()
    }

    /// Returns the cell at an offset, on the same floor or the next one below.
    #[inline]
    #[must_use]
    pub fn offset(&self, cell: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
        if self.has_one_floor() {
            return self.cell(cell.x() + dx, cell.y() + dy);
        }
        self.at_floor(cell.x() + dx, cell.y() + dy, cell.floor())
    }

    /// Returns the cell at an offset and a number of floors above.
    #[must_use]
    pub fn raised(&self, cell: Cell, (dx, dy): (i32, i32), floors: i8) -> Option<Cell> {
        let floor = cell.floor().checked_add_signed(floors)?;
        Cell::on_floor(cell.x() + dx, cell.y() + dy, floor).filter(|&cell| self.contains(cell))
    }

    /// Returns the next cell in a direction: the highest cell of that column at most one step up, else the lowest.
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

    /// Returns the step up to the cell of [`Self::step`] in half steps, from edge to edge; negative down. 0 without
    /// such a cell.
    #[inline]
    #[must_use]
    pub fn rise(&self, cell: Cell, dir: Dir) -> i32 {
        if self.is_level() { 0 } else { i32::from(self.link_of(self.layout.place(cell), cell, dir).rise) }
    }

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

    fn across(&self, cell: Cell, dir: Dir, columns: i32) -> Option<(Cell, i32)> {
        let (dx, dy) = dir.delta();
        let here = self.slope(cell).edge(dir);
        let rise_to = |to: Cell| self.slope(to).edge(dir.opposite()) - here;
        let mut beside = self.column(cell.x() + dx * columns, cell.y() + dy * columns).map(|to| (to, rise_to(to)));
        let lowest = beside.next()?;
        Some(beside.take_while(|&(_, rise)| rise <= Self::HIGHEST_STEP).last().unwrap_or(lowest))
    }

    pub(super) fn spot_across(&self, spot: TilePos, dir: Dir, columns: i32) -> Option<(TilePos, i32)> {
        let (cell, rise) = self.across(spot.cell, dir, columns)?;
        Some((self.spot(cell), rise))
    }

    /// Returns height and slope of a cell; level at 0 off the board.
    #[must_use]
    pub fn slope(&self, cell: Cell) -> Slope {
        let place = self.layout.place(cell);
        let height = self.heights.get(place.index()).copied().unwrap_or_default();
        let corners = if self.corners.is_empty() { None } else { self.corners.get(&place) };
        Slope { height, corners: corners.copied().unwrap_or_default() }
    }

    /// Returns the height of a cell's middle in half steps.
    #[inline]
    #[must_use]
    pub fn elevation(&self, cell: Cell) -> i32 {
        if self.is_level() { 0 } else { self.slope(cell).middle() }
    }

    #[inline(always)]
    pub(crate) fn contains_tile(&self, place: TileId) -> bool {
        self.terrain.get(place.index()).is_some_and(|&terrain| terrain != Self::OFF)
    }

    /// Returns the place of a cell.
    #[inline]
    #[must_use]
    pub fn place(&self, cell: Cell) -> TileId {
        self.layout.place(cell)
    }

    /// Returns the cell of a place; [`Cell::NOWHERE`] if it has none.
    #[inline]
    #[must_use]
    pub fn cell_of(&self, place: TileId) -> Cell {
        self.layout.cell(place)
    }

    /// Returns the length of tables that are indexed by [`TileId::index`].
    #[inline]
    #[must_use]
    pub fn places(&self) -> usize {
        self.terrain.len()
    }

    /// Returns the terrain index of a cell; `None` off the board.
    #[inline(always)]
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Option<u8> {
        self.terrain.get(self.layout.place(cell).index()).copied().filter(|&terrain| terrain != Self::OFF)
    }

    /// Returns the terrain index of a cell; 0 off the board.
    #[inline]
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> u8 {
        self.ground(cell).unwrap_or_default()
    }

    /// Sets the terrain of a cell on the board.
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

    /// Returns the zones of a cell as bits.
    #[inline]
    #[must_use]
    pub fn zones(&self, cell: Cell) -> u16 {
        self.zones.get(self.layout.place(cell).index()).copied().unwrap_or_default()
    }

    pub(crate) fn set_zones(&mut self, cell: Cell, zones: u16) {
        if let Some(slot) = self.zones.get_mut(self.layout.place(cell).index()) {
            *slot = zones;
        }
    }

    /// Adds a cell to a zone, 0 to 15.
    pub fn add_zone(&mut self, cell: Cell, zone: u8) {
        if let Some(slot) = self.zones.get_mut(self.layout.place(cell).index()) {
            *slot |= 1 << (zone & 15);
        }
    }

    /// Iterates over all cells by floor, row and column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.floors()).flat_map(|floor| self.floor_cells(floor)).filter(|&cell| self.contains(cell))
    }

    fn floor_cells(&self, floor: usize) -> impl Iterator<Item = Cell> + use<> {
        let Rectangle { x, y, width, height } = self.layout.columns(floor);
        let row = move |y| (x..x + width).filter_map(move |x| Cell::on_floor(x, y, floor as u8));
        (y..y + height).flat_map(row)
    }
}

struct Standing {
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

    /// Links the cells of a column to those of the next one. Both are sorted upwards, so each search continues from the
    /// last.
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
