//! What the title's flow is asked to do.

use std::path::PathBuf;

/// What is asked of this flow.
#[derive(Debug)]
pub(in crate::window) enum TitleRequest {
    /// The title screen and nothing else.
    Show,
    /// The title screen with the recorded battles.
    Records,
    /// A recorded battle is deleted.
    Delete(PathBuf),
    /// Battles that begin are to be harder, or easy again.
    NextLevel,
    /// Battles that begin are ironman, or no longer.
    Ironman,
}
