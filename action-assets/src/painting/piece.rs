//! Pieces of a map: rectangles that are copied, turned, mirrored and stamped elsewhere. A piece is a small map without
//! goals, links and spawns, so that it can be written as the text of a scenario.

use foretoken_vm::{Board, Cell};

use super::cell_shapes::turned_shape;
use super::{Axis, Brush, Painted, Painting, Sheet, rectangle};
use crate::Library;
use crate::assets::{AnyAsset, AssetType, HOLE, LegendEntry, Scenario};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};

/// A rectangle of a map.
#[derive(Clone, Debug)]
pub struct Piece(pub(super) Painting);

impl Piece {
    /// Returns the rectangle between two cells of a floor. Units that are only partly in it are left out.
    #[must_use]
    pub fn of(map: &Painting, from: Cell, to: Cell) -> Option<Self> {
        let cells: Vec<Cell> = rectangle(from, to).into_iter().filter(|&cell| map.contains(cell)).collect();
        let (first, last) = (*cells.first()?, *cells.last()?);
        let sheet = map.sheets.get(usize::from(first.floor()))?;
        let at = || cells.iter().filter_map(|&cell| map.index(cell));
        let scenario = Scenario {
            ground: map.scenario.ground.clone(),
            legend: map.scenario.legend.clone(),
            planned_teams: map.scenario.planned_teams.clone(),
            ..Scenario::default()
        };
        let own = Sheet {
            cells: at().map(|at| sheet.cells[at]).collect(),
            heights: at().map(|at| sheet.heights[at]).collect(),
            corners: at().map(|at| sheet.corners[at]).collect(),
            shapes: at().map(|at| sheet.shapes[at]).collect(),
            level: 0,
        };
        let (width, depth) = (last.x() - first.x() + 1, last.y() - first.y() + 1);
        let mut piece = Self(Painting { scenario, width, depth, sheets: vec![own], ..map.clone() });
        for (anchor, unit, _) in piece.0.units() {
            if piece.0.footprint(&unit, anchor).iter().any(|under| under.is_none_or(|under| !piece.0.contains(under))) {
                piece.0.alter(anchor, |entry| entry.unit.clear());
            }
        }
        // Entries of the whole map that the rectangle does not use are left out of the text.
        piece.0.drawn = map.drawn.iter().copied().chain(map.used()).collect();
        Some(piece)
    }

    /// Reads a piece from the text of a scenario.
    ///
    /// # Errors
    /// The first fault of the text, or `None` if it is no scenario with a map.
    pub fn read(text: &str, library: &Library) -> Result<Self, Option<Box<Diagnostic>>> {
        let text = text.trim();
        if !text.starts_with(AssetType::Scenario.name()) {
            return Err(None);
        }
        let mut faults = Diagnostics::new();
        let read = AnyAsset::read(AssetType::Scenario, "", text.as_bytes(), library.registry(), &mut faults);
        if let Some(fault) = faults.iter().find(|fault| fault.severity == Severity::Error) {
            return Err(Some(Box::new(fault.clone())));
        }
        let Some((AnyAsset::Scenario(scenario), _)) = read else { return Err(None) };
        if scenario.map.is_empty() {
            return Err(None);
        }
        let mut painting = Painting::of(&scenario, library);
        painting.sheets.truncate(1);
        painting.scenario.links.clear();
        painting.scenario.spawns.clear();
        Ok(Self(painting))
    }

    /// Returns the piece as the text of a scenario.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.clone().into_asset().to_text()
    }

    /// Returns columns and rows.
    #[must_use]
    pub const fn size(&self) -> (i32, i32) {
        self.0.size()
    }

    /// Mirrors the piece.
    pub fn mirror(&mut self, axis: Axis) {
        self.0.mirror(axis);
    }

    /// Turns the piece clockwise by a quarter, with ramps, corners and facings.
    pub fn turn(&mut self) {
        let (width, depth) = self.size();
        let units: Vec<(Cell, LegendEntry)> = self
            .0
            .units()
            .into_iter()
            .map(|(anchor, ..)| anchor)
            .filter_map(|anchor| Some((anchor, self.0.entry(anchor)?)))
            .collect();
        for (anchor, _) in &units {
            self.0.alter(*anchor, |entry| entry.unit.clear());
        }
        // Row `y` becomes the column `depth - 1 - y`.
        let order: Vec<usize> =
            (0..width).flat_map(|x| (0..depth).rev().map(move |y| (y * width + x) as usize)).collect();
        for sheet in &mut self.0.sheets {
            let old = sheet.clone();
            sheet.cells = order.iter().map(|&at| old.cells[at]).collect();
            sheet.heights = order.iter().map(|&at| turned_ramp(old.heights[at])).collect();
            sheet.corners = order.iter().map(|&at| old.corners[at]).map(|[nw, ne, se, sw]| [sw, nw, ne, se]).collect();
            sheet.shapes = order.iter().map(|&at| turned_shape(old.shapes[at])).collect();
        }
        (self.0.width, self.0.depth) = (depth, width);
        for (anchor, entry) in units {
            let (_, down) = self.0.size_of(&entry.unit);
            let goal = Cell::on_floor((depth - anchor.y() - down).max(0), anchor.x(), 0);
            if let Some(goal) = goal {
                self.0.alter(goal, |there| {
                    (there.unit, there.team, there.health) = (entry.unit, entry.team, entry.health);
                    there.facing = if entry.facing == 0 { 0 } else { entry.facing % 4 + 1 };
                });
            }
        }
    }
}

