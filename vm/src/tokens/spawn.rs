//! Spawn: an entity comes to be on a free cell. It acts from the next round on.

use super::Show;
use crate::machine::{Cx, Flow, Run};
use crate::program::{Instr, bits};
use crate::state::{Change, ChangeKind, EntityId, Team};
use crate::trap::Trap;

pub(super) const RUN: Run = Run::Whole(step);

fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let Some(cell) = cx.cell_at(instr.a) else { return Flow::Next };
    if !cx.is_free(cell) {
        cx.note(ChangeKind::NoEffect, cx.frame.owner, cell.bits(), 0, 0, instr.label);
        return Flow::Next;
    }
    let count = cx.state().entities().len();
    if count >= cx.book().limits.entities as usize {
        return Flow::Trap(Trap::Entities);
    }
    let team = if instr.has(bits::VARIANT) { Team::NEUTRAL } else { cx.owner().team };
    cx.write(Change::spawn(EntityId(count as u16), instr.x, team, cell, instr.label));
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let kind = show.book.archetypes.get(instr.x as usize).map_or("?", |a| a.name.as_str());
    format!("{kind} on {}", show.at(instr.a))
}
