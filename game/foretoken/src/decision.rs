//! Decisions, each stage of a request being one.

use foretoken_vm::{Answer, Cell, EntityId};
use std::sync::Arc;

/// A legal decision of the side for which the battle waits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// A unit uses an action. The answers to its requests are further decisions.
    Use {
        /// The unit, by the number by which its side knows it.
        unit: EntityId,
        /// The place of the action's program in the rules.
        program: u16,
        /// The action's title.
        name: Arc<str>,
    },
    /// The answer to a request of an action.
    Answer {
        /// The answer, relative to the actor.
        answer: Answer,
        /// The cell that it means, where it means one.
        cell: Option<Cell>,
    },
    /// The last action is not used after all. It is offered where a request has no legal answer.
    Back,
    /// The unit does the actions that were chosen for it, or none. A request without a legal answer falls back to its
    /// `otherwise`.
    Done {
        /// The unit.
        unit: EntityId,
    },
    /// The side has decided enough.
    EndTurn,
}

impl Decision {
    /// A text for logs and tests, such as `#0: Strike`, `c4` or `end the turn`.
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
