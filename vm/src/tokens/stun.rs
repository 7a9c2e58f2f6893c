//! Stun: a unit loses its next intents.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    if let Some(id) = hot.unit_at(instr.a) {
        let after = hot.entity(id).stunned.saturating_add(instr.n.clamp(0, 255) as u8);
        hot.set_stunned(id, after, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} for {}", show.at(instr.a), show.amount(instr))
}
