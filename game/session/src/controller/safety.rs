//! The safety map of the choosing unit.

use super::Controller;
use crate::texts::{messages, names};
use foretoken_preview::Danger;
use foretoken_vm::{Cell, EntityId};

impl Controller {
    /// Toggles the safety map.
    pub fn toggle_safety(&mut self) {
        self.safety.is_shown = !self.safety.is_shown;
        self.weigh_safety();
        let is_harmless = |danger: &Danger| danger.is_known && danger.harm.1 == 0 && !danger.may_die;
        let is_safe = self.safety.of.is_some() && self.dangers().iter().all(is_harmless);
        self.say(match self.safety.is_shown {
            true if is_safe => messages::all_is_safe(),
            true => messages::safety_shown(),
            false => messages::safety_hidden(),
        });
    }

    /// Whether the safety map is shown.
    #[must_use]
    pub const fn is_safety_shown(&self) -> bool {
        self.safety.is_shown
    }

    /// Updates the shown map for the choosing unit, else for the own unit under the cursor.
    pub fn weigh_safety(&mut self) {
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let is_own = |unit: &EntityId| unit.is_some() && state.entity(*unit).team == seat.team();
        let of = self.subject().or_else(|| Some(state.occupant(self.cursor)).filter(is_own));
        self.safety.of = of.filter(|_| self.safety.is_shown && self.session.outcome() == 0);
        if let Some(unit) = self.safety.of {
            self.safety.map.update(book, seat.known(), seat.plan(), unit);
        }
    }

    /// Returns the predicted danger on each reachable cell; empty if the map is hidden.
    #[must_use]
    pub fn dangers(&self) -> &[Danger] {
        if self.safety.of.is_some() { self.safety.map.dangers() } else { &[] }
    }

    fn danger_at(&self, cell: Cell) -> Option<&Danger> {
        self.dangers().iter().find(|danger| danger.cell == cell)
    }

    /// Returns the units that would deal the shown damage on the cell under the cursor, by known number.
    #[must_use]
    pub fn culprits(&self) -> &[EntityId] {
        self.danger_at(self.cursor).map_or(&[], |danger| &danger.by)
    }

    /// Describes the cell under the cursor: the danger there while the map is shown, then [`Self::sight_words`].
    #[must_use]
    pub fn cell_words(&self) -> Vec<String> {
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let told = self.danger_at(self.cursor).zip(self.safety.of).map(|(danger, unit)| {
            let who = names::entity(book, state, unit);
            let by: Vec<String> = danger.by.iter().map(|&by| names::entity(book, state, by)).collect();
            let labels: Vec<String> = danger.labels.iter().map(|&label| names::label(book, label)).collect();
            let labels: Vec<&str> = labels.iter().map(String::as_str).filter(|label| !label.is_empty()).collect();
            messages::danger(&who, danger, &by, &labels)
        });
        told.into_iter().chain(self.sight_words()).collect()
    }
}
