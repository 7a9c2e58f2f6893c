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
        let Some(draft) = seat.draft() else { return super::out_of_reach(seat) };
        let who = draft.standing_on(cell);
        if !who.is_some() {
            "nobody will be there"
        } else if who == draft.unit && request.filter.has(Filter::ENEMY | Filter::ALLY) {
            "it cannot be its own"
        } else {
            super::out_of_reach(seat)
        }
    }
}
