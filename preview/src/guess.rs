//! Guesses: what units of other sides would do in their next turns, if nothing changes. A planner decides for them
//! with the knowledge of the viewing side, so a guess reveals nothing. It is no prediction: the others may decide
//! otherwise.

use crate::agenda::Turn;
use crate::level::Level;
use crate::marks::{Certainty, Marks};
use crate::planner::{Planner, PlannerOptions};
use crate::predictor::{Extent, Predictor};
use foretoken_vm::{
    Advance, Buffers, ChancePolicy, EntityId, GameState, Intent, Known, Log, Plan, Predicted, Rulebook, Team,
};

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
    left: Vec<EntityId>,
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
            left: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl Guesses {
    /// Begins anew from a prediction: `turns` are its agenda, and `unit` acts now. Finds nothing if sides decide ahead
    /// or choose which unit acts.
    pub fn begin(&mut self, book: &Rulebook, known: &Known, plan: &Plan, turns: &[Turn], unit: EntityId) {
        self.forget();
        if book.scheduler.is_decided_ahead() || book.scheduler.is_pick_turn() || !unit.is_some() {
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
        self.found.clear();
        self.known = None;
    }

    /// Guesses one more turn. Returns whether turns are left.
    pub fn step(&mut self, book: &Rulebook) -> bool {
        let (Some(unit), Some(known)) = (self.left.pop(), self.known.take()) else { return false };
        let Some(before) = self.before_turn_of(book, &known, unit) else {
            self.left.clear();
            return false;
        };
        let side = before.for_side(before.state().entity(unit).team);
        self.plan.clear_all();
        let intent = self.planner.decide(book, &side, &self.plan, unit).intent;
        let priority = Plan::priority_in(book, &intent);
        self.plan.set(unit, intent.clone(), priority);
        self.line.run(book, &before, &self.plan, ChancePolicy::Likely, Extent::After(unit));
        let mut marks = Marks::default();
        marks.fold(&before, self.line.state(), self.line.log(), self.line.activations(), None);
        for mark in &mut marks.marks {
            (mark.certainty, mark.change) = (Certainty::Guess, u32::MAX);
        }
        let (first, after) = (before.state().clone(), self.line.state().clone());
        self.found.push(GuessedTurn { unit, intent, before: first, after, marks });
        self.known = Some(self.line.freeze().for_side(before.viewer()));
        self.plan.clear_all();
        !self.left.is_empty()
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
        !self.left.is_empty()
    }

    /// Returns the guessed turns in order.
    #[must_use]
    pub fn found(&self) -> &[GuessedTurn] {
        &self.found
    }
}
