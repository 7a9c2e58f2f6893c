//! Shared code of area tokens, which process one cell of the pattern per step.

use super::operand::{Address, Amount, Area};
use crate::machine::legal::is_letting_through;
use crate::machine::{FastContext, Flow};
use crate::regions::{Aim, Measure, RegionId};
use crate::space::{Board, Cell, Dir, Symmetry, TilePos, Trajectory, is_line_clear};

#[inline(always)]
pub(super) fn step(
    fast: &mut FastContext<'_>,
    target: Address,
    area: Area,
    effect: impl FnOnce(&mut FastContext<'_>, TilePos),
) -> Flow {
    let Some(spot) = next_met(fast, target, area) else { return Flow::Next };
    effect(fast, spot);
    go_on(fast, area)
}

/// Like [`next`], but meets a unit on several cells once. A unit address without an area means only that unit, while it
/// lives.
#[inline(always)]
pub(super) fn next_met(fast: &mut FastContext<'_>, target: Address, area: Area) -> Option<TilePos> {
    if area.pattern == 0 && fast.named_unit(target).is_some_and(|id| !fast.entity(id).is_alive()) {
        return None;
    }
    let mut begins = fast.frame.progress == 0;
    loop {
        let spot = next(fast, target, area)?;
        if !fast.is_met_again(spot, begins) {
            return Some(spot);
        }
        begins = false;
        if go_on(fast, area) != Flow::Again {
            return None;
        }
    }
}

#[inline(always)]
pub(super) fn next(fast: &mut FastContext<'_>, target: Address, area: Area) -> Option<TilePos> {
    if area.pattern == 0 && area.filter.is_open() { fast.spot_at(target) } else { next_of_pattern(fast, target, area) }
}

#[inline(always)]
pub(super) fn go_on(fast: &FastContext<'_>, area: Area) -> Flow {
    let cells = if area.pattern == 0 { 0 } else { pattern(fast, area, fast.frame.bearing).0.len() };
    if (fast.frame.progress as usize) < cells { Flow::Again } else { Flow::Next }
}

fn pattern<'s>(fast: &FastContext<'s>, area: Area, dir: Dir) -> (&'s [(i8, i8)], Symmetry) {
    let find = |index: u16| fast.book.patterns.get(usize::from(index));
    let Some(drawn) = find(area.pattern) else { return (&[(0, 0)], Symmetry::IDENTITY) };
    let facing = drawn.facings.filter(|_| area.is_turned).and_then(|facings| find(facings[dir as usize / 2]));
    match facing {
        Some(facing) => (&facing.cells, Symmetry::IDENTITY),
        None if area.is_turned => (&drawn.cells, Symmetry::east_onto(dir)),
        None => (&drawn.cells, Symmetry::IDENTITY),
    }
}

pub(super) fn middle_of(fast: &FastContext<'_>, target: Address, area: Area) -> Option<(Cell, Dir)> {
    let cell = fast.spot_at(target)?.cell;
    let dir = if area.is_turned { fast.dir_at(target).unwrap_or(Dir::East) } else { Dir::East };
    Some((if area.is_aimed { fast.spot_of(fast.actor).cell } else { cell }, dir))
}

#[inline(never)]
fn next_of_pattern(fast: &mut FastContext<'_>, target: Address, area: Area) -> Option<TilePos> {
    if fast.frame.progress == 0 {
        // The area stays where it was, although its target may be moved.
        let (cell, dir) = middle_of(fast, target, area)?;
        (fast.frame.progress2, fast.frame.bearing) = (cell.bits(), dir);
    }
    let (centre, dir) = (Cell::from_bits(fast.frame.progress2), fast.frame.bearing);
    let done = fast.frame.progress;
    let found = next_from(fast, area, centre, dir, done);
    fast.frame.progress = found.map_or(pattern(fast, area, dir).0.len() as u32, |(done, _)| done);
    found.map(|(_, spot)| spot)
}

#[inline(always)]
fn lies_in(fast: &mut FastContext<'_>, area: Area, centre: Cell, cell: Cell) -> bool {
    let board = &fast.book.board;
    let narrows = fast.book.patterns.get(usize::from(area.pattern)).and_then(|pattern| pattern.region).map(RegionId);
    let Some(region) = narrows else {
        let rise = board.elevation(cell) - board.elevation(centre);
        return rise.abs() <= 2 * Board::CLEARANCE;
    };
    let Some(region) = fast.book.region(region) else { return false };
    let measure = Measure::new(region.bounds().unwrap_or_default(), region.heights, Amount::number);
    if !region.is_plain() {
        let (parts, lines) = region.weight(fast.book);
        fast.charge(parts + lines * centre.square_distance(cell) as u32);
    }
    region.is_struck(&Aim { footing: fast.footing(), actor: fast.actor, from: centre, cell, measure })
}

pub(super) fn next_from(
    fast: &mut FastContext<'_>,
    area: Area,
    centre: Cell,
    dir: Dir,
    done: u32,
) -> Option<(u32, TilePos)> {
    let ((pattern, turn), board) = (pattern(fast, area, dir), &fast.book.board);
    let origin = if area.is_turned { fast.spot_of(fast.actor).cell } else { centre };
    for (index, &(dx, dy)) in pattern.iter().enumerate().skip(done as usize) {
        fast.charge(1);
        let Some(cell) = board.offset(centre, turn.apply((i32::from(dx), i32::from(dy)))) else { continue };
        let spot = fast.spot(cell);
        if !fast.is_ground(spot) {
            continue;
        }
        if area.is_sheltered {
            fast.charge(origin.square_distance(cell) as u32);
        }
        if area.is_sheltered
            && !is_line_clear(board, origin, cell, Trajectory::Straight, |cell, above| {
                fast.footing().is_sight_blocked(cell, above)
            })
        {
            continue;
        }
        if !lies_in(fast, area, centre, cell) {
            continue;
        }
        if area.filter.is_open() || is_letting_through(fast.footing(), fast.actor, area.filter, cell) {
            return Some((index as u32 + 1, spot));
        }
    }
    None
}
