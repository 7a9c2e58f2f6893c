//! Heal: restores health over an area, up to the maximum.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Nature, Step, ToOwner, area};
use crate::machine::{FastContext, Flow, Run};
use crate::state::Unchanged;
use crate::stats::StatId;

operands! {
    /// Restores health to the units of an area, up to their maximum.
    Heal: "{target}, {amount}{area}" {
        /// Centre of the area.
        target: Address,
        /// Health for each unit.
        amount: Amount,
        /// Cells around the target.
        area: Area,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Heal {
    fn deed(&self) -> Deed {
        Deed::Heal { whom: Whom { at: self.target, area: self.area }, amount: self.amount, label: self.label }
    }
}

impl Step for Heal {
    const RUN: Run<Self> = Run::FastContext(step);

    fn nature(&self) -> Nature {
        let is_own = self.target == Address::SELF && self.area.is_plain() && !self.amount.is_formula();
        Nature { to_owner: is_own.then_some(ToOwner::Other), ..Nature::default() }
    }
}

fn step(fast: &mut FastContext<'_>, heal: &Heal) -> Flow {
    area::step(fast, heal.target, heal.area, |fast, spot| {
        let id = fast.occupant(spot);
        let amount = match heal.amount.number().max(0) {
            amount if amount > 0 && fast.book().decoded.damage_modifiers.has_effects(true) => {
                fast.propose(id, amount, true, heal.label)
            }
            amount => amount,
        };
        let entity = fast.entity(id);
        let after = entity.health.saturating_add(amount).min(fast.sheet().stat(id, StatId::HEALTH)).max(entity.health);
        if after == entity.health {
            fast.note_unchanged(id, Unchanged::Health, heal.label);
        }
        fast.set_health(id, after, heal.label);
    })
}
