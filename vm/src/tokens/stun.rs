//! Stun: a unit loses its next intents.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::ChangeKind;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let turns = cx.amount(instr).clamp(0, 255);
    if let Some(id) = cx.unit_at(instr.a) {
        let before = i32::from(cx.state().entity(id).stunned);
        cx.set_number(ChangeKind::Stunned, id, before, (before + turns).min(255), instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} for {}", show.at(instr.a), show.amount(instr))
}
