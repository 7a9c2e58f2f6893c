//! Swap: two entities change places, both at once.

use super::Step;
use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use crate::machine::{Flow, Hot, Run};
use crate::state::{ChangeKind, flag};

operands! {
    /// Two entities change places, both at once.
    Swap: "{target} with {other}" {
        /// One of them.
        target: Address,
        /// The other.
        other: Address,
        /// What it is shown as.
        label: Label,
    }
}

impl Does for Swap {
    fn deed(&self) -> Deed {
        Deed::Swap { whom: self.target, other: self.other }
    }
}

impl Step for Swap {
    const RUN: Run<Self> = Run::Hot(step);
}

fn step(hot: &mut Hot<'_>, swap: &Swap) -> Flow {
    let (Some(a), Some(b)) = (hot.unit_at(swap.target), hot.unit_at(swap.other)) else { return Flow::Next };
    if a == b {
        return Flow::Next;
    }
    let owner = hot.actor;
    let held = [a, b].into_iter().find(|&id| id != owner && hot.entity(id).flags & flag::ANCHORED != 0);
    if let Some(held) = held {
        hot.note(ChangeKind::NoEffect, held, hot.entity(held).cell, 0, swap.label);
    } else if !hot.may_exchange(a, b) {
        hot.note(ChangeKind::NoEffect, a, hot.entity(a).cell, 0, swap.label);
    } else {
        hot.exchange(a, b, swap.label);
    }
    Flow::Next
}
