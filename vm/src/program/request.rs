//! Requests: the questions of a program to the deciding side, and defaults for answers that no longer fit.

use super::values::{Address, Amount, Filter};
use crate::regions::id::RegionId;
use crate::space::LinkSet;
use serde::{Deserialize, Serialize};

/// Type of answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Asks {
    /// A cell of the board.
    #[default]
    Cell,
    /// A living unit.
    Unit,
    /// One of four directions.
    Direction,
    /// A whole number from `min` to `max`.
    Number,
    /// A part of the request's region by its number from 1: all its cells that pass the filter.
    Region,
    /// A slot of the deck of the unit at `from`, by its number from 1.
    Slot,
}

impl Asks {
    /// All types by number.
    pub const ALL: [Self; 6] = [Self::Cell, Self::Unit, Self::Direction, Self::Number, Self::Region, Self::Slot];
}

/// Slots of a deck that a request accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct SlotFilter {
    /// Whether only slots next to the current one.
    pub next: bool,
    /// Whether only slots that do not recharge.
    pub ready: bool,
    /// Content.
    pub holds: Holds,
}

/// Content of a slot that a request accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[repr(u8)]
pub enum Holds {
    /// Any, also none.
    #[default]
    Anything,
    /// A skill with the action that asks.
    ThisAction,
    /// A skill.
    Something,
    /// No skill.
    Nothing,
}

impl Holds {
    /// All by number.
    pub const ALL: [Self; 4] = [Self::Anything, Self::ThisAction, Self::Something, Self::Nothing];
}

impl SlotFilter {
    /// Returns its words in a disassembly.
    #[must_use]
    pub fn words(self) -> String {
        let holds = match self.holds {
            Holds::Anything => "",
            Holds::ThisAction => " with this action",
            Holds::Something => " with a skill",
            Holds::Nothing => " without a skill",
        };
        let [next, ready] = [(self.next, " next"), (self.ready, " ready")].map(|(is, word)| if is { word } else { "" });
        format!("{next}{ready}{holds}")
    }
}

/// Default of a request without a fitting answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Fallback {
    /// Skip the enclosing scope.
    #[default]
    SkipScope,
    /// Cancel the action.
    Cancel,
    /// Nearest fitting cell or unit, ties in canonical order.
    Nearest,
    /// Fitting unit with the least health, ties in canonical order; like `Nearest` for cells.
    Weakest,
    /// The actor or its cell; its facing for directions.
    Actor,
}

impl Fallback {
    /// All defaults by number.
    pub const ALL: [Self; 5] = [Self::SkipScope, Self::Cancel, Self::Nearest, Self::Weakest, Self::Actor];

    /// Returns whether it finds an answer itself, so that a triggered program can use it.
    #[must_use]
    pub const fn is_choosing(self) -> bool {
        matches!(self, Self::Nearest | Self::Weakest | Self::Actor)
    }
}

/// Switches of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RequestFlags {
    /// Whether it can be skipped.
    pub optional: bool,
    /// Whether occupancy, sides and surface are checked again at resolution; geometry always is.
    pub strict: bool,
    /// Whether Redirect can turn an answer that is a unit.
    pub turnable: bool,
    /// Whether `fallback` resolves it without a question.
    pub automatic: bool,
    /// Links, such as ladders, that a walk takes.
    pub links: LinkSet,
}

/// Options of a request with several picks of cells or units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Several {
    /// Whether each pick is measured from the one before, instead of from the request's origin.
    pub is_chain: bool,
    /// Minimum picks; with fewer, the request has no answer.
    pub least: Amount,
    /// Maximum picks, up to [`Several::MOST`].
    pub most: Amount,
    /// Whether a target can be picked again.
    pub repeats: bool,
}

impl Several {
    /// Maximum picks of one request.
    pub const MOST: usize = 16;
}

/// One question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Request {
    /// Type of answer.
    pub asks: Asks,
    /// Origin: SELF, BOARD or an earlier slot.
    pub from: Address,
    /// Cells in reach.
    pub region: RegionId,
    /// Minimum distance or number.
    pub min: Amount,
    /// Maximum distance or number; for walks limited by movement.
    pub max: Amount,
    /// Filter of cells and units.
    pub filter: Filter,
    /// Required surface: index plus one; 0 for any.
    pub surface: u8,
    /// Default without an answer.
    pub fallback: Fallback,
    /// Switches.
    pub flags: RequestFlags,
    /// Options for several picks of cells or units.
    pub several: Option<Several>,
    /// Accepted slots of a deck.
    pub slots: SlotFilter,
}

impl Request {
    /// Returns the options for several picks, if any.
    #[inline]
    #[must_use]
    pub const fn several(&self) -> Option<Several> {
        if matches!(self.asks, Asks::Cell | Asks::Unit) { self.several } else { None }
    }

    /// Returns whether the result is a list for `ForEach`: several picks, or the cells of a region.
    #[inline]
    #[must_use]
    pub const fn is_list(&self) -> bool {
        matches!(self.asks, Asks::Region) || self.several().is_some()
    }

    /// Returns minimum and maximum distance or number, if they are constant.
    #[must_use]
    pub const fn bounds(&self) -> Option<(i32, i32)> {
        match (self.min, self.max) {
            (Amount::Const(min), Amount::Const(max)) => Some((min, max)),
            _ => None,
        }
    }
}
