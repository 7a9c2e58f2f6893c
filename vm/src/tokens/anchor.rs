//! Anchor: an entity cannot be moved by others until its next activation.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::flag;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if let Some(id) = cx.unit_at(instr.a) {
        cx.set_flags(id, flag::ANCHORED, 0, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    show.at(instr.a)
}
