//! Shapes of regions. Each shape is a file that implements [`Rule`](rule::Rule) and a row of the list below. Other code
//! uses [`Shape`], which delegates to them.

mod rule;

pub use line::Lines;
pub(super) use rule::{At, Names, Others};
pub use rule::{Bound, Far, Make, Named, ShapeText};

use super::id::RegionId;
use super::measure::Measure;
use crate::space::{Dir, Pattern};
use rule::Rule;

const CARDINAL: u8 = 0b0101_0101;

/// Defines the modules, the enum, the asset names, and `each!`, which delegates a call. The first `$` is for `each!`.
macro_rules! shapes {
    ($d:tt $($(#[$meta:meta])* $file:ident: $name:ident $(($held:ident: $type:ty))?;)*) => {
        $(mod $file;)*

        /// Distance metric and directions of a region.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub enum Shape {
            $($(#[$meta])* $name $(($type))?,)*
        }

        const LISTS: &[&[Named]] = &[$($file::$name::NAMED),*];

        macro_rules! each {
            ($d shape:expr, $d rule:ident => $d answer:expr) => {
                match $d shape {
                    $(Shape::$name $(($held))? => {
                        let $d rule = $file::$name $(($held))?;
                        $d answer
                    })*
                }
            };
        }
    };
}

shapes! { $
    /// Steps in four directions.
    #[default]
    steps: Steps;
    /// Steps in eight directions.
    square: Square;
    /// Cells with their centre in a circle.
    round: Round;
    /// Cells with their centre in a ball; two half steps of height count as one cell.
    sphere: Sphere;
    /// Straight lines.
    line: Line(lines: Lines);
    /// In each of four directions one cell, then three, then five.
    cone: Cone;
    /// Cells to which the actor can walk.
    walk: Walk;
    /// Every cell.
    board: Board;
    /// The origin.
    own: Own;
    /// Cells of a pattern.
    pattern: Pattern(at: u16);
    /// Union of regions.
    any: Any(parts: Vec<RegionId>);
    /// Intersection of regions.
    every: Every(parts: Vec<RegionId>);
    /// Cells of the first region that are in no other.
    except: Except(parts: Vec<RegionId>);
    /// Custom region, by its index in the rulebook.
    custom: Custom(at: u16);
    /// Straight lines in these directions, one bit for each direction number.
    ways: Ways(bits: u8);
    /// Four patterns of the rulebook for the facings, clockwise from north. A turned area uses the pattern of its
    /// direction.
    facing: Facing(facings: [u16; 4]);
}

const COUNT: usize = {
    let (mut count, mut at) = (0, 0);
    while at < LISTS.len() {
        count += LISTS[at].len();
        at += 1;
    }
    count
};

const ALL: [Named; COUNT] = {
    let mut all = [LISTS[0][0]; COUNT];
    let (mut count, mut list) = (0, 0);
    while list < LISTS.len() {
        let mut at = 0;
        while at < LISTS[list].len() {
            all[count] = LISTS[list][at];
            count += 1;
            at += 1;
        }
        list += 1;
    }
    all
};

impl Shape {
    /// Asset names of shapes, in the order of the editor's list.
    pub const NAMED: &'static [Named] = &ALL;

    /// Returns whether it covers an offset on level ground; directed shapes point east. Shapes that depend on the board
    /// or other regions cover everything here.
    #[must_use]
    pub fn contains_offset(&self, offset: (i32, i32), across: (i32, i32), patterns: &[Pattern]) -> bool {
        let measure = Measure { across, up: (0, 0), down: (0, 0) };
        each!(self, shape => shape.contains_offset(offset, &measure, patterns))
    }

    #[inline]
    pub(super) fn contains(&self, at: &At<'_>, others: &impl Others) -> bool {
        each!(self, shape => shape.contains(at, others))
    }

    /// Returns its name in assets.
    #[must_use]
    pub fn name(&self) -> &'static str {
        each!(self, shape => shape.name())
    }

    /// Returns its description as data.
    #[must_use]
    pub fn told(&self) -> ShapeText<'_> {
        each!(self, shape => shape.told())
    }

    pub(super) fn text(&self, names: &impl Names) -> Option<String> {
        each!(self, shape => shape.text(names))
    }

    /// Returns the limit of its distance.
    #[inline]
    #[must_use]
    pub fn bound(&self) -> Bound {
        each!(self, shape => shape.bound())
    }

    pub(super) fn largest(&self, most: i32) -> i32 {
        each!(self, shape => shape.largest(most))
    }

    pub(crate) fn is_aim_possible(&self, offset: (i32, i32), most: i32) -> bool {
        each!(self, shape => shape.is_aim_possible(offset, most))
    }

    /// Returns the regions it consists of, if composed.
    #[inline]
    #[must_use]
    pub fn parts(&self) -> Option<&[RegionId]> {
        each!(self, shape => shape.parts())
    }

    /// Returns whether a cell belongs to it, given the parts that hold the cell. Simple shapes return true.
    pub fn is_joined(&self, part: impl FnMut(usize) -> bool) -> bool {
        each!(self, shape => shape.is_joined(part))
    }

    pub(super) fn offered_parts(&self) -> Option<&[RegionId]> {
        if each!(self, shape => shape.has_offered_parts()) { self.parts() } else { None }
    }

    pub(super) fn ways(&self) -> u8 {
        each!(self, shape => shape.ways())
    }

    pub(super) fn is_in_way(&self, place: usize, dir: Dir, at: &At<'_>) -> bool {
        each!(self, shape => shape.is_in_way(place, dir, at))
    }

    /// Returns the patterns of its four facings, clockwise from north.
    #[must_use]
    pub fn facings(&self) -> Option<[u16; 4]> {
        each!(self, shape => shape.facings())
    }

    #[inline]
    pub(super) fn is_flat(&self) -> bool {
        each!(self, shape => shape.is_flat())
    }

    /// Returns whether another crate decides its cells.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        each!(self, shape => shape.is_foreign())
    }

    /// Returns whether players expect height bounds, so that their absence is described.
    #[must_use]
    pub fn has_expected_heights(&self) -> bool {
        each!(self, shape => shape.has_expected_heights())
    }
}
