//! Map layers above the ground: terrain and height of each floor.

use foretoken_vm::Board;

use crate::inspect::{Canvas, Field, Groups, Inspect, Inspector};

/// Character of a cell that the floor does not cover.
pub const HOLE: char = ' ';

pub(super) const HEIGHTS: Field = Field::new(
    "heights",
    "Height of each cell as a character: 0 to 9 and a to z (10 to 35, V for 31) are steps; ^ > v < are ramps. Empty \
     if all cells have the same height.",
);

/// Returns the character of a height; `None` above 35.
#[must_use]
pub const fn height_char(height: u8) -> Option<char> {
    match height {
        0..=9 => Some((b'0' + height) as char),
        31 => Some('V'),
        10..=35 => Some((b'a' + height - 10) as char),
        _ => None,
    }
}

/// A floor above the ground.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct FloorLayer {
    pub map: Vec<String>,
    pub height: i32,
    pub heights: Vec<String>,
}

impl FloorLayer {
    fn inspect_on(&mut self, inspector: &mut dyn Inspector, over: Option<(usize, usize)>) {
        let map = Field::new("map", "Terrain of the floor, a text for each row of the map; a space is a hole.");
        inspector.map(map.required(), &mut self.map, Canvas { over, blank: HOLE });
        let height =
            Field::new("height", "Height of its cells above the lowest level of the board, in steps.").in_unit("steps");
        inspector.number(height.required(), &mut self.height, 0..=i32::from(Board::MAX_HEIGHT));
        inspector.map(HEIGHTS, &mut self.heights, Canvas { over, blank: '.' });
    }
}

impl Inspect for FloorLayer {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        self.inspect_on(inspector, None);
    }
}

pub(super) struct Floors<'s> {
    layers: &'s mut Vec<FloorLayer>,
    over: Option<(usize, usize)>,
    at: usize,
}

impl<'s> Floors<'s> {
    pub(super) fn new(layers: &'s mut Vec<FloorLayer>, over: Option<(usize, usize)>) -> Self {
        Floors { layers, over, at: 0 }
    }
}

impl Inspect for Floors<'_> {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        if let Some(layer) = self.layers.get_mut(self.at) {
            layer.inspect_on(inspector, self.over);
        }
    }
}

impl Groups for Floors<'_> {
    fn len(&self) -> usize {
        self.layers.len()
    }

    fn get(&mut self, index: usize) -> Option<&mut dyn Inspect> {
        self.at = index;
        if index < self.layers.len() { Some(self) } else { None }
    }

    fn push_default(&mut self) {
        self.layers.push_default();
    }

    fn remove(&mut self, index: usize) {
        Groups::remove(self.layers, index);
    }

    fn move_to(&mut self, from: usize, to: usize) {
        self.layers.move_to(from, to);
    }

    fn clear(&mut self) {
        self.layers.clear();
    }

    fn fresh(&self) -> Box<dyn Inspect> {
        self.layers.fresh()
    }
}
