//! The decider of a side in a scenario.

use crate::inspect::{Choice, Field, Inspect, Inspector};

/// The deciders of a side.
pub const DECIDERS: &[Choice] = &[
    Choice::new("Planner", "The computer plans the moves."),
    Choice::new("Seat", "A player."),
    Choice::new("Policy", "A policy decides for each unit that has no policy of its own."),
];

/// Levels of a side's planner.
pub const PLANNER_LEVELS: &[Choice] = &[
    Choice::new("Battle", "The level of the battle."),
    Choice::new("Normal", "Units compare many plans."),
    Choice::new("Easy", "Units consider little beyond the targets in reach."),
    Choice::new("Hard", "Units consider the replies of their enemies."),
];

/// The decider of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct DeciderRule {
    pub team: i32,
    pub by: usize,
    pub level: usize,
    pub policy: String,
}

impl Inspect for DeciderRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.number(Field::new("team", "Side.").required(), &mut self.team, 0..=7);
        inspector.choice(Field::new("by", "Decider of the side."), &mut self.by, DECIDERS);
        let level = Field::new("level", "Level of the side's planner.");
        inspector.choice(level, &mut self.level, PLANNER_LEVELS);
        inspector.reference(Field::new("policy", "Policy that decides."), &mut self.policy, "policy");
    }
}
