//! What is due later on a board: whether it counts rounds or activations, and when it comes.

use foretoken_preview::{MarkKind, Marks};
use foretoken_vm::GameState;
use foretoken_vm::state::entry;
use std::collections::BTreeMap;

/// What the entries of an order that wait were seen to count.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// The most activations that each waited for, by its place; 0 where it counts rounds.
    most: BTreeMap<usize, i32>,
}

impl Counted {
    /// Looks at what waits in a state, between two changes of what waits.
    pub(super) fn look(&mut self, state: &GameState) {
        for (at, words) in state.entries().iter().enumerate().filter(|(_, words)| words[entry::WAITING] != 0) {
            let left = entry::activations_left(words).map_or(0, |(left, _)| left);
            let most = self.most.entry(at).or_default();
            *most = left.max(*most);
        }
    }

    /// How many activations all wait for; `None` where they differ, or rounds are counted.
    pub(super) fn activations(&self) -> Option<i32> {
        let first = self.most.values().next().copied().filter(|left| *left > 0)?;
        self.most.values().all(|left| *left == first).then_some(first)
    }
}

/// The cells that wait for something, in sentences.
pub(super) fn waits(marks: &Marks, counted: Option<i32>) -> Vec<String> {
    let pending = marks.marks.iter().filter_map(|mark| match mark.kind {
        MarkKind::Pending { cell, rounds } => Some((cell, rounds)),
        _ => None,
    });
    let words = |(cell, rounds)| match (counted, rounds) {
        (Some(1), _) => format!("{cell}: as the next activation begins."),
        (Some(count), _) => format!("{cell}: as activation {count} from now begins."),
        (None, 0) => format!("{cell}: later in this round."),
        (None, 1) => format!("{cell}: in the next round."),
        (None, rounds) => format!("{cell}: in {rounds} rounds."),
    };
    pending.map(words).collect()
}
