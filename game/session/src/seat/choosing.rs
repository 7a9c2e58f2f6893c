//! The choice of actions for a unit: start, steps back and end.

use super::{Decision, Draft, Seat, Unavailable};
use foretoken_preview::Predictor;
use foretoken_vm::program::Cost;
use foretoken_vm::schedulers::{Price, View};
use foretoken_vm::{ActionUse, EntityId, GameState, Intent, Plan, RefusedUse, carried_out};

#[derive(Debug, Default)]
pub(super) struct Foreseen {
    of: Option<EntityId>,
    uses: Vec<ActionUse>,
    done: usize,
    states: Vec<GameState>,
}

impl Foreseen {
    fn find(seat: &Seat, predictor: &mut Predictor, unit: EntityId, uses: &[ActionUse]) -> Self {
        let (book, known) = (&seat.book, &seat.known);
        let done = carried_out(known.state(), &seat.decided, unit).len().min(uses.len());
        let mut plan = seat.decided.clone();
        let mut state_after = |kept: usize| {
            let intent = Intent { uses: uses[..kept].to_vec(), complete: false };
            let priority = Plan::priority_in(book, &intent);
            plan.set(unit, intent, priority);
            predictor.choosing(book, known, &plan, unit).clone()
        };
        let states = if book.is_use_state_dependent() {
            (done..=uses.len()).map(&mut state_after).collect()
        } else {
            Vec::new()
        };
        Self { of: Some(unit), uses: uses.to_vec(), done, states }
    }

    fn is_of(&self, unit: EntityId, uses: &[ActionUse]) -> bool {
        self.of == Some(unit) && self.uses == uses
    }

    fn after<'s>(&'s self, seat: &'s Seat, kept: usize) -> &'s GameState {
        self.states.get(kept.saturating_sub(self.done)).unwrap_or_else(|| seat.known.state())
    }
}

/// Reason why a unit cannot use an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Action's skill, if any.
    pub skill: Option<u16>,
    /// Reason with its numbers.
    pub of: RefusedUse,
}

/// An action on offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Program in the rulebook.
    pub program: u16,
    /// Cost.
    pub cost: Cost,
    /// Price in turn order points, if the order counts them.
    pub price: Option<Price>,
    /// Reason why it cannot follow the chosen uses; `None` if it can. Checked on the predicted state.
    pub refused: Option<Refused>,
    /// Number of last uses that it would replace to be affordable.
    pub replaces: usize,
    /// Missing target, if [`Session::availability`] found that.
    pub lacks: Option<Unavailable>,
    /// Whether no target gives it an effect, if that was computed.
    pub is_idle: bool,
}

impl Choice {
    /// Whether it can be chosen.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.is_affordable() && self.lacks.is_none() || self.is_replacement_only()
    }

    /// Whether it can be chosen only as a replacement. Its targets are not checked then.
    #[must_use]
    pub const fn is_replacement_only(&self) -> bool {
        !self.is_affordable() && self.replaces > 0
    }

    /// Whether it can follow the chosen uses.
    #[must_use]
    pub const fn is_affordable(&self) -> bool {
        self.refused.is_none()
    }
}

impl Seat {
    /// Starts a choice for a unit; an earlier decision stays until a new one. Returns false if the side cannot decide
    /// for it.
    pub fn choose_for(&mut self, unit: EntityId) -> bool {
        self.abandon();
        if !self.units().contains(&unit) {
            return false;
        }
        let intent = self.begun(unit);
        self.draft = Some(Draft::new(unit, intent));
        self.put_draft(None);
        true
    }

    /// Starts a choice with the unit's earlier decision in place; see [`Self::choose_for`].
    pub fn reopen(&mut self, unit: EntityId) -> bool {
        let decided = self.decided.intent(unit).filter(|intent| intent.complete).map(|intent| intent.uses.clone());
        self.choose_for(unit) && decided.is_none_or(|uses| self.choose_instead(uses))
    }

