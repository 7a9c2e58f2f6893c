//! Kill: kills a unit with any health, for pits and deep water.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Nature, Step};
use crate::machine::{FastContext, Flow, Run};

operands! {
    /// Kills a unit, whatever its health.
    Kill: "{target} ({label})" {
        /// The unit.
        target: Address,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Kill {
    fn deed(&self) -> Deed {
        Deed::Kill { whom: self.target, label: self.label }
    }
}

impl Step for Kill {
    const RUN: Run<Self> = Run::FastContext(step);

    fn nature(&self) -> Nature {
        Nature { stated_harm: 1_000, ..Nature::default() }
    }
}

fn step(fast: &mut FastContext<'_>, kill: &Kill) -> Flow {
    if let Some(id) = fast.unit_at(kill.target) {
        fast.set_health(id, 0, kill.label);
        fast.kill(id, kill.label);
    }
    Flow::Next
}
