//! Picker of one of four directions, by the adjacent cell.

use super::mode::{Asked, Picker, WhyNot};
use crate::seat::Seat;
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Directions;

impl Picker for Directions {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Direction
    }

    fn asked(&self) -> Asked {
        Asked::Direction
    }

    fn why_not(&self, _: &Seat, _: &Request, _: Cell) -> WhyNot {
        WhyNot::NotBeside
    }
}
