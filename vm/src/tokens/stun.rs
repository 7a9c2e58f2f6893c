//! Stun: the units of an area lose their next intents.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Step, area};
use crate::machine::{Flow, Hot, Run};

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
    const RUN: Run<Self> = Run::Hot(step);
}

fn step(hot: &mut Hot<'_>, stun: &Stun) -> Flow {
    area::step(hot, stun.target, stun.area, |hot, spot| {
        let id = hot.occupant(spot);
        if hot.entity(id).is_alive() {
            let after = hot.entity(id).stunned.saturating_add(stun.intents.number().clamp(0, 255) as u8);
            hot.set_stunned(id, after, stun.label);
        }
    })
}
