//! Odds: what becomes of everybody, and how likely, where chance has a say. One activation is run once for each way in
//! which its draws may fall, from each state that the one before it left; equal states are one. Intents are held fixed.
//! Beyond a budget, ways are drawn at random instead, from a stream that no battle ever draws from.
//!
//! Chances are `f64`s from 0 to 1. Each is a product of whole weights over their sums, and all are added in the order in
//! which ways are found, which follows from state and plan alone: equal questions have equal answers, bit by bit. What
//! rounding leaves is below a billionth.

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

/// Most different states at one boundary, those in which the prediction has ended included. More are sampled.
pub const MOST_STATES: usize = 4_096;
/// Most bytes that these may hold, about: states of large boards are large.
pub const MOST_BYTES: usize = 64 << 20;
/// Most work for exact odds, in instructions, each activation that is run with [`PER_RUN`] more.
pub const MOST_WORK: u64 = 20_000_000;
/// How many ways are drawn where odds are not exact.
pub const SAMPLES: u32 = 2_000;

/// What it takes to run an activation and to look at what came of it, beside its instructions and its changes.
const PER_RUN: u64 = 64;
/// Most activations in a row; a turn order that never ends is cut here.
const MOST_ACTIVATIONS: u32 = 10_000;
/// Tells the stream of samples from all others that begin with a number made of a state.
const STREAM: u64 = 0x6f64_6473_2066_6f72;

/// What odds are, once they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsReport {
    /// How those of the turn were found.
    pub method: Method,
    /// What becomes of all who live now, by the horizon.
    pub units: Vec<UnitOdds>,
    /// How the battle stands then, as [`foretoken_vm::Outcome`] numbers it.
    pub outcomes: Spread<i32>,
    /// What comes of the activation that was asked about; `None` where none was, or where it never comes.
    pub activation: Option<ActivationOdds>,
    /// Something veiled is left out on some of the ways.
    pub uncertain: bool,
    /// On some of the ways it cannot be known whether the battle goes on.
    pub outcome_unknown: bool,
}

/// What exact odds may take, and what is done where that is not enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsBudget {
    /// Most different states at one boundary.
    pub states: usize,
    /// Most bytes that they may hold, about.
    pub bytes: usize,
    /// Most work.
    pub work: u64,
    /// How many ways are drawn beyond any of these.
    pub samples: u32,
}

impl Default for OddsBudget {
    fn default() -> Self {
        Self { states: MOST_STATES, bytes: MOST_BYTES, work: MOST_WORK, samples: SAMPLES }
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    /// Nothing was asked.
    #[default]
    Idle,
    /// All ways are counted.
    Counting,
    /// Ways are drawn; so many were.
    Sampling(u32),
    Done,
}

/// Finds odds, a piece at a time where the caller has no time for all of it.
#[derive(Debug, Default)]
pub struct Odds {
    budget: OddsBudget,
    /// What was asked: known state and rulebook, plan, and the unit whose activation is told of.
    from: Option<(u64, u64)>,
    plan: Plan,
    actor: Option<EntityId>,
    phase: Phase,
    /// Work done since it was asked, and activations run.
    spent: u64,
    runs: u64,
    /// States at the boundary that was come to, empty before the first activation; which one is run; those behind it.
    layer: Ways,
    at: usize,
    next: Ways,
    layers: u32,
    /// States in which the prediction has ended.
    ends: Ways,
    script: Script,
    working: Predicted,
    buffers: Buffers,
    log: Log,
    turn: Marginals,
    activation: Tally,
    /// The odds of the activation where they are exact and those of the turn may not be.
    exact: Option<ActivationOdds>,
    uncertain: bool,
    outcome_unknown: bool,
    report: Option<OddsReport>,
}

impl Odds {
    /// Odds within a budget of its own.
    #[must_use]
    pub fn within(budget: OddsBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// The odds of a plan on what is known, by the turn order's horizon, all at once. `actor` is the unit whose next
    /// activation is told of by itself.
    #[must_use]
    pub fn of(book: &Rulebook, known: &Known, plan: &Plan, actor: Option<EntityId>) -> Self {
        let mut odds = Self::default();
        odds.ask(book, known, plan, actor);
        odds.work(book, known, u64::MAX);
        odds
    }

    /// Asks for odds. Nothing is run yet; what was found or begun for the same question is kept.
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

    /// Forgets what was asked.
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

    /// Nothing counted yet.
    fn begin(&mut self, known: &Known) {
        self.turn = Marginals::of(known.state().living());
        self.activation = Tally::of(self.turn.clone());
        self.uncertain = false;
        self.outcome_unknown = false;
        self.at = 0;
        self.script.clear();
    }

    /// Works on what was asked, by about so many instructions, with the `known` that it was asked of. Says whether there
    /// is nothing more to do.
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

    /// The odds, once there is nothing more to do.
    #[must_use]
    pub const fn report(&self) -> Option<&OddsReport> {
        self.report.as_ref()
    }

    /// Whether odds were asked for that are not found yet.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        matches!(self.phase, Phase::Counting | Phase::Sampling(_))
    }

    /// Instructions run since they were asked for, what it takes to look at states included.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Activations run since they were asked for, one for each way in which the draws of one may fall.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// The states that the prediction may end in, each once, with their chances. None where odds are sampled.
    pub fn states(&self) -> impl Iterator<Item = (&KeptPrediction, f64)> {
        self.ends.as_slice().iter().map(|way| (&way.state, way.chance))
    }

    /// Runs one activation in one way.
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

    /// Adds what the last run took and said of itself.
    fn note_run(&mut self) {
        self.spent += self.log.steps + self.log.len() as u64 + PER_RUN;
        self.runs += 1;
        self.uncertain |= self.log.uncertain;
        self.outcome_unknown |= self.log.outcome_unknown;
    }

    /// All states of a boundary have been run.
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

    /// The activation is told of once it lies behind on every way.
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

    /// There are more ways than are counted: begins to sample.
    fn give_up(&mut self, known: &Known) {
        // What the activation came to stands where it lies behind on every way that was being followed.
        if self.layers > 0 && self.layer.as_slice().iter().all(|way| way.acted != Acted::NotYet) {
            self.finish_activation();
        }
        self.layer.clear();
        self.next.clear();
        self.ends.clear();
        self.begin(known);
        self.phase = Phase::Sampling(0);
    }

    /// Runs one way to the horizon.
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
        // Each of its activations is counted already.
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

/// Whether it was an activation of this unit that ran.
fn is_of(ran: Ran, actor: EntityId) -> bool {
    matches!(ran.advance, Advance::Unit(unit, _) if unit == actor)
}

/// Whether a prediction ends behind what ran.
fn is_end(ran: Ran) -> bool {
    ran.is_horizon || matches!(ran.advance, Advance::Over | Advance::Waits)
}
