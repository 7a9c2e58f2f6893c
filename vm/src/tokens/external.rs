//! Extern: a token of another crate, through the rulebook's table.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::trap::Trap;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let Some(token) = cx.book().externs.get(instr.x as usize) else { return Flow::Trap(Trap::BadProgram) };
    match token.preview {
        Some(preview) if cx.is_preview() => preview(cx, instr),
        _ => (token.step)(cx, instr),
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let name = show.book.externs.get(instr.x as usize).map_or("?", |token| token.name.as_str());
    format!("{name} {}, {}", show.at(instr.a), show.amount(instr))
}
