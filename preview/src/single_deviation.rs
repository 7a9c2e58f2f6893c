//! All single decisions that a unit could make instead.

use crate::predictor::{Extent, Predictor};
use foretoken_vm::program::Cost;
use foretoken_vm::{ActionUse, ChancePolicy, EntityId, GameState, Intent, Known, Plan, Rulebook, carried_out};

const MOST_USES: usize = 2;
const MOST_ANSWERS: usize = 8;

/// A search through single decisions. `look` receives the resulting state and returns whether the decision needs no
/// further action.
pub(crate) struct SingleDeviations<'a, F> {
    book: &'a Rulebook,
    known: &'a Known,
    extent: Extent,
    work: u64,
    predictor: Predictor,
    look: F,
}

impl<'a, F: FnMut(&GameState, EntityId, &Intent) -> bool> SingleDeviations<'a, F> {
    pub(crate) fn each(
        (book, known, plan): (&'a Rulebook, &'a Known, &Plan),
        extent: Extent,
        units: &[EntityId],
        work: u64,
        look: F,
    ) {
        let mut search = Self { book, known, extent, work, predictor: Predictor::default(), look };
        let share = work / units.len().max(1) as u64;
        for (at, &unit) in units.iter().enumerate() {
            search.work = share.saturating_mul(at as u64 + 1);
            search.of_unit(plan, unit);
        }
    }

    fn is_spent(&self) -> bool {
        self.predictor.steps() >= self.work
    }

    fn of_unit(&mut self, plan: &Plan, unit: EntityId) {
        let mut plan = plan.clone();
        let begun = carried_out(self.known.state(), &plan, unit).to_vec();
        let mut frontier = vec![Intent { uses: begun.clone(), complete: false }];
        let mut idle = Vec::new();
        self.answer(&mut plan, unit, frontier[0].clone(), &mut idle);
        if idle.is_empty() {
            return;
        }
        for uses in 0..MOST_USES {
            let mut whole = Vec::new();
            // A free action is tried only alone.
            let is_free = |program| self.book.program(program).is_some_and(|set| set.cost == Cost::Free);
            frontier.retain(|intent: &Intent| uses == 0 || !intent.uses.iter().any(|used| is_free(used.program)));
            for intent in &frontier {
                crate::rollout::intend(self.book, &mut plan, unit, intent.clone());
                for program in self.predictor.offered(self.book, self.known, &plan, unit) {
                    let mut next = intent.clone();
                    next.uses.push(ActionUse::new(program));
                    self.answer(&mut plan, unit, next, &mut whole);
                    if self.is_spent() {
                        return;
                    }
                }
            }
            frontier = whole;
        }
    }

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
        let done = Intent { complete: true, ..intent.clone() };
        plan.set(unit, done.clone(), priority);
        self.predictor.run(self.book, self.known, plan, ChancePolicy::Likely, self.extent);
        if !(self.look)(self.predictor.state(), unit, &done) {
            whole.push(intent);
        }
    }
}
