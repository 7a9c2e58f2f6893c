//! Converts a map to a scenario: collects the meaning of cells by floor and assigns characters.

use super::fault::MapFault;
use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::Board;

use super::import::{Footprints, Imported, Options};
use super::mapping::Rules;
use super::model::{Content, Kind, Layer, Map, Placed, Tiles};
use super::place::{Grid, Point};
use super::said;
use crate::assets::{FACINGS, FloorLayer, HOLE, LegendEntry, Scenario, height_char};

/// Steps between floors without a `height`.
const STOREY: i32 = 4;
const MAX_GLYPHS: usize = 800;
const MAX_MEANINGS: usize = 4_096;
pub(super) const MAX_NAME: usize = 128;
const MAX_WARNINGS: usize = 100;

const NORTH: usize = 1;
const EAST: usize = 2;
const SOUTH: usize = 3;
const WEST: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meaning {
    pub(super) terrain: String,
    pub(super) surface: String,
    pub(super) zone: String,
    pub(super) unit: String,
    pub(super) team: i32,
    pub(super) facing: usize,
}

struct Floor {
    cells: Vec<Option<u16>>,
    heights: BTreeMap<usize, char>,
    height: Option<i32>,
}

/// Floor, height and offset of a layer. Groups pass them on.
#[derive(Clone, Copy, Default)]
pub(super) struct LayerSettings {
    pub(super) floor: Option<i32>,
    height: Option<i32>,
    pub(super) offset: Point,
}

impl LayerSettings {
    fn of(self, layer: &Layer) -> (Self, Vec<String>) {
        let mut wrong = Vec::new();
        let mut number = |name: &str, around: Option<i32>| match said::number(layer.properties.get(name)) {
            Ok(own) => own.or(around),
            Err(other) => {
                wrong.push(format!("`{name}` is not a whole number: `{}`", shortened(&other.0)));
                around
            }
        };
        let (floor, height) = (number("floor", self.floor), number("height", self.height));
        let (x, y) = self.offset;
        let own = layer.offset;
        let own = if own.0.is_finite() && own.1.is_finite() { own } else { (0.0, 0.0) };
        let is_high = floor.unwrap_or_default() > 0 || height.is_some();
        // A high layer is often also drawn higher.
        let offset = if is_high { self.offset } else { (x + own.0, y + own.1) };
        if is_high && own != (0.0, 0.0) {
            wrong.push("its offset is read as the height at which it is drawn; no tile moves".to_owned());
        }
        (LayerSettings { floor, height, offset }, wrong)
    }

    fn shift(self, grid: Grid) -> ((i32, i32), bool) {
        let ((x, y), side) = (grid.to_object(self.offset), grid.side());
        let nearest = |cells: f64| if cells.fract().abs() == 0.5 { cells.trunc() } else { cells.round() };
        let cells = (x / side.0, y / side.1);
        let shift = (nearest(cells.0), nearest(cells.1));
        ((shift.0 as i32, shift.1 as i32), shift == cells)
    }
}

#[derive(Clone, Default)]
pub(super) struct Words {
    pub(super) terrain: String,
    pub(super) surface: String,
    pub(super) zone: String,
}

impl Words {
    pub(super) fn write(self, meaning: &mut Meaning) {
        let Words { terrain, surface, zone } = self;
        let of = [(terrain, &mut meaning.terrain), (surface, &mut meaning.surface), (zone, &mut meaning.zone)];
        for (said, of) in of.into_iter().filter(|(said, _)| !said.is_empty()) {
            *of = said;
        }
    }

    pub(super) fn is_fit(&self) -> bool {
        self.all().iter().any(|word| !word.is_empty()) && self.all().iter().all(|word| word.len() <= MAX_NAME)
    }

    fn all(&self) -> [&String; 3] {
        [&self.terrain, &self.surface, &self.zone]
    }
}

enum Said {
    This(Words),
    /// The mapping ignores the tile.
    Ignored,
    /// The tile has no meaning.
    Nothing,
}

