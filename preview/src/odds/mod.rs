//! Odds: the distribution of results. Each activation runs for each combination of draws, and equal states merge;
//! beyond a budget, branches are sampled. Chances are `f64`s that are added in a fixed order, so results are equal bit
//! by bit.

mod activation;
mod spread;
mod ways;
mod worth;

pub use activation::{ActivationOdds, EffectOdds, Flip, FlipOf, FlipWith, NamedOdds};
pub use spread::{Method, Spread, UnitOdds};
pub use worth::{Worth, WorthFor, worths};

use activation::Tally;
use foretoken_vm::{
    Advance, Buffers, Change, EntityId, KeptPrediction, Known, Log, Plan, Predicted, Ran, Rulebook, Script,
};
use spread::Marginals;
use ways::{Acted, Ways};

/// Limit of distinct states at one boundary; beyond it, branches are sampled.
pub const MOST_STATES: usize = 4_096;
/// Approximate limit of bytes for these states.
pub const MOST_BYTES: usize = 64 << 20;
/// Limit of work, in instructions; each activation costs [`PER_RUN`] more.
pub const MOST_WORK: u64 = 20_000_000;
/// Number of samples if odds are not exact.
pub const SAMPLES: u32 = 2_000;

const PER_RUN: u64 = 64;
const MOST_ACTIVATIONS: u32 = 10_000;
/// Separates the sample stream from other streams that are seeded by a state.
const STREAM: u64 = 0x6f64_6473_2066_6f72;

/// The computed odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsReport {
    /// Method of the odds of the turn.
    pub method: Method,
    /// Odds at the horizon for each unit that lives now.
    pub units: Vec<UnitOdds>,
    /// State of the battle at the horizon, as [`foretoken_vm::Outcome`] numbers.
    pub outcomes: Spread<i32>,
    /// Odds of the requested activation, if it can happen.
    pub activation: Option<ActivationOdds>,
    /// Whether a veil hides something on some branches.
    pub uncertain: bool,
    /// Whether the viewer cannot know if the battle goes on.
    pub outcome_unknown: bool,
}

/// Limits of exact odds, and the number of samples beyond them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsBudget {
    /// Limit of distinct states at one boundary.
    pub states: usize,
    /// Approximate limit of their bytes.
    pub bytes: usize,
    /// Limit of work, in instructions.
    pub work: u64,
    /// Number of samples beyond any limit.
    pub samples: u32,
}

