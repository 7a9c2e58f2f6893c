//! The common model of a map from all readers.

use super::fault::MapFault;
use std::collections::BTreeMap;

use super::place::Point;

const MAX_KINDS: usize = 1 << 16;
pub(super) const PAGE: i32 = 16;
/// Low bits of a placed tile: its kind, from 1.
const KIND_BITS: u32 = 28;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Int(i32),
    Float(f64),
    Flag(bool),
    /// A value of an unsupported type.
    Other,
}

pub(super) type Properties = BTreeMap<String, Value>;

#[derive(Debug, Default)]
pub(super) struct Map {
    pub(super) is_isometric: bool,
    pub(super) tile: Point,
    pub(super) size: Option<(usize, usize)>,
    pub(super) properties: Properties,
    pub(super) kinds: Kinds,
    pub(super) layers: Vec<Layer>,
    pub(super) warnings: Vec<String>,
}

/// A kind of tile: a tile of a tileset, or a value of a grid.
#[derive(Debug, Default)]
pub(super) struct Kind {
    pub(super) set: String,
    pub(super) id: u32,
    pub(super) class: String,
    pub(super) properties: Properties,
    /// Names of terrain brushes that cover at least half of the tile, and of their sets.
    pub(super) brushes: Vec<String>,
    pub(super) collides: bool,
    pub(super) size: Point,
    /// Fraction of the picture's size before the position of its object.
    pub(super) align: Point,
}

#[derive(Debug, Default)]
pub(super) struct Kinds {
    all: Vec<Kind>,
    numbers: BTreeMap<(usize, u32), usize>,
}

#[derive(Debug)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) properties: Properties,
    pub(super) offset: Point,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Group(Vec<Layer>),
    Tiles(Tiles),
    Objects(Vec<Object>),
    Image,
}

#[derive(Debug, Default)]
pub(super) struct Tiles(BTreeMap<(i32, i32), Vec<u32>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) kind: usize,
    pub(super) flip_h: bool,
    pub(super) flip_v: bool,
    pub(super) flip_d: bool,
}

#[derive(Debug)]
pub(super) struct Object {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) properties: Properties,
    pub(super) at: Point,
    pub(super) rotation: f64,
    pub(super) shape: Shape,
    pub(super) kind: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Point,
    Rect(Point),
    /// Another shape, with its lowest and highest corner about the position.
    Other(Point, Point),
}

impl Kinds {
    pub(super) fn number(&mut self, set: usize, id: u32, make: impl FnOnce() -> Kind) -> Result<usize, MapFault> {
        if let Some(&number) = self.numbers.get(&(set, id)) {
            return Ok(number);
        }
        if self.all.len() >= MAX_KINDS {
            return Err(MapFault::too_large(format!("a map shows at most {MAX_KINDS} different tiles")));
        }
        self.numbers.insert((set, id), self.all.len());
        self.all.push(make());
        Ok(self.all.len() - 1)
    }

    pub(super) fn get(&self, kind: usize) -> Option<&Kind> {
        self.all.get(kind)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Kind> {
        self.all.iter()
    }
}

impl Tiles {
    pub(super) fn put(&mut self, column: i32, row: i32, tile: Placed) {
        let (page, at) = place(column, row);
        let cells = self.0.entry(page).or_insert_with(|| vec![0; (PAGE * PAGE) as usize]);
        let flips = u32::from(tile.flip_h) | u32::from(tile.flip_v) << 1 | u32::from(tile.flip_d) << 2;
        cells[at] = (tile.kind as u32 + 1) | flips << KIND_BITS;
    }

    pub(super) fn get(&self, column: i32, row: i32) -> Option<Placed> {
        let (page, at) = place(column, row);
        unpacked(*self.0.get(&page)?.get(at)?)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (i32, i32, Placed)> {
        self.0.iter().flat_map(|(&(column, row), cells)| {
            let cell = move |at: usize| (column * PAGE + at as i32 % PAGE, row * PAGE + at as i32 / PAGE);
            cells.iter().enumerate().filter_map(move |(at, &tile)| {
                let (column, row) = cell(at);
                Some((column, row, unpacked(tile)?))
            })
        })
    }
}

fn unpacked(tile: u32) -> Option<Placed> {
    let kind = (tile & ((1 << KIND_BITS) - 1)).checked_sub(1)? as usize;
    let flip = |bit: u32| tile >> (KIND_BITS + bit) & 1 == 1;
    Some(Placed { kind, flip_h: flip(0), flip_v: flip(1), flip_d: flip(2) })
}

fn place(column: i32, row: i32) -> ((i32, i32), usize) {
    let page = (column.div_euclid(PAGE), row.div_euclid(PAGE));
    (page, (column.rem_euclid(PAGE) + row.rem_euclid(PAGE) * PAGE) as usize)
}

impl Layer {
    pub(super) fn visit<'l>(&'l self, visit: &mut impl FnMut(&'l Layer)) {
        visit(self);
        if let Content::Group(layers) = &self.content {
            layers.iter().for_each(|layer| layer.visit(visit));
        }
    }
}

/// Returns the brushes that cover at least half of a tile, and their set. `corners` are the marks of a Wang tile,
/// clockwise from north.
pub(super) fn brushes(set: &str, names: &[&str], positions: &[usize], corners: [u8; 8]) -> Vec<String> {
    let marks = || positions.iter().map(|&at| corners[at]).filter(|&mark| mark > 0);
    let is_half = |count: usize| count > 0 && 2 * count >= positions.len();
    let covers = |mark: usize| is_half(marks().filter(|&own| usize::from(own) == mark).count());
    let mut found: Vec<String> =
        (1..).zip(names).filter(|&(mark, _)| covers(mark)).map(|(_, &name)| name.to_owned()).collect();
    if is_half(marks().count()) {
        found.push(set.to_owned());
    }
    found.retain(|name| !name.is_empty());
    found
}

pub(super) fn positions(of: &str) -> &'static [usize] {
    match of {
        "corner" => &[1, 3, 5, 7],
        "edge" => &[0, 2, 4, 6],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7],
    }
}

/// Returns the fraction of a picture's size before its position, by `objectalignment`.
pub(super) fn align(alignment: &str, is_isometric: bool) -> Point {
    match alignment {
        "topleft" => (0.0, 0.0),
        "top" => (0.5, 0.0),
        "topright" => (1.0, 0.0),
        "left" => (0.0, 0.5),
        "center" => (0.5, 0.5),
        "right" => (1.0, 0.5),
        "bottomleft" => (0.0, 1.0),
        "bottom" => (0.5, 1.0),
        "bottomright" => (1.0, 1.0),
        _ => (if is_isometric { 0.5 } else { 0.0 }, 1.0),
    }
}
