//! Which answers a request takes on the state at hand, in the order a player cycles through them: for cursors, for the
//! planner, and for requests that choose by rule. The checks when an answer resolves are the same ones.

use super::cx::Cx;
use super::hot::{Footing, blocks_sight};
use crate::intent::Answer;
use crate::program::{Address, Asks, Filter, RangeShape, Request};
use crate::space::{Cell, Dir, Symmetry, UNREACHED, WalkPath, line_is_clear};
use crate::state::{EntityId, Team, flag};

/// Every answer that fits now when `turn` is done to it. They come in the order of what they resolve to: cells and units
/// nearest first, ties by cell; directions clockwise from north.
pub(crate) fn answers_into(cx: &mut Cx<'_>, request: &Request, from: Cell, turn: Symmetry, answers: &mut Vec<Answer>) {
    let back = turn.inverse();
    answers.clear();
    if request.asks == Asks::Direction {
        let fits = |dir: &Dir| {
            // A strict one looks at the next cell when it resolves.
            let unfiltered = request.filter == Filter::default() && request.surface == 0 && !request.flags.strict;
            unfiltered || cx.book.board.step(from, *dir).is_some_and(|cell| passes_filter(cx, request, cell))
        };
        answers.extend(Dir::CARDINAL.into_iter().filter(fits).map(|dir| Answer::Dir(back.apply_dir(dir))));
        return;
    }
    if request.asks == Asks::Number {
        let numbers = i16::from(request.min)..=i16::from(request.max);
        cx.charge(u32::from(request.max.saturating_sub(request.min)) + 1);
        answers.extend(numbers.map(Answer::Number));
        return;
    }
    if request.reach == RangeShape::Walk {
        flood(cx, request);
    }
    let mut cells: Vec<Cell> = if request.asks == Asks::Unit {
        cx.state.living().map(|(_, entity)| entity.cell).collect()
    } else {
        near(cx, request, from)
    };
    let looked_at = cells.len().max(if request.asks == Asks::Unit { cx.state.entities().len() } else { 0 });
    cx.charge(looked_at as u32);
    let lines = matches!(request.reach, RangeShape::Line | RangeShape::Pierce | RangeShape::Sight);
    let mut left = cx.work;
    cells.retain(|&cell| {
        // A line of aim looks at every cell on its way.
        left = left.saturating_sub(if lines { line_length(request, from, cell) } else { 0 });
        left > 0
            && within(cx, request, from, cell, true)
            && passes_filter(cx, request, cell)
            && walkable(cx, request, cell)
    });
    cx.work = left.saturating_sub(cells.len() as u32);
    cells.sort_by_key(|&cell| (from.steps_to(cell), cell));
    let redirected_unit = turn != Symmetry::IDENTITY && request.flags.turnable;
    answers.extend(cells.into_iter().filter_map(|cell| {
        let (dx, dy) = back.apply(from.offset_to(cell));
        match request.asks {
            // A unit is answered by who stands where the turn takes to the one that is meant.
            Asks::Unit if redirected_unit => {
                let aimed = cx.state.occupant(cx.book.board.offset(from, (dx, dy))?);
                aimed.is_some().then_some(Answer::Unit(aimed))
            }
            Asks::Unit => Some(Answer::Unit(cx.state.occupant(cell))),
            _ => Some(
                path(cx, request, from, cell)
                    .map_or_else(|| Answer::Offset(dx as i16, dy as i16), |path| Answer::Path(path.turned(back))),
            ),
        }
    }));
}

/// The way of the actor to a cell that it was asked to walk to.
fn path(cx: &Cx<'_>, request: &Request, from: Cell, cell: Cell) -> Option<WalkPath> {
    let walks = request.reach == RangeShape::Walk && request.from == Address::SELF && from == cx.owner().cell;
    if walks { cx.buffers.path.path_to(&cx.book.board, cell) } else { None }
}

/// Leads walks through cells in between: the way to each of them, and on from the last, by the shortest stretches.
pub(crate) fn lead_through(
    cx: &mut Cx<'_>,
    request: &Request,
    turn: Symmetry,
    through: &[Cell],
    answers: &mut Vec<Answer>,
) {
    let back = turn.inverse();
    let actor = *cx.owner();
    let (mut at, mut way) = (actor.cell, Vec::new());
    let mut left = largest(cx, request).clamp(0, WalkPath::MAX as i32);
    for &cell in through {
        flood_from(cx, at, left);
        let Some(stretch) = cx.buffers.path.path_to(&cx.book.board, cell) else { return answers.clear() };
        left -= stretch.len() as i32;
        way.extend(stretch.steps());
        at = cell;
    }
    flood_from(cx, at, left);
    answers.retain_mut(|answer| {
        let Answer::Path(path) = answer else { return false };
        let goal = cx.book.board.offset(actor.cell, path.turned(turn).offset());
        let rest = goal.and_then(|goal| cx.buffers.path.path_to(&cx.book.board, goal));
        let whole = rest.and_then(|rest| WalkPath::new(way.iter().copied().chain(rest.steps())));
        match whole {
            Some(whole) => {
                *path = whole.turned(back);
                true
            }
            None => false,
        }
    });
}

