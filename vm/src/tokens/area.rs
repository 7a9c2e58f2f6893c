//! What the area tokens share: one cell of the pattern a step.

use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};
use crate::space::{Cell, Dir, Symmetry, line_is_clear};

/// Applies an effect to the next cell of the pattern around the target. Pattern 0 is the target's cell alone.
#[inline(always)]
pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr, effect: impl FnOnce(&mut Cx<'_>, Cell)) -> Flow {
    if instr.x == 0 {
        if let Some(cell) = cx.cell_at(instr.a) {
            effect(cx, cell);
        }
        return Flow::Next;
    }
    step_pattern(cx, instr, effect)
}

#[inline(never)]
fn step_pattern(cx: &mut Cx<'_>, instr: &Instr, effect: impl FnOnce(&mut Cx<'_>, Cell)) -> Flow {
    let Some(pattern) = cx.book().patterns.get(instr.x as usize) else { return Flow::Next };
    if cx.frame.progress == 0 {
        // The area stays where the blow fell, though the target may be moved by what the blow sets off.
        let Some(cell) = cx.cell_at(instr.a) else { return Flow::Next };
        let dir = if instr.has(bits::TURNED) { cx.dir_at(instr.a).unwrap_or(Dir::East) } else { Dir::East };
        cx.frame.progress2 = cell.bits() | u32::from(Symmetry::east_onto(dir).index()) << 24;
    }
    let centre = Cell::from_bits(cx.frame.progress2 & 0x00ff_ffff);
    let turn = Symmetry::from_index((cx.frame.progress2 >> 24) as u8);
    let origin = if instr.has(bits::TURNED) { cx.owner().cell } else { centre };
    let sheltered = instr.has(bits::SHELTERED);
    for (index, &(dx, dy)) in pattern.cells.iter().enumerate().skip(cx.frame.progress as usize) {
        cx.frame.progress = index as u32 + 1;
        cx.charge(1);
        let offset = turn.apply((i32::from(dx), i32::from(dy)));
        let Some(cell) = cx.book().board.offset(centre, offset).filter(|&cell| cx.is_ground(cell)) else { continue };
        if sheltered {
            cx.charge(origin.square_distance(cell) as u32);
        }
        if sheltered && !line_is_clear(&cx.book().board, origin, cell, |c| cx.blocks_aim(c)) {
            continue;
        }
        effect(cx, cell);
        return if index + 1 < pattern.cells.len() { Flow::Again } else { Flow::Next };
    }
    Flow::Next
}
