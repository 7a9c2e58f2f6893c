//! Wait: nothing happens; the actor may turn to face a target.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::{Instr, bits};

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    if instr.has(bits::VARIANT)
        && let Some(dir) = hot.dir_at(instr.a)
    {
        hot.set_facing(hot.frame.owner, dir, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    if instr.has(bits::VARIANT) { format!("facing {}", show.at(instr.a)) } else { String::new() }
}
