//! Shield: points that take harm before health does, until the round ends.

use super::{Show, area};
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;

/// The most shield an entity may have.
const MOST: i32 = 999;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    area::step(hot, instr, |hot, spot| {
        let id = hot.occupant(spot);
        let after = hot.entity(id).shield.saturating_add(instr.n.max(0)).min(MOST);
        hot.set_shield(id, after, instr.label);
    })
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
