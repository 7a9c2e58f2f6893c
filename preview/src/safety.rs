//! The safety map: the predicted damage to a unit on each cell that it can reach, with the attackers.

use crate::parallel;
use crate::predictor::{Extent, Predictor};
use foretoken_vm::program::Cost;
use foretoken_vm::{
    ActionUse, Advance, Answer, Cell, ChancePolicy, Change, ChangeKind, EntityId, Intent, Known, Label, Plan, Rulebook,
    carried_out,
};
use std::num::NonZeroUsize;

/// Danger to a unit that moves to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The cell.
    pub cell: Cell,
    /// Least and greatest loss of health and shield, by the draws.
    pub harm: (i32, i32),
    /// Whether it dies with all draws.
    pub dies: bool,
    /// Whether it can die.
    pub may_die: bool,
    /// Whether the prediction is complete.
    pub is_known: bool,
    /// Attackers in order, also those that move it into a hazard.
    pub by: Vec<EntityId>,
    /// Labels of damage without an attacker: ground, falls and fuses.
    pub labels: Vec<Label>,
}

type Key = (EntityId, u64, u64);

/// Limit of predicted move answers for one map.
pub const MOST_ANSWERS: usize = 512;

fn add<T: PartialEq>(names: &mut Vec<T>, name: T) {
    if !names.contains(&name) {
        names.push(name);
    }
}

const fn is_harm(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Health | ChangeKind::Shield) && change.after < change.before
}

const INTENTS_A_THREAD: usize = 8;

#[derive(Debug)]
struct Looker {
    plan: Plan,
    predictor: Predictor,
}

impl Default for Looker {
    fn default() -> Self {
        Self { plan: Plan::default(), predictor: Predictor::tracing() }
    }
}

/// Computes safety maps and keeps the last.
#[derive(Debug)]
pub struct SafetyMap {
    of: Option<(Key, Plan)>,
    dangers: Vec<Danger>,
    threads: NonZeroUsize,
    lookers: Vec<Looker>,
    answers: Vec<Answer>,
}

impl Default for SafetyMap {
    fn default() -> Self {
        Self::on_threads(NonZeroUsize::MIN)
    }
}

impl SafetyMap {
    /// Creates a map that computes on this many threads.
    #[must_use]
    pub fn on_threads(threads: NonZeroUsize) -> Self {
        Self { of: None, dangers: Vec::new(), threads, lookers: vec![Looker::default()], answers: Vec::new() }
    }

    /// Computes the map of a unit if the input has changed. Ignores its own plan. Varies only the first request of each
    /// move, and at most [`MOST_ANSWERS`] answers.
    pub fn update(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) {
        let done = carried_out(known.state(), plan, unit);
        let stays = Intent { uses: done.to_vec(), complete: true };
        let priority = Plan::priority_in(book, &stays);
        let mut others = plan.clone();
        others.set(unit, stays.clone(), priority);
        let key = (unit, known.origin(), book.id());
        if self.of.as_ref().is_some_and(|(of, plan)| *of == key && plan.iter().eq(others.iter())) {
            return;
        }
        let intents = self.intents(book, known, &others, unit, stays);
        let threads = NonZeroUsize::MIN.saturating_add(intents.len() / INTENTS_A_THREAD).min(self.threads);
        let look = |looker: &mut Looker, intent: &Intent| {
            looker.plan.clone_from(&others);
            looker.look(book, known, unit, intent.clone())
        };
        let found = parallel::map(threads, &mut self.lookers, &intents, look);
        self.dangers.clear();
        let rank = |danger: &Danger| (danger.dies, danger.may_die, danger.harm.1, danger.harm.0);
        for danger in found {
            // Of several moves to one cell, keep the safest; of equals the first.
            match self.dangers.iter_mut().find(|other| other.cell == danger.cell) {
                None => self.dangers.push(danger),
                Some(other) if rank(&danger) < rank(other) => *other = danger,
                Some(_) => {}
            }
        }
        self.dangers.sort_by_key(|danger| danger.cell.bits());
        self.of = Some((key, others));
    }

