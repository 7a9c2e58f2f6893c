//! The safety map of the unit that is decided for, for both front ends.

use super::Controller;
use crate::wording::names;
use foretoken_preview::{Danger, SafetyMap};
use foretoken_vm::{Cell, EntityId};

/// The map, and whether it is shown.
#[derive(Debug, Default)]
pub(super) struct Safety {
    is_shown: bool,
    map: SafetyMap,
    /// Whose map was worked out last.
    of: Option<EntityId>,
}

impl Controller {
    /// Shows the safety map, or no longer.
    pub fn toggle_safety(&mut self) {
        self.safety.is_shown = !self.safety.is_shown;
        self.say(if self.safety.is_shown {
            "What the round would do to the unit on each cell that it can go to."
        } else {
            "What the round would do on each cell is no longer shown."
        });
    }

    /// Whether the safety map is shown.
    #[must_use]
    pub const fn shows_safety(&self) -> bool {
        self.safety.is_shown
    }

    /// Works the map out for who is decided for, else for the own unit under the cursor, where it is shown and anything is
    /// other than before.
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

    /// What the round would do to the unit on each cell that it can go to, by cell; nothing where that is not shown.
    #[must_use]
    pub fn dangers(&self) -> &[Danger] {
        if self.safety.of.is_some() { self.safety.map.dangers() } else { &[] }
    }

    fn danger_at(&self, cell: Cell) -> Option<&Danger> {
        self.dangers().iter().find(|danger| danger.cell == cell)
    }

    /// Who would do the harm on the cell under the cursor, where the safety map is shown; by the numbers that the side knows.
    #[must_use]
    pub fn culprits(&self) -> &[EntityId] {
        self.danger_at(self.cursor).map_or(&[], |danger| &danger.by)
    }

    /// Lines about the cell under the cursor: what the round would do there to who is decided for, where the safety map is shown,
    /// then [`Self::sight_words`].
    #[must_use]
    pub fn cell_words(&self) -> Vec<String> {
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let told = self.danger_at(self.cursor).zip(self.safety.of).map(|(danger, unit)| {
            let who = names::entity(book, state, unit);
            let by: Vec<String> = danger.by.iter().map(|&by| names::entity(book, state, by)).collect();
            let by = if by.is_empty() { String::new() } else { format!(", by {}", by.join(" and ")) };
            let labels: Vec<&str> = danger.labels.iter().map(|&label| book.label(label)).collect();
            let labels: Vec<&str> = labels.into_iter().filter(|label| !label.is_empty()).collect();
            let by = if labels.is_empty() { by } else { format!("{by} ({})", labels.join(", ")) };
            let harm = match danger.harm {
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            // What is veiled or not known may come on top.
            let least = if danger.is_known { "" } else { "at least " };
            match danger.harm {
                _ if danger.dies => format!("{who} would die here: {harm} harm{by}"),
                _ if danger.may_die => format!("{who} may die here: {least}{harm} harm{by}"),
                (0, 0) if danger.is_known => format!("{who} would take no harm here"),
                (0, 0) => format!("what would come to {who} here is not known"),
                _ => format!("{who} would take {least}{harm} harm here{by}"),
            }
        });
        told.into_iter().chain(self.sight_words()).collect()
    }
}
