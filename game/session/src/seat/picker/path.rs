//! Picker of a walk's end, by the shortest path or through waypoints.

use super::mode::{Asked, Picker, WhyNot, out_of_reach, taken};
use crate::seat::{Draft, Seat};
use foretoken_vm::program::{Address, Asks, Request};
use foretoken_vm::regions::Bound;
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Path;

impl Picker for Path {
    fn is_for(&self, book: &Rulebook, request: &Request) -> bool {
        let walks = book.region(request.region).is_some_and(|region| region.shape.bound() == Bound::Walk);
        request.asks == Asks::Cell && walks && request.from == Address::SELF
    }

    fn asked(&self) -> Asked {
        Asked::Walk
    }

    fn first(&self, _: &Draft) -> Option<usize> {
        None
    }

    fn why_not(&self, seat: &Seat, _: &Request, cell: Cell) -> WhyNot {
        if let Some(taken) = taken(seat, cell) {
            taken
        } else if is_avoided(seat, cell) {
            WhyNot::Avoided
        } else if seat.draft().is_some_and(|draft| !draft.waypoints().is_empty()) {
            WhyNot::TooFarByWaypoints
        } else {
            out_of_reach(seat)
        }
    }

    fn has_waypoints(&self) -> bool {
        true
    }
}

/// Returns whether units avoid the ground or the surface of a cell.
pub(crate) fn is_avoided(seat: &Seat, cell: Cell) -> bool {
    let (book, state) = (seat.book(), seat.draft().map_or_else(|| seat.known().state(), |draft| &draft.at));
    let surface = state.surface(cell).and_then(|kind| book.surfaces.get(usize::from(kind)));
    book.terrain_at(cell).is_some_and(|ground| ground.avoided) || surface.is_some_and(|surface| surface.avoided)
}
