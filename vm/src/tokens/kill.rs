//! Kill: an entity dies at once, with any health: pits, deep water.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    if let Some(id) = hot.unit_at(instr.a) {
        hot.set_health(id, 0, instr.label);
        hot.kill(id, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} ({})", show.at(instr.a), show.label(instr))
}
