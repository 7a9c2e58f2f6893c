//! Pickers: answers to requests at a screen, one file for each mode.

mod cell;
mod direction;
mod mode;
mod number;
mod path;
mod region;
mod several;
mod unit;

use super::Seat;
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Answer, Cell, Rulebook};
pub use mode::{Asked, Picker, WhyNot};
pub(crate) use path::is_avoided;

/// All modes, the most specific first.
static PICKERS: [&dyn Picker; 8] = [
    &several::Several,
    &path::Path,
    &cell::Cells,
    &unit::Units,
    &direction::Directions,
    &number::IN_RANGE,
    &region::Regions,
    &number::OF_SLOT,
];

/// Returns the picker of a request.
#[must_use]
pub fn picker_of(book: &Rulebook, request: &Request) -> &'static dyn Picker {
    PICKERS.into_iter().find(|picker| picker.is_for(book, request)).unwrap_or(&cell::Cells)
}

impl Seat {
    /// Returns the picker of the open request.
    #[must_use]
    pub fn picker(&self) -> Option<&'static dyn Picker> {
        self.question().map(|question| picker_of(self.book(), &question.request))
    }

    /// Returns the index of the answer at a cell.
    #[must_use]
    pub fn answer_on(&self, cell: Cell) -> Option<usize> {
        let (picker, draft) = (self.picker()?, self.draft()?);
        let answer = picker.answer_on(draft, cell);
        if answer.is_some() || draft.question()?.request.asks != Asks::Unit {
            return answer;
        }
        let (now, then) = (self.known().state(), self.forecast().state());
        let anchors = [then, now].map(|state| state.entity(state.occupant(cell)).cell);
        anchors.into_iter().find_map(|anchor| picker.answer_on(draft, anchor))
    }

    /// Returns the index of the answer with this number.
    #[must_use]
    pub fn answer_of_number(&self, number: i16) -> Option<usize> {
        self.draft()?.answers().iter().position(|&answer| answer == Answer::Number(number))
    }
}
