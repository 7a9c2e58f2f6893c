//! Region assets: cells to pick or affect, by horizontal distance, heights and obstacles (document 000).

use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::pattern::Pattern;
use crate::write::Asset;
use foretoken_vm::regions::{Bound, Make, Shape};

/// Shapes by the VM's names.
pub const SHAPES: &[Choice] = &{
    let mut all = [Choice::new("", ""); Shape::NAMED.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = Choice::new(Shape::NAMED[at].name, Shape::NAMED[at].doc);
        at += 1;
    }
    all
};

/// Directions, by the VM's numbers.
pub const WAYS: &[Choice] = &[
    Choice::new("North", "Up."),
    Choice::new("NorthEast", "Up and right."),
    Choice::new("East", "Right."),
    Choice::new("SouthEast", "Down and right."),
    Choice::new("South", "Down."),
    Choice::new("SouthWest", "Down and left."),
    Choice::new("West", "Left."),
    Choice::new("NorthWest", "Up and left."),
];

/// Obstacles between, in the VM's order.
pub const BETWEENS: &[Choice] = &[
    Choice::new("Pick", "Anything."),
    Choice::new("Line", "Nothing that blocks a straight line."),
    Choice::new("Arc", "Nothing that is too high for a lobbed shot."),
    Choice::new("Move", "Nothing that stops the actor from moving straight to the cell."),
    Choice::new("Obstruction", "Nothing that ends a straight line; the cell itself must hold an obstacle."),
];

/// Obstacles that end a line, by the VM's bits.
pub const BLOCKERS: &[Choice] = &[
    Choice::new("Walls", "Walls, and surfaces that block sight."),
    Choice::new("Enemies", "Enemies of the actor."),
    Choice::new("Allies", "Allies of the actor."),
    Choice::new("Things", "Things without a side."),
];

/// A region asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct RegionAsset {
    pub title: String,
    pub note: String,
    pub shape: usize,
    pub least: Formula,
    pub most: Formula,
    pub up_least: Formula,
    pub up_most: Formula,
    pub down_least: Formula,
    pub down_most: Formula,
    pub any_height: bool,
    pub between: usize,
    pub blocked_by: Vec<usize>,
    pub cells: Pattern,
    pub faces: bool,
    pub north: Pattern,
    pub south: Pattern,
    pub west: Pattern,
    pub ways: Vec<usize>,
    pub parts: Vec<String>,
    pub custom: String,
    pub when: Formula,
}

impl Default for RegionAsset {
    fn default() -> Self {
        let number = |text: &str| Formula::new(text);
        RegionAsset {
            title: String::new(),
            note: String::new(),
            shape: 0,
            least: number("1"),
            most: number("1"),
            up_least: number("0"),
            up_most: number("1"),
            down_least: number("0"),
            down_most: number("2"),
            any_height: false,
            between: 0,
            blocked_by: vec![0],
            cells: Pattern::from_cells([(0, 0)]).unwrap_or_default(),
            faces: false,
            north: Pattern::default(),
            south: Pattern::default(),
            west: Pattern::default(),
            ways: vec![0, 2, 4, 6],
            parts: Vec::new(),
            custom: String::new(),
            when: Formula::default(),
        }
    }
}

impl RegionAsset {
    /// Unknown shapes count as steps.
    pub(crate) fn make(&self) -> Make {
        Shape::NAMED.get(self.shape).map_or(Make::Alone(Shape::default), |named| named.make)
    }

    pub(crate) fn bound(&self) -> Bound {
        match self.make() {
            Make::Alone(shape) => shape().bound(),
            Make::Cells(..) | Make::Ways(_) | Make::Parts(_) | Make::Custom(_) => Bound::Asked,
        }
    }

    pub(crate) fn has_formulas(&self) -> bool {
        let bounds = [&self.least, &self.most, &self.up_least, &self.up_most, &self.down_least, &self.down_most];
        let is_number = |formula: &Formula| formula.as_str().trim().parse::<i32>().is_ok();
        !self.when.as_str().trim().is_empty() || !bounds.into_iter().all(is_number)
    }

    pub(crate) fn is_compound(&self) -> bool {
        matches!(self.make(), Make::Parts(_))
    }
}

impl Asset for RegionAsset {
    const TYPE: &'static str = "Region";
}

impl Inspect for RegionAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector.choice(Field::new("shape", "How to measure horizontal distance."), &mut self.shape, SHAPES);
        let numbers = [
            ("least", "Smallest distance.", "cells", &mut self.least),
            ("most", "Largest distance.", "cells", &mut self.most),
            ("up_least", "Smallest height above.", "steps", &mut self.up_least),
            ("up_most", "Largest height above.", "steps", &mut self.up_most),
            ("down_least", "Smallest depth below.", "steps", &mut self.down_least),
            ("down_most", "Largest depth below.", "steps", &mut self.down_most),
        ];
        for (name, doc, unit, value) in numbers {
            inspector.formula(Field::new(name, doc).in_unit(unit), value);
        }
        inspector.flag(Field::new("any_height", "Whether to ignore heights."), &mut self.any_height);
        inspector.choice(Field::new("between", "Condition for the cells between."), &mut self.between, BETWEENS);
        let blocked = Field::new("blocked_by", "Obstacles that end a line.");
        inspector.choices(blocked, &mut self.blocked_by, BLOCKERS);
        inspector.pattern(Field::new("cells", "Cells of a pattern, drawn facing east."), &mut self.cells);
        let faces = "Whether the pattern has four facings. A target can be any of them; a turned area uses the facing of its \
             direction.";
        inspector.flag(Field::new("faces", faces), &mut self.faces);
        let drawn = [
            ("north", "Pattern facing north; if empty, the east pattern is turned.", &mut self.north),
            ("south", "Pattern facing south; if empty, the east pattern is turned.", &mut self.south),
            ("west", "Pattern facing west; if empty, the east pattern is turned.", &mut self.west),
        ];
        for (name, doc, value) in drawn {
            inspector.pattern(Field::new(name, doc), value);
        }
        inspector.choices(Field::new("ways", "Directions of straight lines."), &mut self.ways, WAYS);
        inspector.references(Field::new("parts", "Regions to combine."), &mut self.parts, "region");
        inspector.text(Field::new("custom", "Name of a region from Rust code."), &mut self.custom);
        let when = Field::new("when", "Condition: it contains the cell `here` if this is not 0; empty for all cells.");
        inspector.formula(when, &mut self.when);
    }
}
