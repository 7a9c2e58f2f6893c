//! Interface of shape files: a struct that borrows the data of its [`Shape`](super::Shape) variant and implements
//! [`Rule`]. Shapes depend on data only, never on the machine.

use super::Shape;
use crate::regions::id::RegionId;
use crate::regions::measure::Measure;
use crate::space::{Dir, Pattern};

pub(super) type Offset = (i32, i32);

#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// Offset from the origin.
    pub offset: Offset,
    /// Height above the origin in half steps.
    pub rise: i32,
    /// Whether it is the origin.
    pub is_middle: bool,
    /// Bounds of the request or area.
    pub measure: &'a Measure,
    /// Patterns of the rulebook.
    pub patterns: &'a [Pattern],
}

pub(crate) trait Others {
    /// Returns whether a part holds the cell, by its index in [`Rule::parts`].
    fn is_in_part_at(&self, place: usize) -> bool;

    /// Returns whether a custom region holds the cell.
    fn is_in_custom(&self, at: u16) -> bool;
}

pub(crate) trait Names {
    /// Returns the patterns of the rulebook.
    fn patterns(&self) -> &[Pattern];

    /// Returns the texts of regions, each in parentheses.
    fn parts(&self, ids: &[RegionId]) -> String;

    /// Returns name and version of a custom region.
    fn custom(&self, at: u16) -> Option<String>;
}

/// Limit of a shape's distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The requested maximum distance.
    Asked,
    /// The actor's walk.
    Walk,
    /// The board.
    Board,
}

/// An asset name of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Name, such as `Square`.
    pub name: &'static str,
    /// Description in one sentence.
    pub doc: &'static str,
    /// Constructor.
    pub make: Make,
}

/// Constructor of a shape with its inputs.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// No input.
    Alone(fn() -> Shape),
    /// Drawn cells: one pattern, or four for the facings, clockwise from north.
    Cells(fn(u16) -> Shape, fn([u16; 4]) -> Shape),
    /// Directions, one bit for each direction number.
    Ways(fn(u8) -> Shape),
    /// Other regions.
    Parts(fn(Vec<RegionId>) -> Shape),
    /// Index of a custom region.
    Custom(fn(u16) -> Shape),
}

/// Description of a shape as data, from which a text catalogue makes a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeText<'s> {
    /// A distance.
    Far(Far),
    /// A distance in the directions of this set, by bit.
    Ways(u8),
    /// These words, without the distance.
    Words(&'static str),
    /// Cells of a pattern, and words after them.
    Cells(u16, &'static str),
    /// Regions, and words between them.
    Parts(&'s [RegionId], &'static str),
    /// Index of a custom region.
    Custom(u16),
}

/// A described distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Far {
    /// Words before it.
    pub before: &'static str,
    /// Words after it.
    pub after: &'static str,
    /// Words for a distance of exactly 1, if any; the first is an adjective.
    pub beside: Option<&'static str>,
}

impl Far {
    pub(super) const PLAIN: Self = Self { before: "", after: "", beside: None };
}

pub(super) trait Rule<'s>: Copy {
    /// Asset names, in the order of the editor's list.
    const NAMED: &'static [Named];

    /// Returns whether it covers an offset on level ground; directed shapes point east. Shapes that depend on the board
    /// or other regions cover all within reach.
    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _patterns: &[Pattern]) -> bool {
        measure.contains(dx.abs().max(dy.abs()))
    }

    /// Returns whether it holds a cell, ignoring height bounds and obstacles of the region.
    fn contains(self, at: &At<'_>, _others: &impl Others) -> bool {
        self.contains_offset(at.offset, at.measure, at.patterns)
    }

    /// Returns its description.
    fn told(self) -> ShapeText<'s>;

    /// Returns its disassembly; `None` if the variant's name suffices.
    fn text(self, _names: &impl Names) -> Option<String> {
        None
    }

    /// Returns its asset name.
    fn name(self) -> &'static str {
        Self::NAMED.first().map_or("", |named| named.name)
    }

    /// Returns the limit of its distance.
    fn bound(self) -> Bound {
        Bound::Asked
    }

    /// Returns the largest distance at which it holds a cell, for requested distance `most`.
    fn largest(self, most: i32) -> i32 {
        most
    }

    /// Returns whether a line of aim to this offset can be drawn; only then is its cost counted.
    fn is_aim_possible(self, (dx, dy): Offset, most: i32) -> bool {
        dx.abs().max(dy.abs()) <= most
    }

    /// Returns the regions it consists of, if composed.
    fn parts(self) -> Option<&'s [RegionId]> {
        None
    }

    /// Returns whether a cell belongs to it, given the parts that hold the cell.
    fn is_joined(self, _part: impl FnMut(usize) -> bool) -> bool {
        true
    }

    /// Returns whether a request can pick each of its parts.
    fn has_offered_parts(self) -> bool {
        false
    }

    /// Returns its directions, one bit for each direction number.
    fn ways(self) -> u8 {
        0
    }

    /// Returns whether the part of a direction holds a cell of the shape; `place` is the index of the direction.
    fn is_in_way(self, _place: usize, dir: Dir, at: &At<'_>) -> bool {
        (at.offset.0.signum(), at.offset.1.signum()) == dir.delta()
    }

    /// Returns the patterns of its facings.
    fn facings(self) -> Option<[u16; 4]> {
        None
    }

    /// Returns whether [`Self::contains_offset`] decides the cells of an area; otherwise [`Self::contains`] is called for each.
    fn is_flat(self) -> bool {
        true
    }

    /// Returns whether another crate decides its cells.
    fn is_foreign(self) -> bool {
        false
    }

    /// Returns whether players expect height bounds, so that their absence is described.
    fn has_expected_heights(self) -> bool {
        false
    }
}
