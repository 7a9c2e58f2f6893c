//! Redirect: turns what a unit's next intent aims at, by one of the grid's eight symmetries. Answers are not edited:
//! the state remembers the turn, and requests relative to the actor resolve by it.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::space::Symmetry;
use crate::state::ChangeKind;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if let Some(id) = cx.unit_at(instr.a) {
        let before = cx.state().entity(id).redirect;
        let after = before.then(Symmetry::from_index(instr.x as u8));
        cx.set_number(ChangeKind::Redirected, id, i32::from(before.index()), i32::from(after.index()), instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} by {}", show.at(instr.a), Symmetry::from_index(instr.x as u8).name())
}
