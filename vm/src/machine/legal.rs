//! Legal answers of a request on the current state, in cycling order. Resolution makes the same checks, but offers and
//! rules ignore units hidden from the actor's side.

use super::cx::RunContext;
use super::footing::Footing;
use super::hazards::Hazards;
use super::walking::{UnitBlocking, Way, find_ways, is_end_allowed};
use super::{Buffers, Question};
use crate::intent::Answer;
use crate::program::{Address, Amount, Asks, Filter, Request};
use crate::regions::{Aim, Bound, Measure, Region, RegionId};
use crate::rulebook::Rules;
use crate::space::{Board, Cell, Dir, Ground, LinkSet, Symmetry, UNREACHED, WalkPath};
use crate::state::{EntityId, GameState, Team, flag};
use crate::stats::{Sheet, StatId};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured<'r> {
    pub(crate) request: &'r Request,
    region: &'r Region,
    measure: Measure,
}

impl<'r> Measured<'r> {
    #[inline(always)]
    pub(crate) fn plain(book: &'r Rules, request: &'r Request) -> Option<Self> {
        let region = book.region(request.region)?;
        let measure = Measure::new(request.bounds()?, region.heights, Amount::number);
        if region.has_formula() { None } else { Some(Self { request, region, measure }) }
    }

    pub(crate) fn now<'a: 'r>(cx: &mut RunContext<'a>, request: &'r Request) -> Option<Self> {
        let across = (cx.amount(request.min), cx.amount(request.max));
        Self::across(cx, request, across)
    }

    /// Returns a request with the bounds of its question, because their inputs may be gone. Region formulas read the
    /// actor only.
    fn across<'a: 'r>(cx: &mut RunContext<'a>, request: &'r Request, across: (i32, i32)) -> Option<Self> {
        let region = cx.book.region(request.region)?;
        Some(Self { request, region, measure: Measure::new(across, region.heights, |amount| cx.amount(amount)) })
    }

    pub(super) fn is_walk(&self) -> bool {
        self.region.shape.bound() == Bound::Walk
    }

    pub(crate) fn contains_number(&self, number: i16) -> bool {
        self.numbers().contains(&number)
    }

    fn numbers(&self) -> std::ops::RangeInclusive<i16> {
        let least = self.measure.across.0.clamp(i16::MIN.into(), i16::MAX.into());
        let most = self.measure.across.1.clamp(i16::MIN.into(), i16::MAX.into()).min(least + MOST_NUMBERS - 1);
        least as i16..=most as i16
    }

    pub(crate) fn least_number(&self) -> i16 {
        *self.numbers().start()
    }

    fn largest(&self, sheet: &Sheet<'_>, actor: EntityId) -> i32 {
        let most = self.region.largest(self.measure.across.1);
        if self.is_walk() { most.min(sheet.stat(actor, StatId::MOVEMENT).max(0)) } else { most }
    }
}

const MOST_NUMBERS: i32 = 1_000;

pub(crate) fn answers_into(cx: &mut RunContext<'_>, question: &Question, answers: &mut Vec<Answer>) {
    answers.clear();
    let Some(asked) = Measured::across(cx, &question.request, question.across) else { return };
    answers_of(cx, asked, question.from, question.redirect, question.taken(), answers);
}

