//! Errors, each with a code for programs to act on.

use foretoken_vm::OpeningFault;

/// An error of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder of a pack cannot be read, or holds no pack.
    #[error("there is no pack in {0}")]
    NoPack(String),
    /// The pack has no scenario of this name.
    #[error("the pack has no scenario `{name}`; it has {}", there.join(", "))]
    NoScenario {
        /// The name.
        name: String,
        /// The scenarios of the pack.
        there: Vec<String>,
    },
    /// Assets that the scenario needs have faults: all of them, with their places.
    #[error("{0}")]
    Faults(String),
    /// An opening does not fit the rules: all its faults.
    #[error("the opening does not fit: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Opening(Vec<OpeningFault>),
    /// There is no decision with this index.
    #[error("there is no decision {index}; {count} are legal")]
    NoDecision {
        /// The index.
        index: usize,
        /// How many decisions there are.
        count: usize,
    },
    /// The battle is over.
    #[error("the battle is over")]
    Over,
    /// Bytes are no record, or the record cannot be replayed.
    #[error("the record cannot be replayed: {0}")]
    Record(String),
}

impl Error {
    /// A word that stays the same between versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoPack(_) => "no-pack",
            Self::NoScenario { .. } => "no-scenario",
            Self::Faults(_) => "faults",
            Self::Opening(_) => "opening",
            Self::NoDecision { .. } => "no-decision",
            Self::Over => "over",
            Self::Record(_) => "record",
        }
    }
}
