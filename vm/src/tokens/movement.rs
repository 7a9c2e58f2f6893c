//! Move: walks, dashes or slides, one cell per step, so that each cell can trigger. The move ends if the actor is
//! displaced or meets a hidden unit.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Nature, Operand, Show, Step};
use crate::machine::{FastContext, Flow, Run, RunContext, UnitBlocking};
use crate::space::{Board, Cell, Dir, Gait, LinkSet, PathFinder, TilePos, WalkPath, WalkStep};
use crate::state::ChangeKind;
use crate::stats::StatId;
use serde::Serialize;

/// Course of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Course {
    /// Walk to a target, within the actor's movement.
    Walk(Address),
    /// Walk, taking only these links.
    Along(Address, LinkSet),
    /// Dash straight to a target.
    Dash(Address),
    /// Slide over the surface that was entered.
    Slide,
    /// Dash straight to a target, past units.
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
    /// Moves the actor, one cell per step, so that each cell can trigger.
    Move: "{course}" {
        /// Course and target.
        course: Course,
        /// Displayed label.
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
            let passed = if is_letting_by(fast, next.to, UnitBlocking::None) {
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
        if next.to.cell != goal && is_letting_by(fast, next.to, fast.book.unit_blocking) {
            match pass(fast, label, goal, Past::by_route(fast, gait)) {
                Some(flow) => return flow,
                None => return closed(fast, work),
            }
        }
        // A slowed walker may have too little movement left for expensive ground.
        let costs = PathFinder::cost_of_step(fast.book.cost_under(fast.entity(fast.actor), next.to), next.extra_cost);
        let affords = fast.frame.spent as i32 + i32::from(costs) <= movement;
        return go(fast, label, goal, affords.then_some((dir, next)), gait);
    }
    closed(fast, work)
}

fn closed(fast: &mut FastContext<'_>, work: u32) -> Flow {
    let begun = fast.frame.route + fast.frame.progress as usize;
    fast.routes.truncate(begun);
    fast.work = work;
    Flow::Whole
}

#[inline(always)]
fn is_letting_by(fast: &FastContext<'_>, to: TilePos, unit_blocking: UnitBlocking) -> bool {
    unit_blocking != UnitBlocking::All
        && match fast.is_one_cell {
            true => {
                let there = fast.occupant(to);
                there.is_some() && unit_blocking.is_letting_by(fast.entity(fast.actor).team, fast.entity(there))
            }
            false => fast.is_let_by_all(fast.actor, to, unit_blocking),
        }
}

struct Past {
    gait: Gait,
    dir: Option<Dir>,
    unit_blocking: UnitBlocking,
}

impl Past {
    fn by_route(fast: &FastContext<'_>, gait: Gait) -> Self {
        Self { gait, dir: None, unit_blocking: fast.book.unit_blocking }
    }
}

/// Passes units that let the actor by, to the first free cell behind them, in one step with a note for each cell.
/// `None` if the path is blocked there or too long.
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
    // A straight way ignores floors, so it ends in the goal's column.
    let is_goal = |cell: Cell| cell == goal || past.dir.is_some() && cell.offset_to(goal) == (0, 0);
    let (to, dir) = loop {
        let dir = match past.dir {
            None => *fast.routes.get(begin + dirs)?,
            Some(dir) => dir,
        };
        let WalkStep { to: next, rise, extra_cost } = fast.walk_step_from(walker, at, dir, gait);
        spent += u32::from(PathFinder::cost_of_step(fast.book.cost_under(fast.entity(walker), next), extra_cost));
        // Passing over an edge is a single fall, because the actor does not stop between.
        let falls = past.dir.is_some() && rise < 0 && -rise > reach.down;
        if !(falls || reach.is_allowed(rise)) || spent as i32 > movement {
            return None;
        }
        fallen += if falls { -rise } else { 0 };
        let below = if gait.leap > 0 { fast.footing().below_leap(at, dir, gait).next() } else { None };
        if let Some(there) = below {
            if !fast.entity(there).is_hidden_from(fast.entity(walker).team) {
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
        if is_goal(next.cell) || !is_letting_by(fast, next, past.unit_blocking) {
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
        if next.is_some_and(|(_, next)| next.to.cell != goal && is_letting_by(fast, next.to, fast.book.unit_blocking)) {
            let passed = pass(fast, course.label, goal, Past::by_route(fast, gait));
            return passed.unwrap_or_else(|| go(fast, course.label, goal, None, gait));
        }
        go(fast, course.label, goal, next, gait)
    })
}

#[inline]
fn goal(fast: &FastContext<'_>, to: Address) -> Option<Cell> {
    let here = fast.spot_of(fast.actor).cell;
    let goal = fast.spot_at(to)?.cell;
    let moved_off = fast.frame.progress > 0 && here != Cell::from_bits(fast.frame.progress2);
    (here != goal && !moved_off).then_some(goal)
}

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
    let there = if gait.leap > 0 { fast.footing().below_leap(here, dir, gait).next() } else { None };
    if let Some(there) = there {
        let at = fast.entity(there).cell;
        fast.note(ChangeKind::Bumped, walker, here.cell, at.bits() as i32, label);
        return Flow::Next;
    }
    fast.set_facing(walker, dir, label);
    fast.shift(walker, to, label);
    // Walks never take such a step; a dash over an edge falls.
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

fn straight(from: Cell, to: Cell) -> Option<Dir> {
    let (dx, dy) = from.offset_to(to);
    if dx == 0 || dy == 0 { Dir::towards(dx, dy) } else { None }
}

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
