//! Which answers a request takes on the state at hand, in the order a player cycles through them: for cursors, for the
//! planner, and for requests that choose by rule. The checks when an answer resolves are the same ones, but for who hides
//! from the actor's side: what is offered and what a rule chooses goes by what that side sees.

use super::cx::Cx;
use super::hot::{Footing, blocks_sight};
use crate::intent::Answer;
use crate::program::{Address, Asks, Filter, RangeShape, Request};
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, Ground, PathFinder, Symmetry, UNREACHED, WalkPath, line_is_clear};
use crate::state::{Entity, EntityId, GameState, Team, flag};

/// Every answer that fits now when `turn` is done to it. They come in the order of what they resolve to: cells and units
/// nearest first, ties by cell; directions clockwise from north.
pub(crate) fn answers_into(cx: &mut Cx<'_>, request: &Request, from: Cell, turn: Symmetry, answers: &mut Vec<Answer>) {
    let back = turn.inverse();
    answers.clear();
    if request.asks == Asks::Direction {
        let fits = |dir: &Dir| {
            // A strict one looks at the next cell when it resolves.
            let unfiltered = request.filter == Filter::default() && request.surface == 0 && !request.flags.strict;
            unfiltered
                || cx
                    .book
                    .board
                    .step(from, *dir)
                    .is_some_and(|cell| passes_filter(seen(cx), cx.frame.owner, request, cell))
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
    let mut cells = candidates(cx, request, from);
    let mut left = cx.work;
    cells.retain(|&cell| is_legal(cx, request, from, cell, &mut left));
    cx.work = left.saturating_sub(cells.len() as u32);
    cells.sort_by_key(|&cell| (from.steps_to(cell), cell));
    answers.extend(cells.into_iter().filter_map(|cell| answer_of(cx, request, from, turn, cell)));
}

/// What there is as the actor's side sees it.
fn seen<'c>(cx: &'c Cx<'_>) -> Footing<'c> {
    cx.footing().as_seen_by(cx.owner().team)
}

/// The cells among which the answers of a request are, each of them looked at once.
fn candidates(cx: &mut Cx<'_>, request: &Request, from: Cell) -> Vec<Cell> {
    if request.reach == RangeShape::Walk {
        flood(cx, request);
    }
    let team = cx.owner().team;
    let cells: Vec<Cell> = if request.asks == Asks::Unit {
        let seen = cx.state.living().filter(|(_, entity)| !entity.hides_from(team));
        seen.map(|(_, entity)| entity.cell).collect()
    } else {
        near(cx, request, from)
    };
    let looked_at = cells.len().max(if request.asks == Asks::Unit { cx.state.entities().len() } else { 0 });
    cx.charge(looked_at as u32);
    cells
}

/// Whether a candidate is an answer; what that takes to find out is taken from `left`.
fn is_legal(cx: &Cx<'_>, request: &Request, from: Cell, cell: Cell, left: &mut u32) -> bool {
    let lines = matches!(request.reach, RangeShape::Line | RangeShape::Pierce | RangeShape::Sight);
    // A line of aim looks at every cell on its way.
    *left = left.saturating_sub(if lines { line_length(request, from, cell) } else { 0 });
    *left > 0
        && within(seen(cx), cx.owner(), request, from, cell, true)
        && passes_filter(seen(cx), cx.frame.owner, request, cell)
        && walkable(cx, request, cell)
}

/// The answer that resolves to a cell when `turn` is done to it.
fn answer_of(cx: &Cx<'_>, request: &Request, from: Cell, turn: Symmetry, cell: Cell) -> Option<Answer> {
    let back = turn.inverse();
    let (dx, dy) = back.apply(from.offset_to(cell));
    match request.asks {
        // A unit is answered by who stands where the turn takes to the one that is meant.
        Asks::Unit if turn != Symmetry::IDENTITY && request.flags.turnable => {
            let aimed = seen(cx).occupant(cx.book.board.offset(from, (dx, dy))?);
            aimed.is_some().then_some(Answer::Unit(aimed))
        }
        Asks::Unit => Some(Answer::Unit(seen(cx).occupant(cell))),
        _ => Some(match path(cx, request, from, cell) {
            Some(path) => Answer::Path(path.turned(back)),
            None => Answer::cell(&cx.book.board, from, cell, turn),
        }),
    }
}

/// The answer that costs the least, the first in the order of [`answers_into`] of those that cost the same: cells and
/// units are tried from the cheapest on, so that no more of them are looked at than it takes. `cost` is told who stands
/// on a cell as far as the actor's side sees.
pub(crate) fn cheapest(
    cx: &mut Cx<'_>,
    request: &Request,
    from: Cell,
    cost: impl Fn(&Cx<'_>, Cell, EntityId) -> i32,
) -> Option<Answer> {
    if matches!(request.asks, Asks::Direction | Asks::Number) {
        let mut answers = Vec::new();
        answers_into(cx, request, from, Symmetry::IDENTITY, &mut answers);
        let priced = answers.into_iter().filter_map(|answer| {
            let Answer::Dir(dir) = answer else { return None };
            let cell = cx.book.board.step(from, dir)?;
            Some((cost(cx, cell, seen(cx).occupant(cell)), answer))
        });
        return priced.min_by_key(|&(cost, _)| cost).map(|(_, answer)| answer);
    }
    let cells = candidates(cx, request, from).into_iter();
    let mut cells: Vec<(i32, i32, Cell)> =
        cells.map(|cell| (cost(cx, cell, seen(cx).occupant(cell)), from.steps_to(cell), cell)).collect();
    cells.sort_unstable();
    let mut left = cx.work;
    let found = cells.into_iter().find(|&(.., cell)| is_legal(cx, request, from, cell, &mut left));
    cx.work = left;
    found.and_then(|(.., cell)| answer_of(cx, request, from, Symmetry::IDENTITY, cell))
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
        let goal = cx.book.board.end_of(actor.cell, path, turn);
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
    let board = &cx.book.board;
    if request.reach == RangeShape::Board {
        return board.cells().collect();
    }
    let max = largest(cx, request);
    let (left, right) = ((from.x() - max).max(0), (from.x() + max).min(board.width() - 1));
    let rows = (from.y() - max).max(0)..=(from.y() + max).min(board.height() - 1);
    let columns = rows.flat_map(|y| (left..=right).map(move |x| (x, y)));
    if board.has_one_floor() {
        columns.filter_map(|(x, y)| board.cell(x, y)).collect()
    } else {
        columns.flat_map(|(x, y)| board.column(x, y)).collect()
    }
}

fn largest(cx: &Cx<'_>, request: &Request) -> i32 {
    let max = i32::from(request.max);
    if request.reach == RangeShape::Walk { max.min(cx.owner().movement.max(0)) } else { max }
}

fn flood(cx: &mut Cx<'_>, request: &Request) {
    flood_from(cx, cx.owner().cell, largest(cx, request));
}

/// Floods what an entity can walk to with all its movement points from where it stands, by the rules by which a request
/// for a walk finds its answers. Nobody who hides from its side is in its way.
pub fn walks(book: &Rulebook, state: &GameState, walker: EntityId, paths: &mut PathFinder) {
    let walker = *state.entity(walker);
    let (footing, reach) = (Footing::of(book, state), book.reach_of(&walker, walker.movement.max(0)));
    paths.flood(&book.board, walker.cell, reach, |spot| footing.cost(spot, EntityId::NONE, walker.team));
}

/// Finds what the actor can walk to from a cell within so many steps.
fn flood_from(cx: &mut Cx<'_>, start: Cell, limit: i32) {
    let (walker, footing) = (*cx.owner(), Footing::of(cx.book, cx.state));
    let reach = cx.book.reach_of(&walker, limit);
    cx.buffers.path.flood(&cx.book.board, start, reach, |spot| footing.cost(spot, EntityId::NONE, walker.team));
    let looked_at = cx.buffers.path.reached().len() as u32;
    cx.charge(looked_at);
}

fn walkable(cx: &Cx<'_>, request: &Request, cell: Cell) -> bool {
    request.reach != RangeShape::Walk
        || cell != cx.owner().cell && cx.buffers.path.distance(&cx.book.board, cell) != UNREACHED
}

/// Whether a cell lies where the request reaches from `from`. `strict` lets entities stand in a line's way; without it
/// only ground and surfaces do.
#[inline(always)]
pub(crate) fn within(
    footing: Footing<'_>,
    actor: &Entity,
    request: &Request,
    from: Cell,
    cell: Cell,
    strict: bool,
) -> bool {
    if !footing.book.board.contains(cell) {
        return false;
    }
    let (min, max) = (i32::from(request.min), i32::from(request.max));
    let steps = from.steps_to(cell);
    match request.reach {
        RangeShape::Steps => steps >= min && steps <= max,
        RangeShape::Walk => steps >= min && steps <= max.min(actor.movement.max(0)),
        RangeShape::Board => true,
        _ => within_shape(footing, request, from, cell, strict),
    }
}

#[inline(never)]
fn within_shape(footing: Footing<'_>, request: &Request, from: Cell, cell: Cell, strict: bool) -> bool {
    let Footing { book, cells, .. } = footing;
    let (min, max) = (i32::from(request.min), i32::from(request.max));
    let steps = from.steps_to(cell);
    match request.reach {
        RangeShape::Square => (min..=max).contains(&from.square_distance(cell)),
        RangeShape::Line | RangeShape::Pierce => {
            let (dx, dy) = from.offset_to(cell);
            let straight = dx == 0 || dy == 0;
            let stops = strict && request.reach == RangeShape::Line;
            let blocks = |cell| blocks_sight(book, cells, cell) || stops && footing.occupant(cell).is_some();
            straight && (min..=max).contains(&steps) && line_is_clear(&book.board, from, cell, blocks)
        }
        _ => {
            let blocks = |cell| blocks_sight(book, cells, cell);
            (min..=max).contains(&steps) && line_is_clear(&book.board, from, cell, blocks)
        }
    }
}

/// Whether what is on a cell now passes the request's filter, for this actor.
pub(crate) fn passes_filter(footing: Footing<'_>, id: EntityId, request: &Request, cell: Cell) -> bool {
    if footing.book.decoded.ground.at(footing.book.board.place(cell)) & (Ground::OFF | Ground::WALL) != 0 {
        return false;
    }
    let on_surface = request.surface == 0 || footing.cells.row(cell).surface == request.surface;
    on_surface && lets_through(footing, id, request.filter, cell)
}

/// Whether a filter lets a cell through for an actor.
pub(crate) fn lets_through(footing: Footing<'_>, id: EntityId, filter: Filter, cell: Cell) -> bool {
    let occupant = footing.occupant(cell);
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
    let (owner, other) = (footing.entity(id), footing.entity(occupant));
    if filter.has(Filter::ACTS) && other.flags & flag::ACTS == 0 {
        return false;
    }
    if filter.0 & sides == 0 {
        return true;
    }
    let same = occupant == id;
    let neutral = other.team == Team::NEUTRAL;
    filter.has(Filter::SELF) && same
        || filter.has(Filter::ALLY) && !same && !neutral && other.team == owner.team
        || filter.has(Filter::ENEMY) && other.team.is_enemy_of(owner.team)
        || filter.has(Filter::NEUTRAL) && !same && neutral
}
