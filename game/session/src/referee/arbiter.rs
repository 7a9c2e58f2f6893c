//! Who decides for which side: a seat or the planner.

use foretoken_vm::state::flag;
use foretoken_vm::{GameState, Opening, Team};

/// Who decides for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
    /// A seat of this table.
    Seat,
    /// The planner.
    Planner,
}

/// The sides that the planner decides for; every other side with units that act is a seat.
#[derive(Clone, Debug, Default)]
pub struct Arbiter {
    planned: Vec<Team>,
}

impl Arbiter {
    /// As the opening says.
    #[must_use]
    pub fn of(opening: &Opening) -> Self {
        Self { planned: opening.planned_teams.clone() }
    }

    /// Who decides for a side.
    #[must_use]
    pub fn decider(&self, team: Team) -> Decider {
        if self.planned.contains(&team) { Decider::Planner } else { Decider::Seat }
    }

    /// Whether the planner decides for a side.
    #[must_use]
    pub fn is_planned(&self, team: Team) -> bool {
        self.decider(team) == Decider::Planner
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
