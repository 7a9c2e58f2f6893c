//! Pickers of a number, by steps or typed: an integer in the request's range, or a slot of a deck.

use super::mode::{Asked, Picker, WhyNot};
use crate::seat::{Draft, Seat};
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Numbers {
    asks: Asks,
    asked: Asked,
}

/// An integer in the request's range.
pub(super) static IN_RANGE: Numbers = Numbers { asks: Asks::Number, asked: Asked::Number };
/// A slot of a deck.
pub(super) static OF_SLOT: Numbers = Numbers { asks: Asks::Slot, asked: Asked::Slot };

impl Picker for Numbers {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == self.asks
    }

    fn asked(&self) -> Asked {
        self.asked
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
