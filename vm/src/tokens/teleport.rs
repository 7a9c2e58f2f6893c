//! Teleport: an entity is on another cell without crossing those between. A cell that is taken has no effect.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};
use crate::state::{ChangeKind, flag};

#[inline]
pub(crate) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let (Some(id), Some(mut to)) = (cx.unit_at(instr.a), cx.cell_at(instr.b)) else { return Flow::Next };
    if instr.has(bits::VARIANT) {
        // Across: the cell opposite, seen from the actor.
        let here = cx.owner().cell;
        let (dx, dy) = here.offset_to(to);
        match cx.book().board.offset(here, (-dx, -dy)) {
            Some(across) => to = across,
            None => {
                cx.note(ChangeKind::NoEffect, id, to.bits(), 0, 0, instr.label);
                return Flow::Next;
            }
        }
    }
    let held = id != cx.frame.owner && cx.state().entity(id).flags & flag::ANCHORED != 0;
    if held || !cx.is_free(to) {
        cx.note(ChangeKind::NoEffect, id, to.bits(), 0, 0, instr.label);
    } else {
        cx.set_cell(id, to, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let across = if instr.has(bits::VARIANT) { "across from " } else { "" };
    format!("{} to {across}{}", show.at(instr.a), show.at(instr.b))
}
