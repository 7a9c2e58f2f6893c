//! Damage: harms the entities on the cells of an area, shield first. An empty cell is struck for all to see.

use super::{Show, area};
use crate::machine::{Cx, Flow, Hot, Run, Spot};
use crate::program::Instr;
use crate::state::{BattleField, ChangeKind};

pub(super) const RUN: Run = Run::Both(step, evaluated);

#[inline(always)]
pub(crate) fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    area::step(hot, instr, |hot, spot| strike(hot, instr, spot, instr.n))
}

/// The same with a formula for an amount. It is asked for only where somebody stands: a blow at nobody rolls no dice.
fn evaluated(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let Some((spot, flow)) = cx.hot(|hot| Some((area::next(hot, instr)?, area::go_on(hot, instr)))) else {
        return Flow::Next;
    };
    let is_hit = cx.hot(|hot| hot.occupant(spot).is_some());
    let harm = if is_hit { cx.amount(instr) } else { 0 };
    cx.hot(|hot| strike(hot, instr, spot, harm));
    flow
}

/// One cell of a blow.
#[inline(always)]
pub(crate) fn strike(hot: &mut Hot<'_>, instr: &Instr, spot: Spot, harm: i32) {
    let target = hot.occupant(spot);
    if target.is_some() {
        hot.harm(target, harm, instr.label);
        hot.remember_blow(instr, BattleField::BlowHarm, harm);
        hot.remember_blow(instr, BattleField::BlowPush, 0);
    } else {
        hot.note(ChangeKind::Struck, hot.frame.owner, spot.cell, 0, instr.label);
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
