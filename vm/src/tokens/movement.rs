//! Move: the actor walks to a cell, by the way that was answered or the shortest one, dashes straight to it, past units or
//! not, or slides on over the surface that set it sliding. One cell a step, so each cell has its say; who is moved off its way stops, and so
//! does who bumps into somebody unseen.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Nature, Operand, Show, Step};
use crate::machine::{RunContext, Flow, FastContext, UnitBlocking, Run};
use crate::space::{Board, Cell, Dir, Gait, LinkSet, PathFinder, TilePos, WalkPath, WalkStep};
use crate::state::ChangeKind;
use crate::stats::StatId;
use serde::Serialize;

/// How the actor moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Course {
    /// It walks to a target, as far as it can walk.
    Walk(Address),
    /// The same by some links alone, such as ladders, or by none.
    Along(Address, LinkSet),
    /// It goes straight to a target.
    Dash(Address),
    /// It goes on over the surface that it entered.
    Slide,
    /// It goes straight to a target, past units that are in the way.
    Through(Address),
}

impl Default for Course {
    fn default() -> Self {
        Self::Walk(Address::default())
    }
}

impl Operand for Course {
    fn kind() -> &'static str {
        "course"
    }

    fn text(&self, show: &Show<'_>) -> String {
        match self {
            Self::Walk(to) => format!("walk to {}", to.text(show)),
            Self::Along(to, links) => format!("walk to {}{}", to.text(show), links.words(&show.book.link_names)),
            Self::Dash(to) => format!("dash to {}", to.text(show)),
            Self::Slide => "slide on".to_owned(),
            Self::Through(to) => format!("dash through to {}", to.text(show)),
        }
    }
}

operands! {
    /// The actor moves, one cell a step, so that each cell has its say.
    Move: "{course}" {
        /// How, and where to.
        course: Course,
        /// What it is shown as.
        label: Label,
    }
}

impl Does for Move {
    fn deed(&self) -> Deed {
        match self.course {
            Course::Walk(to) => Deed::Walk { to, links: LinkSet::ALL },
            Course::Along(to, links) => Deed::Walk { to, links },
            Course::Dash(to) => Deed::Dash { to, past_units: false },
            Course::Slide => Deed::Slide,
            Course::Through(to) => Deed::Dash { to, past_units: true },
        }
    }
}

impl Step for Move {
    const RUN: Run<Self> = Run::Both(step, around);

    fn nature(&self) -> Nature {
        // The way there, and what harm is expected on it.
        Nature { looks_at: 2 * WalkPath::MAX, ..Nature::default() }
    }
}

fn step(fast: &mut FastContext<'_>, course: &Move) -> Flow {
    let label = course.label;
    let (to, links) = match course.course {
        Course::Walk(to) => (to, LinkSet::ALL),
        Course::Along(to, links) => (to, links),
        Course::Dash(to) => {
            let Some(goal) = goal(fast, to) else { return Flow::Next };
            let here = fast.spot_of(fast.actor).cell;
            let next = straight(here, goal).map(|dir| (dir, fast.walk_step(fast.actor, dir, Gait::PLAIN)));
            return go(fast, label, goal, next, Gait::PLAIN);
        }
        Course::Slide => return slide(fast, label),
        Course::Through(to) => {
            let Some(goal) = goal(fast, to) else { return Flow::Next };
            let here = fast.spot_of(fast.actor).cell;
            let Some(dir) = straight(here, goal) else { return go(fast, label, goal, None, Gait::PLAIN) };
            let next = fast.walk_step(fast.actor, dir, Gait::PLAIN);
            let passed = if lets_by(fast, next.to, UnitBlocking::None) {
                pass(fast, label, goal, Past { gait: Gait::PLAIN, dir: Some(dir), unit_blocking: UnitBlocking::None })
            } else {
                Some(go(fast, label, goal, Some((dir, next)), Gait::PLAIN))
            };
            return passed.unwrap_or_else(|| go(fast, label, goal, None, Gait::PLAIN));
        }
    };
    let Some(goal) = goal(fast, to) else { return Flow::Next };
    let gait = fast.sheet().gait_of(fast.actor, links);
    let movement = fast.sheet().stat(fast.actor, StatId::MOVEMENT).max(0);
    if fast.frame.progress == 0 {
        fast.frame.spent = 0;
    }
    if fast.frame.spent as i32 >= movement {
        return go(fast, label, goal, None, gait);
    }
    let work = fast.work;
    if fast.frame.progress == 0 {
        fast.begin_route(to, goal, movement, gait);
    }
    if let Some((dir, next)) = fast.next_of_route(goal, gait) {
        if next.to.cell != goal && lets_by(fast, next.to, fast.book.unit_blocking) {
            match pass(fast, label, goal, Past::by_route(fast, gait)) {
                Some(flow) => return flow,
                None => return closed(fast, work),
            }
        }
        // Who was slowed on its way may have too little left for ground that costs more.
        let costs = PathFinder::cost_of_step(fast.book.cost_under(fast.entity(fast.actor), next.to), next.extra_cost);
        let affords = fast.frame.spent as i32 + i32::from(costs) <= movement;
        return go(fast, label, goal, affords.then_some((dir, next)), gait);
    }
    closed(fast, work)
}

