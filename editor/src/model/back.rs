//! Way back to the assets that were open before.

use super::{AssetId, Model};
use crate::Host;

/// Most assets to which steps back lead.
const MOST: usize = 50;

impl Model {
    /// Notes the open asset before another one opens.
    pub(super) fn note_earlier(&mut self) {
        self.earlier.extend(self.open.take());
        let surplus = self.earlier.len().saturating_sub(MOST);
        self.earlier.drain(..surplus);
    }

    /// Returns the asset that [`Self::back`] opens.
    #[must_use]
    pub fn asset_before(&self, host: &dyn Host) -> Option<&AssetId> {
        let is_there = |id: &&AssetId| host.library().asset(id.0, &id.1).is_some() && self.open.as_ref() != Some(*id);
        self.earlier.iter().rev().find(is_there)
    }

    /// Opens the asset that was open before. Returns whether there is one.
    pub fn back(&mut self, host: &dyn Host) -> bool {
        let Some((kind, name)) = self.asset_before(host).cloned() else { return false };
        let at = self.earlier.iter().rposition(|(of, own)| *of == kind && *own == name).unwrap_or_default();
        self.open(kind, &name);
        self.earlier.truncate(at);
        true
    }
}
