//! Writing files so that none is ever half written, as the assets' editor does, too.

use foretoken_action_assets::store;
use std::path::Path;

/// Why something that the game keeps between starts cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeepError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The text is none of the game's, or cannot be made.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The file is larger than the game makes one.
    #[error("it has {0} bytes")]
    TooLarge(u64),
    /// A damaged file lies aside already, and none is put over it.
    #[error("achieved.json cannot be read, and another lies aside already")]
    LiesAside,
    /// The achievements cannot be kept.
    #[error("What was achieved could not be kept: {0}.")]
    Achieved(Box<KeepError>),
    /// The settings cannot be kept.
    #[error("The settings could not be kept: {0}.")]
    Settings(Box<KeepError>),
}

impl KeepError {
    /// A word that stays the same between versions.
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
