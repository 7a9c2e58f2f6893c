//! Rescues of whom this side would lose, for the page of a unit and the page of causes; and which of them were used.

use super::Controller;
use super::state::Offered;
use crate::texts::{forecast_text, messages};
use foretoken_preview::rescues;
use foretoken_vm::{EntityId, Intent};

/// Instructions that the search for rescues may run, and how many groups of them are told.
const WORK: u64 = 400_000;
const MOST: usize = 8;
/// How many told groups are remembered in a round.
const MOST_OFFERED: usize = 64;

impl Controller {
    /// The single decisions of this side's units that save one of its own, or one that takes no side, which is foreseen to die, in
    /// words. Kept for as long as nothing changes.
    pub(super) fn rescues(&mut self, unit: EntityId) -> Vec<String> {
        self.foretell(unit);
        if let Some(told) = &self.foretold.rescues {
            return told.clone();
        }
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let is_enemy = state.entity(unit).team.is_enemy_of(seat.team());
        let dies = seat.forecast().forecast_of(unit).is_some_and(|foreseen| foreseen.dies);
        let mut found = match dies && !is_enemy {
            true => rescues(book, seat.known(), seat.plan(), seat.units(), unit, WORK),
            false => Vec::new(),
        };
        let more = found.len().saturating_sub(MOST);
        found.truncate(MOST);
        let mut told: Vec<String> = found.iter().map(|rescue| forecast_text::rescue(seat, rescue)).collect();
        if more > 0 {
            told.push(messages::more_rescues(more));
        }
        if told.is_empty() && dies && !is_enemy {
            told.push(messages::no_rescue().to_owned());
        }
        let round = state.round();
        if self.offered.round != round {
            self.offered = Offered { round, groups: Vec::new() };
        }
        for rescue in found {
            let group = (rescue.unit, [vec![rescue.intent], rescue.others].concat());
            if self.offered.groups.len() < MOST_OFFERED && !self.offered.groups.contains(&group) {
                self.offered.groups.push(group);
            }
        }
        self.foretold.rescues = Some(told.clone());
        told
    }

    /// The draft is decided; see [`crate::Session::decide`]. One of a group that was told as rescues counts in the
    /// rating.
    pub(super) fn decide_draft(&mut self) -> bool {
        let seat = self.session.seat();
        let decided = seat.draft().map(|draft| (draft.unit, draft.intent().uses.clone()));
        let round = seat.known().state().round();
        if !self.session.decide() {
            return false;
        }
        let Some((unit, uses)) = decided.filter(|_| self.offered.round == round) else { return true };
        let is_told =
            |(of, intents): &(EntityId, Vec<Intent>)| *of == unit && intents.iter().any(|intent| intent.uses == uses);
        if let Some(at) = self.offered.groups.iter().position(is_told) {
            self.offered.groups.swap_remove(at);
            self.session.rescued();
        }
        true
    }
}
