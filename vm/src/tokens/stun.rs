//! Stun: the units of an area lose their next intents.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Step, area};
use crate::machine::{Flow, FastContext, Run};

operands! {
    /// The units of an area lose their next intents.
    Stun: "{target} for {intents}{area}" {
        /// The centre of the area.
        target: Address,
        /// How many intents, 0 to 255.
        intents: Amount,
        /// The cells around the target.
        area: Area,
        /// What it is shown as.
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
