//! Stun: a unit loses its next intents.

use super::Step;
use super::operand::{Address, Amount, Label};
use crate::machine::{Flow, Hot, Run};
use crate::rules_text::{Teller, Told};

operands! {
    /// A unit loses its next intents.
    Stun: "{target} for {intents}" {
        /// Who is stunned.
        target: Address,
        /// How many intents, 0 to 255.
        intents: Amount,
        /// What it is shown as.
        label: Label,
    }
}

impl Told for Stun {
    fn told(&self, teller: &Teller<'_>) -> String {
        let intents = match Teller::is(self.intents, 1) {
            true => "intent".to_owned(),
            false => format!("{} intents", teller.amount(self.intents)),
        };
        format!("{} loses its next {intents}", teller.target(self.target))
    }
}

impl Step for Stun {
    const RUN: Run<Self> = Run::Hot(step);
}

fn step(hot: &mut Hot<'_>, stun: &Stun) -> Flow {
    if let Some(id) = hot.unit_at(stun.target) {
        let after = hot.entity(id).stunned.saturating_add(stun.intents.number().clamp(0, 255) as u8);
        hot.set_stunned(id, after, stun.label);
    }
    Flow::Next
}