impl Painting {
    /// Replaces the cells from `at` on by those of a piece. Cells beyond the map and units without room are refused.
    pub fn stamp(&mut self, piece: &Piece, at: Cell) -> Painted {
        let goal = |cell: Cell| {
            let goal = Cell::on_floor(at.x() + cell.x(), at.y() + cell.y(), at.floor())?;
            self.contains(goal).then_some(goal)
        };
        let pairs: Vec<(Cell, Cell)> = piece.0.cells().filter_map(|cell| Some((cell, goal(cell)?))).collect();
        let mut painted = Painted { refused: piece.0.cells().count() - pairs.len(), changed: 0 };
        let meaning = |map: &Self, goal: Cell| (map.entry(goal), map.lies(goal), map.shape_of(goal));
        let before: Vec<_> = pairs.iter().map(|&(_, goal)| meaning(self, goal)).collect();
        for &(_, goal) in &pairs {
            if let Some((anchor, _)) = self.unit_at(goal) {
                self.alter(anchor, |entry| entry.unit.clear());
            }
        }
        for &(cell, goal) in &pairs {
            match piece.0.entry(cell) {
                None => self.set_glyph(goal, HOLE),
                Some(entry) => {
                    let bare = LegendEntry { unit: String::new(), glyph: String::new(), ..entry };
                    self.put(goal, bare);
                }
            }
            if let Some((height, corners)) = piece.0.lies(cell) {
                self.set_height(goal, height);
                self.set_corners(goal, corners);
            }
            self.set_shape(goal, piece.0.shape_of(cell));
        }
        for &(cell, goal) in &pairs {
            let Some(entry) = piece.0.entry(cell).filter(|entry| !entry.unit.is_empty()) else { continue };
            if !self.has_room(&entry.unit, goal, None) {
                painted.refused += 1;
                continue;
            }
            self.alter(goal, |there| {
                (there.unit, there.team, there.facing, there.health) =
                    (entry.unit, entry.team, entry.facing, entry.health);
            });
        }
        let is_other = |((_, goal), before): &(&(Cell, Cell), _)| meaning(self, *goal) != *before;
        painted.changed = pairs.iter().zip(before).filter(is_other).count();
        painted
    }

    /// Sets all cells of a rectangle to bare ground of the scenario at the height of their floor.
    pub fn clear(&mut self, from: Cell, to: Cell) -> Painted {
        let ground = self.scenario.ground.clone();
        let cells = rectangle(from, to);
        self.paint(cells.iter().copied(), &Brush::Erase);
        self.paint(cells.iter().copied(), &Brush::Level);
        self.paint(cells.iter().copied(), &Brush::Plain);
        self.paint(cells, &Brush::Terrain(ground))
    }

    /// Draws a room: floor with walls around it. Walls stay away from cells with units.
    pub fn room(&mut self, from: Cell, to: Cell, wall: &str, floor: &str) -> Painted {
        let (walls, inside): (Vec<Cell>, Vec<Cell>) =
            rectangle(from, to).into_iter().partition(|&cell| is_on_border(cell, from, to));
        let drawn = self.paint(walls, &Brush::Terrain(wall.to_owned()));
        let filled = self.paint(inside, &Brush::Terrain(floor.to_owned()));
        Painted { changed: drawn.changed + filled.changed, refused: drawn.refused + filled.refused }
    }

    /// Returns the ground for walls and the ground for floors of new rooms: the first that blocks sight and movement, and
    /// the ground of the scenario.
    #[must_use]
    pub fn room_grounds(&self, library: &Library) -> Option<(String, String)> {
        let blocks_sight = |name: &str| library.terrain(name).is_some_and(|terrain| terrain.blocks_sight);
        let mut walls = self.ground.iter().filter(|ground| ground.blocks);
        let wall = walls.clone().find(|ground| blocks_sight(&ground.name)).or_else(|| walls.next())?;
        let is_free = |name: &str| self.ground.iter().any(|ground| ground.name == name && !ground.blocks);
        let own = Some(self.scenario.ground.clone()).filter(|own| is_free(own));
        let floor = own.or_else(|| self.ground.iter().find(|ground| !ground.blocks).map(|ground| ground.name.clone()));
        Some((wall.name.clone(), floor?))
    }

    /// Sets columns and rows, at the east and the south. Returns false if the size would be invalid.
    pub fn set_size(&mut self, width: i32, depth: i32) -> bool {
        let fits = 1..=Board::MAX_SIDE;
        if !fits.contains(&width) || !fits.contains(&depth) {
            return false;
        }
        while self.width != width && self.resize(super::Side::East, self.width < width) {}
        while self.depth != depth && self.resize(super::Side::South, self.depth < depth) {}
        true
    }
}

/// Whether a cell is on the border of a rectangle.
#[must_use]
pub fn is_on_border(cell: Cell, from: Cell, to: Cell) -> bool {
    [from.x(), to.x()].contains(&cell.x()) || [from.y(), to.y()].contains(&cell.y())
}

const fn turned_ramp(height: char) -> char {
    match height {
        '^' => '>',
        '>' => 'v',
        'v' => '<',
        '<' => '^',
        _ => height,
    }
}
