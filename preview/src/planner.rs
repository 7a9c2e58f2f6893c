//! The planner: prediction searched over. It builds an intent request by request, keeps the most promising ones (a
//! beam), and scores the predicted state by weights over features that any battle has. It knows no token: hazards,
//! fuses and blows count because the prediction shows what they do.

use crate::predictor::{Extent, Predictor};
use foretoken_vm::formula::FormulaOp;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::space::{PathFinder, Place, Reach, Spot, UNREACHED};
use foretoken_vm::state::{BattleField, entry};
use foretoken_vm::{
    ActionUse, Advance, Answer, Buffers, Cell, ChancePolicy, Change, ChangeKind, Dice, Entity, EntityId, GameState,
    Intent, Known, Log, Outcome, Plan, Predicted, Rulebook, Team, carried_out,
};
use std::cmp::Reverse;

/// What things are worth, in hundredths of a point of health.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A point of health.
    pub health: i64,
    /// A point of shield.
    pub shield: i64,
    /// Being alive at all, for what acts.
    pub life: i64,
    /// A step between a unit and the nearest thing it fights.
    pub distance: i64,
    /// A step between a unit and the zone that a goal wants it in.
    pub errand: i64,
    /// An intent taken from a unit.
    pub stunned: i64,
    /// The battle itself.
    pub outcome: i64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { health: 100, shield: 20, life: 300, distance: 4, errand: 60, stunned: 60, outcome: 1_000_000 }
    }
}

/// How hard to think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerOptions {
    /// Most instructions run for one decision.
    pub budget: u64,
    /// Intents kept at each stage.
    pub beam: usize,
    /// Answers tried for each request; more are thinned out evenly.
    pub answers: usize,
    /// Rounds run on after the horizon, so that fuses and fire count.
    pub rounds_beyond: usize,
    /// What things are worth.
    pub weights: Weights,
    /// Seed of the stream that ties are settled by; never the battle's.
    pub seed: u64,
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { budget: 300_000, beam: 96, answers: 64, rounds_beyond: 2, weights: Weights::default(), seed: 0 }
    }
}

/// Most activations and ends that are run on after the horizon: turn orders that count time may fit thousands of idle
/// activations into a round.
const MOST_BEYOND: usize = 400;

/// What the planner came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The intent, complete.
    pub intent: Intent,
    /// Its score for the unit's side, in hundredths of a point of health.
    pub score: i64,
    /// Instructions run to find it.
    pub steps: u64,
}

/// Decides for units. Keeps its buffers from one decision to the next.
#[derive(Debug, Default)]
pub struct Planner {
    options: PlannerOptions,
    predictor: Predictor,
    plan: Plan,
    beyond: Predicted,
    buffers: Buffers,
    log: Log,
    answers: Vec<Answer>,
    beyond_steps: u64,
    errands: Errands,
}

/// Where goals want whom: read off their formulas, so no scenario needs to tell the planner.
#[derive(Debug, Default)]
struct Errands {
    /// The rulebook they were read from.
    book: u64,
    errands: Vec<Errand>,
    path: PathFinder,
}

#[derive(Debug)]
struct Errand {
    /// Whose goal wants it.
    team: Team,
    tag: u8,
    /// Steps from each cell to the zone, around walls and what walkers avoid, by place.
    steps: Vec<u16>,
}

impl Errands {
    fn read(&mut self, book: &Rulebook) {
        if self.book == book.id() {
            return;
        }
        self.book = book.id();
        let formulas = book.goals.iter().filter_map(|goal| Some((goal.team, book.formulas.get(goal.when as usize)?)));
        let ops = formulas.flat_map(|(team, formula)| formula.code.iter().map(move |op| (team, *op)));
        let wanted = ops.filter_map(|(team, op)| match op {
            FormulaOp::Inside(tag, zone) => Some((team, tag, zone)),
            _ => None,
        });
        let errand = |(team, tag, zone)| Errand { team, tag, steps: steps_to_zone(book, zone) };
        self.errands = wanted.map(errand).collect();
    }

