//! Wait: does nothing; the actor may turn to a target.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Operand, Show, Step};
use crate::machine::{FastContext, Flow, Run};
use serde::Serialize;

/// Target to face, if any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Facing(pub Option<Address>);

impl Operand for Facing {
    fn kind() -> &'static str {
        "facing"
    }

    fn text(&self, show: &Show<'_>) -> String {
        self.0.map_or_else(String::new, |target| format!("facing {}", target.text(show)))
    }
}

operands! {
    /// Does nothing; the actor may turn.
    Wait: "{facing}" {
        /// Target to face.
        facing: Facing,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Wait {
    fn deed(&self) -> Deed {
        match self.facing.0 {
            Some(towards) => Deed::Turn { towards },
            None => Deed::Nothing { label: self.label },
        }
    }
}

impl Step for Wait {
    const RUN: Run<Self> = Run::FastContext(step);
}

fn step(fast: &mut FastContext<'_>, wait: &Wait) -> Flow {
    if let Some(dir) = wait.facing.0.and_then(|target| fast.dir_at(target)) {
        fast.set_facing(fast.actor, dir, wait.label);
    }
    Flow::Next
}
