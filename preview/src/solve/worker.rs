//! Expands positions: runs to the side's next decision and finds all decisions.

use super::{Candidate, Expansion, Line, Position, Step};
use crate::planner::{Planner, PlannerOptions};
use crate::predictor::Extent;
use crate::rollout::{self, Course, Rollout};
use foretoken_vm::rulebook::Class;
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    ActionUse, Advance, ChancePolicy, EntityId, GameState, Intent, Known, Outcome, Plan, Rulebook, Team, carried_out,
};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

const MOST_ANSWERS: usize = 12;

#[derive(Debug)]
pub(super) enum Stands {
    Asks(Choose),
    Over(Outcome),
    /// It passed the last round, or nothing more happens.
    Beyond,
}

/// Expands positions. Each result is independent of earlier ones.
#[derive(Debug)]
pub struct Worker {
    pub(super) team: Team,
    judge: Planner,
    others: Planner,
    rollout: Rollout,
    pub(super) chance: bool,
    pub(super) unknown: bool,
    pub(super) nodes: u64,
    pub(super) limit: u64,
    pub(super) cut: bool,
    near: [Option<EntityId>; Team::COUNT],
}

impl Worker {
    /// Creates a worker for a side; `others` plan the other sides.
    #[must_use]
    pub fn new(team: Team, others: &PlannerOptions) -> Self {
        Self {
            team,
            judge: Planner::new(PlannerOptions { rounds_beyond: 1, counter_moves: None, ..PlannerOptions::default() }),
            others: Planner::new(others.clone()),
            rollout: Rollout::default(),
            chance: false,
            unknown: false,
            nodes: 0,
            limit: u64::MAX,
            cut: false,
            near: [None; Team::COUNT],
        }
    }

    /// Returns every next decision, without duplicates by result; `limit` bounds the nodes.
    pub fn expand(&mut self, book: &Rulebook, position: &Position, rounds: i32, limit: u64) -> Expansion {
        (self.nodes, self.limit, self.cut, self.chance, self.unknown) = (0, limit, false, false, false);
        let mut position = position.clone();
        let stands = self.settle(book, &mut position, rounds, true);
        let mut found = Expansion { ends: None, candidates: Vec::new(), ..Expansion::default() };
        match stands {
            Stands::Over(outcome) => found.ends = Some((outcome, position.known().state().hash64(book))),
            Stands::Beyond => {}
            Stands::Asks(choose) => found.candidates = self.candidates(book, &position, &choose),
        }
        (found.nodes, found.cut) = (self.nodes.max(1), self.cut);
        (found.chance, found.unknown) = (self.chance, self.unknown);
        found.position = Some(Arc::new(position));
        found
    }

    pub(super) fn settle(&mut self, book: &Rulebook, position: &mut Position, rounds: i32, plans: bool) -> Stands {
        let course = &mut position.course;
        let stands = loop {
            match self.rollout.run(book, course, |state, _| state.round() >= rounds) {
                rollout::Stands::Asks(choose) if choose.team != self.team && plans => {
                    rollout::answer(&mut self.others, book, course, &choose);
                }
                rollout::Stands::Asks(choose) => break Stands::Asks(choose),
                rollout::Stands::Over => break Stands::Over(position.outcome(self.team)),
                rollout::Stands::Ended => break Stands::Beyond,
            }
        };
        self.chance |= std::mem::take(&mut self.rollout.chance);
        self.unknown |= std::mem::take(&mut self.rollout.unknown);
        stands
    }

    /// Returns the decisions of the asked side. If it plans all units in advance, returns those of one unit, since
    /// their order does not matter.
    pub(super) fn candidates(&mut self, book: &Rulebook, position: &Position, choose: &Choose) -> Vec<Candidate> {
        let Course { known, plan, near } = &position.course;
        self.near = *near;
        self.near[usize::from(self.team.0) % Team::COUNT] = None;
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        self.judge.plan.clone_from(plan);
        if choose.until == Until::Closed {
            let (unit, others) = self.next_undecided(book, known, plan, choose);
            match unit {
                Some(unit) => self.of_unit(book, known, unit, &others, &mut seen, &mut found),
                None => found.push(self.closing(choose.team)),
            }
        } else {
            for &unit in &choose.units {
                self.of_unit(book, known, unit, &[], &mut seen, &mut found);
            }
            if choose.until.is_closable() {
                found.push(self.closing(choose.team));
            }
        }
        found
    }

    fn closing(&mut self, team: Team) -> Candidate {
        self.nodes += 1;
        Candidate { unit: None, team, intent: Intent::default(), score: i64::MIN / 2, key: None }
    }

    fn next_undecided(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        choose: &Choose,
    ) -> (Option<EntityId>, Vec<EntityId>) {
        self.judge.predictor.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
        let open = |unit: EntityId| choose.units.contains(&unit) && plan.intent(unit).is_none();
        let acts = self.judge.predictor.activations().iter().filter_map(|ran| match ran.advance {
            Advance::Unit(unit, _) if open(unit) => Some(unit),
            _ => None,
        });
        let mut units: Vec<EntityId> = Vec::new();
        acts.for_each(|unit| {
            if !units.contains(&unit) {
                units.push(unit);
            }
        });
        // Units that would die earlier may survive through others' actions.
        let rest = choose.units.iter().copied().filter(|&unit| open(unit) && !units.contains(&unit));
        let rest: Vec<EntityId> = rest.collect();
        units.extend(rest);
        units.sort_by_key(|&unit| -i32::from(highest_priority(book, known.state(), unit)));
        let Some(&first) = units.first() else { return (None, units) };
        let living = known.state().living().filter(|(_, row)| row.is_activated()).map(|(unit, _)| unit);
        let undecided = living.filter(|&unit| unit != first && plan.intent(unit).is_none());
        (Some(first), undecided.collect())
    }

