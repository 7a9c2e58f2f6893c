//! The page of a unit, for both front ends: of the one under the cursor, else of the one that is decided for.

use super::Controller;
use foretoken_session::wording::unit_page::{self, PageLine};
use foretoken_session::wording::{carried, rules};
use foretoken_vm::EntityId;

impl Controller {
    /// Whom the page would be about; none where nobody is under the cursor and nobody is decided for.
    #[must_use]
    pub fn looked_at(&self) -> EntityId {
        let under = self.session.seat().known().state().occupant(self.cursor);
        if under.is_some() { under } else { self.subject().unwrap_or(EntityId::NONE) }
    }

    /// The heading of the page and its lines; nothing where it would be about nobody. What can be done with items is listed for
    /// whom this side decides for.
    #[must_use]
    pub fn unit_page(&mut self) -> Option<(String, Vec<PageLine>)> {
        let unit = self.looked_at();
        if !unit.is_some() {
            return None;
        }
        self.availability();
        let (seat, book) = (self.session.seat(), self.session.book());
        let intent = seat.draft().map(|draft| draft.intent().clone()).unwrap_or_default();
        let choices = if self.subject() == Some(unit) { seat.choices_of(unit, &intent) } else { Vec::new() };
        let state = seat.known().state();
        Some((carried::heading(book, state, unit), unit_page::lines(book, state, unit, &choices)))
    }

    /// The rules text of an action of a unit, as it is for it now, a line each.
    #[must_use]
    pub fn rules_of(&self, unit: EntityId, program: u16) -> Vec<String> {
        let (seat, book) = (self.session.seat(), self.session.book());
        rules::usable(book, seat.known().state(), unit, program).map_or_else(Vec::new, |told| told.lines)
    }
}
