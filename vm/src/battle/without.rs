//! What would be known without something that a unit has: what that is worth shows in what is predicted then.

use super::{Known, next_origin};
use crate::rulebook::Rulebook;
use crate::state::{EntityId, Pool};

impl Known {
    /// What would be known if somebody did not hold something, nor what is kept by it.
    #[must_use]
    pub fn without(&self, bearer: EntityId, pool: Pool, number: u16) -> Self {
        let mut state = self.state.without(bearer, pool, number);
        state.origin = next_origin();
        Self { state, viewer: self.viewer, last_seen: self.last_seen.clone() }
    }

    /// What would be known if somebody did not have a skill. Nothing where it does not have it, or has it by what it wears.
    #[must_use]
    pub fn without_skill(&self, book: &Rulebook, bearer: EntityId, skill: u16) -> Option<Self> {
        let mut state = self.state.without_skill(book, bearer, skill)?;
        state.origin = next_origin();
        Some(Self { state, viewer: self.viewer, last_seen: self.last_seen.clone() })
    }
}
