//! A cell of the board.

use super::{Picker, Seat};
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, EntityId, Rulebook};

pub(super) struct Cells;

impl Picker for Cells {
    fn takes(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Cell
    }

    fn prompt(&self) -> &'static str {
        "Which cell?"
    }

    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> &'static str {
        let who = seat.draft().map_or(EntityId::NONE, |draft| draft.standing_on(cell));
        let filter = request.filter;
        if filter.has(Filter::OCCUPIED) && !who.is_some() {
            "nobody will be there"
        } else if filter.has(Filter::EMPTY) && !filter.has(Filter::OCCUPIED) && who.is_some() {
            "somebody will stand there"
        } else {
            super::out_of_reach(seat)
        }
    }
}
