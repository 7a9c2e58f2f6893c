//! Decider of each side: a seat, the planner, or a policy.

use super::{OpeningFault, Rules};
use crate::facts;
use crate::state::Team;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Decider of a side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Decider {
    /// A seat.
    #[default]
    Seat,
    /// The planner.
    Planner {
        /// Level below [`Decider::LEVELS`]; `None` for that of the battle.
        level: Option<u8>,
    },
    /// A policy by its index in [`Rules::policies`], for each acting unit without its own policy or one of its type.
    Policy(u16),
}

impl Decider {
    /// The planner at the battle's level.
    pub const PLANNER: Self = Self::Planner { level: None };
    /// Number of planner levels.
    pub const LEVELS: u8 = 3;
}

/// Deciders by side; a seat controls sides not in the map.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Team, Decider>")]
pub struct Deciders(BTreeMap<Team, Decider>);

impl From<BTreeMap<Team, Decider>> for Deciders {
    fn from(sides: BTreeMap<Team, Decider>) -> Self {
        sides.into_iter().collect()
    }
}

impl FromIterator<(Team, Decider)> for Deciders {
    fn from_iter<I: IntoIterator<Item = (Team, Decider)>>(sides: I) -> Self {
        sides.into_iter().fold(Self::default(), |map, (team, decider)| map.with(team, decider))
    }
}

impl Deciders {
    /// Makes the planner control these sides, at the battle's level.
    #[must_use]
    pub fn planners(teams: impl IntoIterator<Item = Team>) -> Self {
        teams.into_iter().map(|team| (team, Decider::PLANNER)).collect()
    }

    /// Sets the decider of a side.
    #[must_use]
    pub fn with(mut self, team: Team, decider: Decider) -> Self {
        match decider {
            Decider::Seat => drop(self.0.remove(&team)),
            other => drop(self.0.insert(team, other)),
        }
        self
    }

    /// Returns the decider of a side.
    #[must_use]
    pub fn of(&self, team: Team) -> Decider {
        self.0.get(&team).copied().unwrap_or_default()
    }

    /// Iterates over the sides without a seat, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Team, Decider)> {
        self.0.iter().map(|(&team, &decider)| (team, decider))
    }

    pub(crate) fn sides(&self) -> u8 {
        self.iter().fold(0, |sides, (team, _)| sides | team.bit())
    }

    pub(crate) fn policies(&self) -> [Option<u16>; Team::COUNT] {
        Team::ALL.map(|team| match self.of(team) {
            Decider::Policy(policy) => Some(policy),
            _ => None,
        })
    }

    /// Iterates over the sides of the planner, at any level.
    pub fn planned(&self) -> impl Iterator<Item = Team> {
        self.iter().filter(|(_, decider)| matches!(decider, Decider::Planner { .. })).map(|(team, _)| team)
    }

    /// Returns whether it only lists sides of the planner at the battle's level.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.iter().all(|(_, decider)| decider == Decider::PLANNER)
    }

    pub(super) fn hash64(&self) -> u64 {
        let planned: Vec<Team> = self.planned().collect();
        let more: Vec<(Team, Decider)> = self.iter().filter(|(_, decider)| *decider != Decider::PLANNER).collect();
        let more = if more.is_empty() { 0 } else { facts::of(&more, "deciders") };
        facts::of(&planned, "planned teams").wrapping_add(more)
    }

    /// Returns unknown sides, policies and levels, at most [`super::Opening::MOST_FAULTS`].
    #[must_use]
    pub fn faults(&self, rules: &Rules) -> Vec<OpeningFault> {
        let fault = |(team, decider): (Team, Decider)| {
            let whose = || format!("the decider of side {}", team.0);
            let no_side = usize::from(team.0) >= Team::COUNT;
            let of_side = no_side.then(|| OpeningFault::NoSide { whose: "a decider".to_owned(), team: team.0 });
            let of_decider = match decider {
                Decider::Policy(policy) if usize::from(policy) >= rules.policies.len() => {
                    Some(OpeningFault::Unknown { whose: whose(), what: "policy", number: policy.into() })
                }
                Decider::Planner { level: Some(level) } if level >= Decider::LEVELS => {
                    Some(OpeningFault::Unknown { whose: whose(), what: "level", number: level.into() })
                }
                _ => None,
            };
            of_side.into_iter().chain(of_decider)
        };
        self.iter().flat_map(fault).take(super::Opening::MOST_FAULTS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_map_hashes_as_the_list_of_planned_sides() {
        let list = facts::of(&vec![Team(1), Team(3)], "planned teams");
        let plain = Deciders::planners([Team(3), Team(1)]);
        assert_eq!(plain.hash64(), list);
        assert!(plain.is_plain());
        for other in [Decider::Seat, Decider::Policy(0), Decider::Planner { level: Some(0) }] {
            let altered = plain.clone().with(Team(1), other);
            assert_ne!(altered.hash64(), list, "{other:?}");
            assert_eq!(altered.of(Team(1)), other);
        }
        assert_eq!(Deciders::default().hash64(), facts::of(&Vec::<Team>::new(), "planned teams"));
    }
}