impl Default for OddsBudget {
    fn default() -> Self {
        Self { states: MOST_STATES, bytes: MOST_BYTES, work: MOST_WORK, samples: SAMPLES }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    /// No request.
    #[default]
    Idle,
    /// Counts all branches.
    Counting,
    /// Samples branches; holds the number done.
    Sampling(u32),
    Done,
}

/// Computes odds in steps.
#[derive(Debug, Default)]
pub struct Odds {
    budget: OddsBudget,
    from: Option<(u64, u64)>,
    plan: Plan,
    actor: Option<EntityId>,
    phase: Phase,
    spent: u64,
    runs: u64,
    layer: Ways,
    at: usize,
    next: Ways,
    layers: u32,
    ends: Ways,
    script: Script,
    working: Predicted,
    buffers: Buffers,
    log: Log,
    turn: Marginals,
    activation: Tally,
    /// Exact odds of the activation, even if those of the turn are sampled.
    exact: Option<ActivationOdds>,
    uncertain: bool,
    outcome_unknown: bool,
    report: Option<OddsReport>,
}

impl Odds {
    /// Creates an `Odds` with this budget.
    #[must_use]
    pub fn within(budget: OddsBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Computes odds at the horizon. `actor` is the unit whose next activation is reported.
    #[must_use]
    pub fn of(book: &Rulebook, known: &Known, plan: &Plan, actor: Option<EntityId>) -> Self {
        let mut odds = Self::default();
        odds.ask(book, known, plan, actor);
        odds.work(book, known, u64::MAX);
        odds
    }

    /// Requests odds. Keeps the progress of an equal request.
    pub fn ask(&mut self, book: &Rulebook, known: &Known, plan: &Plan, actor: Option<EntityId>) {
        let from = Some((known.origin(), book.id()));
        if self.phase != Phase::Idle && self.from == from && self.actor == actor && self.plan == *plan {
            return;
        }
        self.forget();
        self.from = from;
        self.plan.clone_from(plan);
        self.actor = actor;
        self.phase = Phase::Counting;
        self.begin(known);
    }

    /// Discards the request.
    pub fn forget(&mut self) {
        self.phase = Phase::Idle;
        self.from = None;
        (self.spent, self.runs) = (0, 0);
        self.layers = 0;
        self.layer.clear();
        self.next.clear();
        self.ends.clear();
        self.exact = None;
        self.report = None;
    }

    fn begin(&mut self, known: &Known) {
        self.turn = Marginals::of(known.state().living());
        self.activation = Tally::of(self.turn.clone());
        self.uncertain = false;
        self.outcome_unknown = false;
        self.at = 0;
        self.script.clear();
    }

    /// Works for about `most` instructions. `known` must be that of the request. Returns whether the odds are complete.
    pub fn work(&mut self, book: &Rulebook, known: &Known, most: u64) -> bool {
        if self.from != Some((known.origin(), book.id())) {
            return true;
        }
        let until = self.spent.saturating_add(most);
        while self.spent < until {
            match self.phase {
                Phase::Idle | Phase::Done => return true,
                Phase::Counting => self.count_one(book, known),
                Phase::Sampling(done) => self.sample_one(book, known, done),
            }
        }
        matches!(self.phase, Phase::Idle | Phase::Done)
    }

    /// Returns the odds once they are complete.
    #[must_use]
    pub const fn report(&self) -> Option<&OddsReport> {
        self.report.as_ref()
    }

    /// Whether requested odds are incomplete.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        matches!(self.phase, Phase::Counting | Phase::Sampling(_))
    }

    /// Instructions run since the request, with the cost of reading states.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Activations run since the request, one for each combination of draws.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the final states with their chances. Empty if sampled.
    pub fn states(&self) -> impl Iterator<Item = (&KeptPrediction, f64)> {
        self.ends.as_slice().iter().map(|way| (&way.state, way.chance))
    }

    fn count_one(&mut self, book: &Rulebook, known: &Known) {
        let (hash, chance, acted) = match self.layer.get(self.at) {
            Some(way) => (way.hash, way.chance, way.acted),
            None => (known.state().hash64(book), 1.0, Acted::NotYet),
        };
        if self.script.draws().len() == 0 {
            match self.layer.get(self.at) {
                Some(way) => self.working.return_to(&way.state, book),
                None => self.working.reset(known),
            }
        }
        self.log.clear();
        let ran = self.working.run_script(book, &self.plan, &mut self.script, &mut self.buffers, &mut self.log);
        self.note_run();
        let chance = chance * self.script.chance();
        let acts = acted == Acted::NotYet && self.actor.is_some_and(|actor| is_of(ran, actor));
        let changes: &[Change] = &self.log.changes;
        let state = self.working.state();
        if acts {
            self.activation.count(changes, |unit| state.entity(unit), &self.script, chance);
        }
        let acted = match acted {
            _ if acts => Acted::Now,
            Acted::NotYet => Acted::NotYet,
            Acted::Now | Acted::Before => Acted::Before,
        };
        let delta = changes.iter().fold(0_u64, |sum, change| sum.wrapping_add(change.hash_delta(book)));
        let ways = if is_end(ran) || self.layers + 1 >= MOST_ACTIVATIONS { &mut self.ends } else { &mut self.next };
        ways.add(&self.working, hash.wrapping_add(delta), chance, acted);
        self.working.roll_back(book, &mut self.log, 0);
        let is_too_many = self.next.len() + self.ends.len() > self.budget.states
            || self.layer.bytes() + self.next.bytes() + self.ends.bytes() > self.budget.bytes
            || self.spent > self.budget.work;
        if is_too_many {
            self.give_up(known);
        } else if !self.script.next_way() {
            self.script.clear();
            self.at += 1;
            if self.at >= self.layer.len() {
                self.next_layer();
            }
        }
    }

