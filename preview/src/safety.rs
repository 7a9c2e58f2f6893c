//! The safety map: what the round would do to a unit on each cell that it can go to, and who would do it. It is predicted for
//! each of them, so fire, fuses, pushes and blows of all who have decided count.

use crate::parallel;
use crate::predictor::{Extent, Predictor};
use foretoken_vm::program::Cost;
use foretoken_vm::{
    ActionUse, Advance, Answer, Cell, ChancePolicy, Change, ChangeKind, EntityId, Intent, Known, Label, Plan, Rulebook,
    carried_out,
};
use std::num::NonZeroUsize;

/// What the round would do to a unit that goes to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// Where it goes.
    pub cell: Cell,
    /// Health and shield that it loses by the horizon, least and most: as the dice fall best, likeliest and worst for it.
    pub harm: (i32, i32),
    /// Whether it is dead then, however they fall.
    pub dies: bool,
    /// Whether it may be dead.
    pub may_die: bool,
    /// Whether that is all: false where something is veiled, or turns on what this side does not know.
    pub is_known: bool,
    /// Whose activations harm it, in order: by a blow, or as it is moved or turned to where something does. Where it goes by
    /// itself, what the ground does is nobody's, and so are fuses that go off by themselves.
    pub by: Vec<EntityId>,
    /// Labels of what harms it that is nobody's blow: ground, falls and fuses.
    pub labels: Vec<Label>,
}

/// Whom a map is of: the unit, the known state, and the rulebook.
type Key = (EntityId, u64, u64);

/// Answers to moves that are predicted for one map.
pub const MOST_ANSWERS: usize = 512;

fn add<T: PartialEq>(names: &mut Vec<T>, name: T) {
    if !names.contains(&name) {
        names.push(name);
    }
}

/// Whether a change takes health or shield.
const fn is_harm(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Health | ChangeKind::Shield) && change.after < change.before
}

/// Fewest intents for which another thread is worth its start.
const INTENTS_A_THREAD: usize = 8;

/// Predicts intents of a unit. Keeps its buffers from one to the next.
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

/// Works maps out, and keeps the last.
#[derive(Debug)]
pub struct SafetyMap {
    /// With what all others have decided.
    of: Option<(Key, Plan)>,
    dangers: Vec<Danger>,
    threads: NonZeroUsize,
    /// One for each thread.
    lookers: Vec<Looker>,
    answers: Vec<Answer>,
}

impl Default for SafetyMap {
    fn default() -> Self {
        Self::on_threads(NonZeroUsize::MIN)
    }
}

impl SafetyMap {
    /// Maps that are worked out on so many threads; they are equal for any number.
    #[must_use]
    pub fn on_threads(threads: NonZeroUsize) -> Self {
        Self { of: None, dangers: Vec::new(), threads, lookers: vec![Looker::default()], answers: Vec::new() }
    }

    /// Works out the map of a unit, if it is another than the last: each cell that one of its moves leads to, and where it
    /// stands. What is planned for it is left out, what others have decided counts. Of a move that asks more than once the first
    /// question is answered in every way. Beyond [`MOST_ANSWERS`] answers cells are left out.
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
            // Of what leads to the same cell the best is kept, of equals the first.
            match self.dangers.iter_mut().find(|other| other.cell == danger.cell) {
                None => self.dangers.push(danger),
                Some(other) if rank(&danger) < rank(other) => *other = danger,
                Some(_) => {}
            }
        }
        self.dangers.sort_by_key(|danger| danger.cell.bits());
        self.of = Some((key, others));
    }

    /// The intents of a map: staying, and each answer to the first request of each move.
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

    /// What was worked out last, by cell.
    #[must_use]
    pub fn dangers(&self) -> &[Danger] {
        &self.dangers
    }
}

impl Looker {
    /// Predicts one intent. If it draws chance, predicts the lowest and the highest draws, too.
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
        // What moves it before or after its own activation is no place that it chose.
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
                    // What ground does is done on behalf of who is on it; whose activation it is led there.
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
