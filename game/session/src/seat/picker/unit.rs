//! A living entity.

use super::{Picker, Seat};
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Units;

impl Picker for Units {
    fn takes(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Unit
    }

    fn prompt(&self) -> &'static str {
        "Whom?"
    }

    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> &'static str {
        let who = seat.known().state().occupant(cell);
        let actor = seat.draft().map(|draft| draft.unit);
        if !who.is_some() {
            "nobody is there"
        } else if Some(who) == actor && request.filter.has(Filter::ENEMY | Filter::ALLY) {
            "it cannot be its own"
        } else {
            "out of reach, or something is in the way"
        }
    }
}
