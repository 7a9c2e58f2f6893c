//! Shield: points that take harm before health does, until the round ends.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Step, area};
use crate::machine::{Flow, Hot, Run};
use crate::state::{ChangeKind, Unchanged};

/// The most shield an entity may have.
const MOST: i32 = 999;

operands! {
    /// Gives points that take harm before health does, until the round ends.
    Shield: "{target}, {amount}{area}" {
        /// The centre of the area.
        target: Address,
        /// Points each gets; an entity has 999 at most.
        amount: Amount,
        /// The cells around the target.
        area: Area,
        /// What it is shown as.
        label: Label,
    }
}

impl Does for Shield {
    fn deed(&self) -> Deed {
        Deed::Shield { whom: Whom { at: self.target, area: self.area }, amount: self.amount }
    }
}

impl Step for Shield {
    const RUN: Run<Self> = Run::Hot(step);
}

fn step(hot: &mut Hot<'_>, shield: &Shield) -> Flow {
    area::step(hot, shield.target, shield.area, |hot, spot| {
        let id = hot.occupant(spot);
        let before = hot.entity(id).shield;
        let after = before.saturating_add(shield.amount.number().max(0)).min(MOST);
        if before == after {
            hot.note_unchanged(id, Unchanged::Number(ChangeKind::Shield), shield.label);
        }
        hot.set_shield(id, after, shield.label);
    })
}
