//! Rescues of allies that are predicted to die; used ones count in the rating.

use super::Controller;
use super::state::Offered;
use crate::texts::{forecast_text, messages};
use foretoken_preview::rescues;
use foretoken_vm::{EntityId, Intent};

/// Instruction limit of the rescue search, and the number of listed groups.
const WORK: u64 = 400_000;
const MOST: usize = 8;
const MOST_OFFERED: usize = 64;

impl Controller {
    /// Describes single decisions that save a unit from its predicted death. Cached while nothing changes.
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

    /// Decides the open choice; see [`crate::Session::decide`]. A listed rescue counts in the rating.
    pub(super) fn decide_draft(&mut self) -> bool {
        if self.is_hindered() {
            return false;
        }
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
