//! The planners of a battle: one for the battle's level, and one for each side with its own level.

use super::setup::Setup;
use foretoken_preview::{Level, Planner, PlannerOptions};
use foretoken_vm::{Decider, Opening, Team};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Planners of a battle.
#[derive(Debug)]
pub struct Planners {
    usual: Planner,
    own: BTreeMap<Team, Planner>,
}

impl Planners {
    /// Creates the planners for a setup; each uses up to this number of threads.
    #[must_use]
    pub fn of(setup: &Setup, threads: NonZeroUsize) -> Self {
        let usual = PlannerOptions { threads, ..setup.planner_options() };
        let options = |level: Level| PlannerOptions { seed: usual.seed, threads, ..level.options() };
        let own = own_levels(&setup.opening).map(|(team, level)| (team, Planner::new(options(level)))).collect();
        Self { usual: Planner::new(usual), own }
    }

    /// Returns the planner of a side.
    pub fn of_side(&mut self, team: Team) -> &mut Planner {
        self.own.get_mut(&team).unwrap_or(&mut self.usual)
    }
}

pub(crate) fn own_levels(opening: &Opening) -> impl Iterator<Item = (Team, Level)> {
    opening.deciders.iter().filter_map(|(team, decider)| match decider {
        Decider::Planner { level } => Some((team, Level::from_code(level?)?)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_know_as_many_levels_as_there_are() {
        let known = (0..=u8::MAX).filter(|&code| Level::from_code(code).is_some());
        assert_eq!(known.collect::<Vec<_>>(), (0..Decider::LEVELS).collect::<Vec<_>>());
    }
}
