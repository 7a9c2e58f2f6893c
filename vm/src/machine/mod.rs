//! The machine: runs programs on a state, one instruction a step, one atom of change a step. After each step the
//! programs that its changes trigger run to completion, in the order event, entity, program; then the next step reads
//! the state anew. Tokens are handed a [`RunContext`] and cannot call back into the machine.

mod activate;
mod aiming;
mod auras;
mod bind;
mod context;
mod cx;
mod declare;
mod decode;
pub(crate) mod detour;
mod events;
mod fast;
mod footing;
mod gaining;
mod goals;
mod halting;
mod hazards;
mod large;
pub(crate) mod legal;
mod moves;
mod ordering;
mod paces;
mod passing;
mod proposing;
mod quiet;
mod reading;
mod rolling;
mod series;
mod several;
mod sight;
mod skills;
mod slices;
mod step;
mod trigger;
mod walking;

pub use activate::{Advance, Ran};
pub(crate) use context::context;
pub use cx::{Frame, Resolved, RunContext};
pub use declare::Question;
pub(crate) use declare::{declare, resolve};
pub(crate) use decode::FastStep;
pub use decode::{Decoded, Run};
pub(crate) use decode::{footprints_of, hiding_sides, spawned_hiding_sides};
pub use fast::FastContext;
pub(crate) use footing::{Footing, UNIT_HEIGHT};
pub(crate) use gaining::Applied;
pub use ordering::OrderContext;
pub use several::Picks;
pub use sight::{has_in_sight, is_in_sight, sees_from, side_sees};
pub(crate) use slices::Slices;
pub use step::Flow;
pub use walking::{
    UnitBlocking, Way, Waypoint, answers_entering, find_walks, harm_of_entering, harm_of_leaving, may_end, opacity_from,
};

use crate::space::{Cell, Dir, Gait, PathFinder, SafestPaths, WalkPath, WaysTo};
use crate::state::{CellRow, EntityId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Buffers that every run needs, kept between runs so that a warm prediction allocates nothing.
#[derive(Debug, Default)]
pub struct Buffers {
    /// Memory of the programs that run, inner ones behind outer ones.
    pub(crate) slots: Vec<Resolved>,
    /// What units mean to do, made ready to run, by unit.
    pub(crate) bound: bind::Bounds,
    /// The known state and the rulebook for which goals were last judged before a prediction, and whether that could be
    /// known.
    pub(crate) judged: Option<((u64, u64), bool)>,
    /// Floods for walks, and the safest of the shortest ways over them.
    pub(crate) path: PathFinder,
    pub(crate) safest: SafestPaths,
    /// Paths that answers came with, by the place of the slot that they resolved to, with where each begins.
    pub(crate) paths: Vec<(u32, Cell, WalkPath, Gait)>,
    /// What requests for several resolved to, by the place of their slot; those of one request in order.
    pub(crate) picks: Vec<(u32, Resolved)>,
    /// What rolls of dice may come to.
    pub(crate) rolls: rolling::RollCache,
    /// Steps of the walks that are being made, inner ones behind outer ones.
    pub(crate) routes: Vec<Dir>,
    /// Entities of several cells that areas met, with the depth of the program and the instruction that goes through one.
    pub(crate) met: Vec<(u8, u32, EntityId)>,
    /// Cells whose surface may be food of a neighbour's, the first in canonical order on top.
    pub(crate) food: BinaryHeap<Reverse<Cell>>,
    /// Cells whose surface wears off at the end of a round.
    pub(crate) worn: Vec<(Cell, CellRow)>,
    /// Who stands in whose aura, as of the last step that was looked at.
    pub(crate) inside: Vec<auras::Inside>,
    /// Ways to the enemies of a unit whose policy approaches one.
    pub(crate) toward: WaysTo,
    /// The initiative of units, for turn orders that count time or points.
    pub(crate) paces: paces::Paces,
    /// Whether what runs is a trial of what a cell would do to a walker.
    pub(crate) is_trial: bool,
}

impl Buffers {
    /// Forgets all that belongs to what ran before, at the beginning of an activation. What stays are pure caches: for equal
    /// states they give what was there or what would be found anew.
    pub(crate) fn forget(&mut self) {
        // Every field is named, so that a new one must be put on one side or the other.
        let Self {
            slots: _,
            bound: _,
            judged: _,
            path: _,
            safest: _,
            rolls: _,
            toward: _,
            paces: _,
            is_trial: _,
            paths,
            picks,
            routes,
            met,
            food,
            worn,
            inside,
        } = self;
        paths.clear();
        picks.clear();
        routes.clear();
        met.clear();
        food.clear();
        worn.clear();
        inside.clear();
    }
}
