//! Kill: an entity dies at once, with any health: pits, deep water.

use super::operand::{Address, Label};
use super::{Nature, Step};
use crate::machine::{Flow, Hot, Run};
use crate::rules_text::{Teller, Told};

operands! {
    /// An entity dies at once, with any health.
    Kill: "{target} ({label})" {
        /// Who dies.
        target: Address,
        /// What it is shown as.
        label: Label,
    }
}

impl Told for Kill {
    fn told(&self, teller: &Teller<'_>) -> String {
        format!("{} dies{}", teller.target(self.target), teller.labelled(self.label, &["death"]))
    }
}

impl Step for Kill {
    const RUN: Run<Self> = Run::Hot(step);

    fn nature(&self) -> Nature {
        Nature { stated_harm: 1_000, ..Nature::default() }
    }
}

fn step(hot: &mut Hot<'_>, kill: &Kill) -> Flow {
    if let Some(id) = hot.unit_at(kill.target) {
        hot.set_health(id, 0, kill.label);
        hot.kill(id, kill.label);
    }
    Flow::Next
}