/// A walk whose way leads no further needs another. Nothing is done here then, and nothing paid for.
fn closed(fast: &mut FastContext<'_>, work: u32) -> Flow {
    let begun = fast.frame.route + fast.frame.progress as usize;
    fast.routes.truncate(begun);
    fast.work = work;
    Flow::Whole
}

/// Whether somebody stands on a spot who lets the actor by, as far as `unit_blocking` goes.
#[inline(always)]
fn lets_by(fast: &FastContext<'_>, to: TilePos, unit_blocking: UnitBlocking) -> bool {
    unit_blocking != UnitBlocking::All
        && match fast.is_one_cell {
            true => {
                let there = fast.occupant(to);
                there.is_some() && unit_blocking.lets_by(fast.entity(fast.actor).team, fast.entity(there))
            }
            false => fast.all_let_by(fast.actor, to, unit_blocking),
        }
}

/// How somebody goes past others.
struct Past {
    gait: Gait,
    /// The direction of a straight way, of any length; none where the route leads, as far as its walker can go.
    dir: Option<Dir>,
    /// Whose units are in the way.
    unit_blocking: UnitBlocking,
}

impl Past {
    fn by_route(fast: &FastContext<'_>, gait: Gait) -> Self {
        Self { gait, dir: None, unit_blocking: fast.book.unit_blocking }
    }
}

/// Goes past those who let the actor by to the first free cell behind them, at once, as nobody stays where another stands:
/// each cell on the way is told of. Nothing where the way is closed there, or longer than the walk.
#[cold]
fn pass(fast: &mut FastContext<'_>, label: Label, goal: Cell, past: Past) -> Option<Flow> {
    let (walker, gait) = (fast.actor, past.gait);
    let reach = fast.footing().reach_of(walker, 0);
    let movement = match past.dir {
        None => fast.sheet().stat(walker, StatId::MOVEMENT).max(0),
        Some(_) => i32::MAX,
    };
    let begin = fast.frame.route + fast.frame.progress as usize;
    let (mut at, mut dirs, mut spent, mut fallen) = (fast.spot_of(walker), 0, fast.frame.spent, 0);
    // A straight way knows no floors, so it ends in the goal's column.
    let is_goal = |cell: Cell| cell == goal || past.dir.is_some() && cell.offset_to(goal) == (0, 0);
    let (to, dir) = loop {
        let dir = match past.dir {
            None => *fast.routes.get(begin + dirs)?,
            Some(dir) => dir,
        };
        let WalkStep { to: next, rise, extra_cost } = fast.walk_step_from(walker, at, dir, gait);
        spent += u32::from(PathFinder::cost_of_step(fast.book.cost_under(fast.entity(walker), next), extra_cost));
        // Who goes straight on over an edge falls, as by a dash. Nobody stays in a cell that is passed, so it is one fall.
        let falls = past.dir.is_some() && rise < 0 && -rise > reach.down;
        if !(falls || reach.takes(rise)) || spent as i32 > movement {
            return None;
        }
        fallen += if falls { -rise } else { 0 };
        let below = if gait.leap > 0 { fast.footing().below_leap(at, dir, gait).next() } else { None };
        if let Some(there) = below {
            if !fast.entity(there).hides_from(fast.entity(walker).team) {
                return None;
            }
            let (here, there) = (fast.spot_of(walker).cell, fast.entity(there).cell);
            fast.note(ChangeKind::Bumped, walker, here, there.bits() as i32, label);
            return Some(Flow::Next);
        }
        dirs += 1;
        if fast.is_free_for(walker, next) {
            break (next, dir);
        }
        if is_goal(next.cell) || !lets_by(fast, next, past.unit_blocking) {
            if fast.unseen_before(walker, next).is_some() {
                let here = fast.spot_of(walker).cell;
                fast.note(ChangeKind::Bumped, walker, here, next.cell.bits() as i32, label);
                return Some(Flow::Next);
            }
            return None;
        }
        at = next;
    };
    fast.set_facing(walker, dir, label);
    at = fast.spot_of(walker);
    for step in 0..dirs - 1 {
        let dir = past.dir.unwrap_or_else(|| fast.routes[begin + step]);
        let next = fast.walk_step_from(walker, at, dir, gait).to;
        fast.pass_over(walker, at, next, label);
        at = next;
    }
    fast.shift(walker, to, label);
    if fallen > 0 {
        fast.fall(walker, fallen, label);
    }
    if is_goal(to.cell) {
        return Some(Flow::Next);
    }
    fast.frame.progress += dirs as u32;
    fast.frame.progress2 = to.cell.bits();
    fast.frame.spent = spent;
    Some(Flow::Again)
}

