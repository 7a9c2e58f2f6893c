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

/// Copies a folder with all below it, but for what begins with a dot and for links.
///
/// # Errors
/// When something cannot be read or written.
pub fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if kind.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
