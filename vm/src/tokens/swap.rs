//! Swap: two entities change places, both at once.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;
use crate::state::{ChangeKind, flag};

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    let (Some(a), Some(b)) = (hot.unit_at(instr.a), hot.unit_at(instr.b)) else { return Flow::Next };
    if a == b {
        return Flow::Next;
    }
    let owner = hot.frame.owner;
    let held = [a, b].into_iter().find(|&id| id != owner && hot.entity(id).flags & flag::ANCHORED != 0);
    if let Some(held) = held {
        hot.note(ChangeKind::NoEffect, held, hot.entity(held).cell, 0, instr.label);
    } else {
        hot.exchange(a, b, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} with {}", show.at(instr.a), show.at(instr.b))
}