    /// Steps that an entity still has to go where goals of its side want it, around the units in its way; where they close
    /// it altogether, as if they stood ten steps long.
    fn steps(&mut self, book: &Rulebook, state: &GameState, entity: &Entity) -> i64 {
        let Some(kind) = book.archetype(entity) else { return 0 };
        let board = &book.board;
        let mut total = 0;
        let of_it = |errand: &&Errand| errand.team == entity.team && kind.tags >> (errand.tag & 63) & 1 == 1;
        for errand in self.errands.iter().filter(of_it) {
            let past = |steps: u16| i64::from(steps.min(99)) + 10;
            let direct = errand.steps.get(board.place(entity.cell).index()).copied().unwrap_or(UNREACHED);
            let steps_from = |place: Place| errand.steps.get(place.index()).copied().unwrap_or(UNREACHED);
            let enter = |spot: Spot| {
                let there = state.occupant(spot.cell);
                let stands = there.is_some() && state.entity(there).cell != entity.cell;
                let free = steps_from(spot.place) != UNREACHED && !stands;
                free.then(|| book.entering_costs(spot.place))
            };
            self.path.flood(board, entity.cell, book.reach_of(entity, 99), enter);
            let reached = self.path.reached().filter(|&cell| steps_from(board.place(cell)) == 0);
            let around = reached.map(|cell| i64::from(self.path.distance(board, cell))).min();
            total += around.unwrap_or_else(|| past(direct));
        }
        total
    }
}

fn steps_to_zone(book: &Rulebook, zone: u8) -> Vec<u16> {
    let board = &book.board;
    let mut path = PathFinder::default();
    let enter = |spot: Spot| {
        let open = book.terrain_at(spot.cell).is_none_or(|terrain| !terrain.blocks_movement && !terrain.avoided);
        open.then(|| book.entering_costs(spot.place))
    };
    let cells = board.cells().filter(|&cell| board.zones(cell) >> (zone & 15) & 1 == 1);
    // From the zone outwards: steps that are easier down than up count as if they were the same.
    path.flood_from(board, cells, Reach::over_everything(UNREACHED - 1), enter);
    let mut steps = vec![UNREACHED; board.places()];
    for cell in path.reached() {
        steps[board.place(cell).index()] = path.distance(board, cell);
    }
    steps
}

#[derive(Clone, Debug)]
struct Node {
    intent: Intent,
    score: i64,
}

