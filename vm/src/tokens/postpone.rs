//! Postpone: delays units of an area behind others, without loss of an intent.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Area, Label};
use super::{Step, area};
use crate::machine::{Flow, Run, RunContext};

operands! {
    /// Delays the units of an area: they act after the others of this round.
    Postpone: "{target}{area}" {
        /// Centre of the area.
        target: Address,
        /// Cells around the target.
        area: Area,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Postpone {
    fn deed(&self) -> Deed {
        Deed::Postpone { whom: Whom { at: self.target, area: self.area } }
    }
}

impl Step for Postpone {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, postpone: &Postpone) -> Flow {
    let &Postpone { target, area, label } = postpone;
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area))))
    else {
        return Flow::Next;
    };
    let id = cx.fast(|fast| fast.occupant(spot));
    if cx.state().entity(id).is_activated() {
        cx.postpone(id, label);
    }
    flow
}
