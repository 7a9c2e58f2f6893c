//! Painting on maps: reads cells from rows and legend, changes them and writes them back. It manages the legend's
//! characters.

mod cell_shapes;
mod corners;
mod glyphs;
mod links;
mod palette;
mod piece;
pub mod plane;
mod shape;
mod strokes;
mod taken;
#[cfg(test)]
mod tests;

pub use cell_shapes::CellSide;
pub use corners::{CellCorner, MapPoint};
pub use links::Linked;
pub use palette::{Look, Palette, Swatch};
pub use piece::{Piece, is_on_border};
pub use shape::{Axis, Side};
pub use strokes::{Brush, Painted, line, rectangle, slope};

use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::space::CellShape;
use foretoken_vm::{Board, Cell};

use crate::Library;
use crate::assets::{AnyAsset, AssetType, CORNERS, FloorLayer, HOLE, LegendEntry, Scenario};

const AS_LAYER: char = '.';

#[derive(Clone, Debug, PartialEq)]
struct Sheet {
    /// Map characters; [`HOLE`] without a cell.
    cells: Vec<char>,
    heights: Vec<char>,
    corners: Vec<[u8; 4]>,
    shapes: Vec<CellShape>,
    /// Steps above the lowest level.
    level: i32,
}

#[derive(Clone, Debug)]
struct Ground {
    name: String,
    glyph: Option<char>,
    blocks: bool,
    avoided: bool,
}

#[derive(Clone, Copy, Debug)]
struct Standing {
    glyph: Option<char>,
    size: (i32, i32),
}

/// Contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellContent {
    /// Terrain.
    pub terrain: String,
    /// Surface; may be empty.
    pub surface: String,
    /// Unit; may be empty.
    pub unit: String,
    /// Side of the unit.
    pub team: i32,
    /// Facing, as an index into [`crate::assets::FACINGS`].
    pub facing: usize,
    /// Zone; may be empty.
    pub zone: String,
}

/// A map to paint on.
#[derive(Clone, Debug)]
pub struct Painting {
    scenario: Scenario,
    width: i32,
    depth: i32,
    sheets: Vec<Sheet>,
    ground: Vec<Ground>,
    surfaces: Vec<(String, Option<char>)>,
    units: BTreeMap<String, Standing>,
    drawn: BTreeSet<char>,
}

impl AnyAsset {
    /// Returns the map for painting, if the asset has one.
    #[must_use]
    pub fn painting(&self, library: &Library) -> Option<Painting> {
        match self {
            AnyAsset::Scenario(scenario) => Some(Painting::of(scenario, library)),
            _ => None,
        }
    }

    /// Whether the type has a map.
    #[must_use]
    pub const fn is_painted(&self) -> bool {
        matches!(self, AnyAsset::Scenario(_))
    }
}

impl Painting {
    /// Reads the map of a scenario. Short rows are filled with bare ground or holes; long ones are cut.
    fn of(scenario: &Scenario, library: &Library) -> Self {
        let most = Board::MAX_SIDE as usize;
        let glyph = |text: &str| text.chars().next();
        let terrains = library.names_of(AssetType::Terrain).filter_map(|name| Some((name, library.terrain(name)?)));
        let ground = terrains.map(|(name, terrain)| Ground {
            name: name.to_owned(),
            glyph: glyph(&terrain.glyph),
            blocks: terrain.blocks_movement,
            avoided: terrain.avoided,
        });
        let surfaces = library.names_of(AssetType::Surface);
        let surfaces = surfaces.filter_map(|name| Some((name.to_owned(), glyph(&library.surface(name)?.glyph))));
        let units = library.names_of(AssetType::Unit).filter_map(|name| Some((name, library.unit(name)?)));
        let units = units.map(|(name, unit)| {
            let size = (unit.width.max(1), unit.depth.max(1));
            (name.to_owned(), Standing { glyph: glyph(&unit.glyph), size })
        });
        let width = scenario.map.iter().map(|row| row.chars().take(most).count()).max().unwrap_or_default().max(1);
        let depth = scenario.map.len().clamp(1, most);
        let mut painting = Self {
            scenario: scenario.clone(),
            width: width as i32,
            depth: depth as i32,
            sheets: Vec::new(),
            ground: ground.collect(),
            surfaces: surfaces.collect(),
            units: units.collect(),
            drawn: BTreeSet::new(),
        };
        let bare = painting.bare();
        let cells = |rows: &[String], blank: char| -> Vec<char> {
            let rows = rows.iter().map(String::as_str).chain(std::iter::repeat("")).take(depth);
            rows.flat_map(|row| row.chars().chain(std::iter::repeat(blank)).take(width)).collect()
        };
        let sheet = |map: &[String], blank: char, heights: &[String], level: i32| Sheet {
            cells: cells(map, blank),
            heights: cells(heights, AS_LAYER),
            corners: vec![[0; 4]; width * depth],
            shapes: vec![CellShape::default(); width * depth],
            level,
        };
        let of_ground = sheet(&scenario.map, bare, &scenario.heights, 0);
        let floors = scenario.floors.iter().take(Board::MAX_FLOORS - 1);
        let floors = floors.map(|floor| sheet(&floor.map, HOLE, &floor.heights, floor.height));
        painting.sheets = [of_ground].into_iter().chain(floors).collect();
        painting.take_corners();
        painting.take_shapes();
        painting.drawn = painting.used();
        painting
    }

