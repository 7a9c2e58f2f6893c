//! Requests: the questions a program asks of the side that decides, and what happens when the answer no longer fits.

use super::values::{Address, Amount, Filter};
use crate::regions::id::RegionId;
use crate::space::LinkSet;
use serde::{Deserialize, Serialize};

/// What kind of thing is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Asks {
    /// A cell of the board.
    #[default]
    Cell,
    /// A living entity.
    Unit,
    /// One of the four directions.
    Direction,
    /// A whole number from the request's `min` to its `max`.
    Number,
    /// A whole part of the request's region, by its number from 1: all cells of it that the filter lets through.
    Region,
}

impl Asks {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Cell, Self::Unit, Self::Direction, Self::Number, Self::Region];
}

/// What is done when a request has no answer that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Fallback {
    /// The enclosing scope is skipped.
    #[default]
    SkipScope,
    /// The whole action is cancelled.
    Cancel,
    /// The nearest fitting cell or unit, ties in canonical order.
    Nearest,
    /// The fitting unit with the least health, ties in canonical order; as `Nearest` for cells.
    Weakest,
    /// The actor or its cell; its facing for directions.
    Actor,
}

impl Fallback {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::SkipScope, Self::Cancel, Self::Nearest, Self::Weakest, Self::Actor];

    /// Whether it finds an answer itself, so that a triggered program may ask.
    #[must_use]
    pub const fn chooses(self) -> bool {
        matches!(self, Self::Nearest | Self::Weakest | Self::Actor)
    }
}

/// Switches of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RequestFlags {
    /// It may be passed over.
    pub optional: bool,
    /// Occupancy, sides and surface are checked again when it resolves; geometry always is.
    pub strict: bool,
    /// An answer that is a unit can be turned by Redirect.
    pub turnable: bool,
    /// Resolved by its `fallback` alone, without asking anybody.
    pub automatic: bool,
    /// Which links, such as ladders, a walk takes.
    pub links: LinkSet,
}

/// How a request takes several picks, of cells or units, one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Several {
    /// Whether each pick is measured from the one before it; all of them from what the request is relative to where not.
    pub is_chain: bool,
    /// Fewest picks: with fewer the request has no answer.
    pub least: Amount,
    /// Most picks, up to [`Several::MOST`].
    pub most: Amount,
    /// Whether the same may be picked again.
    pub repeats: bool,
}

impl Several {
    /// The most picks of one request.
    pub const MOST: usize = 16;
}

/// One question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Request {
    /// What is asked for.
    pub asks: Asks,
    /// What it is relative to: SELF, BOARD or an earlier slot.
    pub from: Address,
    /// Which cells may be picked.
    pub region: RegionId,
    /// Least distance, or least number.
    pub min: Amount,
    /// Largest distance, or largest number; for walks at most the actor's movement.
    pub max: Amount,
    /// What may be picked.
    pub filter: Filter,
    /// Surface the cell must have: its index plus one; 0 for any.
    pub surface: u8,
    /// What happens without an answer.
    pub fallback: Fallback,
    /// Switches.
    pub flags: RequestFlags,
    /// Whether it takes several picks; only cells and units come several.
    pub several: Option<Several>,
}

impl Request {
    /// How it takes several picks, if it does.
    #[inline]
    #[must_use]
    pub const fn several(&self) -> Option<Several> {
        if matches!(self.asks, Asks::Cell | Asks::Unit) { self.several } else { None }
    }

    /// Whether what it resolves to is a list, through which `ForEach` goes: several picks, or the cells of a region.
    #[inline]
    #[must_use]
    pub const fn is_list(&self) -> bool {
        matches!(self.asks, Asks::Region) || self.several().is_some()
    }

    /// Least and largest distance or number, where no formula says them.
    #[must_use]
    pub const fn bounds(&self) -> Option<(i32, i32)> {
        match (self.min, self.max) {
            (Amount::Const(min), Amount::Const(max)) => Some((min, max)),
            _ => None,
        }
    }
}
