//! Selection of the next undecided unit.

use super::{Choosing, Controller};
use crate::texts::messages;
use foretoken_vm::EntityId;

impl Controller {
    pub(super) fn cycle_unit(&mut self, forward: bool) {
        let (seat, state) = (self.session.seat(), self.session.seat().known().state());
        let units = seat.units().to_vec();
        let drafted = seat.draft().map(|draft| draft.unit);
        let from = drafted.unwrap_or_else(|| state.occupant(self.cursor));
        let here = units.iter().position(|&unit| unit == from);
        let count = units.len();
        let step = |at: usize| match (here, forward) {
            (Some(here), true) => (here + at) % count,
            (Some(here), false) => (here + count - at % count) % count,
            (None, true) => at - 1,
            (None, false) => count - at,
        };
        let others = || (1..=count).map(step).map(|at| units[at]).filter(|&unit| unit != from);
        let waits = |unit: &EntityId| self.is_waiting(*unit);
        let next =
            others().find(waits).or_else(|| others().next().filter(|_| drafted.is_none() && !units.iter().any(waits)));
        match next {
            Some(next) => {
                self.keep_for(next);
                self.look_at(self.session.seat().known().state().entity(next).cell);
            }
            None if self.session.seat().has_chosen_whole() => {
                self.keep_for(EntityId::NONE);
                self.select_next_unit();
            }
            None => self.say(messages::all_decided_else()),
        }
    }

    /// Selects the next undecided unit.
    pub fn select_next_unit(&mut self) {
        let next = self.session.seat().units().iter().copied().find(|&unit| self.is_waiting(unit));
        if let Some(unit) = next {
            self.turn_to(unit);
        }
        self.choosing = Choosing::Unit;
    }

    pub(super) fn turn_to(&mut self, unit: EntityId) {
        self.look_at(self.session.seat().known().state().entity(unit).cell);
        self.last = unit;
    }

    pub(super) fn is_waiting(&self, unit: EntityId) -> bool {
        let seat = self.session.seat();
        !seat.is_decided(unit) && seat.known().state().entity(unit).stunned == 0
    }
}
