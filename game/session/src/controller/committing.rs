//! Closing of a side's decisions, and automatic decisions for the remaining units.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::Report;
use crate::texts::forecast_text::decided_text;
use crate::texts::{messages, names};
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Outcome};

impl Controller {
    /// Carries out the round. Returns `None` once, with a warning, while units are undecided.
    pub fn commit(&mut self) -> Option<Report> {
        if self.session.outcome() != 0 {
            self.say(messages::battle_is_over());
            return None;
        }
        if self.lesson_forbids(Doing::Ends) || self.is_hindered() {
            return None;
        }
        // The board shows the open choice, so it counts as decided. A target that is still open does not, and a message
        // reports it.
        let open =
            self.session.seat().draft().map(|draft| draft.unit).filter(|_| self.session.seat().question().is_some());
        if !self.session.is_commit_due() {
            return self.commit_at_once();
        }
        self.keep_whole();
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let idle = seat.units().iter().copied().filter(|&unit| self.is_waiting(unit));
        let names: Vec<String> = idle.map(|unit| names::entity(book, state, unit)).collect();
        let cut = open
            .filter(|&unit| seat.is_decided(unit))
            .map(|unit| messages::last_aim_left_out(&names::entity(book, state, unit), &decided_text(seat, unit)));
        // A foreseen victory needs no further orders.
        let is_won = self.foreseen_outcome() == Outcome::Won && cut.is_none();
        let asks = !is_won && (!names.is_empty() || cut.is_some() || !self.upset.is_empty());
        if asks && !std::mem::replace(&mut self.warned, true) {
            let asked = messages::confirm_commit(&names, self.session.is_unit_chosen());
            let told: Vec<String> = cut.into_iter().chain([asked]).collect();
            self.say(told.join(" "));
            self.select_next_unit();
            return None;
        }
        self.warned = false;
        self.message.clear();
        let report = self.session.commit();
        self.select_next_unit();
        if report.activations.is_empty() {
            return None;
        }
        Some(report)
    }

    /// Returns how the battle ends within the forecast, for the side.
    #[must_use]
    pub fn foreseen_outcome(&self) -> Outcome {
        let seat = self.session.seat();
        Outcome::for_side(seat.forecast().state().battle(BattleField::Outcome), seat.team())
    }

    /// If decisions run at once, decides the complete choice, or keeps it open if it has a request.
    fn commit_at_once(&mut self) -> Option<Report> {
        if self.session.seat().has_chosen() && self.session.seat().question().is_none() {
            self.choosing = Choosing::Action;
            self.decide();
        }
        self.say(messages::carried_out_at_once());
        self.take_report()
    }

    /// Whether the side cannot decide now, with a message if so.
    pub(super) fn is_hindered(&mut self) -> bool {
        let hindrance = self.session.hindrance();
        if let Some(words) = hindrance {
            self.say(words);
        }
        hindrance.is_some()
    }

    /// Lets the computer decide for the remaining units.
    pub fn auto(&mut self) {
        if self.lesson_forbids(Doing::Ends) || self.is_hindered() {
            return;
        }
        self.keep_for(EntityId::NONE);
        if self.is_commit_awaited() {
            return self.say(self.all_decided_words());
        }
        self.session.decide_rest_by_planner();
        if self.session.is_unit_chosen() {
            self.select_next_unit();
            self.say(messages::nothing_better());
        } else if self.session.is_commit_due() {
            self.say(messages::rest_decided());
        } else {
            self.select_next_unit();
        }
    }

    pub(super) fn all_decided_words(&self) -> &'static str {
        messages::all_decided(self.session.is_unit_chosen())
    }

    pub(super) fn is_commit_awaited(&self) -> bool {
        self.session.is_commit_due() && self.session.seat().has_all_decided()
    }
}
