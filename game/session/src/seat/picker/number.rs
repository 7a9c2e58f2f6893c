//! Picker of an integer in the request's range, by steps or typed.

use super::mode::{Asked, Picker, WhyNot};
use crate::seat::{Draft, Seat};
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Numbers;

impl Picker for Numbers {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Number
    }

    fn asked(&self) -> Asked {
        Asked::Number
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
