//! Which actions are chosen for a unit, and how a choice is stepped back from, left or ended.

use super::{Decision, Draft, Seat, Unavailable};
use foretoken_preview::Predictor;
use foretoken_vm::program::Cost;
use foretoken_vm::schedulers::{Price, View};
use foretoken_vm::{ActionUse, EntityId, GameState, Intent, Plan, RefusedUse, carried_out};

/// The states in which a unit chooses its next action, kept until the unit, its uses or the seat's knowledge change.
#[derive(Debug, Default)]
pub(super) struct Foreseen {
    of: Option<EntityId>,
    uses: Vec<ActionUse>,
    /// How many of the uses are carried out already.
    done: usize,
    /// The state after that many of the uses, and after each further one; empty if the present state is enough.
    states: Vec<GameState>,
}

impl Foreseen {
    /// Works the states out by predictions of a seat's plan.
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
        let states =
            if book.judges_uses_by_state() { (done..=uses.len()).map(&mut state_after).collect() } else { Vec::new() };
        Self { of: Some(unit), uses: uses.to_vec(), done, states }
    }

    fn is_of(&self, unit: EntityId, uses: &[ActionUse]) -> bool {
        self.of == Some(unit) && self.uses == uses
    }

    /// The state after the first `kept` uses.
    fn after<'s>(&'s self, seat: &'s Seat, kept: usize) -> &'s GameState {
        self.states.get(kept.saturating_sub(self.done)).unwrap_or_else(|| seat.known.state())
    }
}

/// Why a unit cannot use an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The skill that the action belongs to, if it belongs to one.
    pub skill: Option<u16>,
    /// The reason, with the numbers that decide it.
    pub of: RefusedUse,
}

/// An action that a unit may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Program in the rulebook.
    pub program: u16,
    /// What it costs.
    pub cost: Cost,
    /// What the turn order takes for it, where that counts points.
    pub price: Option<Price>,
    /// Why it cannot be used after the uses that were chosen, on the state predicted for that moment; `None` if it can.
    pub refused: Option<Refused>,
    /// How many of the uses that were chosen last it would take the place of, where it is not affordable beside them.
    pub replaces: usize,
    /// What it would ask for in vain, as far as the unit's actions were weighed ([`Session::availability`]).
    pub lacks: Option<Unavailable>,
    /// Whether nothing would come of it, whatever it is aimed at, as far as that was weighed.
    pub is_idle: bool,
}

impl Choice {
    /// Whether choosing it leads anywhere.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.is_affordable() && self.lacks.is_none() || self.takes_place()
    }

    /// Whether it can be chosen only in the place of what was chosen last. Whether it finds a target then is not weighed yet.
    #[must_use]
    pub const fn takes_place(&self) -> bool {
        !self.is_affordable() && self.replaces > 0
    }

    /// Whether it can be used after the uses that were chosen.
    #[must_use]
    pub const fn is_affordable(&self) -> bool {
        self.refused.is_none()
    }
}

impl Seat {
    /// Begins to choose for a unit of this side; what was decided for it before stays until another decision is made.
    /// False if the unit is none that this side may decide for now.
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

    /// The same with what was decided for the unit in place, to be altered; see [`Self::choose_for`].
    pub fn reopen(&mut self, unit: EntityId) -> bool {
        let decided = self.decided.intent(unit).filter(|intent| intent.complete).map(|intent| intent.uses.clone());
        self.choose_for(unit) && decided.is_none_or(|uses| self.choose_instead(uses))
    }