    /// Returns the asset with the painted map, without unused legend entries and spawns.
    #[must_use]
    pub fn into_asset(self) -> AnyAsset {
        AnyAsset::Scenario(self.into_scenario())
    }

    fn into_scenario(mut self) -> Scenario {
        self.write_corners();
        self.write_shapes();
        let (used, drawn) = (self.used(), std::mem::take(&mut self.drawn));
        let stays = |glyph: char| used.contains(&glyph) || !drawn.contains(&glyph);
        self.scenario.legend.retain(|entry| entry.glyph.chars().next().is_none_or(stays));
        self.scenario.spawns.retain_mut(|rule| {
            let was_empty = rule.glyphs.is_empty();
            rule.glyphs.retain(stays);
            was_empty || !rule.glyphs.is_empty()
        });
        let width = self.width as usize;
        let rows = |cells: &[char]| -> Vec<String> { cells.chunks(width).map(String::from_iter).collect() };
        let heights = |sheet: &Sheet| match sheet.heights.iter().all(|&c| c == AS_LAYER || c == HOLE) {
            true => Vec::new(),
            false => rows(&sheet.heights),
        };
        let mut sheets = self.sheets.iter();
        if let Some(ground) = sheets.next() {
            self.scenario.map = rows(&ground.cells);
            self.scenario.heights = heights(ground);
        }
        let floor =
            |sheet: &Sheet| FloorLayer { map: rows(&sheet.cells), height: sheet.level, heights: heights(sheet) };
        self.scenario.floors = sheets.map(floor).collect();
        self.scenario
    }

    /// Returns columns and rows.
    #[must_use]
    pub const fn size(&self) -> (i32, i32) {
        (self.width, self.depth)
    }

    /// Number of floors, with the ground.
    #[must_use]
    pub const fn floors(&self) -> usize {
        self.sheets.len()
    }

    /// Returns the height of a floor in steps; 0 for the ground.
    #[must_use]
    pub fn level_of(&self, floor: u8) -> i32 {
        self.sheets.get(usize::from(floor)).map_or(0, |sheet| sheet.level)
    }

