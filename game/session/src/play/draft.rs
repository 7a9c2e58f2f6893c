//! Choosing an intent: action by action, request by request, with the whole turn predicted at each stage and under the
//! cursor.

use super::{Session, Unavailable};
use foretoken_vm::program::Cost;
use foretoken_vm::{ActionUse, Answer, Cell, EntityId, Intent, Plan, Predicted, Question};
use std::sync::Arc;

/// The intent being chosen for a unit.
#[derive(Clone, Debug)]
pub struct Draft {
    /// For whom.
    pub unit: EntityId,
    pub(super) intent: Intent,
    question: Option<Question>,
    answers: Vec<Answer>,
    cells: Vec<Option<Cell>>,
    hover: Option<usize>,
    /// The intent that was decided before, for stepping all the way back.
    previous: Option<Intent>,
}

impl Draft {
    /// Actions and answers chosen so far.
    #[must_use]
    pub const fn intent(&self) -> &Intent {
        &self.intent
    }

    /// What is asked next.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Answers that fit, in the order to cycle through them.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The cell each answer means, in the same order.
    #[must_use]
    pub fn cells(&self) -> &[Option<Cell>] {
        &self.cells
    }

    /// The answer under the cursor.
    #[must_use]
    pub const fn hover(&self) -> Option<usize> {
        self.hover
    }
}

/// An action that a unit may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Program in the rulebook.
    pub program: u16,
    /// What it costs.
    pub cost: Cost,
    /// Whether the activation's points still allow it.
    pub affordable: bool,
    /// What it would ask for in vain, as far as the unit's actions were weighed ([`Session::availability`]).
    pub lacks: Option<Unavailable>,
}

impl Choice {
    /// Whether choosing it leads anywhere.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.affordable && self.lacks.is_none()
    }
}

impl Session {
    /// Begins to choose for a unit of this side; what was decided for it before is taken up anew.
    /// False if it is none of this side's units that act this round.
    pub fn choose_for(&mut self, unit: EntityId) -> bool {
        self.abandon();
        if !self.own_units().contains(&unit) || self.outcome() != 0 {
            return false;
        }
        let previous = self.replay.plan.intent(unit).cloned();
        self.draft = Some(Draft {
            unit,
            intent: Intent::default(),
            question: None,
            answers: Vec::new(),
            cells: Vec::new(),
            hover: None,
            previous,
        });
        self.put_draft(None);
        true
    }