/// A walk whose way is closed, or that has none yet, finds one: the shortest around what the walker's side sees.
fn around(cx: &mut RunContext<'_>, course: &Move) -> Flow {
    let (to, links) = match course.course {
        Course::Walk(to) => (to, LinkSet::ALL),
        Course::Along(to, links) => (to, links),
        Course::Dash(_) | Course::Slide | Course::Through(_) => return Flow::Next,
    };
    let Some(goal) = cx.fast(|fast| goal(fast, to)) else { return Flow::Next };
    let gait = cx.state().sheet(cx.book()).gait_of(cx.frame.owner, links);
    cx.find_route(goal, gait);
    cx.fast(|fast| {
        let next = fast.next_of_route(goal, gait);
        if next.is_some_and(|(_, next)| next.to.cell != goal && lets_by(fast, next.to, fast.book.unit_blocking)) {
            // Where even the new way ends among them, the walk ends before them.
            let passed = pass(fast, course.label, goal, Past::by_route(fast, gait));
            return passed.unwrap_or_else(|| go(fast, course.label, goal, None, gait));
        }
        go(fast, course.label, goal, next, gait)
    })
}

/// Where a walk leads that is not over: one that came to its goal, or was moved off its way, is.
#[inline]
fn goal(fast: &FastContext<'_>, to: Address) -> Option<Cell> {
    let here = fast.spot_of(fast.actor).cell;
    let goal = fast.spot_at(to)?.cell;
    let moved_off = fast.frame.progress > 0 && here != Cell::from_bits(fast.frame.progress2);
    (here != goal && !moved_off).then_some(goal)
}

/// One cell of a walk, where there is a step on; what is in the way ends it.
fn go(fast: &mut FastContext<'_>, label: Label, goal: Cell, next: Option<(Dir, WalkStep)>, gait: Gait) -> Flow {
    let (walker, done) = (fast.actor, fast.frame.progress);
    let here = fast.spot_of(walker);
    let next = next.filter(|(_, step)| step.rise <= 0 || step.rise <= fast.footing().reach_of(walker, 0).up);
    let Some((dir, WalkStep { to, rise, extra_cost })) = next.filter(|(_, step)| fast.is_free_for(walker, step.to))
    else {
        if let Some((_, step)) = next.filter(|(_, step)| fast.unseen_before(walker, step.to).is_some()) {
            fast.note(ChangeKind::Bumped, walker, here.cell, step.to.cell.bits() as i32, label);
        } else if done == 0 {
            fast.note(ChangeKind::NoEffect, walker, goal, 0, label);
        }
        return Flow::Next;
    };
    // Somebody unseen may be in the way of a leap.
    let there = if gait.leap > 0 { fast.footing().below_leap(here, dir, gait).next() } else { None };
    if let Some(there) = there {
        let at = fast.entity(there).cell;
        fast.note(ChangeKind::Bumped, walker, here.cell, at.bits() as i32, label);
        return Flow::Next;
    }
    fast.set_facing(walker, dir, label);
    fast.shift(walker, to, label);
    // A walk takes no such step; who dashes over an edge falls.
    if rise < 0 && -rise > fast.footing().reach_of(walker, 0).down {
        fast.fall(walker, -rise, label);
    }
    if to.cell == goal {
        return Flow::Next;
    }
    fast.frame.progress = done + 1;
    fast.frame.progress2 = to.cell.bits();
    fast.frame.spent += u32::from(PathFinder::cost_of_step(fast.book.cost_under(fast.entity(walker), to), extra_cost));
    Flow::Again
}

/// The direction of a straight way; none where the goal is not in line.
fn straight(from: Cell, to: Cell) -> Option<Dir> {
    let (dx, dy) = from.offset_to(to);
    if dx == 0 || dy == 0 { Dir::towards(dx, dy) } else { None }
}

/// On over cells with the surface of the event, in the direction in which the first was entered.
fn slide(fast: &mut FastContext<'_>, label: Label) -> Flow {
    let (Some(dir), Some(surface)) = (fast.frame.dir, fast.surface(fast.frame.here)) else { return Flow::Next };
    let slider = fast.actor;
    let (next, rise) = fast.step_of(slider, dir);
    if !fast.is_free_for(slider, next) || rise > Board::HIGHEST_STEP {
        return Flow::Next;
    }
    fast.shift(slider, next, label);
    if rise < 0 {
        fast.fall(slider, -rise, label);
    }
    let mut stands_on = fast.book.cells_of(fast.entity(slider));
    if stands_on.any(|cell| fast.surface(cell) == Some(surface)) { Flow::Again } else { Flow::Next }
}
