//! Picker of several cells or units, in a list or a chain. A second pick of the last one ends the choice.

use super::mode::{Asked, Picker, WhyNot, out_of_reach};
use crate::seat::{Draft, Seat};
use foretoken_vm::program::Request;
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Several;

impl Picker for Several {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.several().is_some()
    }

    fn asked(&self) -> Asked {
        Asked::Several
    }

    fn answer_on(&self, draft: &Draft, cell: Cell) -> Option<usize> {
        let answer = draft.cells().iter().position(|&of| of == Some(cell));
        answer.or_else(|| draft.pass().filter(|_| draft.picked().last() == Some(&cell)))
    }

    fn why_not(&self, seat: &Seat, _: &Request, cell: Cell) -> WhyNot {
        if seat.draft().is_some_and(|draft| draft.picked().contains(&cell)) {
            WhyNot::Picked
        } else {
            out_of_reach(seat)
        }
    }
}
