//! Presses of the board with a selected unit: a walk to a lit cell, an action on the unit there, or an offer of several.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::seat::Choice;
use crate::texts::{messages, names};
use foretoken_vm::program::Cost;
use foretoken_vm::{Cell, EntityId};

/// Actions that fit a pressed cell, for a choice at the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Unit that acts.
    pub unit: EntityId,
    /// Pressed cell.
    pub cell: Cell,
    /// Indices among the unit's actions, in their order.
    pub actions: Vec<usize>,
}

impl Controller {
    /// Returns the open offer.
    #[must_use]
    pub const fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Withdraws the open offer. Returns whether there was one.
    pub fn withdraw_offer(&mut self) -> bool {
        self.offer.take().is_some()
    }

    /// Selects a unit of the side, also while another one aims; points at any other unit.
    pub fn select(&mut self, unit: EntityId) {
        self.offer = None;
        let seat = self.session.seat();
        let cell = seat.known().state().entity(unit).cell;
        if cell == Cell::NOWHERE {
            return;
        }
        let is_drafted = seat.draft().is_some_and(|draft| draft.unit == unit);
        if !seat.units().contains(&unit) {
            if self.choosing == Choosing::Action {
                self.keep_for(EntityId::NONE);
            }
            self.look_at(cell);
            return self.point(cell);
        }
        if is_drafted && self.choosing != Choosing::Target || self.lesson_forbids(Doing::For(unit)) {
            return self.look_at(cell);
        }
        self.keep_for(unit);
        self.look_at(cell);
        self.pick_unit();
    }

    /// Begins the walk of the own unit on a cell, as a drag does. Returns whether a target of a walk is now asked.
    pub fn grab(&mut self, cell: Cell) -> bool {
        let unit = self.session.seat().known().state().occupant(cell);
        if !self.session.seat().units().contains(&unit) || self.lesson_forbids(Doing::For(unit)) {
            return false;
        }
        self.select(unit);
        if self.choosing == Choosing::Target {
            self.leave_aim();
        }
        self.availability();
        let walk = self.session.seat().choices().iter().position(|choice| choice.is_open() && self.is_walk(choice));
        let Some(walk) = walk.filter(|_| self.choosing == Choosing::Action) else { return false };
        self.use_action(walk);
        self.choosing == Choosing::Target
    }

    /// Ends a drag: walks to a legal cell, else leaves the walk out.
    pub fn release(&mut self, cell: Option<Cell>) {
        if self.choosing != Choosing::Target {
            return;
        }
        match cell.map(|cell| self.floor_on_offer(cell)).filter(|&cell| self.session.seat().answer_on(cell).is_some()) {
            Some(cell) => {
                self.point(cell);
                self.pick_target();
            }
            None => self.leave_aim(),
        }
    }

    /// Leaves out the action that asks for a target.
    fn leave_aim(&mut self) {
        self.session.seat_mut().leave_open_out();
        self.follow();
    }

    /// Uses the selected unit's action that fits a cell. Offers several, and gives the reason if none fits.
    pub(super) fn press_for_selected(&mut self, cell: Cell) {
        self.cursor = cell;
        self.availability();
        let Some(unit) = self.subject().filter(|_| self.choosing == Choosing::Action) else { return };
        let fitting = self.fitting(unit, cell);
        match fitting.as_slice() {
            [] => self.say(self.why_nothing_fits(unit, cell)),
            &[only] => self.use_on(only, cell),
            _ => self.offer = Some(Offer { unit, cell, actions: fitting }),
        }
    }

    /// Predicts the action that a press of a cell would use, if it would use one at once.
    pub(super) fn look_ahead(&mut self, cell: Cell) {
        self.availability();
        let seat = self.session.seat();
        let unit = seat.known().state().occupant(cell);
        let is_own = unit.is_some() && seat.known().state().entity(unit).team == seat.team();
        let is_free = !is_own && self.lesson_words().is_none();
        let fitting = self.subject().filter(|_| is_free).map(|unit| self.fitting(unit, cell)).unwrap_or_default();
        let choices = self.session.seat().choices();
        match fitting.as_slice() {
            &[only] => _ = self.session.seat_mut().look_ahead(choices[only].program, cell),
            _ => self.session.seat_mut().end_look_ahead(),
        }
    }

    /// Describes what a press at the cursor would do, while that is predicted.
    #[must_use]
    pub fn ahead_words(&self) -> Option<String> {
        let (seat, book) = (self.session.seat(), self.session.book());
        let (program, cell) = seat.ahead()?;
        let there = seat.known().state().occupant(cell);
        let unit = there.is_some().then(|| names::entity(book, seat.known().state(), there));
        Some(messages::press_would(names::action(book, program), unit.as_deref(), cell))
    }

    /// Ends the prediction of a press, since the pointer left the board.
    pub fn point_nowhere(&mut self) {
        self.session.seat_mut().end_look_ahead();
    }

    /// Uses an offered action, by its index among the unit's actions, on the offer's cell. Returns false if there is no
    /// such offer.
    pub fn take_offer(&mut self, action: usize) -> bool {
        let Some(offer) = self.offer.take() else { return false };
        let is_still = self.choosing == Choosing::Action && self.subject() == Some(offer.unit);
        if !is_still || !offer.actions.contains(&action) {
            return false;
        }
        self.use_on(action, offer.cell);
        true
    }

    /// Returns the actions whose first target can be a cell. An empty cell means a walk, if one leads there.
    fn fitting(&self, unit: EntityId, cell: Cell) -> Vec<usize> {
        let seat = self.session.seat();
        let choices = seat.choices();
        let is_wait = |choice: &Choice| seat.book().is_facing_only(choice.program);
        let reaches = |choice: &Choice| seat.reach(unit, choice.program).contains(&cell);
        let fits = |choice: &Choice| choice.is_affordable() && !is_wait(choice) && reaches(choice);
        let all = || choices.iter().enumerate().filter(|(_, choice)| fits(choice));
        if let Some((walk, _)) = all().find(|(_, choice)| self.is_walk(choice)) {
            return vec![walk];
        }
        let useful: Vec<usize> = all().filter(|(_, choice)| !choice.is_idle).map(|(at, _)| at).collect();
        if useful.is_empty() { all().map(|(at, _)| at).collect() } else { useful }
    }

    pub(super) fn is_walk(&self, choice: &Choice) -> bool {
        choice.cost == Cost::Move && self.session.book().is_walk(choice.program)
    }

    fn use_on(&mut self, action: usize, cell: Cell) {
        self.use_action(action);
        if self.choosing == Choosing::Target && self.session.seat().answer_on(cell).is_some() {
            self.point(cell);
            self.pick_target();
        }
    }

    fn why_nothing_fits(&self, unit: EntityId, cell: Cell) -> String {
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let there = state.occupant(cell);
        let what = if there.is_some() { names::entity(book, state, there) } else { cell.to_string() };
        messages::nothing_reaches(&names::entity(book, state, unit), &what)
    }

    /// Returns the cells to which the selected unit can walk, unless an action is aimed.
    #[must_use]
    pub fn walk_reach(&self) -> &[Cell] {
        let seat = self.session.seat();
        let Some(draft) = seat.draft().filter(|_| self.choosing != Choosing::Target) else { return &[] };
        let choices = seat.choices();
        let walk = choices.iter().find(|choice| choice.is_affordable() && self.is_walk(choice));
        walk.map_or(&[], |walk| seat.reach(draft.unit, walk.program))
    }
}
