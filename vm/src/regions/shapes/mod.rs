//! The shapes of regions. A shape is one file, which implements [`Rule`](rule::Rule), and one row of the list below. Everything
//! else asks [`Shape`], which passes each question to the file of its variant.

mod rule;

pub use line::Lines;
pub(super) use rule::{At, Names, Others};
pub use rule::{Bound, Far, Make, Named, ShapeText};

use super::id::RegionId;
use super::measure::Measure;
use crate::space::{Dir, Pattern};
use rule::Rule;

/// Bits of the four cardinal directions.
const CARDINAL: u8 = 0b0101_0101;

/// Writes the modules, the enum, the names in region assets, and `each!`, which passes a question on. The first `$` is for `each!`.
macro_rules! shapes {
    ($d:tt $($(#[$meta:meta])* $file:ident: $name:ident $(($held:ident: $type:ty))?;)*) => {
        $(mod $file;)*

        /// How far is measured across, and which directions count.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub enum Shape {
            $($(#[$meta])* $name $(($type))?,)*
        }

        /// The names that each file lists.
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
    /// Cells whose middle lies within a circle.
    round: Round;
    /// Cells whose middle lies within a ball; a height of two half steps counts like a cell.
    sphere: Sphere;
    /// Straight lines.
    line: Line(lines: Lines);
    /// In each of the four directions one cell, then three, then five.
    cone: Cone;
    /// Where the actor could walk.
    walk: Walk;
    /// Anywhere.
    board: Board;
    /// The cell it is measured from.
    own: Own;
    /// The cells of a pattern of the rulebook, as drawn.
    pattern: Pattern(at: u16);
    /// What any of several regions holds.
    any: Any(parts: Vec<RegionId>);
    /// What every one of several regions holds.
    every: Every(parts: Vec<RegionId>);
    /// What the first of several regions holds and no other.
    except: Except(parts: Vec<RegionId>);
    /// What a function of another crate says, by its index in the rulebook.
    custom: Custom(at: u16);
    /// Straight lines in these of the eight directions, one bit each by the direction's number.
    ways: Ways(bits: u8);
    /// The cells of four patterns of the rulebook, one for each way that it may face, clockwise from north. An area that is
    /// turned is the one of its direction.
    facing: Facing(facings: [u16; 4]);
}

/// How many names there are.
const COUNT: usize = {
    let (mut count, mut at) = (0, 0);
    while at < LISTS.len() {
        count += LISTS[at].len();
        at += 1;
    }
    count
};

/// The names of all files, one after another.
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
    /// The names by which region assets choose a shape, in the order in which an editor lists them.
    pub const NAMED: &'static [Named] = &ALL;

    /// Whether it covers an offset on level ground, least and largest distances given. What points somewhere points east.
    /// Shapes that are made of others, and those that look at the board, cover everything here.
    #[must_use]
    pub fn covers(&self, offset: (i32, i32), across: (i32, i32), patterns: &[Pattern]) -> bool {
        let measure = Measure { across, up: (0, 0), down: (0, 0) };
        each!(self, shape => shape.covers(offset, &measure, patterns))
    }

    /// Whether it holds a cell. Heights that the region bounds by itself, and what lies between, are not asked.
    #[inline]
    pub(super) fn holds(&self, at: &At<'_>, others: &impl Others) -> bool {
        each!(self, shape => shape.holds(at, others))
    }

    /// Its name in region assets.
    #[must_use]
    pub fn name(&self) -> &'static str {
        each!(self, shape => shape.name())
    }

    /// What players read about it, as data.
    #[must_use]
    pub fn told(&self) -> ShapeText<'_> {
        each!(self, shape => shape.told())
    }

    /// Its text in a disassembly; none where the name of its variant is enough.
    pub(super) fn text(&self, names: &impl Names) -> Option<String> {
        each!(self, shape => shape.text(names))
    }

    /// What bounds its distance.
    #[inline]
    #[must_use]
    pub fn bound(&self) -> Bound {
        each!(self, shape => shape.bound())
    }

    /// The largest distance at which it holds a cell, if `most` is asked.
    pub(super) fn largest(&self, most: i32) -> i32 {
        each!(self, shape => shape.largest(most))
    }

    /// Whether a line of aim to this offset may be drawn, if the largest distance is `most`.
    pub(crate) fn takes_aim(&self, offset: (i32, i32), most: i32) -> bool {
        each!(self, shape => shape.takes_aim(offset, most))
    }

    /// The regions that it is made of; none where it is not made of others.
    #[inline]
    #[must_use]
    pub fn parts(&self) -> Option<&[RegionId]> {
        each!(self, shape => shape.parts())
    }

    /// Whether a cell belongs to it, given which of its parts, by their place, hold the cell. Shapes that are not made of others
    /// answer true.
    pub fn joins(&self, part: impl FnMut(usize) -> bool) -> bool {
        each!(self, shape => shape.joins(part))
    }

    /// The regions that it is made of, if each of them is a whole that a request may pick.
    pub(super) fn offered_parts(&self) -> Option<&[RegionId]> {
        if each!(self, shape => shape.offers_parts()) { self.parts() } else { None }
    }

    /// The ways that it may face, one bit each by the direction's number.
    pub(super) fn ways(&self) -> u8 {
        each!(self, shape => shape.ways())
    }

    /// Whether the part that faces a way holds a cell that the whole shape holds.
    pub(super) fn way_holds(&self, place: usize, dir: Dir, at: &At<'_>) -> bool {
        each!(self, shape => shape.way_holds(place, dir, at))
    }

    /// The patterns of its four facings, clockwise from north.
    #[must_use]
    pub fn facings(&self) -> Option<[u16; 4]> {
        each!(self, shape => shape.facings())
    }

    /// Whether its pattern decides which cells of an area are struck. Otherwise each cell is looked at.
    #[inline]
    pub(super) fn is_flat(&self) -> bool {
        each!(self, shape => shape.is_flat())
    }

    /// Whether another crate decides which cells it holds.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        each!(self, shape => shape.is_foreign())
    }

    /// Whether players expect heights to count, so that a region without such bounds tells it.
    #[must_use]
    pub fn expects_heights(&self) -> bool {
        each!(self, shape => shape.expects_heights())
    }
}
