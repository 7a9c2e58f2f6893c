//! Heal: gives health back over an area, never above the largest.

use super::{Show, area};
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    area::step(hot, instr, |hot, spot| {
        let id = hot.occupant(spot);
        let entity = hot.entity(id);
        let after = entity.health.saturating_add(instr.n.max(0)).min(entity.max_health);
        hot.set_health(id, after, instr.label);
    })
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
