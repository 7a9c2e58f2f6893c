//! The rules that seats have: those of the referee without what would betray hidden units.

use super::Referee;
use foretoken_vm::{Rulebook, Team};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules of seats, made once for each side and each exchange of assets.
#[derive(Debug, Default)]
pub(super) struct SeatRules {
    /// The number of the rules that they were made of.
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
    /// The rules as the seat of a side may have them; see [`Rulebook::for_side`]. Briefings of that side are read under these.
    pub fn rules_for(&mut self, team: Team) -> Arc<Rulebook> {
        self.seat_rules.of_side(&self.replay.book, team)
    }

    /// The same of rules that were in force earlier.
    pub(super) fn earlier_rules_for(&self, team: Team, whole: &Arc<Rulebook>) -> Arc<Rulebook> {
        let known = self.seat_rules.sides.get(&team).filter(|_| self.seat_rules.of == whole.id());
        known.map_or_else(|| for_side(whole, team), Arc::clone)
    }
}

fn for_side(whole: &Arc<Rulebook>, team: Team) -> Arc<Rulebook> {
    whole.for_side(team).map_or_else(|| Arc::clone(whole), Arc::new)
}
