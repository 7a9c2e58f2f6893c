//! A look ahead: the prediction as if the choosing unit also used an action that is not chosen.

use super::Seat;
use foretoken_vm::Cell;

impl Seat {
    /// Predicts as if the choosing unit also used an action on a cell. The choice stays as it is, and every later
    /// prediction ends the look ahead. Returns false during a request, or if the action cannot be used there.
    pub fn look_ahead(&mut self, program: u16, cell: Cell) -> bool {
        if self.ahead == Some((program, cell)) {
            return true;
        }
        // Paths of walks avoid what the chosen plan would bring, not the last look ahead.
        self.end_look_ahead();
        let Some(kept) = self.draft.clone().filter(|draft| draft.question.is_none()) else { return false };
        let weighed = self.predictions;
        let answer = if self.use_action(program) { self.answer_on(cell) } else { None };
        if answer.is_some() {
            self.hover(answer);
        } else {
            self.draft = Some(kept.clone());
            self.put_draft(None);
        }
        self.draft = Some(kept);
        self.availability.keep(weighed, self.predictions);
        self.ahead = answer.map(|_| (program, cell));
        answer.is_some()
    }

    /// Predicts only what is chosen again.
    pub fn end_look_ahead(&mut self) {
        if self.ahead.is_some() {
            let weighed = self.predictions;
            self.put_draft(None);
            self.availability.keep(weighed, self.predictions);
        }
    }

    /// Returns the action and the cell of the current look ahead.
    #[must_use]
    pub const fn ahead(&self) -> Option<(u16, Cell)> {
        self.ahead
    }
}
