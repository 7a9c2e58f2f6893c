//! When a unit has enough to do: what the scenario ends with is asked for, and what was chosen is decided, or stepped
//! back from.

use super::lesson::Doing;
use super::{Choosing, Controller};

impl Controller {
    /// The unit has enough to do.
    pub fn done(&mut self) {
        if self.choosing == Choosing::Action && self.lesson_forbids(Doing::Decides) {
            return;
        }
        match self.choosing {
            Choosing::Unit => self.pick_subject(),
            Choosing::Target => self.done_with_targets(),
            Choosing::Action if self.session.seat_mut().begin_ending() => {
                self.is_ending = true;
                self.follow();
            }
            Choosing::Action => self.decide(),
        }
    }

    /// What is chosen for the unit is decided.
    pub(super) fn decide(&mut self) {
        self.is_ending = false;
        if self.decide_draft() {
            self.select_next_unit();
            if self.waits_for_commit() {
                self.say(self.all_decided_words());
            }
        }
    }

    /// One step back.
    pub fn back(&mut self) {
        self.is_ending = false;
        if self.choosing == Choosing::Unit {
            self.say("Nothing to step back from.");
        } else {
            self.session.seat_mut().step_back();
            self.follow();
        }
    }
}
