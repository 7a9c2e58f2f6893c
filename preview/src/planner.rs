//! The planner: a beam search over predictions, scored by weights. It knows no token.

use crate::counter_moves::{self, CounterMoves, Lookahead, Trial};
use crate::ends::{EndKey, Ends, Scored};
use crate::joint_plan::JointPlanning;
use crate::predictor::{Extent, Predictor};
use crate::rollout;
use crate::search::Search;
use crate::search_result::{Node, SearchResult, Shortlist};
use crate::threat::Threat;
use crate::ways::Ways;
use crate::without_goals::WithoutGoals;
use crate::worth::{Decider, Errands, Weights, Worth, class_of, value};
use foretoken_vm::rulebook::Class;
use foretoken_vm::state::{BattleField, entry};
use foretoken_vm::{
    ActionUse, Advance, Answer, Buffers, Cell, ChancePolicy, Change, ChangeKind, Dice, Entity, EntityId, GameState,
    Intent, Known, Log, Outcome, Plan, Predicted, Rulebook, Team, carried_out,
};
use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Options of the planner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerOptions {
    /// Limit of instructions for one decision.
    pub budget: u64,
    /// Number of intents kept at each stage.
    pub beam: usize,
    /// Answers tried for each request; larger sets are thinned evenly.
    pub answers: usize,
    /// Rounds to run after the horizon, so that fuses count.
    pub rounds_beyond: usize,
    /// Limits of the counter-move search, if enabled.
    pub counter_moves: Option<CounterMoves>,
    /// Limits of the joint search; `None` decides units in sequence.
    pub joint_plan: Option<JointPlanning>,
    /// Weights of the evaluation.
    pub weights: Weights,
    /// Whether equal end states are scored once. Decisions do not depend on it.
    pub reuses_ends: bool,
    /// Threads for counter-moves. Decisions do not depend on it.
    pub threads: NonZeroUsize,
    /// Seed of the stream that breaks ties, separate from the battle's.
    pub seed: u64,
}

impl PlannerOptions {
    pub(crate) fn alone(&self) -> Self {
        Self { counter_moves: None, threads: NonZeroUsize::MIN, ..self.clone() }
    }
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self {
            budget: 300_000,
            beam: 96,
            answers: 64,
            rounds_beyond: 2,
            counter_moves: None,
            joint_plan: None,
            weights: Weights::default(),
            reuses_ends: true,
            threads: NonZeroUsize::MIN,
            seed: 0,
        }
    }
}

/// Limit of activations after the horizon, because some turn orders fit thousands into a round.
const MOST_BEYOND: usize = 400;

/// Result of the planner for one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The complete intent.
    pub intent: Intent,
    /// Score in hundredths of a point of health. Not comparable between classes.
    pub score: i64,
    /// Score minus the score of idling. Comparable between units.
    pub gain: i64,
    /// Instructions run to find it.
    pub steps: u64,
}

/// Decides for units. Reuses its buffers.
#[derive(Debug, Default)]
pub struct Planner {
    options: PlannerOptions,
    pub(crate) predictor: Predictor,
    pub(crate) plan: Plan,
    beyond: Predicted,
    buffers: Buffers,
    log: Log,
    answers: Vec<Answer>,
    beyond_steps: u64,
    judged: u64,
    outcome: i32,
    errands: Errands,
    ways: Ways,
    weights: Weights,
    threat: Threat,
    last_seen: Vec<(EntityId, Cell)>,
    search: Search,
    without_goals: WithoutGoals,
    ends: Ends,
    lookaheads: Vec<Lookahead>,
}

struct Premise {
    is_planned: bool,
    without_goals: Option<Arc<Rulebook>>,
}

struct Beam {
    width: usize,
    nodes: Vec<Node>,
}

impl Beam {
    fn offer(&mut self, worth: Worth, intent: impl FnOnce() -> Intent) {
        let at = self.nodes.partition_point(|node| node.worth.total >= worth.total);
        if at < self.width {
            self.nodes.truncate(self.width - 1);
            self.nodes.insert(at, Node { intent: intent(), worth });
        }
    }
}

