//! The table of states that one decision has scored. Many intents lead to equal states after the unit's activation, and from
//! equal states the prediction continues equally. The planner scores the first and reuses the score for the others. Each reuse
//! is charged the cost of the first score, so decisions are equal with and without the table.

use crate::worth::Worth;
use foretoken_vm::{EntityId, Plan};
use std::collections::BTreeMap;

/// The key of a state after a unit's activation: a hash of everything that the rest of the prediction depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct EndKey(u64);

impl EndKey {
    /// The end with this hash of the state under these rules, where the others have these intents.
    pub(crate) fn of(state: u64, rules: u64, plan: &Plan, unit: EntityId, units: usize) -> Self {
        let others = (0..units as u16).map(EntityId).filter(|&other| other != unit);
        let versions = others.fold(0_u64, |sum, other| sum.rotate_left(7) ^ plan.version(other));
        let mix = |a: u64, b: u64| {
            (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        Self(mix(mix(state, rules), versions))
    }
}

/// The score of an end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) worth: Worth,
    /// How the battle stands in the state that was judged.
    pub(crate) outcome: i32,
    /// Instructions that it took from the end on.
    pub(crate) steps: u64,
}

/// The ends of one decision.
#[derive(Debug, Default)]
pub(crate) struct Ends(BTreeMap<EndKey, Scored>);

impl Ends {
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    pub(crate) fn get(&self, end: EndKey) -> Option<Scored> {
        self.0.get(&end).copied()
    }

    pub(crate) fn keep(&mut self, end: EndKey, scored: Scored) {
        self.0.insert(end, scored);
    }
}
