//! What each mode of answering says: which requests it takes, which answer a cell means, and why a cell is none.

use crate::seat::{Draft, Seat};
use foretoken_vm::program::Request;
use foretoken_vm::{Cell, EntityId, Rulebook};

/// What a request asks of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A cell.
    Cell,
    /// A direction.
    Direction,
    /// A number.
    Number,
    /// The end of a walk.
    Walk,
    /// A part of a region.
    Part,
    /// Several targets.
    Several,
    /// A unit.
    Unit,
}

/// Why a cell is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// Nobody will be there.
    Empty,
    /// A unit will stand there.
    Taken,
    /// The unit that acts will stand there.
    TakenByItself,
    /// Walkers avoid the ground.
    Avoided,
    /// The waypoints make the way too long.
    TooFarByWaypoints,
    /// The unit cannot be its own target.
    Itself,
    /// It was picked before.
    Picked,
    /// A cell beside the unit is asked for.
    NotBeside,
    /// A number is asked for.
    NoNumber,
    /// No part of the region is there.
    NoPart,
    /// It is too far, or something is in the way.
    OutOfReach {
        /// Whether heights may be the reason.
        by_height: bool,
    },
}

/// One mode of answering.
pub trait Picker: Sync {
    /// Whether requests like this are answered in this mode. The first in the list that takes one has it.
    fn takes(&self, book: &Rulebook, request: &Request) -> bool;

    /// What is asked, where the action has no words of its own for it.
    fn asked(&self) -> Asked;

    /// Index of the answer that a cell means; the usual is the one that resolves to it.
    fn answer_on(&self, draft: &Draft, cell: Cell) -> Option<usize> {
        draft.cells().iter().position(|&of| of == Some(cell))
    }

    /// Index of the answer that the cursor begins on; `None` where it begins at the actor.
    fn first(&self, draft: &Draft) -> Option<usize> {
        (!draft.answers().is_empty()).then_some(0)
    }

    /// Why a cell is no answer, as far as the board shows it.
    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> WhyNot;

    /// Whether answers lead through cells in between ([`Seat::add_waypoint`]).
    fn has_waypoints(&self) -> bool {
        false
    }

    /// Whether answers are values that the cursor keys step through, and not places on the board.
    fn is_stepped(&self) -> bool {
        false
    }
}

/// Why a cell is taken, if somebody will stand there when the open question is asked.
pub(super) fn taken(seat: &Seat, cell: Cell) -> Option<WhyNot> {
    let draft = seat.draft()?;
    match draft.standing_on(cell) {
        EntityId::NONE => None,
        unit if unit == draft.unit => Some(WhyNot::TakenByItself),
        _ => Some(WhyNot::Taken),
    }
}

/// Why a cell is no answer that somebody who fits stands on, or nobody has to.
pub(super) fn out_of_reach(seat: &Seat) -> WhyNot {
    WhyNot::OutOfReach { by_height: seat.book().board.has_heights() }
}
