//! How the moves of a policy answer what their actions ask.

use serde::{Deserialize, Serialize};

/// Which of the legal answers a move gives. Of equally good ones it is the nearest to the unit, then the northern, then the
/// western one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Aim {
    /// The nearest enemy, or what is nearest to one.
    #[default]
    Nearest,
    /// The enemy with the least health.
    Weakest,
    /// The enemy with the most health.
    Strongest,
    /// The one of its own side that lacks the most health.
    Ally,
    /// The cell from which the way to an enemy is shortest.
    Approach,
    /// The cell that is farthest from every enemy.
    Retreat,
    /// The unit itself.
    Itself,
}

impl Aim {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 7] =
        [Self::Nearest, Self::Weakest, Self::Strongest, Self::Ally, Self::Approach, Self::Retreat, Self::Itself];
}
