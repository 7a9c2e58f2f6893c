//! The picker interface: accepted requests, the answer at a cell, and reasons for refusals.

use crate::seat::{Draft, Seat};
use foretoken_vm::program::Request;
use foretoken_vm::{Cell, EntityId, Rulebook};

/// The kind of answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A cell.
    Cell,
    /// A direction.
    Direction,
    /// A number.
    Number,
    /// The end cell of a walk.
    Walk,
    /// A part of a region.
    Part,
    /// A slot of a deck.
    Slot,
    /// Several targets.
    Several,
    /// A unit.
    Unit,
}

/// Reason why a cell is not an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// No unit will be there.
    Empty,
    /// A unit will be there.
    Taken,
    /// The acting unit will be there.
    TakenByItself,
    /// Walks avoid the cell.
    Avoided,
    /// The path through the waypoints is too long.
    TooFarByWaypoints,
    /// The unit cannot target itself.
    Itself,
    /// It is already picked.
    Picked,
    /// The cell must be adjacent to the unit.
    NotBeside,
    /// The request wants a number.
    NoNumber,
    /// No part of the region is there.
    NoPart,
    /// It is out of range or blocked.
    OutOfReach {
        /// Whether heights can be the reason.
        by_height: bool,
    },
}

/// One mode of answers.
pub trait Picker: Sync {
    /// Whether this mode answers the request. The first match in the list wins.
    fn is_for(&self, book: &Rulebook, request: &Request) -> bool;

    /// The prompt for actions without their own.
    fn asked(&self) -> Asked;

    /// Index of the answer at a cell; by default, the answer that resolves to it.
    fn answer_on(&self, draft: &Draft, cell: Cell) -> Option<usize> {
        draft.cells().iter().position(|&of| of == Some(cell))
    }

    /// Index of the initial answer; `None` to start at the actor.
    fn first(&self, draft: &Draft) -> Option<usize> {
        (!draft.answers().is_empty()).then_some(0)
    }

    /// Why a cell is not an answer, as far as the board shows.
    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> WhyNot;

    /// Whether answers can have waypoints ([`Seat::add_waypoint`]).
    fn has_waypoints(&self) -> bool {
        false
    }

    /// Whether the cursor keys step through values instead of cells.
    fn is_stepped(&self) -> bool {
        false
    }
}

pub(super) fn taken(seat: &Seat, cell: Cell) -> Option<WhyNot> {
    let draft = seat.draft()?;
    match draft.standing_on(cell) {
        EntityId::NONE => None,
        unit if unit == draft.unit => Some(WhyNot::TakenByItself),
        _ => Some(WhyNot::Taken),
    }
}

pub(super) fn out_of_reach(seat: &Seat) -> WhyNot {
    WhyNot::OutOfReach { by_height: seat.book().board.has_heights() }
}
