//! Redirect: turns what a unit's next intent aims at, by one of the grid's eight symmetries. Answers are not edited:
//! the state remembers the turn, and requests relative to the actor resolve by it.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;
use crate::space::Symmetry;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    if let Some(id) = hot.unit_at(instr.a) {
        let after = hot.entity(id).redirect.then(Symmetry::from_index(instr.x as u8));
        hot.set_redirect(id, after, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} by {}", show.at(instr.a), Symmetry::from_index(instr.x as u8).name())
}
