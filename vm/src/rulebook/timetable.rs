//! Timetables: programs at the start of rounds, such as reinforcements.

use crate::space::Cell;
use serde::{Deserialize, Serialize};

/// A program at the start of a round. It has no actor; its `here` is the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Timed {
    /// First round, at least 2.
    pub round: i32,
    /// Rounds until it repeats; 0 for once.
    pub every: i32,
    /// Program in the rulebook.
    pub program: u16,
    /// Value of `here`.
    pub cell: Cell,
}

impl Timed {
    /// Returns whether it runs at the start of a round.
    #[must_use]
    pub const fn is_due(&self, round: i32) -> bool {
        let since = round.saturating_sub(self.round);
        since == 0 || since > 0 && self.every > 0 && since % self.every == 0
    }
}
