//! Rules for seats, without information about hidden units.

use super::Referee;
use foretoken_vm::{Rulebook, Team};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct SeatRules {
    of: u64,
    sides: BTreeMap<Team, Arc<Rulebook>>,
}

impl SeatRules {
    fn of_side(&mut self, whole: &Arc<Rulebook>, team: Team) -> Arc<Rulebook> {
        if self.of != whole.id() {
            (self.of, self.sides) = (whole.id(), BTreeMap::new());
        }
        Arc::clone(self.sides.entry(team).or_insert_with(|| for_side(whole, team)))
    }
}

impl Referee {
    /// Returns the rules for a side's seat and briefings; see [`Rulebook::for_side`].
    pub fn rules_for(&mut self, team: Team) -> Arc<Rulebook> {
        self.seat_rules.of_side(&self.replay.book, team)
    }

    pub(super) fn earlier_rules_for(&self, team: Team, whole: &Arc<Rulebook>) -> Arc<Rulebook> {
        let known = self.seat_rules.sides.get(&team).filter(|_| self.seat_rules.of == whole.id());
        known.map_or_else(|| for_side(whole, team), Arc::clone)
    }
}

fn for_side(whole: &Arc<Rulebook>, team: Team) -> Arc<Rulebook> {
    whole.for_side(team).map_or_else(|| Arc::clone(whole), Arc::new)
}
