//! Reach of a unit's actions, and actions without targets. Cached until plan or battle change.

use super::offers::{self, Tried};
use super::{Choice, Seat};
use foretoken_preview::Predictor;
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, EntityId, Intent, Plan, Predicted};
use std::sync::Arc;

const MOST_AIMS: usize = 8;

/// Missing kind of target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unavailable {
    /// A unit.
    Unit,
    /// A cell.
    Cell,
    /// A direction.
    Direction,
    /// A number.
    Number,
}

impl Unavailable {
    fn of(request: &Request) -> Self {
        let somebody = [Filter::OCCUPIED, Filter::ALLY, Filter::ENEMY, Filter::NEUTRAL, Filter::ACTS];
        match request.asks {
            Asks::Direction => Self::Direction,
            Asks::Number | Asks::Slot => Self::Number,
            Asks::Cell | Asks::Region if !somebody.into_iter().any(|bit| request.filter.has_bit(bit)) => Self::Cell,
            Asks::Cell | Asks::Unit | Asks::Region => Self::Unit,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Availability {
    pub(super) predictor: Predictor,
    of: Option<(EntityId, u64)>,
    lacks: Vec<(u16, Unavailable)>,
    idle: Vec<u16>,
    reach: Vec<(u16, Vec<Cell>)>,
}

impl Availability {
    pub(super) fn unavailable(&self, unit: EntityId, program: u16) -> Option<Unavailable> {
        let weighed = self.of.is_some_and(|(whose, _)| whose == unit);
        let found = self.lacks.iter().find(|(lacking, _)| weighed && *lacking == program);
        found.map(|&(_, unavailable)| unavailable)
    }

    pub(super) fn is_idle(&self, unit: EntityId, program: u16) -> bool {
        self.of.is_some_and(|(whose, _)| whose == unit) && self.idle.contains(&program)
    }

    /// Keeps what was found at one prediction for another one, which changes nothing of it.
    pub(super) fn keep(&mut self, of: u64, also_of: u64) {
        if let Some((_, found_at)) = &mut self.of
            && *found_at == of
        {
            *found_at = also_of;
        }
    }

    fn reach(&self, unit: EntityId, program: u16) -> &[Cell] {
        let weighed = self.of.is_some_and(|(whose, _)| whose == unit);
        let found = self.reach.iter().find(|(reaching, _)| weighed && *reaching == program);
        found.map_or(&[], |(_, cells)| cells)
    }
}

impl Seat {
    /// Returns the cells of an action's first request, as far as [`Self::availability`] has computed them.
    #[must_use]
    pub fn reach(&self, unit: EntityId, program: u16) -> &[Cell] {
        self.availability.reach(unit, program)
    }

    /// Finds the actions without a target, for [`Choice::lacks`]. Cached while unit, plan and battle are the same.
    pub fn availability(&mut self, unit: EntityId) {
        let asking = self.question().is_some();
        if asking || self.availability.of == Some((unit, self.predictions)) {
            return;
        }
        self.availability.of = Some((unit, self.predictions));
        self.availability.lacks.clear();
        self.availability.reach.clear();
        self.availability.idle.clear();
        let chosen = self.draft().filter(|draft| draft.unit == unit);
        let intent = chosen.map_or_else(Intent::default, |draft| draft.intent().clone());
        self.foresee_choices(unit, &intent.uses);
        let choices = self.choices_of(unit, &intent);
        let book = Arc::clone(&self.book);
        let mut plan = self.plan.clone();
        let (mut answers, mut at) = (Vec::new(), Predicted::default());
        for Choice { program, .. } in choices.into_iter().filter(Choice::is_affordable) {
            let tried = offers::with_use(&intent, program);
            let priority = Plan::priority_in(&book, &tried);
            plan.set(unit, tried.clone(), priority);
            let asked = self.availability.predictor.ask(&book, &self.known, &plan, unit, &mut answers);
            let own = asked.filter(|question| question.use_index == intent.uses.len());
            let Some(question) = own else { continue };
            if answers.is_empty() {
                self.availability.lacks.push((program, Unavailable::of(&question.request)));
            } else {
                self.availability.predictor.copy_into(&mut at);
                let cells = answers.iter().filter_map(|&answer| at.cell_of(&book, &question, answer));
                self.availability.reach.push((program, cells.collect()));
                let of = Tried { book: &book, known: &self.known, plan: &plan, unit, intent: &tried };
                if answers.len() <= MOST_AIMS
                    && offers::idle(&mut self.availability.predictor, &of, &question, &answers).len() == answers.len()
                {
                    self.availability.idle.push(program);
                }
            }
        }
    }
}
