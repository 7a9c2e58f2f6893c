//! What the file of a shape defines: a struct that borrows what its variant of [`Shape`](super::Shape) holds, and [`Rule`] for
//! that struct. All values here are data or are computed from data, so no file of a shape uses the machine.

use super::Shape;
use crate::regions::id::RegionId;
use crate::regions::measure::Measure;
use crate::space::{Dir, Pattern};

/// Columns and rows from the cell that a region is measured from.
pub(super) type Offset = (i32, i32);

/// A cell that a shape is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// Where it lies across.
    pub offset: Offset,
    /// How far it lies above, in half steps.
    pub rise: i32,
    /// Whether it is the cell that is measured from.
    pub is_middle: bool,
    /// The bounds of the request or area.
    pub measure: &'a Measure,
    /// The patterns of the rulebook.
    pub patterns: &'a [Pattern],
}

/// Answers about a cell that a shape cannot give by itself.
pub(crate) trait Others {
    /// Whether a region that the shape is made of holds the cell, by its place in [`Rule::parts`].
    fn part(&self, place: usize) -> bool;

    /// Whether a region of another crate holds the cell.
    fn custom(&self, at: u16) -> bool;
}

/// Texts that a disassembly writes inside the text of a shape.
pub(crate) trait Names {
    /// The patterns of the rulebook.
    fn patterns(&self) -> &[Pattern];

    /// The regions that a shape is made of, each in parentheses.
    fn parts(&self, ids: &[RegionId]) -> String;

    /// Name and version of a region of another crate.
    fn custom(&self, at: u16) -> Option<String>;
}

/// What bounds the distance of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The largest distance that is asked.
    Asked,
    /// How far the actor walks.
    Walk,
    /// The board.
    Board,
}

/// A name by which region assets choose a shape.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name, such as `Square`.
    pub name: &'static str,
    /// What the shape holds, in a sentence.
    pub doc: &'static str,
    /// What the shape is made from.
    pub make: Make,
}

/// What a shape is made from, with the function that makes it.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// Nothing.
    Alone(fn() -> Shape),
    /// Drawn cells: one pattern of the rulebook, or four, one for each facing, clockwise from north.
    Cells(fn(u16) -> Shape, fn([u16; 4]) -> Shape),
    /// Directions, one bit each by the direction's number.
    Ways(fn(u8) -> Shape),
    /// Other regions.
    Parts(fn(Vec<RegionId>) -> Shape),
    /// A region of another crate, by its index.
    Custom(fn(u16) -> Shape),
}

/// What players read about a shape, as data. A text catalogue makes the sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeText<'s> {
    /// A distance.
    Far(Far),
    /// These words; the distance is not told.
    Words(&'static str),
    /// The cells of a pattern of the rulebook, and words behind them.
    Cells(u16, &'static str),
    /// Other regions, with words between them.
    Parts(&'s [RegionId], &'static str),
    /// A region of another crate, by its index.
    Custom(u16),
}

/// A distance that players read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Far {
    /// Words before it.
    pub before: &'static str,
    /// What it counts: `cell` or `step`.
    pub unit: &'static str,
    /// Words behind it.
    pub after: &'static str,
    /// The word for a distance of exactly 1, if there is one.
    pub beside: Option<&'static str>,
}

impl Far {
    /// A distance in cells.
    pub(super) const CELLS: Self = Self { before: "", unit: "cell", after: "", beside: None };
    /// A distance in steps.
    pub(super) const STEPS: Self = Self { before: "", unit: "step", after: "", beside: None };
}

/// All that a shape decides.
pub(super) trait Rule<'s>: Copy {
    /// Its names in region assets, in the order in which an editor lists them.
    const NAMED: &'static [Named];

    /// Whether it covers an offset on level ground. A shape that points somewhere points east. Shapes that are made of others,
    /// and those that look at the board, cover all that is near enough.
    fn covers(self, (dx, dy): Offset, measure: &Measure, _patterns: &[Pattern]) -> bool {
        measure.holds(dx.abs().max(dy.abs()))
    }

    /// Whether it holds a cell. Heights that the region bounds by itself, and what lies between, are not asked.
    fn holds(self, at: &At<'_>, _others: &impl Others) -> bool {
        self.covers(at.offset, at.measure, at.patterns)
    }

    /// What players read about it.
    fn told(self) -> ShapeText<'s>;

    /// Its text in a disassembly; none where the name of its variant is enough.
    fn text(self, _names: &impl Names) -> Option<String> {
        None
    }

    /// Its name in region assets.
    fn name(self) -> &'static str {
        Self::NAMED.first().map_or("", |named| named.name)
    }

    /// What bounds its distance.
    fn bound(self) -> Bound {
        Bound::Asked
    }

    /// The largest distance at which it holds a cell, if `most` is asked.
    fn largest(self, most: i32) -> i32 {
        most
    }

    /// Whether a line of aim to this offset may be drawn: what it costs is counted only then.
    fn takes_aim(self, (dx, dy): Offset, most: i32) -> bool {
        dx.abs().max(dy.abs()) <= most
    }

    /// The regions that it is made of; none where it is not made of others.
    fn parts(self) -> Option<&'s [RegionId]> {
        None
    }

    /// Whether a cell belongs to it, given which of its parts hold the cell.
    fn joins(self, _part: impl FnMut(usize) -> bool) -> bool {
        true
    }

    /// Whether each of its parts is a whole that a request may pick.
    fn offers_parts(self) -> bool {
        false
    }

    /// The ways that it may face, one bit each by the direction's number.
    fn ways(self) -> u8 {
        0
    }

    /// Whether the part that faces a way holds a cell that the whole shape holds; `place` counts the ways that it may face.
    fn way_holds(self, _place: usize, dir: Dir, at: &At<'_>) -> bool {
        (at.offset.0.signum(), at.offset.1.signum()) == dir.delta()
    }

    /// The patterns of its four facings.
    fn facings(self) -> Option<[u16; 4]> {
        None
    }

    /// Whether [`Self::covers`] decides which cells of an area are struck. Otherwise [`Self::holds`] is asked for each cell.
    fn is_flat(self) -> bool {
        true
    }

    /// Whether another crate decides which cells it holds.
    fn is_foreign(self) -> bool {
        false
    }

    /// Whether players expect heights to count, so that a region without such bounds tells it.
    fn expects_heights(self) -> bool {
        false
    }
}
