//! Undo of a step, a decision or a turn, and rewinding.

use super::Controller;
use crate::seat::Seat;
use crate::texts::{messages, names};
use foretoken_vm::{ActionUse, EntityId};

impl Controller {
    /// Undoes a step of an open choice, else the last action of the last decision, else the last round.
    pub fn undo(&mut self) {
        if self.session.seat().has_chosen() {
            self.session.seat_mut().step_back();
            self.follow();
            return;
        }
        let round = self.session.seat().known().state().round();
        let decided = |seat: &Seat, unit: &EntityId| seat.is_decided(*unit);
        let seat = self.session.seat();
        let uses = |unit: EntityId| seat.plan().intent(unit).map(|intent| intent.uses.clone()).unwrap_or_default();
        let before: Vec<(EntityId, Vec<ActionUse>)> =
            seat.units().iter().filter(|unit| decided(seat, unit)).map(|&unit| (unit, uses(unit))).collect();
        let done = self.session.undo();
        let seat = self.session.seat();
        let now = seat.known().state().round();
        let whose = before.into_iter().find(|(unit, _)| seat.units().contains(unit) && !decided(seat, unit));
        let said = match &whose {
            _ if now != round => messages::back_in_round(now),
            Some((unit, _)) => messages::taken_back(&names::entity(seat.book(), seat.known().state(), *unit)),
            None => messages::last_taken_back().to_owned(),
        };
        self.say(done.map_or_else(|refusal| refusal.to_string(), |()| said));
        self.select_next_unit();
        if let Some((unit, uses)) = whose.filter(|_| now == round) {
            self.turn_to(unit);
            if let Some(program) = self.reopen_without_last(unit, uses) {
                self.say(messages::taken_back(names::action(self.session.book(), program)));
            }
        }
    }

    /// Restarts the turn.
    pub fn reset(&mut self) {
        let done = self.session.reset_turn();
        self.say(done.map_or_else(|refusal| refusal.to_string(), |()| messages::turn_begins_anew().to_owned()));
        self.select_next_unit();
    }

    /// Rewinds to a point and forks the record there. Returns false with a message if refused.
    pub fn rewind(&mut self, rewind_point: usize) -> bool {
        let done = self.session.rewind(rewind_point);
        let there = || messages::forked().to_owned();
        self.say(done.map_or_else(|refusal| refusal.to_string(), |()| there()));
        self.select_next_unit();
        done.is_ok()
    }
}
