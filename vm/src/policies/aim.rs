//! Targeting of policy moves.

use serde::{Deserialize, Serialize};

/// Rule that picks among the legal answers. Among equals it picks the nearest to the unit, then the northernmost, then
/// the westernmost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Aim {
    /// Nearest enemy, or the answer nearest to one.
    #[default]
    Nearest,
    /// Enemy with the least health.
    Weakest,
    /// Enemy with the most health.
    Strongest,
    /// Ally that lacks the most health.
    Ally,
    /// Cell with the shortest path to an enemy.
    Approach,
    /// Cell farthest from every enemy.
    Retreat,
    /// The unit.
    Itself,
}

impl Aim {
    /// All aims by number.
    pub const ALL: [Self; 7] =
        [Self::Nearest, Self::Weakest, Self::Strongest, Self::Ally, Self::Approach, Self::Retreat, Self::Itself];
}
