//! Picker of a living entity.

use super::mode::{Asked, Picker, WhyNot, out_of_reach};
use crate::seat::Seat;
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Units;

impl Picker for Units {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Unit
    }

    fn asked(&self) -> Asked {
        Asked::Unit
    }

    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> WhyNot {
        let Some(draft) = seat.draft() else { return out_of_reach(seat) };
        let who = draft.standing_on(cell);
        if !who.is_some() {
            WhyNot::Empty
        } else if who == draft.unit && request.filter.has_bit(Filter::ENEMY | Filter::ALLY) {
            WhyNot::Itself
        } else {
            out_of_reach(seat)
        }
    }
}
