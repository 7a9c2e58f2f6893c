//! Swap: exchanges two units at once.

use super::Step;
use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use crate::machine::{FastContext, Flow, Run};
use crate::state::{ChangeKind, flag};

operands! {
    /// Swaps two units.
    Swap: "{target} with {other}" {
        /// First unit.
        target: Address,
        /// Second unit.
        other: Address,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Swap {
    fn deed(&self) -> Deed {
        Deed::Swap { whom: self.target, other: self.other }
    }
}

impl Step for Swap {
    const RUN: Run<Self> = Run::FastContext(step);
}

fn step(fast: &mut FastContext<'_>, swap: &Swap) -> Flow {
    let (Some(a), Some(b)) = (fast.unit_at(swap.target), fast.unit_at(swap.other)) else { return Flow::Next };
    if a == b {
        return Flow::Next;
    }
    let owner = fast.actor;
    let held = [a, b].into_iter().find(|&id| id != owner && fast.entity(id).flags & flag::ANCHORED != 0);
    if let Some(held) = held {
        fast.note(ChangeKind::NoEffect, held, fast.entity(held).cell, 0, swap.label);
    } else if !fast.is_exchange_possible(a, b) {
        fast.note(ChangeKind::NoEffect, a, fast.entity(a).cell, 0, swap.label);
    } else {
        fast.exchange(a, b, swap.label);
    }
    Flow::Next
}