    fn note_run(&mut self) {
        self.spent += self.log.steps + self.log.len() as u64 + PER_RUN;
        self.runs += 1;
        self.uncertain |= self.log.uncertain;
        self.outcome_unknown |= self.log.outcome_unknown;
    }

    fn next_layer(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        (self.at, self.layers) = (0, self.layers + 1);
        for way in self.layer.as_slice().iter().filter(|way| way.acted == Acted::Now) {
            self.activation.marginals.count(&way.state, way.chance);
        }
        if self.layer.len() == 0 {
            self.finish_counting();
        }
    }

    fn finish_activation(&mut self) {
        let Some(actor) = self.actor else { return };
        let mut tally = std::mem::take(&mut self.activation);
        for way in self.ends.as_slice().iter().filter(|way| way.acted == Acted::Now) {
            tally.marginals.count(&way.state, way.chance);
        }
        let states = (self.layer.len() + self.ends.len()) as u32;
        self.exact = tally.finish(actor, Method::Exact { states });
    }

    fn finish_counting(&mut self) {
        self.finish_activation();
        for way in self.ends.as_slice() {
            self.turn.count(&way.state, way.chance);
        }
        let states = self.ends.len() as u32;
        self.finish(Method::Exact { states });
    }

    fn give_up(&mut self, known: &Known) {
        if self.layers > 0 && self.layer.as_slice().iter().all(|way| way.acted != Acted::NotYet) {
            self.finish_activation();
        }
        self.layer.clear();
        self.next.clear();
        self.ends.clear();
        self.begin(known);
        self.phase = Phase::Sampling(0);
    }

    fn sample_one(&mut self, book: &Rulebook, known: &Known, done: u32) {
        let seed = known.state().hash64(book) ^ STREAM;
        let mut script = Script::sampled(seed.wrapping_add(u64::from(done)));
        self.working.reset(known);
        self.log.clear();
        let mut acted = false;
        for _ in 0..MOST_ACTIVATIONS {
            let first = self.log.len();
            let ran = self.working.run_script(book, &self.plan, &mut script, &mut self.buffers, &mut self.log);
            self.spent += PER_RUN;
            self.runs += 1;
            if !acted && self.actor.is_some_and(|actor| is_of(ran, actor)) {
                acted = true;
                let (changes, state) = (&self.log.changes[first..], self.working.state());
                self.activation.count(changes, |unit| state.entity(unit), &script, 1.0);
                self.activation.marginals.count(state, 1.0);
            }
            if is_end(ran) {
                break;
            }
        }
        self.runs -= 1;
        self.note_run();
        let state = self.working.state();
        self.turn.count(state, 1.0);
        self.phase = Phase::Sampling(done + 1);
        let samples = done + 1;
        if samples >= self.budget.samples {
            self.turn.divide(f64::from(samples));
            self.finish(Method::Sampled { samples });
        }
    }

    fn finish(&mut self, method: Method) {
        let tally = std::mem::take(&mut self.activation);
        let sampled = || self.actor.and_then(|actor| tally.finish(actor, method));
        let activation = self.exact.take().or_else(sampled);
        let Marginals { units, outcomes } = std::mem::take(&mut self.turn);
        let (uncertain, outcome_unknown) = (self.uncertain, self.outcome_unknown);
        self.report = Some(OddsReport { method, units, outcomes, activation, uncertain, outcome_unknown });
        self.phase = Phase::Done;
    }
}

fn is_of(ran: Ran, actor: EntityId) -> bool {
    matches!(ran.advance, Advance::Unit(unit, _) if unit == actor)
}

fn is_end(ran: Ran) -> bool {
    ran.is_horizon || matches!(ran.advance, Advance::Over | Advance::Waits)
}