    /// Replaces the chosen uses. Returns false without an open choice.
    pub fn choose_instead(&mut self, uses: Vec<ActionUse>) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        (draft.intent.uses, draft.hover) = (uses, None);
        draft.waypoints.clear();
        self.put_draft(None);
        true
    }

    /// Whether the open choice equals the earlier decision.
    #[must_use]
    pub fn is_as_decided(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| {
            self.decided.intent(draft.unit).is_some_and(|before| before.complete && before.uses == draft.intent.uses)
        })
    }

    fn begun(&self, unit: EntityId) -> Intent {
        Intent { uses: carried_out(self.known.state(), &self.decided, unit).to_vec(), complete: false }
    }

    /// Whether the choice has uses that have not run.
    #[must_use]
    pub fn has_chosen(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.intent.uses.len() > self.begun(draft.unit).uses.len())
    }

    /// Whether the choice has a complete use that has not run.
    #[must_use]
    pub fn has_chosen_whole(&self) -> bool {
        let open = usize::from(self.question().is_some());
        self.draft.as_ref().is_some_and(|draft| draft.intent.uses.len() > self.begun(draft.unit).uses.len() + open)
    }

    /// Returns the actions of the choosing unit.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.draft.as_ref().map_or_else(Vec::new, |draft| self.choices_of(draft.unit, &draft.intent))
    }

    /// Returns the actions of a unit after an intent.
    #[must_use]
    pub fn choices_of(&self, unit: EntityId, intent: &Intent) -> Vec<Choice> {
        let found;
        let foreseen = if self.foreseen.is_of(unit, &intent.uses) {
            &self.foreseen
        } else {
            found = Foreseen::find(self, &mut Predictor::default(), unit, &intent.uses);
            &found
        };
        let book = &self.book;
        let (chosen, done) = (intent.uses.len(), foreseen.done);
        let state = foreseen.after(self, chosen);
        let view = View::new(book, state, &self.plan, Some(self.team));
        let allows = |kept: usize, program: u16| {
            let uses = Intent { uses: intent.uses[..kept].to_vec(), ..Intent::default() };
            uses.allows(book, foreseen.after(self, kept), unit, program)
        };
        let replaces =
            |program: u16| (done..chosen).rev().find(|&kept| allows(kept, program).is_ok()).map(|kept| chosen - kept);
        let choice = |&program: &u16| {
            let refused = allows(chosen, program).err();
            Choice {
                program,
                replaces: refused.and_then(|_| replaces(program)).unwrap_or_default(),
                cost: book.program(program).map_or(Cost::Free, |p| p.cost),
                price: book.program(program).and_then(|p| book.scheduler.price(&view, p)),
                refused: refused.map(|error| {
                    let (sheet, skill) = (state.sheet(book), state.sheet(book).skill_of(unit, program));
                    Refused { skill: skill.map(|(skill, _)| skill), of: sheet.refused(unit, program, error) }
                }),
                lacks: self.availability.unavailable(unit, program),
                is_idle: self.availability.is_idle(unit, program),
            }
        };
        state.sheet(book).actions(unit).iter().map(choice).collect()
    }

    pub(super) fn foresee_choices(&mut self, unit: EntityId, uses: &[ActionUse]) {
        if !self.foreseen.is_of(unit, uses) {
            let mut predictor = std::mem::take(&mut self.availability.predictor);
            self.foreseen = Foreseen::find(self, &mut predictor, unit, uses);
            self.availability.predictor = predictor;
        }
    }

    /// Adds an action to the choice. Returns false during a request, or if its points do not suffice.
    pub fn use_action(&mut self, program: u16) -> bool {
        let allowed = self.choices().iter().any(|choice| choice.program == program && choice.is_affordable());
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.question.is_none() && allowed) else { return false };
        draft.intent.uses.push(ActionUse::new(program));
        self.weigh_threats();
        self.put_draft(None);
        true
    }

    /// Adds the scenario's final action, if the unit can use it and has not just done so. Returns false otherwise.
    pub fn begin_ending(&mut self) -> bool {
        let Some(ending) = self.book.end_of_turn_action else { return false };
        let last = self.draft.as_ref().and_then(|draft| draft.intent.uses.last());
        last.is_none_or(|used| used.program != ending) && self.use_action(ending)
    }

    /// Removes one waypoint, else one answer, else one action; at the start, abandons the choice. Returns false without
    /// an open choice.
    pub fn step_back(&mut self) -> bool {
        if self.remove_last_waypoint() {
            return true;
        }
        let has_chosen = self.has_chosen();
        let Some(draft) = &mut self.draft else { return false };
        draft.hover = None;
        let asks = draft.question.is_some();
        match has_chosen {
            false => self.abandon(),
            true => {
                let last = draft.intent.uses.last_mut().filter(|_| asks);
                if last.is_none_or(|used| used.answers.pop().is_none()) {
                    draft.intent.uses.pop();
                }
                self.put_draft(None);
            }
        }
        true
    }

    /// Drops the action with the open request and returns it.
    pub fn leave_open_out(&mut self) -> Option<u16> {
        let draft = self.draft.as_mut().filter(|draft| draft.question.is_some())?;
        let open = draft.intent.uses.pop()?;
        draft.hover = None;
        draft.waypoints.clear();
        self.put_draft(None);
        Some(open.program)
    }

    /// Abandons the choice; the earlier decision stands.
    pub fn abandon(&mut self) {
        if self.draft.take().is_some() {
            self.plan.clone_from(&self.decided);
            self.predict();
        }
    }

    pub(super) fn put_back(&mut self, mut draft: Draft) -> bool {
        if !self.units().contains(&draft.unit) {
            return false;
        }
        let hovered = draft.hover.take().and_then(|at| draft.answers.get(at).copied());
        self.draft = Some(draft);
        self.put_draft(None);
        let again = self.draft.as_ref().and_then(|draft| draft.answers.iter().position(|&a| Some(a) == hovered));
        self.hover(again);
        true
    }

    /// Ends the choice and returns the decision. `None` during a request or without a choice.
    pub fn finish(&mut self) -> Option<Decision> {
        let draft = self.draft.take_if(|draft| draft.question.is_none())?;
        self.plan.clone_from(&self.decided);
        Some(Decision { unit: draft.unit, intent: Intent { complete: true, ..draft.intent } })
    }

    /// Returns the decision for the uses so far; the activation stays open. `None` also if the turn order runs whole
    /// activations.
    pub fn finish_use(&mut self) -> Option<Decision> {
        let may = self.book.scheduler.is_stepwise() && self.has_chosen();
        let draft = self.draft.take_if(|draft| may && draft.question.is_none())?;
        self.plan.clone_from(&self.decided);
        Some(Decision { unit: draft.unit, intent: draft.intent })
    }
}
