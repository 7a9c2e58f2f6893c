//! One of the four directions, pointed at by the next cell that way.

use super::{Picker, Seat};
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Directions;

impl Picker for Directions {
    fn takes(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Direction
    }

    fn prompt(&self) -> &'static str {
        "Which way?"
    }

    fn why_not(&self, _: &Seat, _: &Request, _: Cell) -> &'static str {
        "a cell beside is asked for"
    }
}