fn answers_of(
    cx: &mut RunContext<'_>,
    asked: Measured<'_>,
    from: Cell,
    turn: Symmetry,
    taken: &[Cell],
    answers: &mut Vec<Answer>,
) {
    let (request, back) = (asked.request, turn.inverse());
    if request.asks == Asks::Direction {
        let fits = |dir: &Dir| {
            let unfiltered = request.filter == Filter::default() && request.surface == 0 && !request.flags.strict;
            unfiltered
                || cx
                    .book
                    .step_out(cx.owner(), from, *dir)
                    .is_some_and(|cell| is_passing_filter(seen(cx), cx.frame.owner, request, cell))
        };
        answers.extend(Dir::CARDINAL.into_iter().filter(fits).map(|dir| Answer::Dir(back.apply_dir(dir))));
        return;
    }
    if request.asks == Asks::Number {
        let numbers = asked.numbers();
        cx.charge(numbers.len() as u32);
        answers.extend(numbers.map(Answer::Number));
        return;
    }
    if request.asks == Asks::Slot {
        let slots: Vec<_> = cx.slots_offered(cx.state.occupant(from), request).collect();
        answers.extend(slots.into_iter().map(|slot| Answer::Number(slot as i16)));
        return;
    }
    if request.asks == Asks::Region {
        let cells = cells_of_region(cx, asked, from);
        let is_offered = |part: &usize| {
            let turned = asked.region.turned_part(*part, turn);
            cells.iter().any(|&cell| is_in_part(cx, asked, from, turned, cell))
        };
        let parts = (0..asked.region.parts()).filter(is_offered);
        answers.extend(parts.map(|part| Answer::Number(part as i16 + 1)));
        return;
    }
    let mut cells = candidates(cx, asked, from);
    cells.retain(|&cell| !is_taken(cx.state, request, taken, cell));
    let mut left = cx.work;
    cells.retain(|&cell| is_legal(cx, asked, from, cell, &mut left));
    cx.work = left.saturating_sub(cells.len() as u32);
    cells.retain(|&cell| passes_formula(cx, asked.region, cell));
    cells.sort_by_key(|&cell| (from.steps_to(cell), cell));
    let begun = answers.len();
    answers.extend(cells.into_iter().filter_map(|cell| answer_of(cx, asked, from, turn, cell)));
    if request.asks == Asks::Unit && !cx.book.decoded.is_one_cell() {
        let mut units = answers.split_off(begun);
        units.retain(|answer| {
            let is_new = !answers.contains(answer);
            if is_new {
                answers.push(*answer);
            }
            is_new
        });
    }
}

fn cells_of_region(cx: &mut RunContext<'_>, asked: Measured<'_>, from: Cell) -> Vec<Cell> {
    let mut cells = candidates(cx, asked, from);
    let mut left = cx.work;
    cells.retain(|&cell| is_legal(cx, asked, from, cell, &mut left));
    cx.work = left.saturating_sub((cells.len() * asked.region.parts()) as u32);
    cells.retain(|&cell| passes_formula(cx, asked.region, cell));
    cells.sort_by_key(|&cell| (from.steps_to(cell), cell));
    cells
}

fn is_in_part(cx: &RunContext<'_>, asked: Measured<'_>, from: Cell, part: usize, cell: Cell) -> bool {
    let aim = Aim { footing: seen(cx), actor: cx.frame.owner, from, cell, measure: asked.measure };
    asked.region.is_in_part_of(part, &aim, true)
}

pub(crate) fn cells_of_part(
    cx: &mut RunContext<'_>,
    request: &Request,
    from: Cell,
    turn: Symmetry,
    number: i16,
) -> Vec<Cell> {
    let Some(asked) = Measured::now(cx, request) else { return Vec::new() };
    let part = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let Some(part) = part.filter(|&part| part < asked.region.parts()) else { return Vec::new() };
    let part = asked.region.turned_part(part, turn);
    let mut cells = cells_of_region(cx, asked, from);
    cells.retain(|&cell| is_in_part(cx, asked, from, part, cell));
    cells
}

