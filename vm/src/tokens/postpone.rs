//! Postpone: the units of an area act after the others that are about to act. No intent is lost.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Area, Label};
use super::{Step, area};
use crate::machine::{RunContext, Flow, Run};

operands! {
    /// The units of an area act after the others that are about to act.
    Postpone: "{target}{area}" {
        /// The centre of the area.
        target: Address,
        /// The cells around the target.
        area: Area,
        /// What it is shown as.
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
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area)))) else {
        return Flow::Next;
    };
    let id = cx.fast(|fast| fast.occupant(spot));
    if cx.state().entity(id).acts() {
        cx.postpone(id, label);
    }
    flow
}
