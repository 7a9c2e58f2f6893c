//! What the area tokens share: one cell of the pattern a step.

use crate::machine::{Flow, Hot, Spot, blocks_sight};
use crate::program::{Instr, bits};
use crate::space::{Cell, Dir, Symmetry, line_is_clear};

/// Applies an effect to the next cell of the pattern around the target. Pattern 0 is the target's cell alone.
#[inline(always)]
pub(super) fn step(hot: &mut Hot<'_>, instr: &Instr, effect: impl FnOnce(&mut Hot<'_>, Spot)) -> Flow {
    let Some(spot) = next(hot, instr) else { return Flow::Next };
    effect(hot, spot);
    go_on(hot, instr)
}

/// The next cell of the pattern.
#[inline(always)]
pub(super) fn next(hot: &mut Hot<'_>, instr: &Instr) -> Option<Spot> {
    if instr.x == 0 { hot.spot_at(instr.a) } else { next_of_pattern(hot, instr) }
}

/// What follows a cell: another one, or the next instruction.
#[inline(always)]
pub(super) fn go_on(hot: &Hot<'_>, instr: &Instr) -> Flow {
    let cells = if instr.x == 0 { 0 } else { pattern(hot, instr).len() };
    if (hot.frame.progress as usize) < cells { Flow::Again } else { Flow::Next }
}

fn pattern<'s>(hot: &Hot<'s>, instr: &Instr) -> &'s [(i8, i8)] {
    hot.book.patterns.get(instr.x as usize).map_or(&[], |pattern| pattern.cells.as_slice())
}

#[inline(never)]
fn next_of_pattern(hot: &mut Hot<'_>, instr: &Instr) -> Option<Spot> {
    let (pattern, board) = (pattern(hot, instr), &hot.book.board);
    if hot.frame.progress == 0 {
        // The area stays where the blow fell, though the target may be moved by what the blow sets off.
        let cell = hot.spot_at(instr.a)?.cell;
        let dir = if instr.has(bits::TURNED) { hot.dir_at(instr.a).unwrap_or(Dir::East) } else { Dir::East };
        hot.frame.progress2 = cell.bits() | u32::from(Symmetry::east_onto(dir).index()) << 24;
    }
    let centre = Cell::from_bits(hot.frame.progress2 & 0x00ff_ffff);
    let turn = Symmetry::from_index((hot.frame.progress2 >> 24) as u8);
    let origin = if instr.has(bits::TURNED) { hot.spot_of(hot.frame.owner).cell } else { centre };
    let sheltered = instr.has(bits::SHELTERED);
    for (index, &(dx, dy)) in pattern.iter().enumerate().skip(hot.frame.progress as usize) {
        hot.frame.progress = index as u32 + 1;
        hot.charge(1);
        let Some(cell) = board.offset(centre, turn.apply((i32::from(dx), i32::from(dy)))) else { continue };
        let spot = hot.spot(cell);
        if !hot.is_ground(spot) {
            continue;
        }
        if sheltered {
            hot.charge(origin.square_distance(cell) as u32);
        }
        if sheltered && !line_is_clear(board, origin, cell, |cell| blocks_sight(hot.book, hot.cells, cell)) {
            continue;
        }
        return Some(spot);
    }
    None
}
