//! Damage: harms the entities on the cells of an area, shield first. An empty cell is struck for all to see.

use super::{Show, area};
use crate::machine::{Cx, Flow, Hot, Run, Spot};
use crate::program::Instr;
use crate::state::{BattleField, ChangeKind, EntityId};

pub(super) const RUN: Run = Run::Both(step, evaluated);

#[inline(always)]
pub(crate) fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    area::step(hot, instr, |hot, spot| blow(hot, instr, spot, instr.n))
}

/// The same with a formula for an amount. It is asked for only where somebody stands: a blow at nobody rolls no dice.
fn evaluated(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let Some((spot, flow)) = cx.hot(|hot| Some((area::next(hot, instr)?, area::go_on(hot, instr)))) else {
        return Flow::Next;
    };
    let is_hit = cx.hot(|hot| hot.occupant(spot).is_some());
    let harm = if is_hit { cx.amount(instr) } else { 0 };
    cx.hot(|hot| blow(hot, instr, spot, harm));
    flow
}

/// One cell of a blow, which Mirror may repeat.
#[inline(always)]
pub(super) fn blow(hot: &mut Hot<'_>, instr: &Instr, spot: Spot, harm: i32) {
    if strike(hot, spot, harm, instr.label).is_some() {
        hot.remember_blow(instr, BattleField::BlowHarm, harm);
        hot.remember_blow(instr, BattleField::BlowPush, 0);
    }
}

/// Harms who is on a spot, and says who that is.
#[inline(always)]
pub(crate) fn strike(hot: &mut Hot<'_>, spot: Spot, harm: i32, label: u8) -> Option<EntityId> {
    let target = hot.occupant(spot);
    if target.is_some() {
        hot.harm(target, harm, label);
        return Some(target);
    }
    hot.note(ChangeKind::Struck, hot.frame.owner, spot.cell, 0, label);
    None
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
