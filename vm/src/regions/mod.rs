//! Regions: the cells of requests and areas, by shape, bounds and obstacles. Core regions come first, then those of the
//! pack.

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

/// Cells relative to an origin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// Name; empty for one that is written inside an action.
    pub name: Cow<'static, str>,
    /// Distance metric and directions.
    pub shape: Shape,
    /// Own distance bounds of a part; `None` for those of the enclosing region.
    pub across: Option<(Amount, Amount)>,
    /// Heights.
    pub heights: Heights,
    /// Condition on the way.
    pub between: Between,
    /// Bits of [`blocked`]: obstacles that end a line.
    pub blocked_by: u8,
    /// Formula with `here` as the cell; the region omits cells for which it is 0. Parts of regions have none.
    pub predicate: Option<u32>,
}

macro_rules! core_regions {
    ($($(#[$doc:meta])* $name:ident = $number:literal: $text:literal, $shape:expr, $heights:expr, $between:expr,
        $blocked:expr;)*) => {
        impl RegionId {
            $($(#[$doc])* pub const $name: Self = Self($number);)*
        }

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
    /// Steps in four directions over everything: a lobbed shot.
    STEPS = 0: "steps", Shape::Steps, Heights::AsFar, Between::Pick, 0;
    /// Steps in eight directions over everything.
    SQUARE = 1: "square", Shape::Square, Heights::AsFar, Between::Pick, 0;
    /// A straight line in four directions up to the first unit or wall; smoke blocks it.
    LINE = 2: "line", Shape::Line(Lines::Cardinal), Heights::Any, Between::Line, blocked::EVERYTHING;
    /// A straight line in four directions through units up to the first wall; smoke blocks it.
    PIERCE = 3: "pierce", Shape::Line(Lines::Cardinal), Heights::Any, Between::Line, blocked::WALLS;
    /// Steps in sight: no wall or smoke between.
    SIGHT = 4: "sight", Shape::Steps, Heights::Any, Between::Line, blocked::WALLS;
    /// Cells to which the actor can walk, by its movement or a smaller range.
    WALK = 5: "walk", Shape::Walk, Heights::Any, Between::Pick, 0;
    /// Anywhere on the board.
    BOARD = 6: "board", Shape::Board, Heights::Any, Between::Pick, 0;
    /// A straight line in four diagonal directions up to the first unit or wall.
    DIAGONAL = 7: "diagonal", Shape::Line(Lines::Diagonal), Heights::Any, Between::Line, blocked::EVERYTHING;
    /// A straight line in eight directions up to the first unit or wall.
    STAR = 8: "star", Shape::Line(Lines::Both), Heights::Any, Between::Line, blocked::EVERYTHING;
    /// Cells with their centre in a circle.
    CYLINDER = 9: "cylinder", Shape::Round, Heights::AsFar, Between::Pick, 0;
    /// Cells with their centre in a ball; height counts like horizontal distance.
    SPHERE = 10: "sphere", Shape::Sphere, Heights::Any, Between::Pick, 0;
    /// In each of four directions one cell, then three, then five.
    CONE = 11: "cone", Shape::Cone, Heights::AsFar, Between::Pick, 0;
    /// The actor's own cell.
    OWN = 12: "own cell", Shape::Own, Heights::Any, Between::Pick, 0;
}

pub(crate) const DEEPEST: u8 = 3;

impl RegionId {
    /// Maximum parts of a region.
    pub const MOST_PARTS: usize = 8;
    /// Maximum depth of composed regions.
    pub const MOST_DEPTH: usize = DEEPEST as usize - 1;

    /// Number of core regions.
    pub const CORE: u16 = CORE.len() as u16;

    /// Iterates over the core regions by number.
    pub fn core() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::CORE).map(Self)
    }
}

impl Rules {
    /// Returns a region by number.
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
    /// Returns the core regions by number.
    #[must_use]
    pub fn core() -> &'static [Self] {
        &CORE
    }

    /// Returns whether it has a formula.
    #[inline]
    #[must_use]
    pub const fn has_formula(&self) -> bool {
        self.predicate.is_some() || self.heights.has_formula()
    }

    /// Returns its own distance bounds, if they are constant.
    #[must_use]
    pub const fn bounds(&self) -> Option<(i32, i32)> {
        match self.across {
            Some((Amount::Const(least), Amount::Const(most))) => Some((least, most)),
            _ => None,
        }
    }

    #[must_use]
    pub(crate) fn largest(&self, most: i32) -> i32 {
        self.shape.largest(most)
    }

    #[inline]
    #[must_use]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.between, Between::Pick) && self.shape.parts().is_none()
    }

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
