//! Damage: damages the units of an area, first the shield. A hit on an empty cell is noted.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, IsBlow, Label};
use super::{Nature, Reads, Stage, Step, ToOwner, area};
use crate::machine::{FastContext, Flow, Run, RunContext, Slices};
use crate::space::TilePos;
use crate::state::{BattleField, ChangeKind, EntityId};

operands! {
    /// Damages the units of an area: first shield, then health.
    Damage: "{target}, {amount}{area}" {
        /// Centre of the area.
        target: Address,
        /// Damage to each unit; below 0 counts as 0.
        amount: Amount,
        /// Cells around the target.
        area: Area,
        /// Whether Mirror repeats it.
        is_blow: IsBlow,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Damage {
    fn deed(&self) -> Deed {
        Deed::Harm { whom: Whom { at: self.target, area: self.area }, amount: self.amount, label: self.label }
    }
}

impl Step for Damage {
    const RUN: Run<Self> = Run::Both(step, evaluated);

    fn nature(&self) -> Nature {
        let &Self { target, amount, area, label, .. } = self;
        let stated_harm = amount.number().clamp(1, 1_000) as u32;
        let Some(harm) = amount.constant() else { return Nature { stated_harm, ..Nature::default() } };
        let is_plain = area == Area::default();
        Nature {
            stage: is_plain.then_some(Stage::Hits { at: target, harm, label }),
            reads: if is_plain { Reads::These(target, target) } else { Reads::Any },
            stated_harm,
            to_owner: (target == Address::SELF && area.is_plain()).then_some(ToOwner::Harm(harm.max(0) as u32)),
            ..Nature::default()
        }
    }
}

#[inline(always)]
fn step(fast: &mut FastContext<'_>, damage: &Damage) -> Flow {
    let &Damage { target, amount, area, is_blow, label } = damage;
    area::step(fast, target, area, |fast, spot| blow(fast, spot, amount.number(), is_blow, label))
}

fn evaluated(cx: &mut RunContext<'_>, damage: &Damage) -> Flow {
    let &Damage { target, amount, area, is_blow, label } = damage;
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area))))
    else {
        return Flow::Next;
    };
    let is_hit = cx.fast(|fast| fast.occupant(spot).is_some());
    let harm = if is_hit { cx.amount_to_write(amount) } else { 0 };
    cx.fast(|fast| blow(fast, spot, harm, is_blow, label));
    flow
}

#[inline(always)]
pub(super) fn blow(fast: &mut FastContext<'_>, spot: TilePos, harm: i32, is_blow: IsBlow, label: Label) {
    if strike(fast, spot, harm, label).is_some() {
        fast.remember_blow(is_blow, BattleField::BlowHarm, harm);
        fast.remember_blow(is_blow, BattleField::BlowPush, 0);
    }
}

#[inline(always)]
pub(crate) fn strike<'s>(slices: &mut impl Slices<'s>, spot: TilePos, harm: i32, label: Label) -> Option<EntityId> {
    let target = slices.occupant(spot);
    if target.is_some() {
        slices.harm(target, harm, label);
        return Some(target);
    }
    slices.note(ChangeKind::Struck, slices.actor(), spot.cell, 0, label);
    None
}
