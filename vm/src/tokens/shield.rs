//! Shield: points that take harm before health does, until the round ends.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Step, area};
use crate::machine::{Flow, FastContext, Run};
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
    const RUN: Run<Self> = Run::FastContext(step);
}

fn step(fast: &mut FastContext<'_>, shield: &Shield) -> Flow {
    area::step(fast, shield.target, shield.area, |fast, spot| {
        let id = fast.occupant(spot);
        let before = fast.entity(id).shield;
        let after = before.saturating_add(shield.amount.number().max(0)).min(MOST);
        if before == after {
            fast.note_unchanged(id, Unchanged::Number(ChangeKind::Shield), shield.label);
        }
        fast.set_shield(id, after, shield.label);
    })
}