    /// What was chosen so far is exchanged for these uses. False where nothing is being chosen.
    pub fn choose_instead(&mut self, uses: Vec<ActionUse>) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        (draft.intent.uses, draft.hover) = (uses, None);
        draft.waypoints.clear();
        self.put_draft(None);
        true
    }

    /// Whether what is being chosen is what was decided for the unit before.
    #[must_use]
    pub fn chooses_as_decided(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| {
            self.decided.intent(draft.unit).is_some_and(|before| before.complete && before.uses == draft.intent.uses)
        })
    }

    /// What of a unit's intent has been carried out already: where its activation is open, those uses stand.
    fn begun(&self, unit: EntityId) -> Intent {
        Intent { uses: carried_out(self.known.state(), &self.decided, unit).to_vec(), complete: false }
    }

    /// Whether any use was chosen that is not carried out yet.
    #[must_use]
    pub fn has_chosen(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.intent.uses.len() > self.begun(draft.unit).uses.len())
    }

    /// Whether such a use asks nothing more.
    #[must_use]
    pub fn has_chosen_whole(&self) -> bool {
        let open = usize::from(self.question().is_some());
        self.draft.as_ref().is_some_and(|draft| draft.intent.uses.len() > self.begun(draft.unit).uses.len() + open)
    }

    /// The actions of the unit being chosen for.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.draft.as_ref().map_or_else(Vec::new, |draft| self.choices_of(draft.unit, &draft.intent))
    }

    /// The actions of any unit, given what its intent holds already.
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

    /// Works out the states in which a unit's actions are chosen, so that [`Self::choices_of`] need not.
    pub(super) fn foresee_choices(&mut self, unit: EntityId, uses: &[ActionUse]) {
        if !self.foreseen.is_of(unit, uses) {
            let mut predictor = std::mem::take(&mut self.availability.predictor);
            self.foreseen = Foreseen::find(self, &mut predictor, unit, uses);
            self.availability.predictor = predictor;
        }
    }

    /// Adds an action to the intent being chosen. False while a question is open or its points do not allow it.
    pub fn use_action(&mut self, program: u16) -> bool {
        let allowed = self.choices().iter().any(|choice| choice.program == program && choice.is_affordable());
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.question.is_none() && allowed) else { return false };
        draft.intent.uses.push(ActionUse::new(program));
        self.weigh_threats();
        self.put_draft(None);
        true
    }

    /// Adds the action that the scenario ends activations with, where the unit can use it and has not just done so. False
    /// where there is nothing to add.
    pub fn begin_ending(&mut self) -> bool {
        let Some(ending) = self.book.end_of_turn_action else { return false };
        let last = self.draft.as_ref().and_then(|draft| draft.intent.uses.last());
        last.is_none_or(|used| used.program != ending) && self.use_action(ending)
    }

    /// Steps back one waypoint, else one answer of the action that is being aimed, else one action; at the beginning the choice
    /// is abandoned and what was decided before stands again. False if nothing was being chosen.
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
                // An action that asks nothing more is taken back whole.
                let last = draft.intent.uses.last_mut().filter(|_| asks);
                if last.is_none_or(|used| used.answers.pop().is_none()) {
                    draft.intent.uses.pop();
                }
                self.put_draft(None);
            }
        }
        true
    }

    /// Leaves out the action that still asks, with what was answered of it: those before it are whole. Says which that was;
    /// `None` where none asks.
    pub fn leave_open_out(&mut self) -> Option<u16> {
        let draft = self.draft.as_mut().filter(|draft| draft.question.is_some())?;
        let open = draft.intent.uses.pop()?;
        draft.hover = None;
        draft.waypoints.clear();
        self.put_draft(None);
        Some(open.program)
    }

    /// Leaves the choice; what was decided before stands again.
    pub fn abandon(&mut self) {
        if self.draft.take().is_some() {
            self.plan.clone_from(&self.decided);
            self.predict();
        }
    }

    /// Goes on with a draft whose unit is still asked for; the answer under the cursor stays if it still fits. False
    /// where it is given up.
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

    /// Ends the choice: the intent as chosen is what the unit will do. The decision goes to the referee. `None` while a
    /// question is open or nothing is being chosen.
    pub fn finish(&mut self) -> Option<Decision> {
        let draft = self.draft.take_if(|draft| draft.question.is_none())?;
        self.plan.clone_from(&self.decided);
        Some(Decision { unit: draft.unit, intent: Intent { complete: true, ..draft.intent } })
    }

    /// The same for the uses chosen so far, where the turn order carries each out before the next is chosen: the
    /// activation stays open. `None` too where an activation is carried out as a whole, or nothing was chosen since.
    pub fn finish_use(&mut self) -> Option<Decision> {
        let may = self.book.scheduler.is_stepwise() && self.has_chosen();
        let draft = self.draft.take_if(|draft| may && draft.question.is_none())?;
        self.plan.clone_from(&self.decided);
        Some(Decision { unit: draft.unit, intent: draft.intent })
    }
}
