//! Trail: a program that runs on each cell that the instructions of a stretch move anybody to, one cell after another, as
//! hazards do. It has what was picked before, and asks nothing.

use super::operand::{Addresses, Program};
use super::{Leads, Nature, Operand, Show, Step};
use crate::machine::{RunContext, Flow, Run};
use serde::Serialize;

/// Which cell of a step a trail is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Side {
    /// The one that was entered.
    #[default]
    Entered,
    /// The one that was left.
    Left,
}

impl Operand for Side {
    fn kind() -> &'static str {
        "side"
    }

    fn text(&self, _: &Show<'_>) -> String {
        if *self == Self::Entered { "entered" } else { "left" }.to_owned()
    }
}

operands! {
    /// From here to the end of the trail, a program runs for each cell that anybody is moved to, right after the step: of the
    /// actor, with who was moved as the cause.
    Trail: "{program} on each cell {side}" {
        /// What runs.
        program: Program,
        /// Where.
        side: Side,
        /// What it keeps of the targets there are.
        captured: Addresses,
    }
}

impl Step for Trail {
    const RUN: Run<Self> = Run::Whole(begin);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, trail: Some(*self), ..Nature::default() }
    }
}

fn begin(cx: &mut RunContext<'_>, _: &Trail) -> Flow {
    cx.frame.trail = cx.frame.pc + 1;
    Flow::Next
}

operands! {
    /// The trail ends.
    TrailEnd as "End Trail": "" {}
}

impl Step for TrailEnd {
    const RUN: Run<Self> = Run::Whole(end);
}

fn end(cx: &mut RunContext<'_>, _: &TrailEnd) -> Flow {
    cx.frame.trail = 0;
    Flow::Next
}

leads! { Trail TrailEnd }
