//! Pending effects on a board: whether they count rounds or activations, and when they are due.

use foretoken_preview::{MarkKind, Marks};
use foretoken_vm::GameState;
use foretoken_vm::state::entry;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Largest number of activations of each entry; 0 if it counts rounds.
    most: BTreeMap<usize, i32>,
}

impl Counted {
    pub(super) fn look(&mut self, state: &GameState) {
        for (at, words) in state.entries().iter().enumerate().filter(|(_, words)| words[entry::WAITING] != 0) {
            let left = entry::activations_left(words).map_or(0, |(left, _)| left);
            let most = self.most.entry(at).or_default();
            *most = left.max(*most);
        }
    }

    /// Returns the common number of activations; `None` if they differ or count rounds.
    pub(super) fn activations(&self) -> Option<i32> {
        let first = self.most.values().next().copied().filter(|left| *left > 0)?;
        self.most.values().all(|left| *left == first).then_some(first)
    }
}

pub(super) fn waits(marks: &Marks, counted: Option<i32>) -> Vec<String> {
    let pending = marks.marks.iter().filter_map(|mark| match mark.kind {
        MarkKind::Pending { cell, rounds } => Some((cell, rounds)),
        _ => None,
    });
    let words = |(cell, rounds)| match (counted, rounds) {
        (Some(1), _) => format!("{cell}: at the start of the next turn."),
        (Some(count), _) => format!("{cell}: at the start of turn {count} from now."),
        (None, 0) => format!("{cell}: later this round."),
        (None, 1) => format!("{cell}: next round."),
        (None, rounds) => format!("{cell}: in {rounds} rounds."),
    };
    pending.map(words).collect()
}
