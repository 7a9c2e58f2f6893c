//! What the area tokens share: one cell of the pattern a step.

use super::operand::{Address, Amount, Area};
use crate::machine::legal::lets_through;
use crate::machine::{Flow, Hot};
use crate::regions::{Aim, Measure, RegionId};
use crate::space::{Board, Cell, Dir, Spot, Symmetry, Trajectory, line_is_clear};

/// Applies an effect to the next cell of the pattern around the target. Pattern 0 is the target's cell alone.
#[inline(always)]
pub(super) fn step(hot: &mut Hot<'_>, target: Address, area: Area, effect: impl FnOnce(&mut Hot<'_>, Spot)) -> Flow {
    let Some(spot) = next_met(hot, target, area) else { return Flow::Next };
    effect(hot, spot);
    go_on(hot, area)
}

/// The same as [`next`] without the further cells of who stands on several: it is met once. An address that names a unit
/// and no area around it means that unit alone: once it is dead, nobody is met, whoever stands on its cell.
#[inline(always)]
pub(super) fn next_met(hot: &mut Hot<'_>, target: Address, area: Area) -> Option<Spot> {
    if area.pattern == 0 && hot.named_unit(target).is_some_and(|id| !hot.entity(id).is_alive()) {
        return None;
    }
    let mut begins = hot.frame.progress == 0;
    loop {
        let spot = next(hot, target, area)?;
        if !hot.is_met_again(spot, begins) {
            return Some(spot);
        }
        begins = false;
        if go_on(hot, area) != Flow::Again {
            return None;
        }
    }
}

/// The next cell of the pattern that the area's filter lets through.
#[inline(always)]
pub(super) fn next(hot: &mut Hot<'_>, target: Address, area: Area) -> Option<Spot> {
    if area.pattern == 0 && area.filter.is_open() { hot.spot_at(target) } else { next_of_pattern(hot, target, area) }
}

/// What follows a cell: another one, or the next instruction.
#[inline(always)]
pub(super) fn go_on(hot: &Hot<'_>, area: Area) -> Flow {
    let cells = if area.pattern == 0 { 0 } else { pattern(hot, area, hot.frame.bearing).0.len() };
    if (hot.frame.progress as usize) < cells { Flow::Again } else { Flow::Next }
}

/// The cells of an area that points somewhere, and how they are turned: from east to there, where the pattern is not drawn
/// for each direction.
fn pattern<'s>(hot: &Hot<'s>, area: Area, dir: Dir) -> (&'s [(i8, i8)], Symmetry) {
    let find = |index: u16| hot.book.patterns.get(usize::from(index));
    let Some(drawn) = find(area.pattern) else { return (&[(0, 0)], Symmetry::IDENTITY) };
    let facing = drawn.facings.filter(|_| area.is_turned).and_then(|facings| find(facings[dir as usize / 2]));
    match facing {
        Some(facing) => (&facing.cells, Symmetry::IDENTITY),
        None if area.is_turned => (&drawn.cells, Symmetry::east_onto(dir)),
        None => (&drawn.cells, Symmetry::IDENTITY),
    }
}

/// The middle of an area, and the direction in which it points: that of the target, or from the actor to it. One that begins
/// at the actor has it in its middle.
pub(super) fn middle_of(hot: &Hot<'_>, target: Address, area: Area) -> Option<(Cell, Dir)> {
    let cell = hot.spot_at(target)?.cell;
    let dir = if area.is_turned { hot.dir_at(target).unwrap_or(Dir::East) } else { Dir::East };
    Some((if area.is_aimed { hot.spot_of(hot.actor).cell } else { cell }, dir))
}

#[inline(never)]
fn next_of_pattern(hot: &mut Hot<'_>, target: Address, area: Area) -> Option<Spot> {
    if hot.frame.progress == 0 {
        // The area stays where the blow fell, though the target may be moved by what the blow sets off.
        let (cell, dir) = middle_of(hot, target, area)?;
        (hot.frame.progress2, hot.frame.bearing) = (cell.bits(), dir);
    }
    let (centre, dir) = (Cell::from_bits(hot.frame.progress2), hot.frame.bearing);
    let done = hot.frame.progress;
    let found = next_from(hot, area, centre, dir, done);
    hot.frame.progress = found.map_or(pattern(hot, area, dir).0.len() as u32, |(done, _)| done);
    found.map(|(_, spot)| spot)
}

/// Whether a cell is in the region that narrows an area or, where none does, about as high as its centre.
#[inline(always)]
fn lies_in(hot: &mut Hot<'_>, area: Area, centre: Cell, cell: Cell) -> bool {
    let board = &hot.book.board;
    let narrows = hot.book.patterns.get(usize::from(area.pattern)).and_then(|pattern| pattern.region).map(RegionId);
    let Some(region) = narrows else {
        let rise = board.elevation(cell) - board.elevation(centre);
        return rise.abs() <= 2 * Board::CLEARANCE;
    };
    let Some(region) = hot.book.region(region) else { return false };
    let measure = Measure::new(region.bounds().unwrap_or_default(), region.heights, Amount::number);
    if !region.is_plain() {
        let (parts, lines) = region.weight(hot.book);
        hot.charge(parts + lines * centre.square_distance(cell) as u32);
    }
    region.strikes(&Aim { footing: hot.footing(), actor: hot.actor, from: centre, cell, measure })
}

/// The next cell of an area around a cell, when so many of its pattern are done, and how many are done with it. An area that
/// is turned is turned from east to the direction.
pub(super) fn next_from(hot: &mut Hot<'_>, area: Area, centre: Cell, dir: Dir, done: u32) -> Option<(u32, Spot)> {
    let ((pattern, turn), board) = (pattern(hot, area, dir), &hot.book.board);
    let origin = if area.is_turned { hot.spot_of(hot.actor).cell } else { centre };
    for (index, &(dx, dy)) in pattern.iter().enumerate().skip(done as usize) {
        hot.charge(1);
        let Some(cell) = board.offset(centre, turn.apply((i32::from(dx), i32::from(dy)))) else { continue };
        let spot = hot.spot(cell);
        if !hot.is_ground(spot) {
            continue;
        }
        if area.is_sheltered {
            hot.charge(origin.square_distance(cell) as u32);
        }
        if area.is_sheltered
            && !line_is_clear(board, origin, cell, Trajectory::Straight, |cell, above| {
                hot.footing().blocks_sight(cell, above)
            })
        {
            continue;
        }
        if !lies_in(hot, area, centre, cell) {
            continue;
        }
        if area.filter.is_open() || lets_through(hot.footing(), hot.actor, area.filter, cell) {
            return Some((index as u32 + 1, spot));
        }
    }
    None
}
