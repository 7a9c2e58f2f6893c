//! The layers of a map above its ground: what lies on each floor, and how high.

use foretoken_vm::Board;

use crate::inspect::{Canvas, Field, Glyph, Groups, Inspect, Inspector};

/// The character of a column that a floor does not cover.
pub const HOLE: char = ' ';

/// Heights of a layer; those of the ground and those of floors are written alike.
pub(super) const HEIGHTS: Field = Field::new(
    "heights",
    "A character for each cell: 0 to 9 and a to z (10 to 35, V for 31) are steps, ^ > v < ramps; none for a level layer.",
);

/// What the height characters say, for those who draw with them.
pub(super) fn height_glyphs() -> Vec<Glyph> {
    let glyph = |glyph: char, words: String| Glyph { glyph: glyph.to_string(), words };
    let mut glyphs = vec![glyph('.', "as high as the layer".to_owned())];
    for (arrow, towards) in [('^', "north"), ('>', "east"), ('v', "south"), ('<', "west")] {
        glyphs.push(glyph(arrow, format!("a ramp that rises to the {towards}")));
    }
    let steps = (0..=35).filter_map(|height| Some((height, height_char(height)?)));
    glyphs.extend(steps.map(|(height, c)| glyph(c, format!("height {height}"))));
    glyphs
}

/// The character that a height is written as; none above 35.
#[must_use]
pub const fn height_char(height: u8) -> Option<char> {
    match height {
        0..=9 => Some((b'0' + height) as char),
        // The small letter is a ramp.
        31 => Some('V'),
        10..=35 => Some((b'a' + height - 10) as char),
        _ => None,
    }
}

/// A floor above the ground.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct FloorLayer {
    pub map: Vec<String>,
    pub height: i32,
    pub heights: Vec<String>,
}

impl FloorLayer {
    fn inspect_on(&mut self, inspector: &mut dyn Inspector, legend: &[Glyph], over: Option<(usize, usize)>) {
        let map = Field::new("map", "What lies on it, a text for each row of the ground; a space where it has a hole.");
        let drawn = Canvas { with: "terrain", legend, over, blank: HOLE };
        inspector.map(map.required(), &mut self.map, drawn);
        let height = Field::new("height", "How many steps its cells lie above the lowest level of the board.");
        inspector.number(height.required(), &mut self.height, 0..=i32::from(Board::MAX_HEIGHT));
        let heights = Canvas { legend: &height_glyphs(), over, blank: '.', ..Canvas::default() };
        inspector.map(HEIGHTS, &mut self.heights, heights);
    }
}

impl Inspect for FloorLayer {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        self.inspect_on(inspector, &[], None);
    }
}

/// The floors of a scenario, each of which is drawn over its map and with its legend.
pub(super) struct Floors<'s> {
    layers: &'s mut Vec<FloorLayer>,
    legend: Vec<Glyph>,
    over: Option<(usize, usize)>,
    /// The one that is inspected.
    at: usize,
}

impl<'s> Floors<'s> {
    pub(super) fn new(layers: &'s mut Vec<FloorLayer>, legend: &[Glyph], over: Option<(usize, usize)>) -> Self {
        let hole = Glyph { glyph: HOLE.to_string(), words: "a hole".to_owned() };
        let legend = [hole].into_iter().chain(legend.iter().cloned()).collect();
        Floors { layers, legend, over, at: 0 }
    }
}

impl Inspect for Floors<'_> {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        if let Some(layer) = self.layers.get_mut(self.at) {
            layer.inspect_on(inspector, &self.legend, self.over);
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
