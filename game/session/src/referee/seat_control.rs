//! Seat control: the deciders of the sides.

use foretoken_vm::state::flag;
use foretoken_vm::{Decider, Deciders, GameState, Opening, Team};

/// Decider of each side: a seat if the side has acting units, unless the opening defines another.
#[derive(Clone, Debug, Default)]
pub struct SeatControl {
    deciders: Deciders,
}

impl SeatControl {
    /// Reads the deciders of an opening.
    #[must_use]
    pub fn of(opening: &Opening) -> Self {
        Self { deciders: opening.deciders.clone() }
    }

    /// Returns the decider of a side.
    #[must_use]
    pub fn decider(&self, team: Team) -> Decider {
        self.deciders.of(team)
    }

    /// Whether no seat decides for a side. If the turn order asks a side with a policy, the planner answers.
    #[must_use]
    pub fn is_planned(&self, team: Team) -> bool {
        self.decider(team) != Decider::Seat
    }

    /// Returns the sides of seats by number.
    #[must_use]
    pub fn seats(&self, state: &GameState) -> Vec<Team> {
        let acting = state.entities().iter().filter(|entity| entity.flags & flag::ACTS != 0);
        let mut seats: Vec<Team> = acting.map(|entity| entity.team).filter(|&team| !self.is_planned(team)).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}
