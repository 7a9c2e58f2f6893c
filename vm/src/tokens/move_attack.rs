//! Move-attack: the action of document 003. The actor goes to the cell at once if it is free, and strikes the entity that is
//! there if it is not.

use super::{Show, damage};
use crate::machine::{Cx, Flow};
use crate::program::Instr;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let Some(cell) = cx.cell_at(instr.a) else { return Flow::Next };
    if cx.is_free(cell) {
        cx.set_cell(cx.frame.owner, cell, instr.label);
    } else if cx.state().occupant(cell) != cx.frame.owner {
        damage::strike(cx, instr, cell, |cx| cx.amount(instr));
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {} to the entity there", show.at(instr.a), show.amount(instr))
}
