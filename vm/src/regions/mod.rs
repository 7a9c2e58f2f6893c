//! Regions: data that says which cells may be picked, and which an area covers. A region has a shape, bounds across and in
//! height, and what may lie between. Core ones are always there, a pack's own follow, and those of other crates are
//! functions in a table.

mod between;
mod custom;
mod heights;
mod holding;
pub(crate) mod id;
mod measure;
mod parts;
mod shapes;
mod text;

pub use between::{Between, blocked};
pub use custom::{Aim, CustomRegion};
pub use heights::Heights;
pub use id::RegionId;
pub use measure::Measure;
pub use shapes::{Bound, Far, Lines, Make, Named, Shape, ShapeText};

use crate::program::Amount;
use crate::rulebook::Rules;
use std::borrow::Cow;

/// Which cells lie where, as seen from one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// Its name; empty for one that an action wrote for itself.
    pub name: Cow<'static, str>,
    /// How far is measured across, and which directions count.
    pub shape: Shape,
    /// Least and largest distance, where it is a part of another region; those of the other where it has none.
    pub across: Option<(Amount, Amount)>,
    /// Which heights.
    pub heights: Heights,
    /// What may lie between.
    pub between: Between,
    /// Bits of [`blocked`]: what ends a line.
    pub blocked_by: u8,
    /// A formula of the rulebook, in which `here` is the cell: where it is 0 the region holds no cell. Regions that are
    /// parts of others have none.
    pub predicate: Option<u32>,
}

macro_rules! core_regions {
    ($($(#[$doc:meta])* $name:ident = $number:literal: $text:literal, $shape:expr, $heights:expr, $between:expr,
        $blocked:expr;)*) => {
        impl RegionId {
            $($(#[$doc])* pub const $name: Self = Self($number);)*
        }

        /// The core regions, by number.
        static CORE: [Region; [$($number),*].len()] = [$(Region {
            name: Cow::Borrowed($text),
            shape: $shape,
            across: None,
            heights: $heights,
            between: $between,
            blocked_by: $blocked,
            predicate: None,
        },)*];
    };
}

core_regions! {
    /// Steps in four directions, over everything: a lobbed shot.
    STEPS = 0: "steps", Shape::Steps, Heights::AsFar, Between::Pick, 0;
    /// Steps in eight directions, over everything.
    SQUARE = 1: "square", Shape::Square, Heights::AsFar, Between::Pick, 0;
    /// A straight line in four directions, up to the first entity or wall; smoke blocks it.
    LINE = 2: "line", Shape::Line(Lines::Cardinal), Heights::Any, Between::Line, blocked::EVERYTHING;
    /// A straight line in four directions through entities, up to the first wall; smoke blocks it.
    PIERCE = 3: "pierce", Shape::Line(Lines::Cardinal), Heights::Any, Between::Line, blocked::WALLS;
    /// In sight within a number of steps: no wall or smoke between.
    SIGHT = 4: "sight", Shape::Steps, Heights::Any, Between::Line, blocked::WALLS;
    /// Where the actor could walk; the range is its movement unless a smaller one is given.
    WALK = 5: "walk", Shape::Walk, Heights::Any, Between::Pick, 0;
    /// Anywhere on the board.
    BOARD = 6: "board", Shape::Board, Heights::Any, Between::Pick, 0;
    /// A straight line in the four diagonal directions, up to the first entity or wall.
    DIAGONAL = 7: "diagonal", Shape::Line(Lines::Diagonal), Heights::Any, Between::Line, blocked::EVERYTHING;
    /// A straight line in all eight directions, up to the first entity or wall.
    STAR = 8: "star", Shape::Line(Lines::Both), Heights::Any, Between::Line, blocked::EVERYTHING;
    /// Cells whose middle lies within a circle.
    CYLINDER = 9: "cylinder", Shape::Round, Heights::AsFar, Between::Pick, 0;
    /// Cells whose middle lies within a ball: height counts like distance across.
    SPHERE = 10: "sphere", Shape::Sphere, Heights::Any, Between::Pick, 0;
    /// In each of the four directions one cell, then three, then five.
    CONE = 11: "cone", Shape::Cone, Heights::AsFar, Between::Pick, 0;
    /// The actor's own cell.
    OWN = 12: "own cell", Shape::Own, Heights::Any, Between::Pick, 0;
}

/// How deep regions may hold regions: what lies deeper holds nothing.
pub(crate) const DEEPEST: u8 = 3;

impl RegionId {
    /// The most regions that one is made of.
    pub const MOST_PARTS: usize = 8;
    /// How deep regions are made of regions.
    pub const MOST_DEPTH: usize = DEEPEST as usize - 1;

    /// How many core regions there are.
    pub const CORE: u16 = CORE.len() as u16;

    /// The core regions, by number.
    pub fn core() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::CORE).map(Self)
    }
}

impl Rules {
    /// The region with this number; none beyond those that there are.
    #[inline]
    #[must_use]
    pub fn region(&self, id: RegionId) -> Option<&Region> {
        match CORE.get(usize::from(id.0)) {
            Some(core) => Some(core),
            None => self.regions.get(usize::from(id.0 - RegionId::CORE)),
        }
    }
}

impl Region {
    /// The core regions, by number.
    #[must_use]
    pub fn core() -> &'static [Self] {
        &CORE
    }

    /// Whether it has a formula of its own, so that what a program needs to evaluate it must be at hand.
    #[inline]
    #[must_use]
    pub const fn has_formula(&self) -> bool {
        self.predicate.is_some() || self.heights.has_formula()
    }

    /// Its own distances, where they are numbers.
    #[must_use]
    pub const fn bounds(&self) -> Option<(i32, i32)> {
        match self.across {
            Some((Amount::Const(least), Amount::Const(most))) => Some((least, most)),
            _ => None,
        }
    }

    /// The largest distance across at which it holds anything, where bounds say this one.
    #[must_use]
    pub(crate) fn largest(&self, most: i32) -> i32 {
        self.shape.largest(most)
    }

    /// Whether it is no more than a shape: not made of others, and no line is drawn to its cells.
    #[inline]
    #[must_use]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.between, Between::Pick) && self.shape.parts().is_none()
    }

    /// What it takes to look at one cell: how many regions are asked, and how many lines are drawn.
    #[must_use]
    pub(crate) fn weight(&self, book: &Rules) -> (u32, u32) {
        self.weight_within(book, DEEPEST)
    }

    fn weight_within(&self, book: &Rules, depth: u8) -> (u32, u32) {
        let own = (1, u32::from(!matches!(self.between, Between::Pick)));
        let Some(parts) = self.shape.parts() else { return own };
        let Some(depth) = depth.checked_sub(1) else { return own };
        let parts = parts.iter().filter_map(|&part| book.region(part));
        parts.fold(own, |(regions, lines), part| {
            let (more, more_lines) = part.weight_within(book, depth);
            (regions.saturating_add(more), lines.saturating_add(more_lines))
        })
    }
}
