//! Parts of an intent that do not fit changed assets.

use crate::called::Called;

/// A dropped part of a unit's intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Unit.
    pub unit: Called,
    /// Part.
    pub what: Lost,
}

/// Kind of part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The whole choice, because the unit no longer acts.
    Unit,
    /// A removed action and all that followed.
    Action(String),
    /// Answers to changed requests and all that followed.
    Answers(String),
    /// A decided action that no asset has.
    Decided(String),
}
