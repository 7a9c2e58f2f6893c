//! What the area tokens share: one cell of the pattern a step.

use super::operand::{Address, Area};
use crate::machine::{Flow, Hot, Spot, blocks_sight};
use crate::space::{Cell, Dir, Symmetry, line_is_clear};

/// Applies an effect to the next cell of the pattern around the target. Pattern 0 is the target's cell alone.
#[inline(always)]
pub(super) fn step(hot: &mut Hot<'_>, target: Address, area: Area, effect: impl FnOnce(&mut Hot<'_>, Spot)) -> Flow {
    let Some(spot) = next(hot, target, area) else { return Flow::Next };
    effect(hot, spot);
    go_on(hot, area)
}

/// The next cell of the pattern.
#[inline(always)]
pub(super) fn next(hot: &mut Hot<'_>, target: Address, area: Area) -> Option<Spot> {
    if area.pattern == 0 { hot.spot_at(target) } else { next_of_pattern(hot, target, area) }
}

/// What follows a cell: another one, or the next instruction.
#[inline(always)]
pub(super) fn go_on(hot: &Hot<'_>, area: Area) -> Flow {
    let cells = if area.pattern == 0 { 0 } else { pattern(hot, area).len() };
    if (hot.frame.progress as usize) < cells { Flow::Again } else { Flow::Next }
}

fn pattern<'s>(hot: &Hot<'s>, area: Area) -> &'s [(i8, i8)] {
    hot.book.patterns.get(usize::from(area.pattern)).map_or(&[], |pattern| pattern.cells.as_slice())
}

#[inline(never)]
fn next_of_pattern(hot: &mut Hot<'_>, target: Address, area: Area) -> Option<Spot> {
    let (pattern, board) = (pattern(hot, area), &hot.book.board);
    if hot.frame.progress == 0 {
        // The area stays where the blow fell, though the target may be moved by what the blow sets off.
        let cell = hot.spot_at(target)?.cell;
        let dir = if area.is_turned { hot.dir_at(target).unwrap_or(Dir::East) } else { Dir::East };
        hot.frame.progress2 = cell.bits() | u32::from(Symmetry::east_onto(dir).index()) << 24;
    }
    let centre = Cell::from_bits(hot.frame.progress2 & 0x00ff_ffff);
    let turn = Symmetry::from_index((hot.frame.progress2 >> 24) as u8);
    let origin = if area.is_turned { hot.spot_of(hot.frame.owner).cell } else { centre };
    for (index, &(dx, dy)) in pattern.iter().enumerate().skip(hot.frame.progress as usize) {
        hot.frame.progress = index as u32 + 1;
        hot.charge(1);
        let Some(cell) = board.offset(centre, turn.apply((i32::from(dx), i32::from(dy)))) else { continue };
        let spot = hot.spot(cell);
        if !hot.is_ground(spot) {
            continue;
        }
        if area.is_sheltered {
            hot.charge(origin.square_distance(cell) as u32);
        }
        if area.is_sheltered && !line_is_clear(board, origin, cell, |cell| blocks_sight(hot.book, hot.cells, cell)) {
            continue;
        }
        return Some(spot);
    }
    None
}
