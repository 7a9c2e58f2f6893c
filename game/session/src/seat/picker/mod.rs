//! How requests are answered at a screen: one file a mode, one line in the list. A picker says which answer the cursor
//! means, where it begins, and what a front end says; it knows no front end.

mod cell;
mod direction;
mod number;
mod path;
mod region;
mod several;
mod unit;

use super::{Draft, Seat};
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Answer, Cell, EntityId, Rulebook};

/// One mode of answering.
pub trait Picker: Sync {
    /// Whether requests like this are answered in this mode. The first in the list that takes one has it.
    fn takes(&self, book: &Rulebook, request: &Request) -> bool;

    /// What is asked, where the action has no words of its own for it.
    fn prompt(&self) -> &'static str;

    /// Index of the answer that a cell means; the usual is the one that resolves to it.
    fn answer_on(&self, draft: &Draft, cell: Cell) -> Option<usize> {
        draft.cells().iter().position(|&of| of == Some(cell))
    }

    /// Index of the answer that the cursor begins on; `None` where it begins at the actor.
    fn first(&self, draft: &Draft) -> Option<usize> {
        (!draft.answers().is_empty()).then_some(0)
    }

    /// Why a cell is no answer, as far as the board shows it: a part of a sentence.
    fn why_not(&self, seat: &Seat, request: &Request, cell: Cell) -> &'static str;

    /// Whether answers lead through cells in between ([`Seat::add_waypoint`]).
    fn has_waypoints(&self) -> bool {
        false
    }

    /// Whether answers are values that the cursor keys step through, and not places on the board.
    fn is_stepped(&self) -> bool {
        false
    }
}

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

/// Why a cell is taken, if somebody will stand there when the open question is asked.
fn taken(seat: &Seat, cell: Cell) -> Option<&'static str> {
    let draft = seat.draft()?;
    match draft.standing_on(cell) {
        EntityId::NONE => None,
        unit if unit == draft.unit => Some("it will stand there itself"),
        _ => Some("somebody will stand there"),
    }
}

/// Why a cell is no answer that somebody who fits stands on, or nobody has to: a part of a sentence.
fn out_of_reach(seat: &Seat) -> &'static str {
    if seat.book().board.has_heights() {
        "out of reach, too high or too low, or something is in the way"
    } else {
        "out of reach, or something is in the way"
    }
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

    /// What is asked, in words; `None` while nothing is.
    #[must_use]
    pub fn prompt(&self) -> Option<String> {
        let (book, question) = (self.book(), self.question()?);
        let prompts = &book.program(question.program)?.debug.prompts;
        let prompt = prompts.get(question.request_index as usize).filter(|prompt| !prompt.is_empty());
        let asked = prompt.cloned().unwrap_or_else(|| picker_of(book, &question.request).prompt().to_owned());
        // Of several it is told which one this is.
        Some(match question.picks {
            Some(picks) => format!("{asked} {} of {}.", picks.cells().len() + 1, picks.most),
            None => asked,
        })
    }

    /// Index of the answer that is a number.
    #[must_use]
    pub fn answer_of_number(&self, number: i16) -> Option<usize> {
        self.draft()?.answers().iter().position(|&answer| answer == Answer::Number(number))
    }
}
