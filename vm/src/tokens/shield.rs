//! Shield: gives points that absorb damage before health, until the round ends.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Step, area};
use crate::machine::{FastContext, Flow, Run};
use crate::state::{ChangeKind, Unchanged};

const MOST: i32 = 999;

operands! {
    /// Gives shield, which absorbs damage before health until the round ends.
    Shield: "{target}, {amount}{area}" {
        /// Centre of the area.
        target: Address,
        /// Points for each unit; the maximum is 999.
        amount: Amount,
        /// Cells around the target.
        area: Area,
        /// Displayed label.
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
