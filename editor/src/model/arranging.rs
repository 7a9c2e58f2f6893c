//! Demonstrations that are being arranged.

use super::{Model, demonstration_of};
use crate::Host;
use foretoken_action_assets::{AssetType, Diagnostic};

impl Model {
    /// Whether a fault is one of a demonstration that is being arranged: its start was changed since it was recorded.
    #[must_use]
    pub fn is_being_arranged(&self, host: &dyn Host, fault: &Diagnostic) -> bool {
        let Some(at) = demonstration_of(&fault.path).filter(|_| !fault.path.ends_with("].name")) else { return false };
        let Some((AssetType::Action, name)) = AssetType::of_path(&fault.file) else { return false };
        let drawn = host.library().action(name).and_then(|action| action.demonstrations.get(at));
        drawn.is_some_and(|drawn| self.recorded.is_outdated(&fault.file, drawn))
    }
}
