//! Kill: an entity dies at once, with any health: pits, deep water.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::ChangeKind;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if let Some(id) = cx.unit_at(instr.a) {
        let health = cx.state().entity(id).health;
        cx.set_number(ChangeKind::Health, id, health, 0, instr.label);
        cx.kill(id, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} ({})", show.at(instr.a), show.label(instr))
}
