//! Shield: points that take harm before health does, until the round ends.

use super::{Show, area};
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::ChangeKind;

/// The most shield an entity may have.
const MOST: i32 = 999;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let amount = cx.amount(instr).max(0);
    area::step(cx, instr, |cx, cell| {
        let id = cx.state().occupant(cell);
        if id.is_some() {
            let before = cx.state().entity(id).shield;
            cx.set_number(ChangeKind::Shield, id, before, before.saturating_add(amount).min(MOST), instr.label);
        }
    })
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
