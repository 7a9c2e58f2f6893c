//! The decider of a side in a scenario.

use crate::inspect::{Choice, Field, Inspect, Inspector};

/// The deciders of a side.
pub const DECIDERS: &[Choice] = &[
    Choice::new("Planner", "The computer plans its moves."),
    Choice::new("Seat", "A player."),
    Choice::new("Policy", "A policy decides for each of its units that has none of its own."),
];

/// Levels of a side's planner.
pub const PLANNER_LEVELS: &[Choice] = &[
    Choice::new("Battle", "As hard as the battle is."),
    Choice::new("Normal", "It weighs many plans."),
    Choice::new("Easy", "It looks at little beyond what it can strike."),
    Choice::new("Hard", "It weighs the replies of its enemies."),
];

/// The decider of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct DeciderRule {
    pub team: i32,
    pub by: usize,
    pub level: usize,
    pub policy: String,
}

impl Inspect for DeciderRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.number(Field::new("team", "The side.").required(), &mut self.team, 0..=7);
        inspector.choice(Field::new("by", "Its decider."), &mut self.by, DECIDERS);
        let level = Field::new("level", "How hard its planner plays.");
        inspector.choice(level, &mut self.level, PLANNER_LEVELS);
        inspector.reference(Field::new("policy", "The policy that decides."), &mut self.policy, "policy");
    }
}
