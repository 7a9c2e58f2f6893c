//! Knowledge with an effect source removed, to measure by prediction what the source is worth.

use super::{Known, next_origin};
use crate::rulebook::Rulebook;
use crate::state::{EntityId, Pool};

impl Known {
    /// Returns the knowledge without one effect instance of a unit and the instances that depend on it.
    #[must_use]
    pub fn without(&self, bearer: EntityId, pool: Pool, number: u16) -> Self {
        let mut state = self.state.without(bearer, pool, number);
        state.origin = next_origin();
        Self { state, viewer: self.viewer, last_seen: self.last_seen.clone() }
    }

    /// Returns the knowledge without a skill of a unit; `None` if the unit lacks the skill or an item gives it.
    #[must_use]
    pub fn without_skill(&self, book: &Rulebook, bearer: EntityId, skill: u16) -> Option<Self> {
        let mut state = self.state.without_skill(book, bearer, skill)?;
        state.origin = next_origin();
        Some(Self { state, viewer: self.viewer, last_seen: self.last_seen.clone() })
    }
}