impl Planner {
    /// A planner with these options.
    #[must_use]
    pub fn new(options: PlannerOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// The best intent found for a unit, on what its side knows and given what others have decided. The unit decides at
    /// its own place in the turn order: what acts before it is predicted first.
    pub fn decide(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Decision {
        self.errands.read(book);
        // What is left of an earlier decision would make this one cheaper, and so deeper: equal questions have equal answers.
        self.predictor.forget();
        self.plan.clone_from(plan);
        self.plan.clear(unit);
        let limit = self.steps().saturating_add(self.options.budget);
        let start = self.steps();
        let team = known.state().entity(unit).team;
        let mut ties = Dice::new(self.options.seed ^ u64::from(unit.0) << 32 ^ known.state().round() as u64);
        // What was carried out of an open activation stands; the search goes on behind it.
        let begun = carried_out(known.state(), plan, unit).to_vec();
        let mut nothing = Intent { uses: begun.clone(), complete: true };
        let score = self.score(book, known, unit, &mut nothing, team);
        let mut best = Node { intent: nothing, score };
        let mut tied = 1;
        let mut frontier = vec![Node { intent: Intent { uses: begun, complete: false }, score }];
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for node in frontier {
                if self.steps() > limit {
                    break;
                }
                self.expand(book, known, unit, team, &node, &mut next, limit, |candidate| {
                    if candidate.score > best.score {
                        best = candidate.clone();
                        tied = 1;
                    } else if candidate.score == best.score && candidate.intent.uses.len() <= best.intent.uses.len() {
                        tied += 1;
                        if ties.below(tied) == 0 {
                            best = candidate.clone();
                        }
                    }
                });
            }
            // Stable, so that equal scores keep the canonical order in which they were found.
            next.sort_by_key(|node| Reverse(node.score));
            next.truncate(self.options.beam);
            frontier = next;
        }
        let mut intent = best.intent;
        intent.complete = true;
        Decision { intent, score: best.score, steps: self.steps() - start }
    }

    /// Whom a side activates of these units, and what that one does: the best for the side. Of units that do equally well
    /// it is the one nearest to `near`, who acted last of the side, then the one that is named first. `None` where the side may close
    /// its decisions instead and nobody has anything better to do than nothing. The budget is shared among the units.
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
        let whole = self.options.budget;
        self.options.budget = whole / units.len().max(1) as u64;
        let decided = units.iter().map(|&unit| (unit, self.decide(book, known, plan, unit)));
        let decided: Vec<(EntityId, Decision)> = decided.collect();
        self.options.budget = whole;
        let way = |unit: EntityId| if near == Cell::NOWHERE { 0 } else { state.entity(unit).cell.steps_to(near) };
        let best = decided.into_iter().min_by_key(|&(unit, ref decision)| (Reverse(decision.score), way(unit)));
        best.filter(|(_, decision)| !(may_close && decision.intent.uses.is_empty()))
    }

    fn steps(&self) -> u64 {
        self.predictor.steps() + self.beyond_steps
    }

    /// The nodes that follow one: its next request answered in every way, or, where it asks nothing more, each action
    /// that its points still allow. Intents that ask nothing more are candidates.
    #[allow(clippy::too_many_arguments, reason = "a search step needs the whole situation")]
    fn expand(
        &mut self,
        book: &Rulebook,
        known: &Known,
        unit: EntityId,
        team: Team,
        node: &Node,
        next: &mut Vec<Node>,
        limit: u64,
        mut candidate: impl FnMut(&Node),
    ) {
        self.set(book, unit, node.intent.clone());
        let mut answers = std::mem::take(&mut self.answers);
        let question = self.predictor.ask(book, known, &self.plan, unit, &mut answers);
        if let Some(question) = question {
            let stride = answers.len().div_ceil(self.options.answers.max(1)).max(1);
            for &answer in answers.iter().step_by(stride) {
                if self.steps() > limit {
                    break;
                }
                let mut intent = node.intent.clone();
                if let Some(used) = intent.uses.get_mut(question.use_index) {
                    used.answers.push((question.key, answer));
                }
                let score = self.score(book, known, unit, &mut intent, team);
                next.push(Node { intent, score });
            }
        } else if !self.is_refused(unit) {
            candidate(node);
            let done = carried_out(known.state(), &self.plan, unit).len();
            for program in affordable(book, known.state(), unit, done, &node.intent) {
                let mut intent = node.intent.clone();
                intent.uses.push(ActionUse::new(program));
                next.push(Node { intent, score: node.score });
            }
        }
        self.answers = answers;
    }

    /// Whether what was predicted last refused the unit a use, as it cost more than those before it left.
    fn is_refused(&self, unit: EntityId) -> bool {
        let refused = |change: &Change| change.kind == ChangeKind::Refused && change.entity == unit;
        self.predictor.log().changes.iter().any(refused)
    }

    fn set(&mut self, book: &Rulebook, unit: EntityId, intent: Intent) {
        let priority = Plan::priority_in(book, &intent);
        self.plan.set(unit, intent, priority);
    }

