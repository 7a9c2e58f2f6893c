//! Guesses: what units of other sides would do in their next turns, if nothing changes. A planner decides for them
//! with the knowledge of the viewing side, so a guess reveals nothing. It is no prediction: the others may decide
//! otherwise.

use crate::agenda::Turn;
use crate::level::Level;
use crate::marks::{Certainty, Marks};
use crate::planner::{Planner, PlannerOptions};
use crate::predictor::{Extent, Predictor};
use crate::rollout::{Course, Rollout, Stands, answer, intend};
use foretoken_vm::{
    Advance, Buffers, ChancePolicy, EntityId, GameState, Intent, Known, Log, Plan, Predicted, Rulebook, Team,
};
use std::sync::Arc;

/// Limit of guessed turns.
const MOST: usize = 6;
/// Instruction limit of a decision, a few milliseconds.
const BUDGET: u64 = 60_000;
/// Limit of activations before a guessed turn.
const MOST_ACTIVATIONS: usize = 64;

/// The likely turn of a unit.
#[derive(Debug)]
pub struct GuessedTurn {
    /// The unit.
    pub unit: EntityId,
    /// Its likely intent.
    pub intent: Intent,
    /// State before the turn.
    pub before: GameState,
    /// State after it.
    pub after: GameState,
    /// Drawings of the turn.
    pub marks: Marks,
}

/// Likely turns of other sides, found one by one.
#[derive(Debug)]
pub struct Guesses {
    planner: Planner,
    line: Predictor,
    working: Predicted,
    buffers: Buffers,
    log: Log,
    known: Option<Known>,
    plan: Plan,
    rollout: Rollout,
    /// Units whose next turns are to be guessed, the next one last.
    left: Vec<EntityId>,
    /// Where sides take turns: the limit of decisions that are still guessed.
    picks: usize,
    found: Vec<GuessedTurn>,
}

impl Default for Guesses {
    fn default() -> Self {
        let options = PlannerOptions { budget: BUDGET, ..Level::Easy.options() };
        Self {
            planner: Planner::new(options),
            line: Predictor::tracing(),
            working: Predicted::default(),
            buffers: Buffers::default(),
            log: Log::default(),
            known: None,
            plan: Plan::default(),
            rollout: Rollout::default(),
            left: Vec::new(),
            picks: 0,
            found: Vec::new(),
        }
    }
}

impl Guesses {
    /// Begins anew from a prediction: `turns` are its agenda, and `unit` acts now. Where sides take turns, the viewing
    /// side ends its turn after its plan. Finds nothing if sides decide ahead.
    pub fn begin(&mut self, book: &Rulebook, known: &Known, plan: &Plan, turns: &[Turn], unit: EntityId) {
        self.forget();
        if book.scheduler.is_decided_ahead() || !unit.is_some() {
            return;
        }
        if book.scheduler.is_pick_turn() {
            self.picks = MOST;
            self.plan.clone_from(plan);
            self.plan.close(known.viewer());
            self.known = Some(known.for_side(known.viewer()));
            return;
        }
        let team = |unit: EntityId| known.state().entity(unit).team;
        let others = turns.iter().filter(|turn| !turn.is_foreseen).filter_map(Turn::unit);
        let others = others.filter(|&other| team(other) != known.viewer() && team(other) != Team::NEUTRAL);
        for other in others {
            if self.left.len() < MOST && !self.left.contains(&other) {
                self.left.push(other);
            }
        }
        self.left.reverse();
        self.plan.clone_from(plan);
        self.known = (!self.left.is_empty()).then(|| known.for_side(known.viewer()));
    }

    /// Discards all guesses.
    pub fn forget(&mut self) {
        self.left.clear();
        self.picks = 0;
        self.found.clear();
        self.known = None;
    }

    /// Guesses one more turn. Returns whether turns are left.
    pub fn step(&mut self, book: &Rulebook) -> bool {
        if self.picks > 0 {
            return self.step_of_side(book);
        }
        let (Some(unit), Some(known)) = (self.left.pop(), self.known.take()) else { return false };
        let Some(before) = self.before_turn_of(book, &known, unit) else {
            self.left.clear();
            return false;
        };
        let side = before.for_side(before.state().entity(unit).team);
        self.plan.clear_all();
        let intent = self.planner.decide(book, &side, &self.plan, unit).intent;
        intend(book, &mut self.plan, unit, intent.clone());
        self.record(book, &before, unit, intent);
        self.plan.clear_all();
        !self.left.is_empty()
    }

    /// Guesses the next decision of another side that chooses which of its units acts.
    fn step_of_side(&mut self, book: &Rulebook) -> bool {
        self.picks -= 1;
        let Some(known) = self.known.take() else { return false };
        let viewer = known.viewer();
        let mut course =
            Course { known: Arc::new(known), plan: std::mem::take(&mut self.plan), near: Default::default() };
        let asked = match self.rollout.run(book, &mut course, |_, _| false) {
            Stands::Asks(asked) if asked.team != viewer && asked.team != Team::NEUTRAL => asked,
            _ => {
                self.picks = 0;
                return false;
            }
        };
        let decided = answer(&mut self.planner, book, &mut course, &asked);
        self.plan = course.plan;
        let before = course.known.for_side(viewer);
        match decided.first().and_then(|&unit| Some((unit, self.plan.intent(unit)?.clone()))) {
            Some((unit, intent)) => {
                self.record(book, &before, unit, intent);
                self.plan.clear(unit);
            }
            // The side ends its turn; the next one may follow.
            None => self.known = Some(before),
        }
        self.picks > 0
    }

    /// Keeps a guessed turn with its drawings, and goes on after it.
    fn record(&mut self, book: &Rulebook, before: &Known, unit: EntityId, intent: Intent) {
        self.line.run(book, before, &self.plan, ChancePolicy::Likely, Extent::After(unit));
        let mut marks = Marks::default();
        marks.fold(before, self.line.state(), self.line.log(), self.line.activations(), None);
        for mark in &mut marks.marks {
            (mark.certainty, mark.change) = (Certainty::Guess, u32::MAX);
        }
        let (first, after) = (before.state().clone(), self.line.state().clone());
        self.found.push(GuessedTurn { unit, intent, before: first, after, marks });
        self.known = Some(self.line.freeze().for_side(before.viewer()));
    }

    /// Runs to just before the next turn of a unit; all others pass after the plan. `None` if it has no turn.
    fn before_turn_of(&mut self, book: &Rulebook, known: &Known, unit: EntityId) -> Option<Known> {
        self.working.reset(known);
        for _ in 0..MOST_ACTIVATIONS {
            let before = self.working.freeze();
            self.log.clear();
            let policy = ChancePolicy::Likely;
            match self.working.apply_for_preview(book, &self.plan, policy, &mut self.buffers, &mut self.log) {
                Advance::Unit(id, _) if id == unit => return Some(before.for_side(known.viewer())),
                Advance::Over | Advance::Waits => return None,
                Advance::Unit(id, _) => self.plan.clear(id),
                _ => {}
            }
        }
        None
    }

    /// Whether turns are left to guess.
    #[must_use]
    pub const fn is_unfinished(&self) -> bool {
        !self.left.is_empty() || self.picks > 0
    }

    /// Returns the guessed turns in order.
    #[must_use]
    pub fn found(&self) -> &[GuessedTurn] {
        &self.found
    }
}
