//! Scores by end state. Many intents lead to equal states, so the planner scores one and charges the others the same
//! cost. Decisions do not depend on the table.

use crate::worth::Worth;
use foretoken_vm::{EntityId, Plan};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct EndKey(u64);

impl EndKey {
    pub(crate) fn of(state: u64, rules: u64, plan: &Plan, unit: EntityId, units: usize) -> Self {
        let others = (0..units as u16).map(EntityId).filter(|&other| other != unit);
        let versions = others.fold(0_u64, |sum, other| sum.rotate_left(7) ^ plan.version(other));
        let mix = |a: u64, b: u64| {
            (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        Self(mix(mix(state, rules), versions))
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) worth: Worth,
    pub(crate) outcome: i32,
    pub(crate) steps: u64,
}

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
