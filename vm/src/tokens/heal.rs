//! Heal: gives health back over an area, never above the largest.

use super::{Show, area};
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::ChangeKind;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let amount = cx.amount(instr).max(0);
    area::step(cx, instr, |cx, cell| {
        let id = cx.state().occupant(cell);
        let entity = *cx.state().entity(id);
        let after = entity.health.saturating_add(amount).min(entity.max_health);
        cx.set_number(ChangeKind::Health, id, entity.health, after, instr.label);
    })
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
