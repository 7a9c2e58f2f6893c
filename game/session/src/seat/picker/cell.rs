//! Picker of a cell.

use super::mode::{Asked, Picker, WhyNot, out_of_reach, taken};
use crate::seat::Seat;
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Cells;

impl Picker for Cells {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Cell
    }

    fn asked(&self) -> Asked {
        Asked::Cell
    }

    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> WhyNot {
        let (taken, filter) = (taken(seat, cell), request.filter);
        match taken {
            None if filter.has_bit(Filter::OCCUPIED) => WhyNot::Empty,
            Some(taken) if filter.has_bit(Filter::EMPTY) && !filter.has_bit(Filter::OCCUPIED) => taken,
            _ => out_of_reach(seat),
        }
    }
}
