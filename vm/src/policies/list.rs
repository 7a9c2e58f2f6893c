//! `rules`: picks the first row whose condition holds when the unit acts.

use super::{Policy, PolicyKind};
use crate::chance::Distribution;

/// Picks the first row whose condition holds when the unit acts.
#[derive(Clone, Copy, Debug)]
pub struct List;

impl PolicyKind for List {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn doc(&self) -> &'static str {
        "Uses the first row whose condition holds when the unit acts."
    }

    fn faults(&self, policy: &Policy) -> Vec<String> {
        let last = policy.rows.len().saturating_sub(1);
        let hides = policy.rows.iter().take(last).filter(|row| row.when.is_none());
        hides.map(|row| format!("`{}` has no condition, so no later row is ever used", row.name)).collect()
    }

    fn row_at(&self, _: &Policy, _: u32, _: &mut dyn FnMut(&Distribution) -> usize) -> usize {
        0
    }

    fn is_certain(&self) -> bool {
        true
    }

    fn is_chosen_late(&self) -> bool {
        true
    }

    fn settle(&self, policy: &Policy, _: usize, holds: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        (0..policy.rows.len()).find(|&row| holds(row))
    }
}