    fn of_unit(
        &mut self,
        book: &Rulebook,
        known: &Known,
        unit: EntityId,
        undecided: &[EntityId],
        seen: &mut BTreeSet<u64>,
        found: &mut Vec<Candidate>,
    ) {
        let before = self.judge.plan.clone();
        self.judge.prepare(book, known, unit, Class::Usual);
        let begun = carried_out(known.state(), &before, unit).to_vec();
        let mut open = vec![Intent { uses: begun.clone(), complete: false }];
        while let Some(intent) = open.pop() {
            if self.nodes >= self.limit {
                self.cut = true;
                break;
            }
            self.judge.set(book, unit, intent.clone());
            let mut answers = Vec::new();
            let question = {
                let Planner { predictor, plan, .. } = &mut self.judge;
                predictor.ask_open(book, known, plan, unit, &mut answers)
            };
            self.note();
            if let Some(question) = question {
                if intent.uses.last().map_or(0, |used| used.answers.len()) >= MOST_ANSWERS {
                    self.cut = true;
                    continue;
                }
                for &answer in answers.iter().rev() {
                    let mut next = intent.clone();
                    if let Some(used) = next.uses.get_mut(question.use_index) {
                        used.answers.push((question.key, answer));
                    }
                    open.push(next);
                }
                continue;
            }
            if self.judge.is_refused(unit) {
                continue;
            }
            self.nodes += 1;
            let Planner { predictor, plan, .. } = &mut self.judge;
            for program in predictor.offered_open(book, known, plan, unit).into_iter().rev() {
                let mut next = intent.clone();
                next.uses.push(ActionUse::new(program));
                open.push(next);
            }
            let intent = Intent { complete: true, ..intent };
            self.judge.set(book, unit, intent.clone());
            let key = self.key(book, known, unit, &intent, undecided);
            if !seen.insert(key) {
                continue;
            }
            let team = known.state().entity(unit).team;
            let score = self.judge.score_planned(book, known, unit, self.team).total;
            self.note();
            found.push(Candidate { unit: Some(unit), team, intent, score, key: Some(key) });
        }
        self.judge.plan = before;
    }

    fn note(&mut self) {
        let log = self.judge.predictor.log();
        self.chance |= log.drew_chance;
        self.unknown |= log.uncertain || log.outcome_unknown;
    }

    /// Returns the key of a decision: the state after the activation and the remaining plan. If an undecided unit may
    /// act earlier, the key includes the decision itself.
    fn key(&mut self, book: &Rulebook, known: &Known, unit: EntityId, intent: &Intent, undecided: &[EntityId]) -> u64 {
        let Planner { predictor, plan, .. } = &mut self.judge;
        predictor.run(book, known, plan, ChancePolicy::Likely, Extent::After(unit));
        let mut acted = BTreeSet::new();
        acted.extend(predictor.activations().iter().filter_map(|ran| match ran.advance {
            Advance::Unit(unit, _) => Some(unit),
            _ => None,
        }));
        let mut hasher = DefaultHasher::new();
        if book.scheduler.is_pick_turn() {
            self.near.hash(&mut hasher);
        }
        let own = plan.priority(unit);
        let precedes = |&other: &EntityId| {
            let highest = highest_priority(book, known.state(), other);
            acted.contains(&other) || highest > 0 && highest >= own
        };
        if !acted.contains(&unit) || undecided.iter().any(precedes) {
            predictor.hash_of_known(book, known).hash(&mut hasher);
            (unit, intent).hash(&mut hasher);
            for (other, intent) in plan.iter() {
                (other, intent).hash(&mut hasher);
            }
        } else {
            predictor.hash_of_end(book, known).hash(&mut hasher);
            for (other, intent) in plan.iter().filter(|(other, _)| !acted.contains(other)) {
                (other, intent).hash(&mut hasher);
            }
        }
        undecided.hash(&mut hasher);
        hasher.finish()
    }
}

fn highest_priority(book: &Rulebook, state: &GameState, unit: EntityId) -> i8 {
    let actions = state.sheet(book).actions(unit);
    let of = |program: u16| book.program(program).map_or(0, |set| set.priority);
    actions.into_iter().map(of).max().unwrap_or_default().max(0)
}

impl Position {
    /// Creates a position with only the decisions of `plan`.
    #[must_use]
    pub fn start(known: Known, plan: Plan) -> Self {
        let course = Course { known: Arc::new(known), plan, near: [None; Team::COUNT] };
        Self { course, line: Line::default() }
    }

    fn outcome(&self, team: Team) -> Outcome {
        Outcome::for_side(self.known().state().battle(BattleField::Outcome), team)
    }

    pub(super) fn after(&self, book: &Rulebook, candidate: &Candidate) -> Self {
        let mut next = self.clone();
        let round = self.known().state().round();
        let Candidate { unit, team, intent, .. } = candidate;
        match *unit {
            Some(unit) => rollout::intend(book, &mut next.course.plan, unit, intent.clone()),
            None => next.course.plan.close(*team),
        }
        let step = Step { round, unit: *unit, intent: intent.clone() };
        next.line = Line(Some(Arc::new((self.line.clone(), step))));
        next
    }
}
