//! Picker of a slot of the actor's deck, by steps or by its number.

use super::mode::{Asked, Picker, WhyNot};
use crate::seat::{Draft, Seat};
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Slots;

impl Picker for Slots {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Slot
    }

    fn asked(&self) -> Asked {
        Asked::Slot
    }

    fn answer_on(&self, _: &Draft, _: Cell) -> Option<usize> {
        None
    }

    fn why_not(&self, _: &Seat, _: &Request, _: Cell) -> WhyNot {
        WhyNot::NoNumber
    }

    fn is_stepped(&self) -> bool {
        true
    }
}