    /// The value of an intent for a side, as if it were complete: requests not yet answered take their otherwise.
    fn score(&mut self, book: &Rulebook, known: &Known, unit: EntityId, intent: &mut Intent, team: Team) -> i64 {
        let is_complete = intent.complete;
        self.set(book, unit, Intent { complete: true, ..std::mem::take(intent) });
        let score = self.score_planned(book, known, team);
        *intent = Intent { complete: is_complete, ..self.plan.take(unit).unwrap_or_default() };
        score
    }

    /// The value of what is planned for a side.
    fn score_planned(&mut self, book: &Rulebook, known: &Known, team: Team) -> i64 {
        self.predictor.run(book, known, &self.plan, ChancePolicy::Likely, Extent::Horizon);
        if !something_is_due(book, self.predictor.state()) {
            return value(book, self.predictor.state(), team, &self.options.weights, &mut self.errands);
        }
        self.predictor.copy_into(&mut self.beyond);
        self.log.clear();
        // Nobody decides anything, and sides that could choose whom to activate choose nobody.
        let mut nothing = Plan::default();
        (0..Team::COUNT as u8).for_each(|team| nothing.close(Team(team)));
        let mut rounds = 0;
        for _ in 0..MOST_BEYOND {
            let policy = ChancePolicy::Likely;
            let steps = self.log.steps;
            let advance = self.beyond.apply_for_preview(book, &nothing, policy, &mut self.buffers, &mut self.log);
            // Idle activations run no instruction, but they are looked at too. What was written is not read again.
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
        value(book, self.beyond.state(), team, &self.options.weights, &mut self.errands)
    }
}

/// Actions that an intent's points still allow.
fn affordable(book: &Rulebook, state: &GameState, unit: EntityId, done: usize, intent: &Intent) -> Vec<u16> {
    let Some(kind) = book.archetype(state.entity(unit)) else { return Vec::new() };
    let affords = |&program: &u16| intent.affords(book, state, unit, done, program);
    kind.actions.iter().copied().filter(affords).collect()
}

/// Whether anything will happen without anybody deciding it: an entry that waits, or ground that hurts who stands there.
fn something_is_due(book: &Rulebook, state: &GameState) -> bool {
    let hurts = |surface: u8| book.surfaces.get(surface as usize).is_some_and(|s| s.on_round_end.is_some());
    state.entries().iter().any(|words| words[entry::WAITING] != 0)
        || state.living().any(|(_, e)| state.surface(e.cell).is_some_and(hurts))
}

/// What a state is worth to a side.
fn value(book: &Rulebook, state: &GameState, team: Team, weights: &Weights, errands: &mut Errands) -> i64 {
    let columns: Vec<i32> = book.columns.of(ColumnOf::Entity).map(|column| column.weight).collect();
    let mut total = match Outcome::for_side(state.battle(BattleField::Outcome), team) {
        Outcome::Won => weights.outcome,
        Outcome::Lost => -weights.outcome,
        Outcome::Open | Outcome::Drawn => 0,
    };
    for (id, entity) in state.living() {
        let sign = if entity.team == team {
            1
        } else if entity.team.is_enemy_of(team) {
            -1
        } else {
            continue;
        };
        let kind = book.archetype(entity);
        let mut worth = i64::from(entity.health) * weights.health
            + i64::from(entity.shield) * weights.shield
            + kind.map_or(0, |k| i64::from(k.worth));
        if entity.acts() {
            worth += weights.life - i64::from(entity.stunned.min(2)) * weights.stunned;
        }
        for (column, &weight) in columns.iter().enumerate() {
            if weight != 0 {
                worth += i64::from(weight) * i64::from(state.entity_column(id, column as u16));
            }
        }
        worth -= weights.errand * errands.steps(book, state, entity);
        total += sign * worth;
        if entity.acts() && sign > 0 {
            let fought = state.living().filter(|(_, other)| other.team.is_enemy_of(team));
            let nearest = fought.map(|(_, other)| entity.cell.steps_to(other.cell)).min();
            total -= weights.distance * i64::from(nearest.unwrap_or_default());
        }
    }
    total
}
