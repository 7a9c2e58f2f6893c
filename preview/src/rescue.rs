//! Rescues: of somebody who is foreseen to die, each single changed decision after which it lives. Each is predicted, so it
//! saves by whatever there is: a push, a shield, a wall of oil, or going away.

use crate::predictor::{Extent, Predictor};
use foretoken_vm::program::Cost;
use foretoken_vm::{ActionUse, ChancePolicy, EntityId, Intent, Known, Plan, Rulebook, carried_out};

/// A decision after which somebody lives who would die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescue {
    /// Who decides otherwise.
    pub unit: EntityId,
    /// What it does instead.
    pub intent: Intent,
    /// How many others there are by the same actions, with other answers.
    pub more: usize,
}

/// Action uses of one decision that are tried: a move and an action.
const MOST_USES: usize = 2;
/// Answers of one use that are gone into; actions that ask for more are left out.
const MOST_ANSWERS: usize = 8;

/// The decisions of these units after any one of which `victim` lives, all else as planned; those of fewer uses first, and those by
/// the same actions together. Not more than `work` instructions are run, and what is not found within them is not told.
#[must_use]
pub fn rescues(
    book: &Rulebook,
    known: &Known,
    plan: &Plan,
    units: &[EntityId],
    victim: EntityId,
    work: u64,
) -> Vec<Rescue> {
    let mut search = Search { book, known, victim, work, predictor: Predictor::default(), found: Vec::new() };
    if search.lives(plan) {
        return Vec::new();
    }
    let share = work / units.len().max(1) as u64;
    for (at, &unit) in units.iter().enumerate() {
        search.work = share.saturating_mul(at as u64 + 1);
        search.of_unit(plan, unit);
    }
    search.found.sort_by_key(|rescue| rescue.intent.uses.len());
    search.found
}

struct Search<'a> {
    book: &'a Rulebook,
    known: &'a Known,
    victim: EntityId,
    work: u64,
    predictor: Predictor,
    found: Vec<Rescue>,
}

impl Search<'_> {
    fn is_spent(&self) -> bool {
        self.predictor.steps() >= self.work
    }

    fn lives(&mut self, plan: &Plan) -> bool {
        self.predictor.run(self.book, self.known, plan, ChancePolicy::Likely, Extent::Horizon);
        self.predictor.state().entity(self.victim).is_alive()
    }

    /// Looks through the decisions of a unit, those of one use before those of two.
    fn of_unit(&mut self, plan: &Plan, unit: EntityId) {
        let mut plan = plan.clone();
        let begun = carried_out(self.known.state(), &plan, unit).to_vec();
        let mut frontier = vec![Intent { uses: begun.clone(), complete: false }];
        for uses in 0..MOST_USES {
            let mut whole = Vec::new();
            // What is free is tried by itself: beside another it would only lengthen the list.
            let is_free = |program| self.book.program(program).is_some_and(|set| set.cost == Cost::Free);
            frontier.retain(|intent: &Intent| uses == 0 || !intent.uses.iter().any(|used| is_free(used.program)));
            for intent in &frontier {
                let programs = self.known.state().sheet(self.book).actions(unit);
                for program in programs {
                    if intent.affords(self.book, self.known.state(), unit, begun.len(), program) {
                        let mut next = intent.clone();
                        next.uses.push(ActionUse::new(program));
                        self.answer(&mut plan, unit, next, &mut whole);
                    }
                    if self.is_spent() {
                        return;
                    }
                }
            }
            frontier = whole;
        }
    }

    /// Answers what an intent asks in every way; those that ask nothing more are tried and kept.
    fn answer(&mut self, plan: &mut Plan, unit: EntityId, intent: Intent, whole: &mut Vec<Intent>) {
        let asked = intent.uses.last().map_or(0, |used| used.answers.len());
        if self.is_spent() || asked > MOST_ANSWERS {
            return;
        }
        let priority = Plan::priority_in(self.book, &intent);
        plan.set(unit, intent.clone(), priority);
        let mut answers = Vec::new();
        if let Some(question) = self.predictor.ask(self.book, self.known, plan, unit, &mut answers) {
            for answer in answers {
                let mut next = intent.clone();
                if let Some(used) = next.uses.get_mut(question.use_index) {
                    used.answers.push((question.key, answer));
                }
                self.answer(plan, unit, next, whole);
            }
            return;
        }
        plan.set(unit, Intent { complete: true, ..intent.clone() }, priority);
        if self.lives(plan) {
            self.keep(unit, Intent { complete: true, ..intent });
        } else {
            whole.push(intent);
        }
    }

    fn keep(&mut self, unit: EntityId, intent: Intent) {
        let programs = |intent: &Intent| intent.uses.iter().map(|used| used.program).collect::<Vec<_>>();
        let alike = |rescue: &&mut Rescue| rescue.unit == unit && programs(&rescue.intent) == programs(&intent);
        match self.found.iter_mut().find(alike) {
            Some(rescue) => rescue.more += 1,
            None => self.found.push(Rescue { unit, intent, more: 0 }),
        }
    }
}
