//! Anchor: prevents moves of a unit by others until its next activation.

use super::Step;
use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use crate::machine::{FastContext, Flow, Run};

operands! {
    /// Prevents moves of a unit by other units until its next activation.
    Anchor: "{target}" {
        /// The unit.
        target: Address,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Anchor {
    fn deed(&self) -> Deed {
        Deed::Anchor { whom: self.target }
    }
}

impl Step for Anchor {
    const RUN: Run<Self> = Run::FastContext(step);
}

fn step(fast: &mut FastContext<'_>, anchor: &Anchor) -> Flow {
    if let Some(id) = fast.unit_at(anchor.target) {
        fast.anchor(id, anchor.label);
    }
    Flow::Next
}