pub(crate) fn largest_part(cx: &mut RunContext<'_>, request: &Request, from: Cell) -> Vec<Cell> {
    let Some(asked) = Measured::now(cx, request) else { return Vec::new() };
    let cells = cells_of_region(cx, asked, from);
    let of_part = |part| cells.iter().copied().filter(|&cell| is_in_part(cx, asked, from, part, cell)).collect();
    let parts: Vec<Vec<Cell>> = (0..asked.region.parts()).map(of_part).collect();
    parts.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

pub(crate) fn cells_meant(cx: &mut RunContext<'_>, question: &Question, answer: Answer) -> Vec<Cell> {
    let Answer::Number(number) = answer else { return Vec::new() };
    let (least, most) = question.across;
    let request = Request { min: Amount::Const(least), max: Amount::Const(most), ..question.request };
    cells_of_part(cx, &request, question.from, question.redirect, number)
}

pub(crate) fn is_taken(state: &GameState, request: &Request, taken: &[Cell], cell: Cell) -> bool {
    let unit = if request.asks == Asks::Unit { state.occupant(cell) } else { EntityId::NONE };
    taken.contains(&cell) || unit.is_some() && taken.iter().any(|&other| state.occupant(other) == unit)
}

pub(crate) fn passes_formula(cx: &mut RunContext<'_>, region: &Region, cell: Cell) -> bool {
    let Some(formula) = region.predicate else { return true };
    let here = std::mem::replace(&mut cx.frame.here, cell);
    let holds = cx.is_true(formula);
    cx.frame.here = here;
    holds
}

pub(crate) fn passes_region_formula(cx: &mut RunContext<'_>, request: &Request, cell: Cell) -> bool {
    let region = cx.book.region(request.region);
    region.is_some_and(|region| passes_formula(cx, region, cell))
}

fn seen<'c>(cx: &'c RunContext<'_>) -> Footing<'c> {
    cx.footing().as_seen_by(cx.owner().team)
}

fn candidates(cx: &mut RunContext<'_>, asked: Measured<'_>, from: Cell) -> Vec<Cell> {
    let request = asked.request;
    if asked.is_walk() {
        flood(cx, cx.owner().cell, asked.largest(&cx.state.sheet(cx.book), cx.frame.owner), (&[], request.flags.links));
    }
    let team = cx.owner().team;
    let cells: Vec<Cell> = if request.asks == Asks::Unit {
        let seen = cx.state.living().filter(|(_, entity)| !entity.is_hidden_from(team));
        seen.flat_map(|(_, entity)| cx.book.cells_of(entity)).collect()
    } else {
        near(cx, asked, from)
    };
    let looked_at = cells.len().max(if request.asks == Asks::Unit { cx.state.entities().len() } else { 0 });
    cx.charge(looked_at as u32);
    cells
}

fn is_legal(cx: &RunContext<'_>, asked: Measured<'_>, from: Cell, cell: Cell, left: &mut u32) -> bool {
    let (parts, lines) = if asked.region.is_plain() { (0, 0) } else { asked.region.weight(cx.book) };
    *left = left.saturating_sub(parts + if lines > 0 { lines * line_length(asked, from, cell) } else { 0 });
    *left > 0
        && is_in_reach(seen(cx), cx.frame.owner, asked, from, cell, true)
        && is_passing_filter(seen(cx), cx.frame.owner, asked.request, cell)
        && is_walkable(cx, asked, cell)
}

fn answer_of(cx: &RunContext<'_>, asked: Measured<'_>, from: Cell, turn: Symmetry, cell: Cell) -> Option<Answer> {
    let request = asked.request;
    let back = turn.inverse();
    let (dx, dy) = back.apply(from.offset_to(cell));
    match request.asks {
        // The answer names the unit that stands where the turn leads to the target.
        Asks::Unit if turn != Symmetry::IDENTITY && request.flags.turnable => {
            let aimed = seen(cx).occupant_of_column(from, (dx, dy))?;
            let meant = turn.apply(from.offset_to(seen(cx).entity(aimed).cell));
            let falls_on = seen(cx).occupant_of_column(from, meant);
            (falls_on == Some(seen(cx).occupant(cell))).then_some(Answer::Unit(aimed))
        }
        Asks::Unit => Some(Answer::Unit(seen(cx).occupant(cell))),
        _ => Some(match path(cx, asked, from, cell) {
            Some(path) => Answer::Path(path.turned(back)),
            None => Answer::cell(&cx.book.board, from, cell, turn),
        }),
    }
}

/// Returns the cheapest answer, the first among equals. Cells are tried from the cheapest on, so few are inspected.
/// `cost` gets the unit that the actor's side sees on a cell.
pub(crate) fn cheapest(
    cx: &mut RunContext<'_>,
    request: &Request,
    from: Cell,
    taken: &[Cell],
    cost: impl Fn(&RunContext<'_>, Cell, EntityId) -> i32,
) -> Option<Answer> {
    let asked = Measured::now(cx, request)?;
    if matches!(request.asks, Asks::Direction | Asks::Number | Asks::Region | Asks::Slot) {
        let mut answers = Vec::new();
        answers_of(cx, asked, from, Symmetry::IDENTITY, &[], &mut answers);
        let priced = answers.into_iter().filter_map(|answer| {
            let Answer::Dir(dir) = answer else { return None };
            let cell = cx.book.step_out(cx.owner(), from, dir)?;
            Some((cost(cx, cell, seen(cx).occupant(cell)), answer))
        });
        return priced.min_by_key(|&(cost, _)| cost).map(|(_, answer)| answer);
    }
    let candidates = candidates(cx, asked, from).into_iter();
    let cells = candidates.filter(|&cell| !is_taken(cx.state, request, taken, cell));
    let mut cells: Vec<(i32, i32, Cell)> =
        cells.map(|cell| (cost(cx, cell, seen(cx).occupant(cell)), from.steps_to(cell), cell)).collect();
    cells.sort_unstable();
    let mut left = cx.work;
    let found = cells.into_iter().find(|&(.., cell)| {
        let is_legal = is_legal(cx, asked, from, cell, &mut left);
        is_legal && passes_formula(cx, asked.region, cell)
    });
    cx.work = cx.work.min(left);
    found.and_then(|(.., cell)| answer_of(cx, asked, from, Symmetry::IDENTITY, cell))
}

fn path(cx: &RunContext<'_>, asked: Measured<'_>, from: Cell, cell: Cell) -> Option<WalkPath> {
    let walks = asked.is_walk() && asked.request.from == Address::SELF && from == cx.owner().cell;
    if walks { cx.buffers.safest.path_to(cx.book.board.place(cell)) } else { None }
}

pub(crate) fn lead(cx: &mut RunContext<'_>, question: &Question, way: Way<'_>, answers: &mut Vec<Answer>) {
    let (turn, back) = (question.redirect, question.redirect.inverse());
    let Some(Behind { steps, .. }) = flood_behind(cx, question, way) else { return answers.clear() };
    let from = cx.owner().cell;
    answers.retain_mut(|answer| {
        let Answer::Path(path) = answer else {
            return *answer == Answer::Pass && way.through.is_empty();
        };
        let gait = cx.state.sheet(cx.book).gait_of(cx.frame.owner, question.request.flags.links);
        let goal = cx.book.board.end_of(from, path, turn, gait);
        let rest = goal.and_then(|goal| cx.buffers.safest.path_to(cx.book.board.place(goal)));
        let whole = rest.and_then(|rest| WalkPath::new(steps.iter().copied().chain(rest.steps())));
        match whole {
            Some(whole) => {
                *path = whole.turned(back);
                true
            }
            None => false,
        }
    });
}

pub(crate) fn ways(cx: &mut RunContext<'_>, question: &Question, way: Way<'_>, goal: Cell) -> Vec<Answer> {
    let Some(Behind { steps, .. }) = flood_behind(cx, question, way) else { return Vec::new() };
    let back = question.redirect.inverse();
    let ways = cx.buffers.safest.ways_to(cx.book.board.place(goal)).into_iter();
    let whole = |rest: WalkPath| WalkPath::new(steps.iter().copied().chain(rest.steps()));
    ways.filter_map(whole).map(|path| Answer::Path(path.turned(back))).collect()
}

pub(super) struct Behind {
    /// Steps to there.
    pub steps: Vec<Dir>,
    pub at: Cell,
    /// Movement points left there.
    pub points: i32,
}

pub(super) fn flood_behind(cx: &mut RunContext<'_>, question: &Question, way: Way<'_>) -> Option<Behind> {
    let actor = *cx.owner();
    let (mut at, mut steps) = (actor.cell, Vec::new());
    let asked = Measured::across(cx, &question.request, question.across).filter(Measured::is_walk)?;
    let mut left = asked.largest(&cx.state.sheet(cx.book), cx.frame.owner).clamp(0, WalkPath::MAX as i32);
    let by = (way.threats, question.request.flags.links);
    for waypoint in way.through {
        flood(cx, at, left, by);
        let place = cx.book.board.place(waypoint.cell);
        let ways = cx.buffers.safest.ways_to(place);
        let stretch = ways.get(waypoint.way).or(ways.first())?;
        left -= i32::from(cx.buffers.path.distance(&cx.book.board, waypoint.cell));
        steps.extend(stretch.steps());
        at = waypoint.cell;
    }
    flood(cx, at, left, by);
    Some(Behind { steps, at, points: left })
}

fn line_length(asked: Measured<'_>, from: Cell, cell: Cell) -> u32 {
    let aims = asked.region.shape.is_aim_possible(from.offset_to(cell), asked.measure.across.1);
    if aims { from.square_distance(cell) as u32 } else { 0 }
}

fn near(cx: &RunContext<'_>, asked: Measured<'_>, from: Cell) -> Vec<Cell> {
    let board = &cx.book.board;
    if asked.region.shape.bound() == Bound::Board {
        return board.cells().collect();
    }
    let links = |cx: &RunContext<'_>| cx.state.sheet(cx.book).gait_of(cx.frame.owner, asked.request.flags.links).links;
    if asked.is_walk() && !links(cx).is_empty() {
        return cx.buffers.path.reached().collect();
    }
    let most = asked
        .largest(&cx.state.sheet(cx.book), cx.frame.owner)
        .saturating_add(cx.book.footprint_of(cx.owner()).reach());
    let max = most.clamp(0, 2 * Board::MAX_SIDE);
    let (left, right) = ((from.x() - max).max(0), (from.x() + max).min(board.width() - 1));
    let rows = (from.y() - max).max(0)..=(from.y() + max).min(board.height() - 1);
    let columns = rows.flat_map(|y| (left..=right).map(move |x| (x, y)));
    if board.has_one_floor() {
        columns.filter_map(|(x, y)| board.cell(x, y)).collect()
    } else {
        columns.flat_map(|(x, y)| board.column(x, y)).collect()
    }
}

fn flood(cx: &mut RunContext<'_>, start: Cell, limit: i32, by: (&[(Cell, u32)], LinkSet)) {
    let Buffers { path, safest, is_trial, .. } = &mut *cx.buffers;
    let ((threats, links), walker) = (by, cx.frame.owner);
    let hazards = Hazards::new(cx.book, cx.state, walker, threats, *is_trial);
    find_ways(cx.book, cx.state, (walker, start, limit, links), (path, safest), &hazards);
    let work = path.reached().len() as u32 + hazards.work();
    cx.charge(work);
}

fn is_walkable(cx: &RunContext<'_>, asked: Measured<'_>, cell: Cell) -> bool {
    let reached = || cx.buffers.path.distance(&cx.book.board, cell) != UNREACHED;
    // A walk cannot end on an occupied cell even if its unit lets the walker pass.
    let free = || cx.book.unit_blocking == UnitBlocking::All || is_end_allowed(cx.book, cx.state, cx.frame.owner, cell);
    !asked.is_walk() || cell != cx.owner().cell && reached() && free()
}

/// Returns whether a cell is in reach of a request, from `from` or from any cell of a large actor. Of its own cells,
/// only its anchor is in reach.
#[inline(always)]
pub(crate) fn is_in_reach(
    footing: Footing<'_>,
    actor: EntityId,
    asked: Measured<'_>,
    from: Cell,
    cell: Cell,
    strict: bool,
) -> bool {
    let is_one = footing.book.decoded.is_one_cell() || asked.is_walk();
    if is_one {
        is_within(footing, actor, asked, from, cell, strict)
    } else {
        is_in_reach_of_large(footing, actor, asked, from, cell, strict)
    }
}

#[cold]
fn is_in_reach_of_large(
    footing: Footing<'_>,
    actor: EntityId,
    asked: Measured<'_>,
    from: Cell,
    cell: Cell,
    strict: bool,
) -> bool {
    let row = footing.entity(actor);
    let size = footing.book.footprint_of(row);
    if asked.request.from != Address::SELF || from != row.cell || size.is_one() {
        return is_within(footing, actor, asked, from, cell, strict);
    }
    if size.contains(from, cell) {
        return cell == from && is_within(footing, actor, asked, from, cell, strict);
    }
    size.cells(from).any(|own| is_within(footing, actor, asked, own, cell, strict))
}

#[inline(always)]
pub(crate) fn is_within(
    footing: Footing<'_>,
    actor: EntityId,
    asked: Measured<'_>,
    from: Cell,
    cell: Cell,
    strict: bool,
) -> bool {
    let board = &footing.book.board;
    if !board.contains(cell) {
        return false;
    }
    if board.is_level() {
        match asked.request.region {
            RegionId::STEPS => return asked.measure.contains(from.steps_to(cell)),
            RegionId::BOARD => return true,
            RegionId::WALK if !board.has_links() => {
                let most = asked.measure.across.1.min(footing.stat(actor, StatId::MOVEMENT).max(0));
                let steps = from.steps_to(cell);
                return steps >= asked.measure.across.0 && steps <= most;
            }
            _ => {}
        }
    }
    is_within_region(asked, Aim { footing, actor, from, cell, measure: asked.measure }, strict)
}

#[inline(never)]
fn is_within_region(asked: Measured<'_>, mut aim: Aim<'_>, strict: bool) -> bool {
    if asked.is_walk() {
        // Links make distances irrelevant; the flood finds what is out of reach.
        aim.measure.across.1 = match aim.footing.gait_of(aim.actor, asked.request.flags.links).links {
            LinkSet::NONE => asked.measure.across.1.min(aim.footing.stat(aim.actor, StatId::MOVEMENT).max(0)),
            _ => i32::MAX,
        };
    }
    asked.region.contains(&aim, strict)
}

pub(crate) fn is_passing_filter(footing: Footing<'_>, id: EntityId, request: &Request, cell: Cell) -> bool {
    if footing.book.decoded.ground.at(footing.book.board.place(cell)) & (Ground::OFF | Ground::WALL) != 0 {
        return false;
    }
    let on_surface = request.surface == 0 || footing.cells.row(cell).surface == request.surface;
    on_surface && is_letting_through(footing, id, request.filter, cell)
}

pub(crate) fn is_letting_through(footing: Footing<'_>, id: EntityId, filter: Filter, cell: Cell) -> bool {
    let mut occupant = footing.occupant(cell);
    // A unit on several cells meets itself at its anchor only.
    if occupant == id && footing.entity(id).cell != cell {
        occupant = EntityId::NONE;
    }
    let (empty, occupied) = (filter.has_bit(Filter::EMPTY), filter.has_bit(Filter::OCCUPIED));
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
    if filter.has_bit(Filter::ACTS) && other.flags & flag::ACTS == 0 {
        return false;
    }
    if filter.0 & sides == 0 {
        return true;
    }
    let same = occupant == id;
    let neutral = other.team == Team::NEUTRAL;
    filter.has_bit(Filter::SELF) && same
        || filter.has_bit(Filter::ALLY) && !same && !neutral && other.team == owner.team
        || filter.has_bit(Filter::ENEMY) && other.team.is_enemy_of(owner.team)
        || filter.has_bit(Filter::NEUTRAL) && !same && neutral
}
