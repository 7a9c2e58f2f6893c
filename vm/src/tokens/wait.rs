//! Wait: nothing happens; the actor may turn to face a target.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if instr.has(bits::VARIANT)
        && let Some(dir) = cx.dir_at(instr.a)
    {
        cx.set_facing(cx.frame.owner, dir, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    if instr.has(bits::VARIANT) { format!("facing {}", show.at(instr.a)) } else { String::new() }
}
