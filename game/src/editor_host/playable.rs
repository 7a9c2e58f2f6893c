//! Playable rules from edited assets, with the list of assets that are not in force.

use foretoken_action_assets::{AssetType, Diagnostic, Diagnostics, Library};
use foretoken_vm::CompiledScenario;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Playable {
    /// The compiled scenario; `None` if a needed asset was never valid.
    pub(crate) scenario: Option<CompiledScenario>,
    /// The assets without the extra action: as edited, or in force if faulty.
    pub(crate) library: Arc<Library>,
    pub(crate) played: Arc<Library>,
    pub(crate) faults: Diagnostics,
    pub(crate) is_whole: bool,
}

impl Playable {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "nobody tests in a build without a window"))]
    pub(crate) fn not_in_force(&self) -> Option<String> {
        let own = |fault: &&Diagnostic| fault.cause.is_none() && AssetType::of_path(&fault.file).is_some();
        let errors = || self.faults.errors();
        let first = errors().find(own).or_else(|| errors().next()).filter(|_| !self.is_whole)?;
        let is_there =
            AssetType::of_path(&first.file).is_some_and(|(kind, name)| self.played.asset(kind, name).is_some());
        let instead = if is_there { "the battle uses its last valid version" } else { "the battle leaves it out" };
        let mut others: Vec<&str> = errors().filter(own).map(|fault| fault.file.as_str()).collect();
        others.sort_unstable();
        others.dedup();
        let others = match others.len() {
            0 | 1 => String::new(),
            2 => " So is 1 other asset.".to_owned(),
            more => format!(" So are {} other assets.", more - 1),
        };
        let message = first.message.trim_end_matches('.');
        Some(format!("{} has a fault ({message}): {instead}.{others}", first.file))
    }
}
