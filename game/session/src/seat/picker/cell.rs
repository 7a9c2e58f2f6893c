//! A cell of the board.

use super::{Picker, Seat};
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Cells;

impl Picker for Cells {
    fn takes(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Cell
    }

    fn prompt(&self) -> &'static str {
        "Which cell?"
    }

    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> &'static str {
        let (taken, filter) = (super::taken(seat, cell), request.filter);
        match taken {
            None if filter.has(Filter::OCCUPIED) => "nobody will be there",
            Some(taken) if filter.has(Filter::EMPTY) && !filter.has(Filter::OCCUPIED) => taken,
            _ => super::out_of_reach(seat),
        }
    }
}
