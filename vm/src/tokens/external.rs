//! Extern: a token of another crate, through the rulebook's table.

use super::Show;
use crate::machine::{Cx, Flow, Run};
use crate::program::Instr;
use crate::trap::Trap;

pub(super) const RUN: Run = Run::Whole(step);

/// One that previews otherwise than it executes. Others are called themselves (see [`super::run_of`]).
fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let Some(token) = cx.book().externs.get(instr.x as usize) else { return Flow::Trap(Trap::BadProgram) };
    let run = token.preview.filter(|_| cx.is_preview()).unwrap_or(token.step);
    run.whole(cx, instr)
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let name = show.book.externs.get(instr.x as usize).map_or("?", |token| token.name.as_str());
    format!("{name} {}, {}", show.at(instr.a), show.amount(instr))
}