    /// Returns the contents of a cell, if it has any.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<CellContent> {
        let LegendEntry { terrain, surface, unit, team, facing, zone, .. } = self.entry(cell)?;
        Some(CellContent { terrain, surface, unit, team, facing, zone })
    }

    /// Whether a cell is within the map's columns and rows.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x() < self.width && cell.y() < self.depth && (cell.floor() as usize) < self.sheets.len()
    }

    /// Returns the height of a cell as text; `None` at its layer's height.
    #[must_use]
    pub fn height_words(&self, cell: Cell) -> Option<String> {
        let (height, corners) = self.lies(cell)?;
        let height = match height {
            AS_LAYER | HOLE => None,
            '^' => Some("rises to the north".to_owned()),
            '>' => Some("rises to the east".to_owned()),
            'v' => Some("rises to the south".to_owned()),
            '<' => Some("rises to the west".to_owned()),
            height => Some(format!("height {}", height.to_digit(36)?)),
        };
        let steps = CORNERS.iter().zip(corners).filter(|(_, steps)| *steps > 0);
        let corners = steps.map(|(name, steps)| format!(" {name} {steps}")).collect::<String>();
        let corners = (!corners.is_empty()).then(|| format!("corners{corners}"));
        let parts: Vec<String> = [height, corners].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Returns the sorted names of the legend's zones.
    #[must_use]
    pub fn zones(&self) -> Vec<String> {
        let zones: BTreeSet<&String> =
            self.scenario.legend.iter().map(|entry| &entry.zone).filter(|zone| !zone.is_empty()).collect();
        zones.into_iter().cloned().collect()
    }

    /// Returns the anchor cell and the name of a unit.
    #[must_use]
    pub fn unit_at(&self, cell: Cell) -> Option<(Cell, String)> {
        let (wide, deep) = self.largest();
        for y in (cell.y() - deep + 1).max(0)..=cell.y() {
            for x in (cell.x() - wide + 1).max(0)..=cell.x() {
                let anchor = Cell::on_floor(x, y, cell.floor())?;
                let Some(unit) = self.entry(anchor).map(|entry| entry.unit).filter(|unit| !unit.is_empty()) else {
                    continue;
                };
                let (across, down) = self.size_of(&unit);
                if cell.x() < x + across && cell.y() < y + down {
                    return Some((anchor, unit));
                }
            }
        }
        None
    }

    /// Returns cell, name and side of each unit, by floor and row.
    #[must_use]
    pub fn units(&self) -> Vec<(Cell, String, i32)> {
        let standing = |cell: Cell| self.at(cell).filter(|on| !on.unit.is_empty()).map(|on| (cell, on.unit, on.team));
        self.cells().filter_map(standing).collect()
    }

    /// Returns the cells of units that appear only at the hard level.
    #[must_use]
    pub fn on_hard(&self) -> Vec<Cell> {
        let rules = || self.scenario.spawns.iter().filter(|rule| rule.keep == 0 && rule.on_hard > 0);
        let is_late = |cell: &Cell| {
            let glyph = self.glyph_at(*cell);
            glyph.is_some_and(|glyph| rules().any(|rule| rule.glyphs.contains(glyph)))
        };
        if rules().next().is_none() { Vec::new() } else { self.cells().filter(is_late).collect() }
    }

    /// Returns all cells, floor by floor and row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, depth, floors) = (self.width, self.depth, self.sheets.len());
        let rows = (0..floors).flat_map(move |floor| (0..depth).map(move |y| (floor, y)));
        rows.flat_map(move |(floor, y)| (0..width).filter_map(move |x| Cell::on_floor(x, y, u8::try_from(floor).ok()?)))
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| (cell.y() * self.width + cell.x()) as usize)
    }

    fn glyph_at(&self, cell: Cell) -> Option<char> {
        let at = self.index(cell)?;
        self.sheets.get(usize::from(cell.floor()))?.cells.get(at).copied()
    }

    fn set_glyph(&mut self, cell: Cell, glyph: char) {
        let at = self.index(cell);
        let slot = self.sheets.get_mut(usize::from(cell.floor())).zip(at);
        if let Some(slot) = slot.and_then(|(sheet, at)| sheet.cells.get_mut(at)) {
            *slot = glyph;
        }
    }

    fn entry(&self, cell: Cell) -> Option<LegendEntry> {
        let glyph = self.glyph_at(cell)?;
        if glyph == HOLE {
            return None;
        }
        self.meaning(glyph)
    }

    fn largest(&self) -> (i32, i32) {
        let sizes = self.units.values().map(|unit| unit.size);
        sizes.fold((1, 1), |(wide, deep), (across, down)| (wide.max(across), deep.max(down)))
    }

    fn size_of(&self, unit: &str) -> (i32, i32) {
        self.units.get(unit).map_or((1, 1), |unit| unit.size)
    }

    fn footprint(&self, unit: &str, anchor: Cell) -> Vec<Option<Cell>> {
        let (across, down) = self.size_of(unit);
        let row = |dy: i32| (0..across).map(move |dx| Cell::on_floor(anchor.x() + dx, anchor.y() + dy, anchor.floor()));
        (0..down).flat_map(row).collect()
    }

    fn is_blocking(&self, terrain: &str) -> bool {
        self.ground.iter().any(|ground| ground.name == terrain && ground.blocks)
    }
}
