//! `script`: runs the rows in order, then continues at a given row.

use super::{Policy, PolicyKind};
use crate::chance::Distribution;

/// Runs the rows in order, then continues at a given row.
#[derive(Clone, Copy, Debug)]
pub struct Script;

impl PolicyKind for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn doc(&self) -> &'static str {
        "Uses the rows in order; after the last it continues with the row `repeats_from`."
    }

    fn faults(&self, policy: &Policy) -> Vec<String> {
        let (from, rows) = (usize::from(policy.repeats_from), policy.rows.len());
        if from < rows { Vec::new() } else { vec![format!("it repeats from row {}, but it has {rows} rows", from + 1)] }
    }

    fn row_at(&self, policy: &Policy, place: u32, _: &mut dyn FnMut(&Distribution) -> usize) -> usize {
        let (place, rows, from) = (place as usize, policy.rows.len(), usize::from(policy.repeats_from));
        if place < rows { place } else { from + (place - rows) % rows.saturating_sub(from).max(1) }
    }

    fn is_certain(&self) -> bool {
        true
    }
}
