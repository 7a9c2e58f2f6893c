//! The rules of a scenario as far as they can be made of assets as they are edited, and what of these is not in force.

use foretoken_action_assets::{AssetType, Diagnostic, Diagnostics, Library};
use foretoken_vm::CompiledScenario;
use std::sync::Arc;

/// The rules of a scenario, and what they were made of.
#[derive(Debug)]
pub(crate) struct Playable {
    /// Rules and opening of the scenario; none where something that it needs never was whole.
    pub(crate) scenario: Option<CompiledScenario>,
    /// The assets without what is lent: as they are edited, or as they were in force where they have errors.
    pub(crate) library: Arc<Library>,
    /// The assets that the rules were made of.
    pub(crate) played: Arc<Library>,
    /// What is wrong with the assets as they are edited.
    pub(crate) faults: Diagnostics,
    /// Whether the rules are those of the assets as they are edited, with nothing in the place of anything.
    pub(crate) is_whole: bool,
}

impl Playable {
    /// A sentence about what is not in force as it is edited, naming the first asset at fault; `None` where all is.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "nobody tests in a build without a window"))]
    pub(crate) fn not_in_force(&self) -> Option<String> {
        // What fails by another asset's fault is told with that one.
        let own = |fault: &&Diagnostic| fault.cause.is_none() && AssetType::of_path(&fault.file).is_some();
        let errors = || self.faults.errors();
        let first = errors().find(own).or_else(|| errors().next()).filter(|_| !self.is_whole)?;
        let is_there =
            AssetType::of_path(&first.file).is_some_and(|(kind, name)| self.played.asset(kind, name).is_some());
        let instead = if is_there { "its last whole version is" } else { "it is left out" };
        let mut others: Vec<&str> = errors().filter(own).map(|fault| fault.file.as_str()).collect();
        others.sort_unstable();
        others.dedup();
        let others = match others.len() {
            0 | 1 => String::new(),
            2 => " 1 more is not, either.".to_owned(),
            more => format!(" {} more are not, either.", more - 1),
        };
        let message = first.message.trim_end_matches('.');
        Some(format!("{} is not in force as it is edited ({message}): {instead}.{others}", first.file))
    }
}
