//! Demonstrations that the designer is arranging.

use super::{Model, demonstration_of};
use crate::Host;
use foretoken_action_assets::{AssetType, Diagnostic};

impl Model {
    /// Returns whether a fault belongs to a demonstration whose start changed since its recording.
    #[must_use]
    pub fn is_being_arranged(&self, host: &dyn Host, fault: &Diagnostic) -> bool {
        let Some(at) = demonstration_of(&fault.path).filter(|_| !fault.path.ends_with("].name")) else { return false };
        let Some((AssetType::Action, name)) = AssetType::of_path(&fault.file) else { return false };
        let drawn = host.library().action(name).and_then(|action| action.demonstrations.get(at));
        drawn.is_some_and(|drawn| self.recorded.is_outdated(&fault.file, drawn))
    }
}
