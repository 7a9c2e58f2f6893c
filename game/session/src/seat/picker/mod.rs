//! How requests are answered at a screen: one file a mode, one line in the list. A picker says which answer the cursor
//! means, where it begins, and what a front end says; it knows no front end.

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

/// All modes, those that take less before those that take more.
static PICKERS: [&dyn Picker; 7] = [
    &several::Several,
    &path::Path,
    &cell::Cells,
    &unit::Units,
    &direction::Directions,
    &number::Numbers,
    &region::Regions,
];

/// The mode in which a request is answered.
#[must_use]
pub fn picker_of(book: &Rulebook, request: &Request) -> &'static dyn Picker {
    PICKERS.into_iter().find(|picker| picker.takes(book, request)).unwrap_or(&cell::Cells)
}

impl Seat {
    /// The mode in which the open question is answered.
    #[must_use]
    pub fn picker(&self) -> Option<&'static dyn Picker> {
        self.question().map(|question| picker_of(self.book(), &question.request))
    }

    /// Index of the answer that a cell means.
    #[must_use]
    pub fn answer_on(&self, cell: Cell) -> Option<usize> {
        let (picker, draft) = (self.picker()?, self.draft()?);
        let answer = picker.answer_on(draft, cell);
        if answer.is_some() || draft.question()?.request.asks != Asks::Unit {
            return answer;
        }
        // Who stands on several cells is meant by any of them.
        let (now, then) = (self.known().state(), self.forecast().state());
        let anchors = [then, now].map(|state| state.entity(state.occupant(cell)).cell);
        anchors.into_iter().find_map(|anchor| picker.answer_on(draft, anchor))
    }

    /// Index of the answer that is a number.
    #[must_use]
    pub fn answer_of_number(&self, number: i16) -> Option<usize> {
        self.draft()?.answers().iter().position(|&answer| answer == Answer::Number(number))
    }
}
