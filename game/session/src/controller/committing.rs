//! Closing the side's decisions: the round is carried out, or the computer decides for who is left first.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::Report;
use crate::texts::forecast_text::decided_text;
use crate::texts::{messages, names};
use foretoken_vm::EntityId;

impl Controller {
    /// Carries out the round; `None` once, with a warning, while somebody is undecided.
    pub fn commit(&mut self) -> Option<Report> {
        // Nothing comes after the end, in the record neither.
        if self.session.outcome() != 0 {
            self.say(messages::battle_is_over());
            return None;
        }
        if self.lesson_forbids(Doing::Ends) {
            return None;
        }
        // What the board shows is what is meant: what was chosen counts as done. What is still aimed is not, which is said.
        let open =
            self.session.seat().draft().map(|draft| draft.unit).filter(|_| self.session.seat().question().is_some());
        if !self.session.awaits_commit() {
            return self.commit_at_once();
        }
        self.keep_whole();
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let idle = seat.units().iter().copied().filter(|&unit| self.is_waiting(unit));
        let names: Vec<String> = idle.map(|unit| names::entity(book, state, unit)).collect();
        // Of whose decision something was left out that was aimed, and what stands of it.
        let cut = open
            .filter(|&unit| seat.is_decided(unit))
            .map(|unit| messages::last_aim_left_out(&names::entity(book, state, unit), &decided_text(seat, unit)));
        let asks = !names.is_empty() || cut.is_some() || !self.upset.is_empty();
        if asks && !std::mem::replace(&mut self.warned, true) {
            let asked = messages::confirm_commit(&names, self.session.chooses_whom());
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
            // Another side decides before anything is carried out.
            return None;
        }
        Some(report)
    }

    /// Where decisions are carried out at once there is no round to carry out: what is chosen is decided where it asks nothing
    /// more, and goes on being chosen where it does.
    fn commit_at_once(&mut self) -> Option<Report> {
        if self.session.seat().has_chosen() && self.session.seat().question().is_none() {
            self.choosing = Choosing::Action;
            self.decide();
        }
        self.say(messages::carried_out_at_once());
        self.take_report()
    }

    /// The computer decides for who is left.
    pub fn auto(&mut self) {
        if self.lesson_forbids(Doing::Ends) {
            return;
        }
        self.keep_for(EntityId::NONE);
        if self.waits_for_commit() {
            return self.say(self.all_decided_words());
        }
        self.session.decide_rest_by_planner();
        if self.session.chooses_whom() {
            self.select_next_unit();
            self.say(messages::nothing_better());
        } else if self.session.awaits_commit() {
            self.say(messages::rest_decided());
        } else {
            self.select_next_unit();
        }
    }

    /// What is said once every unit is decided.
    pub(super) fn all_decided_words(&self) -> &'static str {
        messages::all_decided(self.session.chooses_whom())
    }

    /// Whether all are decided and the side is asked to close its decisions.
    pub(super) fn waits_for_commit(&self) -> bool {
        self.session.awaits_commit() && self.session.seat().all_decided()
    }
}
