//! Difficulty levels: how much the planner computes and how far it looks.

use crate::counter_moves::CounterMoves;
use crate::planner::PlannerOptions;
use crate::worth::Weights;

/// Strength of the planner. Its goals come from classes and weights.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// Tries a few intents until the decided actions end.
    Easy = 1,
    /// Tries many intents and looks two rounds further, without decisions.
    #[default]
    Normal = 0,
    /// Also tries counter-moves, and values decisive units higher.
    Hard = 2,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// Description for players, in one sentence.
    #[must_use]
    pub const fn note(self) -> &'static str {
        match self {
            Self::Easy => "Easy: enemies attack targets in reach and plan little more.",
            Self::Normal => "Normal: enemies compare several plans and think about fire and bombs.",
            Self::Hard => "Hard: enemies plan around your answers and attack what decides the battle.",
        }
    }

    /// Returns the next level in [`Self::ALL`]; the first follows the last.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&level| level == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    /// Number in records; 0 is the default level.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the level with this number.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.code() == code)
    }

    /// Returns the planner options of this level.
    #[must_use]
    pub fn options(self) -> PlannerOptions {
        let usual = PlannerOptions::default();
        match self {
            Self::Easy => PlannerOptions { budget: 3_000, beam: 6, answers: 10, rounds_beyond: 0, ..usual },
            Self::Normal => usual,
            Self::Hard => PlannerOptions {
                counter_moves: Some(CounterMoves { intents: 4, careful: 3, each: 400, nearest: 3, budget: 300_000 }),
                weights: Weights { decisive: 200, ..usual.weights },
                ..usual
            },
        }
    }
}

/// Error for an unknown level name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(String);

impl std::fmt::Display for UnknownLevel {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "unknown level `{}`; use easy, normal or hard", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl std::str::FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}
