//! State of the controller between inputs.

use crate::seat::Decision;
use crate::texts::plan_text::PlanRow;
use crate::texts::unit_page::PageLine;
use foretoken_preview::{SafetyMap, StatusFutures, available_threads};
use foretoken_vm::{Cell, EntityId, Intent, Plan, Team};

#[derive(Clone, Copy, Debug)]
pub(super) enum Doing {
    For(EntityId),
    Uses(u16),
    Aims(Option<Cell>),
    Decides,
    Ends,
}

#[derive(Clone, Debug)]
pub(super) struct KeptPlan {
    /// The side, known state hash and rulebook number of the plan.
    pub(super) of: (Team, u64, u64),
    pub(super) intents: Vec<(EntityId, Intent)>,
    pub(super) rows: Option<(Plan, Vec<PlanRow>)>,
}

#[derive(Debug, Default)]
pub(super) struct Offered {
    pub(super) round: i32,
    pub(super) groups: Vec<(EntityId, Vec<Intent>)>,
}

#[derive(Debug)]
pub(super) struct Safety {
    pub(super) is_shown: bool,
    pub(super) map: SafetyMap,
    pub(super) of: Option<EntityId>,
}

impl Default for Safety {
    fn default() -> Self {
        Self { is_shown: false, map: SafetyMap::on_threads(available_threads()), of: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Means {
    Keys,
    Pointer,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pressed {
    pub(super) last: Option<(Cell, u32)>,
}

/// A turn that could have gone better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// Round.
    pub round: i32,
    /// Index of the rewind point at which it began.
    pub rewind_point: usize,
    /// Better decision and what it would have saved, as a sentence without its end.
    pub words: String,
    /// Point to resume from, such as `round 3` or `Warden's turn in round 3`.
    pub start: String,
    /// Other decisions of the side in this round, in order.
    pub(super) others: Vec<Decision>,
    /// The better decision.
    pub(super) better: Decision,
    pub(super) weight: (bool, usize, i32),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Stretch {
    /// A round with joint decisions, by its rewind points at begin and decision.
    Round(usize, usize),
    Decision(usize),
}

#[derive(Debug, Default)]
pub(super) struct Turning {
    /// The analysed battle and its last record entry.
    pub(super) of: Option<(u64, u32)>,
    pub(super) left: Vec<Stretch>,
    pub(super) found: Vec<TurningPoint>,
}

#[derive(Debug, Default)]
pub(super) struct Foretold {
    pub(super) of: Option<(EntityId, u64, u64, Plan)>,
    pub(super) futures: StatusFutures,
    pub(super) lines: Vec<String>,
    pub(super) worths: Option<Vec<String>>,
    pub(super) rescues: Option<Vec<String>>,
}

#[derive(Debug, Default)]
pub(super) struct Causes {
    pub(super) of: Option<(About, u64, u64, Plan)>,
    pub(super) lines: Vec<PageLine>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    Change(u32),
    Cell(Cell, EntityId),
}
