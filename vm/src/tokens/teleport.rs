//! Teleport: an entity is on another cell without crossing those between. A cell that is taken has no effect.

use super::Show;
use crate::machine::{Flow, Hot, Run, Spot};
use crate::program::{Instr, bits};
use crate::state::{ChangeKind, EntityId, flag};

pub(super) const RUN: Run = Run::Hot(step);

#[inline(always)]
fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    let (Some(id), Some(mut to)) = (hot.unit_at(instr.a), hot.spot_at(instr.b)) else { return Flow::Next };
    if instr.has(bits::VARIANT) {
        // Across: the cell opposite, seen from the actor.
        let here = hot.spot_of(hot.frame.owner).cell;
        let (dx, dy) = here.offset_to(to.cell);
        match hot.book.board.offset(here, (-dx, -dy)) {
            Some(across) => to = hot.spot(across),
            None => {
                hot.note(ChangeKind::NoEffect, id, to.cell, 0, instr.label);
                return Flow::Next;
            }
        }
    }
    put(hot, id, to, instr.label);
    Flow::Next
}

/// Puts an entity on a spot, if that is free and nothing holds it.
#[inline(always)]
pub(crate) fn put(hot: &mut Hot<'_>, id: EntityId, to: Spot, label: u8) {
    let held = id != hot.frame.owner && hot.entity(id).flags & flag::ANCHORED != 0;
    if held || !hot.is_free(to) {
        hot.note(ChangeKind::NoEffect, id, to.cell, 0, label);
    } else {
        hot.shift(id, to, label);
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let across = if instr.has(bits::VARIANT) { "across from " } else { "" };
    format!("{} to {across}{}", show.at(instr.a), show.at(instr.b))
}
