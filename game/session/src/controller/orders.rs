//! The orders of the selected unit: its actions, and each next slot of its deck. Two slots that hold the same action are
//! two orders, so that a press chooses the slot too.

use super::{Choosing, Controller};
use crate::seat::Choice;
use crate::texts::{messages, names};
use foretoken_vm::program::Asks;
use foretoken_vm::stats::DeckSlot;
use foretoken_vm::{EntityId, GameState};

/// An order on offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Index of its action among the unit's choices.
    pub index: usize,
    /// Its action.
    pub choice: Choice,
    /// Slot of the deck that holds it, if it is one.
    pub slot: Option<DeckSlot>,
}

impl Order {
    /// Whether it can be given.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.choice.is_open() && self.slot.is_none_or(|slot| slot.left == 0)
    }
}

impl Controller {
    /// Returns the orders of the choosing unit: the next slots of its deck by number, then its other actions.
    #[must_use]
    pub fn orders(&self) -> Vec<Order> {
        let seat = self.session.seat();
        seat.draft().map_or_else(Vec::new, |draft| self.orders_among(draft.unit, &seat.choices()))
    }

    /// As [`Self::orders`], of a unit with these choices.
    #[must_use]
    pub fn orders_among(&self, unit: EntityId, choices: &[Choice]) -> Vec<Order> {
        let (book, state) = (self.session.book(), self.session.seat().known().state());
        let action = |slot: &DeckSlot| book.skills.get(usize::from(slot.skill?))?.action;
        let slots: Vec<(DeckSlot, Option<u16>)> =
            state.sheet(book).slots(unit).filter(|slot| slot.is_next).map(|slot| (slot, action(&slot))).collect();
        let of_slot = |&(slot, program): &(DeckSlot, Option<u16>)| {
            let index = choices.iter().position(|choice| Some(choice.program) == program)?;
            Some(Order { index, choice: choices[index].clone(), slot: Some(slot) })
        };
        let is_in_slot = |choice: &Choice| slots.iter().any(|(_, program)| *program == Some(choice.program));
        let others = choices.iter().enumerate().filter(|(_, choice)| !is_in_slot(choice));
        let other = |(index, choice): (usize, &Choice)| Order { index, choice: choice.clone(), slot: None };
        slots.iter().filter_map(of_slot).chain(others.map(other)).collect()
    }

    /// Returns the unit whose deck a front end shows in a state: the selected one, else the first of the side with a deck.
    #[must_use]
    pub fn deck_unit(&self, state: &GameState) -> Option<EntityId> {
        let (book, team) = (self.session.book(), self.session.seat().team());
        let has_deck = |unit: &EntityId| state.entity(*unit).is_alive() && book.deck_of(state.entity(*unit)).is_some();
        let mut own = state.living().filter(|(_, row)| row.team == team).map(|(unit, _)| unit);
        self.subject().filter(has_deck).or_else(|| own.find(has_deck))
    }

    /// Uses a next slot of the selected unit's deck by its number.
    pub fn use_slot(&mut self, number: u16) {
        let at = |controller: &Self| {
            let unit = controller.subject()?;
            let seat = controller.session.seat();
            let intent = seat.draft().map(|draft| draft.intent().clone()).unwrap_or_default();
            let orders = controller.orders_among(unit, &seat.choices_of(unit, &intent));
            orders.iter().position(|order| order.slot.is_some_and(|slot| slot.number == number))
        };
        self.offer = None;
        match at(self) {
            Some(index) => self.pick_action(index),
            None => self.say(messages::not_next()),
        }
    }

    pub(super) fn use_order(&mut self, index: usize) {
        let seat = self.session.seat();
        let unit = seat.draft().map_or(EntityId::NONE, |draft| draft.unit);
        if self.session.book().deck_of(seat.known().state().entity(unit)).is_none() {
            return self.use_action(index);
        }
        // The action of an open request gives way to the new order, so orders are counted without it.
        self.session.seat_mut().leave_open_out();
        let Some(order) = self.orders().into_iter().nth(index) else { return self.follow() };
        if let Some(slot) = order.slot.filter(|slot| slot.left > 0) {
            self.choosing = Choosing::Action;
            let title = names::action(self.session.book(), order.choice.program);
            return self.say(messages::cools_down(title, slot.left));
        }
        self.use_action(order.index);
        if let Some(slot) = order.slot.filter(|_| self.is_slot_asked()) {
            self.list = index;
            self.answer_number(slot.number as i16);
        }
    }

    /// Whether the open request asks for a slot.
    pub(super) fn is_slot_asked(&self) -> bool {
        let question = self.session.seat().question();
        question.is_some_and(|question| question.request.asks == Asks::Slot)
    }

    /// Answers the open request with a number; `None` if that is no answer.
    pub(super) fn answer_number(&mut self, number: i16) -> Option<()> {
        let answer = self.session.seat().answer_of_number(number)?;
        self.session.seat_mut().answer(answer);
        self.follow();
        Some(())
    }
}
