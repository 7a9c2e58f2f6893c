//! Why the editor, or the host for it, does not do something. Each is a sentence that is shown.

/// An error of the editor.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditorError {
    /// The host has no battle.
    #[error("There is no battle.")]
    NoBattle,
    /// The battle has no such moment.
    #[error("There is no such moment.")]
    NoRewindPoint,
    /// The moment is older than those that are kept.
    #[error("That is so long ago that it is no longer kept.")]
    Forgotten,
    /// The battle refuses it, with the reason.
    #[error("{0}")]
    Refused(String),
    /// The clipboard holds no part.
    #[error("There is no part on the clipboard.")]
    NoPart,
    /// The text on the clipboard is no part.
    #[error("What is on the clipboard is no part (line {line}): {message}")]
    BadPart {
        /// The line of the text, from 1.
        line: u32,
        /// The fault.
        message: String,
    },
    /// The chosen sides of a conflict make no whole asset.
    #[error("These do not go together: {0}")]
    BadJoin(String),
}

impl EditorError {
    /// A word that stays the same between versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoBattle => "no-battle",
            Self::NoRewindPoint => "no-moment",
            Self::Forgotten => "moment-forgotten",
            Self::Refused(_) => "refused",
            Self::NoPart => "no-part",
            Self::BadPart { .. } => "bad-part",
            Self::BadJoin(_) => "bad-join",
        }
    }
}
