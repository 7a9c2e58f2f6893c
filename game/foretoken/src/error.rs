//! Errors, each with a stable code.

use foretoken_vm::OpeningFault;

/// An error of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The pack's folder is unreadable or has no pack.
    #[error("{0} is no pack: it has no assets such as `units/NAME.ron`")]
    NoPack(String),
    /// The pack has no scenario of this name.
    #[error("the pack has no scenario `{name}`; it has {}", listed(there))]
    NoScenario {
        /// Name.
        name: String,
        /// Pack's scenarios.
        there: Vec<String>,
    },
    /// Assets of the scenario have faults; the text lists all with their positions.
    #[error("{0}")]
    Faults(String),
    /// The pack has no campaign of this name.
    #[error("the pack has no campaign `{name}`; it has {}", listed(there))]
    NoCampaign {
        /// Name.
        name: String,
        /// Pack's campaigns.
        there: Vec<String>,
    },
    /// The opening does not fit the rules; all faults.
    #[error("the opening does not fit the scenario: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Opening(Vec<OpeningFault>),
    /// No decision has this index.
    #[error("decision {index} does not exist; {count} are legal")]
    NoDecision {
        /// Index.
        index: usize,
        /// Number of decisions.
        count: usize,
    },
    /// A plan has steps after its end: the battle would go on there, and a plan does not.
    #[error("the plan ends after {steps} of its steps, because the battle goes on there")]
    PlanOver {
        /// Steps before the end.
        steps: usize,
    },
    /// The side does not decide now.
    #[error("side {0} does not decide now")]
    NotAsked(u8),
    /// The observation has more rows than the arrays.
    #[error("the arrays have {room} rows for {what}, and {needed} are needed")]
    Shape {
        /// Units or decisions.
        what: &'static str,
        /// Rows of the arrays.
        room: usize,
        /// Rows needed.
        needed: usize,
    },
    /// The battle is over.
    #[error("the battle is over")]
    Over,
    /// The bytes are not a record, or the record cannot be replayed.
    #[error("the record cannot be replayed: {0}")]
    Record(String),
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

impl Error {
    /// Returns the code, which is the same in all versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoPack(_) => "no-pack",
            Self::NoScenario { .. } => "no-scenario",
            Self::Faults(_) => "faults",
            Self::NoCampaign { .. } => "no-campaign",
            Self::Opening(_) => "opening",
            Self::PlanOver { .. } => "plan-over",
            Self::NoDecision { .. } => "no-decision",
            Self::NotAsked(_) => "not-asked",
            Self::Shape { .. } => "shape",
            Self::Over => "over",
            Self::Record(_) => "record",
        }
    }
}