/// The cells that a line of aim passes, where there is one at all.
fn line_length(request: &Request, from: Cell, cell: Cell) -> u32 {
    let (dx, dy) = from.offset_to(cell);
    let aims = match request.reach {
        RangeShape::Line | RangeShape::Pierce => dx == 0 || dy == 0,
        _ => from.steps_to(cell) <= i32::from(request.max),
    };
    if aims { from.square_distance(cell) as u32 } else { 0 }
}

/// The cells that a request's largest distance allows at all, by row and column.
fn near(cx: &Cx<'_>, request: &Request, from: Cell) -> Vec<Cell> {
    if request.reach == RangeShape::Board {
        return cx.book.board.cells().collect();
    }
    let max = largest(cx, request);
    let rows = (from.y() - max)..=(from.y() + max);
    rows.flat_map(|y| ((from.x() - max)..=(from.x() + max)).map(move |x| (x, y)))
        .filter_map(|(x, y)| cx.book.board.cell(x, y))
        .collect()
}

fn largest(cx: &Cx<'_>, request: &Request) -> i32 {
    let max = i32::from(request.max);
    if request.reach == RangeShape::Walk { max.min(cx.owner().movement.max(0)) } else { max }
}

fn flood(cx: &mut Cx<'_>, request: &Request) {
    flood_from(cx, cx.owner().cell, largest(cx, request));
}

/// Finds what the actor can walk to from a cell within so many steps.
fn flood_from(cx: &mut Cx<'_>, start: Cell, limit: i32) {
    let limit = limit.clamp(0, i32::from(u16::MAX - 1)) as u16;
    let (board, team) = (&cx.book.board, cx.owner().team);
    let footing = Footing::of(cx.book, cx.state);
    cx.buffers.path.flood(board, start, limit, |cell| footing.can_walk(footing.spot(cell), EntityId::NONE, team));
    cx.charge(cx.buffers.path.reached().len() as u32);
}

fn walkable(cx: &Cx<'_>, request: &Request, cell: Cell) -> bool {
    request.reach != RangeShape::Walk
        || cell != cx.owner().cell && cx.buffers.path.distance(&cx.book.board, cell) != UNREACHED
}

/// Whether a cell lies where the request reaches from `from`. `strict` lets entities stand in a line's way; without it
/// only ground and surfaces do.
#[inline(always)]
pub(crate) fn within(cx: &Cx<'_>, request: &Request, from: Cell, cell: Cell, strict: bool) -> bool {
    if !cx.book.board.contains(cell) {
        return false;
    }
    let (min, max) = (i32::from(request.min), i32::from(request.max));
    let steps = from.steps_to(cell);
    // The commonest measure is compiled in where it is asked for, the others are a call away.
    if request.reach == RangeShape::Steps {
        return steps >= min && steps <= max;
    }
    within_other(cx, request, from, cell, strict)
}

#[inline(never)]
fn within_other(cx: &Cx<'_>, request: &Request, from: Cell, cell: Cell, strict: bool) -> bool {
    let (min, max) = (i32::from(request.min), i32::from(request.max));
    let steps = from.steps_to(cell);
    match request.reach {
        RangeShape::Steps => steps >= min && steps <= max,
        RangeShape::Square => (min..=max).contains(&from.square_distance(cell)),
        RangeShape::Line | RangeShape::Pierce => {
            let (dx, dy) = from.offset_to(cell);
            let straight = dx == 0 || dy == 0;
            let stops = strict && request.reach == RangeShape::Line;
            straight
                && (min..=max).contains(&steps)
                && line_is_clear(&cx.book.board, from, cell, |c| {
                    blocks_sight(cx.book, cx.state.cells(), c) || stops && cx.state.occupant(c).is_some()
                })
        }
        RangeShape::Sight => {
            (min..=max).contains(&steps)
                && line_is_clear(&cx.book.board, from, cell, |c| blocks_sight(cx.book, cx.state.cells(), c))
        }
        RangeShape::Walk => steps >= min && steps <= largest(cx, request),
        RangeShape::Board => true,
    }
}

/// Whether what is on a cell now passes the request's filter.
pub(crate) fn passes_filter(cx: &Cx<'_>, request: &Request, cell: Cell) -> bool {
    if !cx.is_ground(cell) {
        return false;
    }
    let filter = request.filter;
    if request.surface != 0 && cx.state.cells().row(cell).surface != request.surface {
        return false;
    }
    let occupant = cx.state.occupant(cell);
    let (empty, occupied) = (filter.has(Filter::EMPTY), filter.has(Filter::OCCUPIED));
    if empty != occupied && occupant.is_some() != occupied {
        return false;
    }
    let sides = Filter::ALLY | Filter::ENEMY | Filter::SELF | Filter::NEUTRAL;
    if filter.0 & (sides | Filter::ACTS) == 0 {
        return true;
    }
    if !occupant.is_some() {
        return false;
    }
    let (owner, other) = (cx.owner(), cx.state.entity(occupant));
    if filter.has(Filter::ACTS) && other.flags & flag::ACTS == 0 {
        return false;
    }
    if filter.0 & sides == 0 {
        return true;
    }
    let same = occupant == cx.frame.owner;
    let neutral = other.team == Team::NEUTRAL;
    filter.has(Filter::SELF) && same
        || filter.has(Filter::ALLY) && !same && !neutral && other.team == owner.team
        || filter.has(Filter::ENEMY) && other.team.is_enemy_of(owner.team)
        || filter.has(Filter::NEUTRAL) && !same && neutral
}
