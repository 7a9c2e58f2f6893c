//! Errors of the editor and of its host. Each one displays as a sentence.

/// Reason why an edit, save or import failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditorError {
    /// No battle runs.
    #[error("No battle is running.")]
    NoBattle,
    /// The rewind point does not exist.
    #[error("This point of the battle does not exist.")]
    NoRewindPoint,
    /// The rewind point is too old and was removed.
    #[error("This point is too old; it is no longer stored.")]
    Forgotten,
    /// The battle refused the request, with the reason.
    #[error("{0}")]
    Refused(String),
    /// The clipboard holds no part.
    #[error("The clipboard has no part.")]
    NoPart,
    /// The text on the clipboard is not a valid part.
    #[error("The clipboard holds no part of an action (line {line}): {message}")]
    BadPart {
        /// Line in the text, from 1.
        line: u32,
        /// Message.
        message: String,
    },
    /// The clipboard holds no room of a campaign.
    #[error("The clipboard has no room of a campaign.")]
    NoRoom,
    /// The text on the clipboard is not valid.
    #[error("The rooms on the clipboard have a fault (line {line}): {message}")]
    BadRooms {
        /// Line in the text, from 1.
        line: u32,
        /// Message.
        message: String,
    },
    /// The clipboard holds no cells of a map.
    #[error("The clipboard has no cells of a map.")]
    NoCells,
    /// The text on the clipboard is not valid.
    #[error("The cells on the clipboard have a fault (line {line}): {message}")]
    BadCells {
        /// Line in the text, from 1.
        line: u32,
        /// Message.
        message: String,
    },
    /// The chosen versions of a conflict do not form a valid asset.
    #[error("These parts do not fit together: {0}")]
    BadJoin(String),
}

impl EditorError {
    /// Returns a stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoBattle => "no-battle",
            Self::NoRewindPoint => "no-moment",
            Self::Forgotten => "moment-forgotten",
            Self::Refused(_) => "refused",
            Self::NoPart => "no-part",
            Self::BadPart { .. } => "bad-part",
            Self::NoRoom => "no-room",
            Self::BadRooms { .. } => "bad-rooms",
            Self::NoCells => "no-cells",
            Self::BadCells { .. } => "bad-cells",
            Self::BadJoin(_) => "bad-join",
        }
    }
}
