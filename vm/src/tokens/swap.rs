//! Swap: two entities change places, both at once.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::{Change, ChangeKind, flag};

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let (Some(a), Some(b)) = (cx.unit_at(instr.a), cx.unit_at(instr.b)) else { return Flow::Next };
    if a == b {
        return Flow::Next;
    }
    let owner = cx.frame.owner;
    let held = [a, b].into_iter().find(|&id| id != owner && cx.state().entity(id).flags & flag::ANCHORED != 0);
    let (cell_a, cell_b) = (cx.state().entity(a).cell, cx.state().entity(b).cell);
    if let Some(held) = held {
        cx.note(ChangeKind::NoEffect, held, cx.state().entity(held).cell.bits(), 0, 0, instr.label);
    } else {
        cx.write(Change::cell_of(a, cell_a, cell_b, instr.label));
        cx.write(Change::cell_of(b, cell_b, cell_a, instr.label));
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} with {}", show.at(instr.a), show.at(instr.b))
}
