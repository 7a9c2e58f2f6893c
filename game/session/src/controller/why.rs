//! The page of causes of the predictions under the cursor.

use super::state::{About, Causes};
use super::{Choosing, Controller};
use crate::texts::unit_page::{PageLine, Sort};
use crate::texts::{messages, names, why_text};
use foretoken_vm::{Cell, Plan};

/// Message if nothing is predicted.
pub const NOTHING_FORESEEN: &str = messages::nothing_foreseen();

/// Instruction limit of one analysis.
const WORK: u64 = 200_000;

impl Controller {
    /// Whether a press of a cell opens the page of causes: it has a prediction and no unit to choose.
    #[must_use]
    pub fn is_why_press(&self, cell: Cell) -> bool {
        let seat = self.session.seat();
        let (marks, unit) = (&seat.forecast().marks().marks, seat.known().state().occupant(cell));
        let is_drafted = seat.draft().is_some_and(|draft| draft.unit == unit);
        let is_chosen_by_it = !is_drafted && unit.is_some() && seat.units().contains(&unit);
        let is_foreseen = match self.choosing {
            Choosing::Unit => why_text::is_foreseen(marks, cell, unit),
            Choosing::Action => why_text::is_death_foreseen(marks, cell, unit),
            Choosing::Target => false,
        };
        // A press that is predicted does what the prediction shows.
        let is_ahead = self.session.seat().ahead().is_some();
        is_foreseen && !is_ahead && !is_chosen_by_it && self.session.outcome() == 0 && self.lesson_words().is_none()
    }

    /// Returns the page about one change, else about the cell under the cursor, else about all predicted deaths; then
    /// rescues. Empty if nothing is predicted.
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
            let mut lines = why_text::page(book, known, plan, seat.forecast().state(), &asked, WORK);
            let of = Some((key.0, key.1, key.2, plan.clone()));
            let named = |unit| (unit, names::entity(book, known.state(), unit));
            let victims = why_text::who_dies(&seat.forecast().marks().marks, &asked).into_iter().map(named);
            for (victim, name) in victims.collect::<Vec<_>>() {
                let told = self.rescues(victim);
                if !told.is_empty() {
                    let words = messages::what_saves(&name);
                    lines.push(PageLine { sort: Sort::Heading, depth: 0, words });
                    lines.extend(told.into_iter().map(|words| PageLine { sort: Sort::Text, depth: 0, words }));
                }
            }
            self.causes = Causes { of, lines };
        }
        &self.causes.lines
    }
}
