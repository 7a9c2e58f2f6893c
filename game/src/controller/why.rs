//! Why what is foreseen under the cursor comes to be, for both front ends.

use super::{Choosing, Controller};
use foretoken_session::wording::unit_page::PageLine;
use foretoken_session::wording::why_text;
use foretoken_vm::{Cell, EntityId, Plan};

/// What is said where there is nothing to tell the causes of.
pub const NOTHING_FORESEEN: &str = "Nothing is foreseen here, and no death.";

/// Instructions that finding out about one thing may run.
const WORK: u64 = 200_000;

/// What a page was made of last.
#[derive(Debug, Default)]
pub(super) struct Causes {
    of: Option<(About, u64, u64, Plan)>,
    lines: Vec<PageLine>,
}

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    /// A change of the prediction, by its index.
    Change(u32),
    /// What becomes of somebody, and what happens on a cell.
    Cell(Cell, EntityId),
}

impl Controller {
    /// Whether a press of a cell asks why what is foreseen there comes to be: nothing is chosen by it, as no unit of this side
    /// stands there, and something is foreseen.
    #[must_use]
    pub fn asks_why(&self, cell: Cell) -> bool {
        let seat = self.session.seat();
        let state = seat.known().state();
        let unit = state.occupant(cell);
        let is_own = unit.is_some() && state.entity(unit).team == seat.team();
        let is_free = self.choosing == Choosing::Unit && !is_own && self.session.outcome() == 0;
        is_free && why_text::is_foreseen(&seat.forecast().marks().marks, cell, unit)
    }

    /// The lines of the page: about one change of the prediction, else about what is foreseen under the cursor, else about all
    /// deaths that are foreseen. Empty where nothing is foreseen.
    pub fn why_page(&mut self, change: Option<u32>) -> &[PageLine] {
        let (seat, book) = (self.session.seat(), self.session.book());
        let (known, plan) = (seat.known(), seat.plan());
        let about = change.map_or_else(|| About::Cell(self.cursor, known.state().occupant(self.cursor)), About::Change);
        let key = (about, known.origin(), book.id());
        let is_same = |of: &(About, u64, u64, Plan)| (of.0, of.1, of.2) == key && of.3 == *plan;
        if !self.causes.of.as_ref().is_some_and(is_same) {
            let asked = match about {
                About::Change(change) => vec![change],
                About::Cell(cell, unit) => why_text::changes_about(&seat.forecast().marks().marks, cell, unit),
            };
            let lines = why_text::page(book, known, plan, seat.forecast().state(), &asked, WORK);
            self.causes = Causes { of: Some((key.0, key.1, key.2, plan.clone())), lines };
        }
        &self.causes.lines
    }
}
