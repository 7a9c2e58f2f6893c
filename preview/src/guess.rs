//! Guesses: what units of other sides would do before a unit acts again, if nothing changes. A planner decides for them
//! with the knowledge of the viewing side, so a guess reveals nothing. It is no prediction: the others may decide
//! otherwise.

use crate::agenda::Turn;
use crate::level::Level;
use crate::marks::{Certainty, Marks};
use crate::planner::{Planner, PlannerOptions};
use crate::predictor::{Extent, Predictor};
use foretoken_vm::{Advance, ChancePolicy, EntityId, GameState, Intent, Known, Plan, Rulebook, Team};

/// Limit of guessed turns.
const MOST: usize = 6;
/// Instruction limit of a decision, a few milliseconds.
const BUDGET: u64 = 60_000;

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
    known: Option<Known>,
    plan: Plan,
    left: Vec<EntityId>,
    found: Vec<GuessedTurn>,
}

impl Default for Guesses {
    fn default() -> Self {
        let options = PlannerOptions { budget: BUDGET, ..Level::Easy.options() };
        let (planner, line) = (Planner::new(options), Predictor::tracing());
        Self { planner, line, known: None, plan: Plan::default(), left: Vec::new(), found: Vec::new() }
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
        // The turns before the unit's own next one.
        let before_next = others.take_while(|&other| other != unit);
        let others = before_next.filter(|&other| team(other) != known.viewer() && team(other) != Team::NEUTRAL);
        self.left = others.take(MOST).collect();
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
        self.line.run(book, &known, &self.plan, ChancePolicy::Likely, Extent::Before(unit));
        let ended = |advance: Advance| matches!(advance, Advance::Over | Advance::Waits);
        let is_stopped = self.line.activations().last().is_some_and(|last| ended(last.advance));
        let before = self.line.freeze().for_side(known.viewer());
        if is_stopped || !before.state().entity(unit).is_alive() {
            self.left.clear();
            return false;
        }
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
