//! How far each of a unit's actions reaches, and which would ask in vain: nobody in reach, no cell that fits. It is asked of the
//! prediction as every choice is, and remembered until the plan or the battle changes.

use super::offers::{self, Tried};
use super::{Choice, Seat};
use foretoken_preview::Predictor;
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, EntityId, Intent, Plan, Predicted};
use std::sync::Arc;

/// The most targets of an action for which it is found out whether anything comes of it at all.
const MOST_AIMS: usize = 8;

/// What an action asks for where there is none of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unavailable {
    /// Somebody.
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
            Asks::Number => Self::Number,
            // A cell that has to hold somebody is asked for to find that somebody.
            Asks::Cell | Asks::Region if !somebody.into_iter().any(|bit| request.filter.has(bit)) => Self::Cell,
            Asks::Cell | Asks::Unit | Asks::Region => Self::Unit,
        }
    }
}

/// What was found of one unit.
#[derive(Debug, Default)]
pub(super) struct Availability {
    /// Apart from the one that is drawn from, so that neither loses what it kept.
    pub(super) predictor: Predictor,
    /// Whose actions, at which prediction.
    of: Option<(EntityId, u64)>,
    lacks: Vec<(u16, Unavailable)>,
    /// Actions that nothing would come of, whatever they are aimed at.
    idle: Vec<u16>,
    /// The cells that each action could be aimed at first.
    reach: Vec<(u16, Vec<Cell>)>,
}

impl Availability {
    /// What an action of a unit lacks, as far as it was weighed.
    pub(super) fn unavailable(&self, unit: EntityId, program: u16) -> Option<Unavailable> {
        let weighed = self.of.is_some_and(|(whose, _)| whose == unit);
        let found = self.lacks.iter().find(|(lacking, _)| weighed && *lacking == program);
        found.map(|&(_, unavailable)| unavailable)
    }

    /// Whether nothing would come of an action of a unit, as far as it was weighed.
    pub(super) fn is_idle(&self, unit: EntityId, program: u16) -> bool {
        self.of.is_some_and(|(whose, _)| whose == unit) && self.idle.contains(&program)
    }

    fn reach(&self, unit: EntityId, program: u16) -> &[Cell] {
        let weighed = self.of.is_some_and(|(whose, _)| whose == unit);
        let found = self.reach.iter().find(|(reaching, _)| weighed && *reaching == program);
        found.map_or(&[], |(_, cells)| cells)
    }
}

impl Seat {
    /// The cells that an action of a unit could be aimed at first, as far as [`Self::availability`] has found out; none where it
    /// asks for no cell.
    #[must_use]
    pub fn reach(&self, unit: EntityId, program: u16) -> &[Cell] {
        self.availability.reach(unit, program)
    }

    /// Finds out which actions a unit would choose in vain, for [`Choice::lacks`]; costs nothing while neither the unit
    /// nor the plan nor the battle is another.
    pub fn availability(&mut self, unit: EntityId) {
        // While something is asked, each move of the cursor makes another plan, and the menu stays as it was before.
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
            // What an earlier action of the same intent asks is not this one's fault.
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