    /// The actions of the unit being chosen for.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.draft.as_ref().map_or_else(Vec::new, |draft| self.choices_of(draft.unit, &draft.intent))
    }

    /// The actions of any unit, given what its intent holds already.
    #[must_use]
    pub fn choices_of(&self, unit: EntityId, intent: &Intent) -> Vec<Choice> {
        let book = &self.replay.book;
        let Some(kind) = book.archetype(self.known.state().entity(unit)) else { return Vec::new() };
        let choice = |&program: &u16| Choice {
            program,
            cost: book.program(program).map_or(Cost::Free, |p| p.cost),
            affordable: intent.affords(book, kind, program),
            lacks: self.weighed.unavailable(unit, program),
        };
        kind.actions.iter().map(choice).collect()
    }

    /// Adds an action to the intent being chosen. False while a question is open or its points do not allow it.
    pub fn use_action(&mut self, program: u16) -> bool {
        let allowed = self.choices().iter().any(|choice| choice.program == program && choice.affordable);
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.question.is_none() && allowed) else { return false };
        draft.intent.uses.push(ActionUse::new(program));
        self.put_draft(None);
        true
    }

    /// Puts the cursor on an answer (by index), or on none: the turn is predicted as if it were given.
    pub fn hover(&mut self, answer: Option<usize>) {
        let Some(draft) = &mut self.draft else { return };
        let answer = answer.filter(|&index| index < draft.answers.len());
        if draft.hover != answer {
            draft.hover = answer;
            self.put_draft(answer);
        }
    }

    /// Index of the answer that means a cell.
    #[must_use]
    pub fn answer_on(&self, cell: Cell) -> Option<usize> {
        self.draft.as_ref()?.cells.iter().position(|&c| c == Some(cell))
    }

    /// Gives the answer with this index to the open question.
    pub fn answer(&mut self, index: usize) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        let (Some(question), Some(&answer)) = (draft.question, draft.answers.get(index)) else { return false };
        if let Some(used) = draft.intent.uses.get_mut(question.use_index) {
            used.answers.push((question.key, answer));
        }
        draft.hover = None;
        self.put_draft(None);
        true
    }

    /// Steps back one request, or one action where it has none; at the beginning the choice is abandoned and what was
    /// decided before stands again. False if nothing was being chosen.
    pub fn step_back(&mut self) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        draft.hover = None;
        match draft.intent.uses.last_mut() {
            None => self.abandon(),
            Some(used) => {
                if used.answers.pop().is_none() {
                    draft.intent.uses.pop();
                }
                self.put_draft(None);
            }
        }
        true
    }

    /// Leaves the choice; what was decided before stands again.
    pub fn abandon(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        match draft.previous {
            Some(intent) => {
                let priority = Plan::priority_in(&self.replay.book, &intent);
                self.replay.plan.set(draft.unit, intent, priority);
            }
            None => self.replay.plan.clear(draft.unit),
        }
        self.predict();
    }

    /// Takes the draft aside: what was decided before stands in the plan meanwhile.
    pub(super) fn take_draft(&mut self) -> Option<Draft> {
        let draft = self.draft.take()?;
        match &draft.previous {
            Some(intent) => {
                let priority = Plan::priority_in(&self.replay.book, intent);
                self.replay.plan.set(draft.unit, intent.clone(), priority);
            }
            None => self.replay.plan.clear(draft.unit),
        }
        Some(draft)
    }

    /// Goes on with a draft that was taken aside, if its unit still acts; the answer under the cursor stays if it still
    /// fits. False where it is given up.
    pub(super) fn put_back(&mut self, draft: Option<Draft>) -> bool {
        let Some(mut draft) = draft else { return true };
        if !self.own_units().contains(&draft.unit) {
            return false;
        }
        let hovered = draft.hover.take().and_then(|at| draft.answers.get(at).copied());
        draft.previous = self.replay.plan.intent(draft.unit).cloned();
        self.draft = Some(draft);
        self.put_draft(None);
        let again = self.draft.as_ref().and_then(|draft| draft.answers.iter().position(|&a| Some(a) == hovered));
        self.hover(again);
        true
    }

    /// Decides: the intent as chosen is what the unit will do. False while a question is open.
    pub fn decide(&mut self) -> bool {
        // Assets that are not in the record yet come before the decision that was made under them.
        self.settle_patch();
        let Some(draft) = self.draft.take_if(|draft| draft.question.is_none()) else { return false };
        let unit = draft.unit;
        self.set_intent(unit, Intent { complete: true, ..draft.intent }, false);
        self.remember_decision(unit);
        self.predict();
        true
    }

    /// Puts the draft into the plan, with the answer under the cursor if there is one, and predicts.
    fn put_draft(&mut self, hovered: Option<usize>) {
        let Some(mut draft) = self.draft.take() else { return };
        let book = Arc::clone(&self.replay.book);
        if hovered.is_none() {
            self.set_draft_intent(draft.unit, draft.intent.clone());
            let plan = &self.replay.plan;
            draft.question = self.forecast.ask(&book, &self.known, plan, draft.unit, &mut draft.answers);
            if draft.question.is_none() {
                draft.answers.clear();
            }
            draft.cells.clear();
            if let Some(question) = draft.question {
                let mut at = Predicted::default();
                self.forecast.line().copy_into(&mut at);
                draft.cells.extend(draft.answers.iter().map(|&answer| at.cell_of(&book, &question, answer)));
            }
        } else if let (Some(question), Some(index)) = (draft.question, hovered) {
            let mut intent = draft.intent.clone();
            if let Some(used) = intent.uses.get_mut(question.use_index) {
                used.answers.push((question.key, draft.answers[index]));
            }
            self.set_draft_intent(draft.unit, intent);
        }
        self.draft = Some(draft);
        self.predict();
    }

    fn set_draft_intent(&mut self, unit: EntityId, intent: Intent) {
        let priority = Plan::priority_in(&self.replay.book, &intent);
        self.replay.plan.set(unit, Intent { complete: false, ..intent }, priority);
    }
}
