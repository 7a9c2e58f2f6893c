//! The machine that runs programs: one instruction and one atomic change per step. Triggered programs complete after
//! each step, in the order event, unit, program. Tokens cannot call the machine.

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
mod slots;
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
pub use sight::{has_in_sight, is_in_sight, is_seen_by_side, is_seen_from};
pub(crate) use slices::Slices;
pub use step::Flow;
pub use walking::{
    UnitBlocking, Way, Waypoint, find_walks, harm_of_entering, harm_of_leaving, has_answer_to_entering, is_end_allowed,
    opacity_from,
};

use crate::space::{Cell, Dir, Gait, PathFinder, SafestPaths, WalkPath, WaysTo};
use crate::state::{CellRow, EntityId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Buffers that are kept between runs, so that a warm prediction allocates nothing.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(crate) slots: Vec<Resolved>,
    pub(crate) bound: bind::Bounds,
    /// Units whose activations an effect instance may concern.
    pub(crate) concerned: Vec<EntityId>,
    pub(crate) judged: Option<((u64, u64), bool)>,
    pub(crate) path: PathFinder,
    pub(crate) safest: SafestPaths,
    pub(crate) paths: Vec<(u32, Cell, WalkPath, Gait)>,
    pub(crate) picks: Vec<(u32, Resolved)>,
    pub(crate) rolls: rolling::RollCache,
    pub(crate) routes: Vec<Dir>,
    pub(crate) met: Vec<(u8, u32, EntityId)>,
    /// Cells whose surface may be food of a neighbour, the first in canonical order on top.
    pub(crate) food: BinaryHeap<Reverse<Cell>>,
    pub(crate) worn: Vec<(Cell, CellRow)>,
    pub(crate) inside: Vec<auras::Inside>,
    pub(crate) toward: WaysTo,
    pub(crate) paces: paces::Paces,
    pub(crate) is_trial: bool,
}

impl Buffers {
    pub(crate) fn forget(&mut self) {
        // Every field is named, so that a new one must be assigned to a group.
        let Self {
            slots: _,
            bound: _,
            concerned: _,
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
