//! The deciders of the sides of a battle.

use foretoken_vm::state::flag;
use foretoken_vm::{Decider, Deciders, GameState, Opening, Team};

/// The decider of each side. A side with units that act is a seat unless the opening names another decider.
#[derive(Clone, Debug, Default)]
pub struct SeatControl {
    deciders: Deciders,
}

impl SeatControl {
    /// As the opening says.
    #[must_use]
    pub fn of(opening: &Opening) -> Self {
        Self { deciders: opening.deciders.clone() }
    }

    /// The decider of a side.
    #[must_use]
    pub fn decider(&self, team: Team) -> Decider {
        self.deciders.of(team)
    }

    /// Whether no seat decides for a side. The planner answers for a side with a policy if the turn order asks it.
    #[must_use]
    pub fn is_planned(&self, team: Team) -> bool {
        self.decider(team) != Decider::Seat
    }

    /// The sides that seats decide for, in order of their numbers.
    #[must_use]
    pub fn seats(&self, state: &GameState) -> Vec<Team> {
        let acting = state.entities().iter().filter(|entity| entity.flags & flag::ACTS != 0);
        let mut seats: Vec<Team> = acting.map(|entity| entity.team).filter(|&team| !self.is_planned(team)).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}
