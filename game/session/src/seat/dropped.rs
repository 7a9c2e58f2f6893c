//! What of an intent is dropped as assets change.

use crate::called::Called;

/// Something of a unit's intent that does not fit changed assets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The unit.
    pub unit: Called,
    /// What of its intent.
    pub what: Lost,
}

/// What of an intent does not fit changed assets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// All of what was being chosen, as the unit does not act any more.
    Unit,
    /// An action that the unit has no more, and what followed it.
    Action(String),
    /// Answers to an action that asks something else, and what followed it.
    Answers(String),
    /// An action that was decided and is in no asset any more.
    Decided(String),
}
