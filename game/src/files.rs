//! Atomic file writes.

use foretoken_action_assets::store;
use std::path::Path;

/// Reason why a settings or achievements file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeepError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The text is malformed, or cannot be created.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The file exceeds the size limit.
    #[error("the file is too large: {0} bytes")]
    TooLarge(u64),
    /// A damaged file was already moved aside and is not overwritten.
    #[error("achieved.json cannot be read, and a backup of it exists already")]
    LiesAside,
    /// The achievements cannot be stored.
    #[error("Your results could not be saved: {0}.")]
    Achieved(Box<KeepError>),
    /// The settings cannot be stored.
    #[error("The settings could not be saved: {0}.")]
    Settings(Box<KeepError>),
}

impl KeepError {
    /// Returns the code, which is the same in all versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "keep-io",
            Self::Json(_) => "keep-json",
            Self::TooLarge(_) => "keep-too-large",
            Self::LiesAside => "keep-lies-aside",
            Self::Achieved(_) => "achievements-not-kept",
            Self::Settings(_) => "settings-not-kept",
        }
    }
}

/// Replaces or creates a file and syncs it; see [`store::replace`].
///
/// # Errors
///
/// If the write fails; the old file stays.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    store::replace(path, bytes)
}

/// Copies a folder recursively, without hidden files and links.
///
/// # Errors
///
/// If a read or write fails.
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