    fn intents(&mut self, book: &Rulebook, known: &Known, others: &Plan, unit: EntityId, stays: Intent) -> Vec<Intent> {
        let begun = Intent { complete: false, ..stays.clone() };
        let mut intents = vec![stays];
        let Some(Looker { plan, predictor }) = self.lookers.first_mut() else { return intents };
        plan.clone_from(others);
        plan.set(unit, begun.clone(), Plan::priority_in(book, &begun));
        let moves = predictor.offered(book, known, plan, unit).into_iter();
        let is_move = |program: &u16| book.program(*program).is_some_and(|set| set.cost == Cost::Move);
        let mut left = MOST_ANSWERS;
        for program in moves.filter(is_move) {
            let mut asks = begun.clone();
            asks.uses.push(ActionUse::new(program));
            plan.set(unit, asks.clone(), Plan::priority_in(book, &asks));
            let answers = &mut self.answers;
            if let Some(question) = predictor.ask(book, known, plan, unit, answers) {
                intents.extend(answers.iter().take(left).map(|&answer| {
                    let mut intent = Intent { complete: true, ..asks.clone() };
                    if let Some(used) = intent.uses.last_mut() {
                        used.answers.push((question.key, answer));
                    }
                    intent
                }));
                left = left.saturating_sub(answers.len());
            }
        }
        intents
    }

    /// Returns the dangers of the last map, by cell.
    #[must_use]
    pub fn dangers(&self) -> &[Danger] {
        &self.dangers
    }
}

impl Looker {
    fn look(&mut self, book: &Rulebook, known: &Known, unit: EntityId, intent: Intent) -> Danger {
        let priority = Plan::priority_in(book, &intent);
        self.plan.set(unit, intent, priority);
        let mut danger = self.predicted(book, known, unit, ChancePolicy::Likely);
        if self.predictor.log().drew_chance {
            for policy in [ChancePolicy::Low, ChancePolicy::High] {
                let other = self.predicted(book, known, unit, policy);
                danger.harm = (danger.harm.0.min(other.harm.0), danger.harm.1.max(other.harm.1));
                (danger.dies, danger.may_die) = (danger.dies && other.dies, danger.may_die || other.may_die);
                danger.is_known &= other.is_known;
                other.by.into_iter().for_each(|by| add(&mut danger.by, by));
                other.labels.into_iter().for_each(|label| add(&mut danger.labels, label));
            }
        }
        danger
    }

    fn predicted(&mut self, book: &Rulebook, known: &Known, unit: EntityId, policy: ChancePolicy) -> Danger {
        self.predictor.run(book, known, &self.plan, policy, Extent::Horizon);
        let activations = self.predictor.activations();
        let own =
            activations.iter().position(|activation| matches!(activation.advance, Advance::Unit(id, _) if id == unit));
        let log = self.predictor.log();
        // Moves before or after its own activation do not choose a cell.
        let span = own.map_or(0..0, |at| {
            let end = activations.get(at + 1).map_or(log.changes.len(), |next| next.first);
            activations[at].first..end
        });
        let whose = |at: usize| {
            let activation = activations.partition_point(|activation| activation.first <= at).checked_sub(1);
            match activation.map(|at| activations[at].advance) {
                Some(Advance::Unit(id, _)) => id,
                _ => EntityId::NONE,
            }
        };
        let is_another = |id: &EntityId| id.is_some() && *id != unit;
        let (mut cell, mut harm) = (known.state().entity(unit).cell, 0_i32);
        let (mut by, mut labels, mut turned_by) = (Vec::new(), Vec::new(), EntityId::NONE);
        for (at, change) in log.changes.iter().enumerate().filter(|(_, change)| change.entity == unit) {
            match change.kind {
                ChangeKind::Cell if at < span.end => cell = Cell::from_bits(change.after as u32),
                ChangeKind::Redirected => turned_by = whose(at),
                _ if is_harm(change) => {
                    harm = harm.saturating_add(change.before - change.after);
                    let actor = self.predictor.span_of(at).map_or(EntityId::NONE, |span| span.actor);
                    // Ground damage is recorded for the unit that stands there; the attacker is the unit that moved it
                    // there.
                    let led = [whose(at), if span.contains(&at) { turned_by } else { EntityId::NONE }];
                    if !is_another(&actor) {
                        add(&mut labels, change.label);
                    }
                    if let Some(of) = [actor].into_iter().chain(led).find(is_another) {
                        add(&mut by, of);
                    }
                }
                _ => {}
            }
        }
        let dies = !self.predictor.state().entity(unit).is_alive();
        Danger { cell, harm: (harm, harm), dies, may_die: dies, is_known: !log.uncertain, by, labels }
    }
}
