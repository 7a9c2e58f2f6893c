//! Stun: makes units of an area lose their next intents.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Step, area};
use crate::machine::{FastContext, Flow, Run};

operands! {
    /// Makes the units of an area lose their next intents.
    Stun: "{target} for {intents}{area}" {
        /// Centre of the area.
        target: Address,
        /// Number of intents, 0 to 255.
        intents: Amount,
        /// Cells around the target.
        area: Area,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Stun {
    fn deed(&self) -> Deed {
        Deed::LoseIntents { whom: Whom { at: self.target, area: self.area }, intents: self.intents }
    }
}

impl Step for Stun {
    const RUN: Run<Self> = Run::FastContext(step);
}

fn step(fast: &mut FastContext<'_>, stun: &Stun) -> Flow {
    area::step(fast, stun.target, stun.area, |fast, spot| {
        let id = fast.occupant(spot);
        if fast.entity(id).is_alive() {
            let after = fast.entity(id).stunned.saturating_add(stun.intents.number().clamp(0, 255) as u8);
            fast.set_stunned(id, after, stun.label);
        }
    })
}
