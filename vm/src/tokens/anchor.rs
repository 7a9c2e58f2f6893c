//! Anchor: an entity cannot be moved by others until its next activation.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    if let Some(id) = hot.unit_at(instr.a) {
        hot.anchor(id, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    show.at(instr.a)
}
