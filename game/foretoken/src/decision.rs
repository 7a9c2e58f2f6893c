//! Decisions. Each answer to a request is one.

use foretoken_vm::{Answer, Cell, EntityId};
use std::sync::Arc;

/// A legal decision of the side that must decide.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// Uses an action of a unit. The answers to its requests are further decisions.
    Use {
        /// Unit, by its known number.
        unit: EntityId,
        /// Index of the action's program in the rules.
        program: u16,
        /// Action's title.
        name: Arc<str>,
    },
    /// Answers a request of an action.
    Answer {
        /// Answer, relative to the actor.
        answer: Answer,
        /// Cell of the answer, if it has one.
        cell: Option<Cell>,
    },
    /// Cancels the last action. Offered if a request has no legal answer.
    Back,
    /// Closes the choice of a unit; it may have no actions. A request without a legal answer runs its `otherwise`.
    Done {
        /// Unit.
        unit: EntityId,
    },
    /// Ends the turn of the side.
    EndTurn,
}

impl Decision {
    /// Returns a text for logs and tests, such as `#0: Strike`, `c4` or `end the turn`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Use { unit, name, .. } => format!("#{}: {name}", unit.0),
            Self::Answer { cell: Some(cell), .. } => cell.to_string(),
            Self::Answer { answer, .. } => format!("{answer:?}"),
            Self::Back => "back".to_owned(),
            Self::Done { unit } => format!("#{}: done", unit.0),
            Self::EndTurn => "end the turn".to_owned(),
        }
    }
}
