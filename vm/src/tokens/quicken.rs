//! Quicken: changes a unit's initiative permanently and reorders the rest of the round.

use super::Step;
use super::deed::{Deed, Does};
use super::operand::{Address, Amount, Label};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{ChangeKind, Unchanged};

const MOST: i32 = 9_999;

operands! {
    /// Changes a unit's initiative permanently.
    Quicken: "{target} by {amount}" {
        /// The unit.
        target: Address,
        /// Difference; initiative stays within ±9,999.
        amount: Amount,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Quicken {
    fn deed(&self) -> Deed {
        Deed::ChangeInitiative { whom: self.target, amount: self.amount }
    }
}

impl Step for Quicken {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, quicken: &Quicken) -> Flow {
    let by = cx.amount(quicken.amount);
    if let Some(id) = cx.unit_at(quicken.target) {
        let before = cx.state().entity(id).initiative;
        let after = before.saturating_add(by).clamp(-MOST, MOST);
        if before == after {
            cx.fast(|fast| fast.note_unchanged(id, Unchanged::Number(ChangeKind::Initiative), quicken.label));
        }
        cx.set_number(ChangeKind::Initiative, id, before, after, quicken.label);
    }
    Flow::Next
}
