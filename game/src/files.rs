//! Writing files so that none is ever half written, as the assets' editor does, too.

use foretoken_action_assets::store;
use std::path::Path;

/// Replaces a file, or makes it, and waits until it is durable; see [`store::replace`].
///
/// # Errors
/// When it cannot be written; what was there stays then.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    store::replace(path, bytes)
}