impl Said {
    fn of(rules: &Rules<'_>, layer: &str, kind: &Kind) -> Result<Self, MapFault> {
        let words = match rules.tile(layer, kind)? {
            Some(rule) if rule.ignored => return Ok(Said::Ignored),
            Some(rule) => {
                let [terrain, surface, zone] = [&rule.terrain, &rule.surface, &rule.zone].map(String::clone);
                Words { terrain, surface, zone }
            }
            None => {
                let text = |name: &str| said::text(kind.properties.get(name));
                Words {
                    terrain: text("terrain").unwrap_or_else(|| kind.class.clone()),
                    surface: text("surface").unwrap_or_default(),
                    zone: text("zone").unwrap_or_default(),
                }
            }
        };
        Ok(if words.is_fit() { Said::This(words) } else { Said::Nothing })
    }
}

pub(super) struct Conversion<'m> {
    pub(super) map: &'m Map,
    pub(super) rules: Rules<'m>,
    pub(super) grid: Grid,
    pub(super) footprints: &'m Footprints,
    /// Map cell where the board begins; not the first on an infinite map.
    pub(super) origin: (i32, i32),
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) marked: usize,
    floors: BTreeMap<i32, Floor>,
    /// Meanings by number, because maps have millions of cells but few meanings.
    numbers: BTreeMap<Meaning, u16>,
    meanings: Vec<Meaning>,
    warnings: Vec<String>,
}

/// Converts a map. Warns of each part without a meaning.
///
/// # Errors
///
/// If tiles have no size or the map needs too many characters.
pub(super) fn convert(map: &Map, options: &Options) -> Result<Imported, MapFault> {
    let has_size = |side: f64| side.is_finite() && side > 0.0;
    if !has_size(map.tile.0) || !has_size(map.tile.1) {
        return Err(MapFault::missing("the tiles of the map have no size"));
    }
    let grid = Grid::of(map);
    let (origin, width, height) = extent(map, grid)?;
    let mut conversion = Conversion {
        map,
        rules: Rules::of(options.mapping.as_ref()),
        grid,
        footprints: &options.footprints,
        origin,
        width,
        height,
        marked: 0,
        floors: BTreeMap::new(),
        numbers: BTreeMap::new(),
        meanings: Vec::new(),
        warnings: map.warnings.clone(),
    };
    for objects in [false, true] {
        for layer in &map.layers {
            conversion.layer(layer, LayerSettings::default(), objects)?;
        }
    }
    conversion.finish()
}

/// Returns the first cell of the board, its columns and rows. The tiles define the size of an infinite map.
fn extent(map: &Map, grid: Grid) -> Result<((i32, i32), usize, usize), MapFault> {
    if let Some((width, height)) = map.size {
        return Ok(((0, 0), width, height));
    }
    let mut used: Option<[i32; 4]> = None;
    let mut layers: Vec<(&Layer, LayerSettings)> =
        map.layers.iter().map(|layer| (layer, LayerSettings::default())).collect();
    while let Some((layer, around)) = layers.pop() {
        let (told, _) = around.of(layer);
        match &layer.content {
            Content::Group(group) => layers.extend(group.iter().map(|layer| (layer, told))),
            Content::Tiles(tiles) => {
                let (shift, _) = told.shift(grid);
                for (column, row, _) in tiles.iter() {
                    let (x, y) = (shift.0.saturating_add(column), shift.1.saturating_add(row));
                    let [west, north, east, south] = used.unwrap_or([x, y, x, y]);
                    used = Some([west.min(x), north.min(y), east.max(x), south.max(y)]);
                }
            }
            _ => {}
        }
    }
    let [west, north, east, south] = used.ok_or_else(|| MapFault::missing("the map is infinite, and has no tiles"))?;
    let extent = |from: i32, to: i32| 1 + i64::from(to) - i64::from(from);
    let (width, height) = (extent(west, east), extent(north, south));
    if width.max(height) > i64::from(Board::MAX_SIDE) {
        let most = Board::MAX_SIDE;
        return Err(MapFault::too_large(format!(
            "the tiles of the map cover {width} by {height} cells; the maximum is {most} by {most}"
        )));
    }
    Ok(((west, north), width as usize, height as usize))
}