impl Planner {
    /// Creates a planner with these options.
    #[must_use]
    pub fn new(options: PlannerOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Returns the best intent found for a unit, at its place in the turn order.
    pub fn decide(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Decision {
        let search_result = self.consider(book, known, plan, unit);
        if search_result.best.worth.is_sure {
            return search_result.decision(&search_result.best, 0);
        }
        let pool: Vec<&Node> = search_result.shortlist.best.iter().chain(search_result.shortlist.careful()).collect();
        let tried: Vec<Trial<'_>> = pool.iter().map(|node| (unit, Some(&node.intent))).collect();
        let (at, steps) = self.best_against_replies(book, known, plan, &tried);
        search_result.decision(at.map_or(&search_result.best, |at| pool[at]), steps)
    }

    fn consider(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> SearchResult {
        // Leftovers of an earlier decision would change the cost and therefore the result.
        self.predictor.forget();
        self.ends.forget();
        self.plan.clone_from(plan);
        self.plan.clear(unit);
        let start = self.steps();
        let limit = start.saturating_add(self.options.budget);
        let state = known.state();
        let ties = Dice::new(self.options.seed ^ u64::from(unit.0) << 32 ^ state.round() as u64);
        let class = class_of(book, state, unit);
        self.prepare(book, known, unit, class);
        // Actions that an open activation has carried out stay; the search begins after them.
        let begun = carried_out(state, plan, unit).to_vec();
        let (idle, premise) = self.look_at_idle(book, known, unit, &begun);
        let rules = premise.without_goals.as_deref().unwrap_or(book);
        let shortlist = Shortlist::new(self.options.counter_moves.map(|counter_moves| counter_moves.under(rules)));
        let begun = Node { intent: Intent { uses: begun, complete: false }, worth: idle.worth };
        let mut found = SearchResult::new(unit, idle, shortlist, self.weights.health, ties);
        self.search_from(begun, rules, known, &mut found, limit);
        if book.scheduler.is_decided_ahead() {
            found.strike_if_idle();
        }
        found.lead_with_best();
        if premise.is_planned {
            found.retain(|intent| self.still_wins(book, known, plan, unit, intent));
        }
        if book.scheduler.is_decided_ahead() {
            found.leave_out_guesses();
        }
        found.steps = self.steps() - start;
        found
    }

    /// Scores idling. If the allies' plans win, decides without them. If the side wins even so, uses rules without
    /// goals.
    fn look_at_idle(&mut self, book: &Rulebook, known: &Known, unit: EntityId, begun: &[ActionUse]) -> (Node, Premise) {
        let team = known.state().entity(unit).team;
        let mut intent = Intent { uses: begun.to_vec(), complete: true };
        let mut worth = self.score(book, known, unit, &mut intent, team);
        let is_planned = self.is_victory_foreseen(team);
        if is_planned && self.forget_plans_beside(known, unit, team) {
            worth = self.score(book, known, unit, &mut intent, team);
        }
        let comes_of_itself = book.scheduler.is_decided_ahead() && self.is_victory_foreseen(team);
        let without_goals = comes_of_itself.then(|| self.without_goals.of(book));
        if let Some(rules) = &without_goals {
            worth = self.score(rules, known, unit, &mut intent, team);
        }
        (Node { intent, worth }, Premise { is_planned, without_goals })
    }

    fn search_from(&mut self, node: Node, book: &Rulebook, known: &Known, found: &mut SearchResult, limit: u64) {
        let (unit, team) = (found.unit, known.state().entity(found.unit).team);
        let mut frontier = vec![node];
        while !frontier.is_empty() {
            let mut next = Beam { width: self.options.beam, nodes: Vec::new() };
            for node in frontier {
                if self.steps() > limit {
                    break;
                }
                self.expand(book, known, unit, team, &node, &mut next, limit, |candidate, exposed| {
                    found.offer(book, candidate, exposed);
                });
            }
            frontier = next.nodes;
        }
    }

    fn best_against_replies(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        tried: &[Trial<'_>],
    ) -> (Option<usize>, u64) {
        if self.options.counter_moves.is_none() || tried.len() < 2 {
            return (None, 0);
        }
        let (best, steps) = counter_moves::best(&mut self.lookaheads, (book, known, plan), tried, &self.options);
        self.beyond_steps += steps;
        (best, steps)
    }

    fn is_victory_foreseen(&self, team: Team) -> bool {
        Outcome::for_side(self.outcome, team) == Outcome::Won
    }

    fn still_wins(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, intent: &Intent) -> bool {
        self.plan.clone_from(plan);
        let team = known.state().entity(unit).team;
        self.score(book, known, unit, &mut intent.clone(), team);
        self.is_victory_foreseen(team)
    }

    fn forget_plans_beside(&mut self, known: &Known, unit: EntityId, team: Team) -> bool {
        let others = known.state().living().filter(|&(other, row)| other != unit && row.team == team);
        let decided: Vec<EntityId> =
            others.map(|(other, _)| other).filter(|&other| self.plan.intent(other).is_some()).collect();
        decided.iter().for_each(|&other| self.plan.clear(other));
        !decided.is_empty()
    }

    pub(crate) fn prepare(&mut self, book: &Rulebook, known: &Known, unit: EntityId, class: Class) {
        let team = known.state().entity(unit).team;
        self.errands.read(book);
        self.ways.prepare(book, known.state(), team);
        self.weights = self.options.weights.of_class(class).under(book);
        if is_burning(book, known.state(), unit) {
            // A unit leaves its zone if it burns there.
            self.weights.leash = 0;
        }
        self.last_seen.clear();
        self.last_seen.extend_from_slice(known.last_seen());
        let knows_of = |row: &Entity| row.team.is_enemy_of(team);
        if book.sight.is_some() && self.last_seen.is_empty() && !known.state().living().any(|(_, row)| knows_of(row)) {
            self.beyond_steps += self.search.prepare(book, known, team);
        } else {
            self.search.clear();
        }
        let is_careful = self.options.counter_moves.is_some_and(|counter_moves| counter_moves.under(book).careful > 0);
        if self.weights.exposure != 0 || is_careful {
            self.set(book, unit, Intent { complete: true, ..Intent::default() });
            self.predictor.run(book, known, &self.plan, ChancePolicy::Likely, Extent::Horizon);
            self.threat.update(book, self.predictor.state(), team);
            self.plan.clear(unit);
        }
    }

    /// Chooses the unit that a side activates and its decision: the largest gain, then the unit nearest to `near`.
    /// Returns `None` to end the turn. The units share the budget.
    pub fn choose(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        units: &[EntityId],
        near: Option<EntityId>,
        may_close: bool,
    ) -> Option<(EntityId, Decision)> {
        let state = known.state();
        let near = near.map_or(Cell::NOWHERE, |unit| state.entity(unit).cell);
        let way = |unit: EntityId| if near == Cell::NOWHERE { 0 } else { state.entity(unit).cell.steps_to(near) };
        let whole = self.options.budget;
        self.options.budget = whole / units.len().max(1) as u64;
        let mut search_result: Vec<_> = units.iter().map(|&unit| self.consider(book, known, plan, unit)).collect();
        self.options.budget = whole;
        search_result.sort_by_key(|of| (Reverse(of.best.worth.total - of.idle.worth.total), way(of.unit)));
        if let Some(of) = search_result.iter().find(|of| of.best.worth.is_sure) {
            return Some((of.unit, of.decision(&of.best, 0)));
        }
        let mut pool: Vec<(&SearchResult, &Node)> =
            search_result.iter().flat_map(|of| of.shortlist.best.iter().map(move |node| (of, node))).collect();
        pool.sort_by_key(|(of, node)| Reverse(node.worth.total - of.idle.worth.total));
        pool.truncate(self.options.counter_moves.map_or(0, |counter_moves| counter_moves.under(book).intents));
        pool.extend(search_result.iter().flat_map(|of| of.shortlist.careful().map(move |node| (of, node))));
        let closes = |node: &Node| may_close && node.intent.uses.is_empty();
        let mut is_closed = false;
        pool.retain(|(_, node)| !closes(node) || !std::mem::replace(&mut is_closed, true));
        let trials = pool.iter().map(|&(of, node)| (of.unit, (!closes(node)).then_some(&node.intent)));
        let tried: Vec<Trial<'_>> = trials.collect();
        let (at, steps) = self.best_against_replies(book, known, plan, &tried);
        let (of, node) = at.map(|at| pool[at]).or_else(|| search_result.first().map(|of| (of, &of.best)))?;
        (!closes(node)).then(|| (of.unit, of.decision(node, steps)))
    }

    pub(crate) fn worth_a_look(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Vec<Intent> {
        let search_result = self.consider(book, known, plan, unit);
        let nodes = search_result.shortlist.best.iter().chain([&search_result.idle]);
        nodes.map(|node| search_result.decision(node, 0).intent).collect()
    }

    pub(crate) const fn options(&self) -> &PlannerOptions {
        &self.options
    }

    pub(crate) fn think_as(&mut self, options: PlannerOptions) {
        self.options = options;
    }

    /// Number of scored plans, with reused scores.
    #[must_use]
    pub const fn judged(&self) -> u64 {
        self.judged
    }

    pub(crate) fn steps(&self) -> u64 {
        self.predictor.steps() + self.beyond_steps
    }

    /// Extends a node by each answer to its next request, or by each legal action.
    #[allow(clippy::too_many_arguments, reason = "a search step needs the whole situation")]
    fn expand(
        &mut self,
        book: &Rulebook,
        known: &Known,
        unit: EntityId,
        team: Team,
        node: &Node,
        next: &mut Beam,
        limit: u64,
        mut candidate: impl FnMut(&Node, &dyn Fn() -> u32),
    ) {
        self.set(book, unit, node.intent.clone());
        let mut answers = std::mem::take(&mut self.answers);
        let question = self.predictor.ask_open(book, known, &self.plan, unit, &mut answers);
        if let Some(question) = question {
            let stride = answers.len().div_ceil(self.options.answers.max(1)).max(1);
            let mut intent = node.intent.clone();
            for &answer in answers.iter().step_by(stride) {
                if self.steps() > limit {
                    break;
                }
                if let Some(used) = intent.uses.get_mut(question.use_index) {
                    used.answers.push((question.key, answer));
                }
                let score = self.score(book, known, unit, &mut intent, team);
                next.offer(score, || intent.clone());
                if let Some(used) = intent.uses.get_mut(question.use_index) {
                    used.answers.pop();
                }
            }
        } else if !self.is_refused(unit) {
            let cell = self.predictor.state().entity(unit).cell;
            let offered = self.predictor.offered_open(book, known, &self.plan, unit);
            // A use without requests has no answer that would have scored it.
            let is_scored = node.intent.uses.last().is_none_or(|used| !used.answers.is_empty());
            let scored;
            let node = if is_scored {
                node
            } else {
                let mut intent = node.intent.clone();
                let worth = self.score(book, known, unit, &mut intent, team);
                scored = Node { intent, worth };
                &scored
            };
            candidate(node, &|| self.threat.harm_at(cell));
            for program in offered {
                next.offer(node.worth, || {
                    let mut intent = node.intent.clone();
                    intent.uses.push(ActionUse::new(program));
                    intent
                });
            }
        }
        self.answers = answers;
    }

    pub(crate) fn is_refused(&self, unit: EntityId) -> bool {
        let refused = |change: &Change| change.kind == ChangeKind::Refused && change.entity == unit;
        self.predictor.log().changes.iter().any(refused)
    }

    pub(crate) fn set(&mut self, book: &Rulebook, unit: EntityId, intent: Intent) {
        rollout::intend(book, &mut self.plan, unit, intent);
    }

    /// Scores an intent for a side as if it were complete; unanswered requests take their otherwise.
    fn score(&mut self, book: &Rulebook, known: &Known, unit: EntityId, intent: &mut Intent, team: Team) -> Worth {
        let is_complete = intent.complete;
        self.set(book, unit, Intent { complete: true, ..std::mem::take(intent) });
        let score = self.score_end(book, known, unit, team);
        *intent = Intent { complete: is_complete, ..self.plan.take(unit).unwrap_or_default() };
        score
    }

    fn score_end(&mut self, book: &Rulebook, known: &Known, unit: EntityId, team: Team) -> Worth {
        if !self.options.reuses_ends {
            return self.score_planned(book, known, unit, team);
        }
        self.predictor.run(book, known, &self.plan, ChancePolicy::Likely, Extent::After(unit));
        let acted = self.predictor.activations().last().map(|ran| ran.advance);
        if !matches!(acted, Some(Advance::Unit(id, _)) if id == unit) {
            return self.score_planned(book, known, unit, team);
        }
        let units = known.state().entities().len();
        let end = EndKey::of(self.predictor.hash_of_end(book, known), book.id(), &self.plan, unit, units);
        if let Some(Scored { worth, outcome, steps }) = self.ends.get(end) {
            self.judged += 1;
            self.outcome = outcome;
            self.beyond_steps += steps;
            return worth;
        }
        let before = self.steps();
        let worth = self.score_planned(book, known, unit, team);
        self.ends.keep(end, Scored { worth, outcome: self.outcome, steps: self.steps() - before });
        worth
    }

    pub(crate) fn score_planned(&mut self, book: &Rulebook, known: &Known, unit: EntityId, team: Team) -> Worth {
        self.judged += 1;
        self.predictor.run(book, known, &self.plan, ChancePolicy::Likely, Extent::Horizon);
        let is_due = self.options.rounds_beyond > 0 && is_something_due(book, self.predictor.state());
        if is_due {
            self.run_beyond(book);
        }
        let Self { weights, threat, last_seen, search, errands, ways, predictor, beyond, .. } = self;
        let decider = Decider { team, unit, weights, threat, last_seen, search };
        let last = if is_due { beyond.state() } else { predictor.state() };
        self.outcome = last.battle(BattleField::Outcome);
        let mut worth = value(book, last, &decider, errands, ways);
        if !book.scheduler.is_decided_ahead() && self.is_victory_foreseen(team) {
            // Earlier activations may prevent a victory, except if the unit brings it in its own activation.
            worth.is_sure = self.is_over_before_others(unit);
            if !worth.is_sure {
                worth.total -= self.weights.outcome / 2;
                worth.deeds -= self.weights.outcome / 2;
            }
        }
        worth
    }

    fn is_over_before_others(&self, unit: EntityId) -> bool {
        let mut others = self.predictor.activations().iter().filter_map(|ran| match ran.advance {
            Advance::Unit(other, _) => Some(other),
            _ => None,
        });
        self.predictor.state().battle(BattleField::Outcome) != Outcome::OPEN && others.all(|other| other == unit)
    }

    fn run_beyond(&mut self, book: &Rulebook) {
        self.predictor.copy_into(&mut self.beyond);
        self.log.clear();
        let mut nothing = Plan::default();
        (0..Team::COUNT as u8).for_each(|team| nothing.close(Team(team)));
        let mut rounds = 0;
        for _ in 0..MOST_BEYOND {
            let policy = ChancePolicy::Likely;
            let steps = self.log.steps;
            let advance = self.beyond.apply_for_preview(book, &nothing, policy, &mut self.buffers, &mut self.log);
            self.beyond_steps += 1 + self.log.steps - steps;
            self.log.clear();
            match advance {
                Advance::RoundEnd => rounds += 1,
                Advance::Over | Advance::Waits => break,
                _ => {}
            }
            if rounds >= self.options.rounds_beyond {
                break;
            }
        }
    }
}

fn is_something_due(book: &Rulebook, state: &GameState) -> bool {
    state.entries().iter().any(|words| words[entry::WAITING] != 0)
        || state.living().any(|(unit, _)| is_burning(book, state, unit))
}

fn is_burning(book: &Rulebook, state: &GameState, unit: EntityId) -> bool {
    let surface = state.surface(state.entity(unit).cell);
    surface.and_then(|surface| book.surfaces.get(usize::from(surface))).is_some_and(|kind| kind.on_round_end.is_some())
}
