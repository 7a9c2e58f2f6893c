//! Trail: runs a program on each cell to which a stretch of instructions moves a unit, as hazards do. It has captured
//! targets and asks nothing.

use super::operand::{Addresses, Program};
use super::{Leads, Nature, Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use serde::Serialize;

/// Cell of a move that a trail uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Side {
    /// The entered cell.
    #[default]
    Entered,
    /// The left cell.
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
    /// Begins a trail: until its end, a program runs after each move of any unit, for the actor and with the moved unit
    /// as the cause.
    Trail: "{program} on each cell {side}" {
        /// The program.
        program: Program,
        /// Cell of the move.
        side: Side,
        /// Captured targets.
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
    /// Ends the trail.
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
