//! End of a unit's choice: the scenario's final request, the decision, and steps back.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::texts::forecast_text::{decided_text, uses_text};
use crate::texts::{messages, names};
use foretoken_vm::EntityId;

impl Controller {
    /// Closes the choice of the unit.
    pub fn done(&mut self) {
        if self.choosing == Choosing::Action && self.lesson_forbids(Doing::Decides) {
            return;
        }
        match self.choosing {
            // A second press must not drop a decision.
            Choosing::Unit if self.is_decided_here() => {
                self.select_next_unit();
                self.say(match self.is_commit_awaited() {
                    true => self.all_decided_words(),
                    false => messages::unit_decided(),
                });
            }
            Choosing::Unit => self.pick_subject(),
            Choosing::Target => self.done_with_targets(),
            Choosing::Action if self.session.seat_mut().begin_ending() => {
                self.is_ending = true;
                self.follow();
            }
            Choosing::Action => self.decide(),
        }
    }

    fn is_decided_here(&self) -> bool {
        let seat = self.session.seat();
        let here = seat.known().state().occupant(self.cursor);
        seat.units().contains(&here) && seat.is_decided(here)
    }

    pub(super) fn decide(&mut self) {
        self.is_ending = false;
        let before = self.session.seat().decided().clone();
        let Some(draft) = self.session.seat().draft() else { return };
        // Words of the decision as it was taken: at once after it, the plan is empty where decisions run at once.
        let (unit, decided) = (draft.unit, uses_text(self.session.book(), draft.intent()));
        if self.decide_draft() {
            self.select_next_unit();
            self.find_upset(unit, &before);
            let said = match self.is_commit_awaited() {
                true => self.all_decided_words().to_owned(),
                false if self.message.is_empty() => self.next_words(unit, &decided),
                false => std::mem::take(&mut self.message),
            };
            self.say(said);
        }
    }

    fn next_words(&self, unit: EntityId, decided: &str) -> String {
        let (seat, book) = (self.session.seat(), self.session.book());
        let name = |unit| names::entity(book, seat.known().state(), unit);
        let next = (self.last != unit && self.is_waiting(self.last)).then(|| name(self.last));
        messages::decided_and_next(&name(unit), decided, next.as_deref())
    }

    /// Goes one step back.
    pub fn back(&mut self) {
        self.is_ending = false;
        if self.withdraw_offer() {
            return;
        }
        if self.choosing == Choosing::Unit {
            self.say(messages::nothing_to_step_back());
        } else {
            let title = self.chosen_last();
            let unit = self.session.seat().draft().map(|draft| draft.unit);
            self.session.seat_mut().step_back();
            // A slot is chosen together with its action.
            if self.is_slot_asked() {
                self.session.seat_mut().step_back();
            }
            self.follow();
            if let Some(unit) = unit.filter(|_| self.session.seat().draft().is_none()) {
                self.turn_to(unit);
            }
            if let Some(title) = title {
                self.say(messages::taken_back(&title));
            } else if let Some(unit) =
                unit.filter(|&unit| self.session.seat().draft().is_none() && self.session.seat().is_decided(unit))
            {
                let (seat, book) = (self.session.seat(), self.session.book());
                let name = names::entity(book, seat.known().state(), unit);
                self.say(messages::stands_as_decided(&name, &decided_text(seat, unit)));
            }
        }
    }

    fn chosen_last(&self) -> Option<String> {
        let seat = self.session.seat();
        let uses = &seat.draft().filter(|_| seat.question().is_none())?.intent().uses;
        Some(names::action(self.session.book(), uses.last()?.program).to_owned())
    }
}