impl<'m> Conversion<'m> {
    pub(super) fn warn(&mut self, layer: &str, words: impl std::fmt::Display) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(format!("layer `{}`: {words}", shortened(layer)));
        } else if self.warnings.len() == MAX_WARNINGS {
            self.warnings.push("further messages are left out".to_owned());
        }
    }

    fn number(&mut self, meaning: Meaning) -> Result<u16, MapFault> {
        if let Some(&number) = self.numbers.get(&meaning) {
            return Ok(number);
        }
        if self.meanings.len() >= MAX_MEANINGS {
            return Err(MapFault::too_large(format!("the map has more than {MAX_MEANINGS} kinds of cells")));
        }
        let number = self.meanings.len() as u16;
        self.meanings.push(meaning.clone());
        self.numbers.insert(meaning, number);
        Ok(number)
    }

    pub(super) fn meaning(&self, floor: i32, at: usize) -> Option<&Meaning> {
        let number = *self.floors.get(&floor)?.cells.get(at)?;
        self.meanings.get(usize::from(number?))
    }

    pub(super) fn alter(&mut self, floor: i32, at: usize, alter: impl FnOnce(&mut Meaning)) -> Result<(), MapFault> {
        let Some(cell) = self.floors.get(&floor).map(|floor| floor.cells[at]) else { return Ok(()) };
        let mut meaning = cell.map(|number| self.meanings[usize::from(number)].clone()).unwrap_or_default();
        alter(&mut meaning);
        let number = self.number(meaning)?;
        if let Some(floor) = self.floors.get_mut(&floor) {
            floor.cells[at] = Some(number);
        }
        Ok(())
    }

    fn layer(&mut self, layer: &'m Layer, around: LayerSettings, objects: bool) -> Result<(), MapFault> {
        let (told, wrong) = around.of(layer);
        if !objects {
            wrong.iter().for_each(|wrong| self.warn(&layer.name, wrong));
        }
        match &layer.content {
            Content::Group(group) => return group.iter().try_for_each(|layer| self.layer(layer, told, objects)),
            Content::Objects(found) if objects => return self.objects(&layer.name, found, told),
            Content::Tiles(tiles) if !objects => {
                let Some(floor) = self.floor(&layer.name, told)? else { return Ok(()) };
                let shift = self.shift(&layer.name, told);
                let is_heights = said::flag(layer.properties.get("heights")).unwrap_or_else(|other| {
                    self.warn(&layer.name, format!("`heights` must be true or false, not `{}`", shortened(&other.0)));
                    false
                });
                if !is_heights {
                    return self.tiles(&layer.name, tiles, floor, shift);
                }
                self.heights(&layer.name, tiles, floor, shift);
            }
            Content::Image if !objects => self.warn(&layer.name, "images are not supported; the layer is left out"),
            _ => {}
        }
        Ok(())
    }

    fn shift(&mut self, layer: &str, told: LayerSettings) -> (i32, i32) {
        let (shift, is_whole) = told.shift(self.grid);
        if !is_whole {
            let (x, y) = told.offset;
            let moved = format!("its offset of {x}, {y} pixels is not a whole number of cells");
            self.warn(layer, format!("{moved}; its tiles are moved by {} columns and {} rows", shift.0, shift.1));
        }
        shift
    }

    fn floor(&mut self, layer: &str, told: LayerSettings) -> Result<Option<i32>, MapFault> {
        let number = told.floor.unwrap_or_default();
        if !(0..Board::MAX_FLOORS as i32).contains(&number) {
            self.warn(
                layer,
                format!("floors must be 0 to {}, not {number}; the layer is left out", Board::MAX_FLOORS - 1),
            );
            return Ok(None);
        }
        let highest = i32::from(Board::MAX_HEIGHT);
        if let Some(height) = told.height.filter(|height| !(0..=highest).contains(height)) {
            self.warn(layer, format!("heights must be 0 to {highest}, not {height}"));
        }
        let bare = if number == 0 { Some(self.number(Meaning::default())?) } else { None };
        let cells = self.width * self.height;
        let empty = || Floor { cells: vec![bare; cells], heights: BTreeMap::new(), height: None };
        let floor = self.floors.entry(number).or_insert_with(empty);
        floor.height = floor.height.or(told.height.map(|height| height.clamp(0, highest)));
        Ok(Some(number))
    }

    /// Reads the tiles of a floor. Of overlapping layers the last with a meaning counts.
    fn tiles(&mut self, layer: &str, tiles: &Tiles, number: i32, shift: (i32, i32)) -> Result<(), MapFault> {
        let (mut known, mut unknown) = (0_usize, 0_usize);
        let mut said: BTreeMap<usize, Said> = BTreeMap::new();
        for at in 0..self.width * self.height {
            let Some(tile) = self.tile(tiles, at, shift) else { continue };
            let Some(kind) = self.map.kinds.get(tile.kind) else { continue };
            if let Entry::Vacant(place) = said.entry(tile.kind) {
                place.insert(Said::of(&self.rules, layer, kind)?);
            }
            match &said[&tile.kind] {
                Said::Ignored => {}
                Said::Nothing => unknown += 1,
                Said::This(words) => {
                    known += 1;
                    let words = words.clone();
                    self.alter(number, at, |meaning| words.write(meaning))?;
                }
            }
        }
        match (known, unknown) {
            (_, 0) => {}
            (0, _) => self.warn(layer, "no tile in it has a terrain; the layer is left out"),
            (_, unknown) => self.warn(layer, format!("cells with tiles without a terrain: {unknown}")),
        }
        Ok(())
    }

    fn tile(&self, tiles: &Tiles, at: usize, shift: (i32, i32)) -> Option<Placed> {
        let x = (self.origin.0 + (at % self.width) as i32).checked_sub(shift.0)?;
        let y = (self.origin.1 + (at / self.width) as i32).checked_sub(shift.1)?;
        tiles.get(x, y)
    }

    /// Returns the direction of a flipped ramp: first across the diagonal, then left and right, then up and down. On
    /// isometric maps these are screen directions.
    fn flipped(&self, facing: usize, tile: Placed) -> usize {
        let (mut x, mut y) = match facing {
            NORTH => (0, -1),
            EAST => (1, 0),
            SOUTH => (0, 1),
            _ => (-1, 0),
        };
        let is_isometric = self.map.is_isometric;
        if tile.flip_d {
            (x, y) = if is_isometric { (x, -y) } else { (y, x) };
        }
        if tile.flip_h {
            (x, y) = if is_isometric { (y, x) } else { (-x, y) };
        }
        if tile.flip_v {
            (x, y) = if is_isometric { (-y, -x) } else { (x, -y) };
        }
        match (x, y) {
            (0, -1) => NORTH,
            (1, 0) => EAST,
            (0, 1) => SOUTH,
            _ => WEST,
        }
    }

    fn heights(&mut self, layer: &str, tiles: &Tiles, number: i32, shift: (i32, i32)) {
        let (mut unknown, mut beyond) = (0_usize, 0_usize);
        for at in 0..self.width * self.height {
            let Some(placed) = self.tile(tiles, at, shift) else { continue };
            let tile = self.map.kinds.get(placed.kind);
            let ramp = tile.and_then(|tile| said::text(tile.properties.get("ramp")));
            let towards = ramp.and_then(|ramp| facing(&ramp)).filter(|&facing| facing >= NORTH);
            let ramp = towards.map(|towards| ['^', '>', 'v', '<'][self.flipped(towards, placed) - NORTH]);
            let height = tile.and_then(|tile| said::number(tile.properties.get("height")).ok().flatten());
            let drawn = height.map(|height| height.clamp(0, 35));
            beyond += usize::from(drawn != height);
            match ramp.or(drawn.and_then(|height| height_char(height as u8))) {
                Some(drawn) => {
                    let floor = self.floors.get_mut(&number);
                    floor.and_then(|floor| floor.heights.insert(at, drawn));
                }
                None => unknown += 1,
            }
        }
        if unknown > 0 {
            self.warn(layer, format!("cells with tiles without a height: {unknown}"));
        }
        if beyond > 0 {
            self.warn(layer, format!("heights outside 0 to 35, replaced by the nearest of these: {beyond}"));
        }
    }

    fn finish(mut self) -> Result<Imported, MapFault> {
        let mut scenario = Scenario {
            title: said::text(self.map.properties.get("title")).unwrap_or_default(),
            note: said::text(self.map.properties.get("note")).unwrap_or_default(),
            ..Scenario::default()
        };
        if let Some(ground) = said::text(self.map.properties.get("ground")) {
            scenario.ground = ground;
        }
        if !self.rules.ground().is_empty() {
            self.rules.ground().clone_into(&mut scenario.ground);
        }
        self.floor("", LayerSettings::default())?;
        self.warnings.extend(self.rules.unused());
        let glyphs = self.glyphs(&scenario.ground)?;
        for (number, floor) in std::mem::take(&mut self.floors) {
            let glyph = |cell: &Option<u16>| cell.and_then(|cell| glyphs.get(&cell)).copied().unwrap_or(HOLE);
            let map = self.rows(&floor.cells.iter().map(glyph).collect::<Vec<_>>());
            let heights = floor.heights.iter().filter(|(at, _)| floor.cells[**at].is_some());
            // The ground as a whole has no height of its own.
            let base = floor.height.filter(|&height| number == 0 && height > 0);
            let base = base.and_then(|height| height_char(height.min(35) as u8)).unwrap_or('.');
            let mut drawn = vec![base; self.width * self.height];
            heights.for_each(|(at, height)| drawn[*at] = *height);
            let heights = if drawn.iter().all(|&c| c == '.') { Vec::new() } else { self.rows(&drawn) };
            if number == 0 {
                scenario.map = map;
                scenario.heights = heights;
                continue;
            }
            let height = floor.height.unwrap_or_else(|| {
                let height = (STOREY * number).min(Board::MAX_HEIGHT.into());
                self.warnings.push(format!("floor {number} has no height; {height} is used"));
                height
            });
            scenario.floors.push(FloorLayer { map, height, heights });
        }
        let seen = self.numbers.into_iter().filter_map(|(meaning, number)| Some((meaning, glyphs.get(&number)?)));
        for (Meaning { terrain, surface, zone, unit, team, facing }, glyph) in seen {
            let glyph = glyph.to_string();
            scenario.legend.push(LegendEntry { glyph, terrain, surface, unit, team, facing, zone, health: 0 });
        }
        Ok(Imported { scenario, warnings: self.warnings })
    }

    fn glyphs(&self, ground: &str) -> Result<BTreeMap<u16, char>, MapFault> {
        let mut counts = vec![0_usize; self.meanings.len()];
        for number in self.floors.values().flat_map(|floor| floor.cells.iter().flatten()) {
            counts[usize::from(*number)] += 1;
        }
        let drawn = (0..).zip(&self.meanings).zip(&counts).filter(|(_, count)| **count > 0);
        let mut order: Vec<(u16, &Meaning, usize)> =
            drawn.map(|((number, meaning), &count)| (number, meaning, count)).collect();
        if order.len() > MAX_GLYPHS {
            return Err(MapFault::too_large(format!(
                "the map has {} kinds of cells; the maximum is {MAX_GLYPHS}",
                order.len()
            )));
        }
        // The most frequent meaning chooses first.
        order.sort_by_key(|&(_, meaning, count)| (Reverse(count), meaning));
        let (mut glyphs, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for (number, meaning, _) in order {
            let glyph = wanted(meaning, ground)
                .find(|glyph| taken.insert(*glyph))
                .ok_or_else(|| MapFault::missing("the map has no free character left"))?;
            glyphs.insert(number, glyph);
        }
        Ok(glyphs)
    }

    fn rows(&self, cells: &[char]) -> Vec<String> {
        cells.chunks(self.width).map(|row| row.iter().collect()).collect()
    }
}

fn wanted<'w>(meaning: &'w Meaning, ground: &str) -> impl Iterator<Item = char> + use<'w> {
    let Meaning { terrain, surface, zone, unit, .. } = meaning;
    let is_bare = unit.is_empty() && surface.is_empty() && zone.is_empty();
    let bare = (is_bare && (terrain.is_empty() || terrain == ground)).then_some('.');
    let wall = (is_bare && terrain == "wall").then_some('#');
    let word = [unit, surface, zone, terrain].into_iter().find(|word| !word.is_empty());
    let own = word.into_iter().flat_map(|word| word.chars()).filter(char::is_ascii_alphanumeric);
    let signs = "=-+*:;~_^%&$@!?/|<>(){}[],".chars();
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(signs);
    let beyond = ('\u{c0}'..='\u{24f}').chain('\u{370}'..='\u{52f}').filter(|c| c.is_alphabetic());
    bare.into_iter().chain(wall).chain(own.flat_map(|c| [c, c.to_ascii_uppercase()])).chain(letters).chain(beyond)
}

pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    }
}

pub(super) fn facing(word: &str) -> Option<usize> {
    FACINGS.iter().position(|facing| facing.name.eq_ignore_ascii_case(word))
}
