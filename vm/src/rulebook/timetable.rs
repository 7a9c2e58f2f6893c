//! Timetables: programs that a scenario runs as rounds begin, such as reinforcements.

use crate::space::Cell;
use serde::{Deserialize, Serialize};

/// A program that runs as a round begins. No unit is its actor; its target `here` is the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Timed {
    /// The first round in which it runs, 2 and more.
    pub round: i32,
    /// It runs again after so many rounds; 0 for once.
    pub every: i32,
    /// Program in the rulebook.
    pub program: u16,
    /// Its target `here`.
    pub cell: Cell,
}

impl Timed {
    /// Whether it runs as a round begins.
    #[must_use]
    pub const fn is_due(&self, round: i32) -> bool {
        let since = round.saturating_sub(self.round);
        since == 0 || since > 0 && self.every > 0 && since % self.every == 0
    }
}
