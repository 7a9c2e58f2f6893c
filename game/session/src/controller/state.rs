//! What the controller remembers between inputs, as data: the stages of choosing, and what was found out for its pages. The files
//! beside this one work with it.

use crate::texts::plan_text::PlanRow;
use crate::texts::unit_page::PageLine;
use foretoken_preview::{SafetyMap, StatusFutures, available_threads};
use foretoken_vm::{Cell, EntityId, Intent, Plan, Team};

/// What a player is about to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Doing {
    /// To decide for a unit.
    For(EntityId),
    /// To use an action, by its program.
    Uses(u16),
    /// To choose a cell, or something that no cell shows.
    Aims(Option<Cell>),
    /// To close the decision for the unit that is decided for.
    Decides,
    /// To close the round, or to let the computer decide.
    Ends,
}

/// A plan that was put aside.
#[derive(Clone, Debug)]
pub(super) struct KeptPlan {
    /// The side, the hash of the known state and the number of the rulebook that it was made for.
    pub(super) of: (Team, u64, u64),
    pub(super) intents: Vec<(EntityId, Intent)>,
    /// How it compares with a plan, kept for as long as that is the one at hand.
    pub(super) rows: Option<(Plan, Vec<PlanRow>)>,
}

/// The decisions that were told as rescues in a round: those of a unit by the same actions together, as they are told.
#[derive(Debug, Default)]
pub(super) struct Offered {
    pub(super) round: i32,
    pub(super) groups: Vec<(EntityId, Vec<Intent>)>,
}

/// The map, and whether it is shown.
#[derive(Debug)]
pub(super) struct Safety {
    pub(super) is_shown: bool,
    pub(super) map: SafetyMap,
    /// Whose map was worked out last.
    pub(super) of: Option<EntityId>,
}

impl Default for Safety {
    /// Not shown. The map is worked out on all cores, as the player waits for it.
    fn default() -> Self {
        Self { is_shown: false, map: SafetyMap::on_threads(available_threads()), of: None }
    }
}

/// By what something is pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Means {
    /// Keys or a pad.
    Keys,
    /// A mouse or another pointer.
    Pointer,
}

/// What was pressed last, for a request that is answered by more than one press.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pressed {
    /// The cell, and how long ago that was in milliseconds; none where the next press is a first one.
    pub(super) last: Option<(Cell, u32)>,
}

/// A turn that could have gone better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The round.
    pub round: i32,
    /// The moment at which it began, by its index among those that can be gone back to.
    pub rewind_point: usize,
    /// The decision, and what it would have spared, as a sentence without its end.
    pub words: String,
    /// From where one would play on, as in `round 3` or `Warden's turn in round 3`.
    pub start: String,
    pub(super) weight: (bool, usize, i32),
}

/// A part of a battle that is looked at as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stretch {
    /// A round whose decisions are carried out together, by the moments at which it began and was decided.
    Round(usize, usize),
    /// A decision that was carried out at once, by its moment.
    Decision(usize),
}

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Turning {
    /// Of which battle, up to which entry of its record.
    pub(super) of: Option<(u64, u32)>,
    /// What is to look at still, the last of it first.
    pub(super) left: Vec<Stretch>,
    pub(super) found: Vec<TurningPoint>,
}

/// What is to come of somebody's statuses, and what statuses and worn items are worth, kept for as long as nothing changes.
#[derive(Debug, Default)]
pub(super) struct Foretold {
    /// Of which unit, in which known state, by which rules and plan.
    pub(super) of: Option<(EntityId, u64, u64, Plan)>,
    pub(super) futures: StatusFutures,
    pub(super) lines: Vec<String>,
    pub(super) worths: Option<Vec<String>>,
    pub(super) rescues: Option<Vec<String>>,
}

/// What a page was made of last.
#[derive(Debug, Default)]
pub(super) struct Causes {
    pub(super) of: Option<(About, u64, u64, Plan)>,
    pub(super) lines: Vec<PageLine>,
}

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    /// A change of the prediction, by its index.
    Change(u32),
    /// What becomes of somebody, and what happens on a cell.
    Cell(Cell, EntityId),
}
