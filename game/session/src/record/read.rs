//! Reading of records from arbitrary bytes, damaged or not. Memory and time are proportional to the input.

use super::{CompileError, Entry, Start};
use foretoken_action_assets::store::journal::{self, Damage, HeaderError};
use foretoken_preview::Level;
use foretoken_vm::OpeningFault;
use std::io;

/// Maximum record size: 256 MiB, enough for hundreds of long battles.
pub const MAX_RECORD: u64 = 256 << 20;

const MOST_REMARKS: usize = 100;

/// Reason why a record cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file is unreadable.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not a record, or a newer version.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// The first entry is not a start.
    #[error("the record has no start: its first entries are missing or broken")]
    NoStart,
    /// Its assets do not compile.
    #[error("the record's assets do not compile: {0}")]
    Assets(CompileError),
    /// Its opening does not fit its rules.
    #[error("the record's opening does not fit its rules: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Opening(Vec<OpeningFault>),
}

impl ReplayError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "record-io",
            Self::Header(_) => "record-header",
            Self::NoStart => "record-no-start",
            Self::Assets(_) => "record-assets",
            Self::Opening(_) => "record-opening",
        }
    }
}

/// An unusual but harmless entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddEntry {
    /// An unknown entry type, which is skipped.
    Unknown {
        /// Index of the entry.
        entry: usize,
        /// Type.
        kind: u16,
    },
    /// A manual edit of the battle.
    Edited {
        /// Index of the entry.
        entry: usize,
    },
}

/// A parsed record.
#[derive(Debug)]
pub struct Opened {
    /// Start.
    pub start: Start,
    /// Complete entries in order; positions are their numbers.
    pub entries: Vec<Entry>,
    /// Damage, if any.
    pub damage: Option<Damage>,
    /// Offset of the end of the last complete entry.
    pub end: u64,
    /// Unusual but harmless entries.
    pub remarks: Vec<OddEntry>,
}

impl Opened {
    /// Returns the computer's level at its end.
    #[must_use]
    pub fn level(&self) -> Level {
        let level = |entry: &Entry| match entry {
            Entry::Level(code) => Level::from_code(*code),
            _ => None,
        };
        self.entries.iter().rev().find_map(level).unwrap_or_default()
    }

    /// Whether the battle is ironman.
    #[must_use]
    pub fn is_ironman(&self) -> bool {
        self.entries.contains(&Entry::Ironman)
    }
}

/// Parses a record.
///
/// # Errors
///
/// If the bytes are not a record or have no start.
pub fn parse(bytes: &[u8]) -> Result<Opened, ReplayError> {
    let count = journal::frames(bytes)?.count();
    let mut frames = journal::frames(bytes)?;
    let mut entries = Vec::with_capacity(count);
    let mut remarks = Vec::new();
    let (mut end, mut senseless) = (journal::HEADER, None);
    for frame in frames.by_ref() {
        let number = entries.len();
        match Entry::from_frame(frame.kind, frame.payload) {
            Ok(entry) => {
                let remark = match entry {
                    Entry::Unknown(kind) => Some(OddEntry::Unknown { entry: number, kind }),
                    Entry::Edit(_) => Some(OddEntry::Edited { entry: number }),
                    _ => None,
                };
                remarks.extend(remark.filter(|_| remarks.len() < MOST_REMARKS));
                entries.push(entry);
                end = frame.offset + journal::FRAME_HEAD + frame.payload.len();
            }
            Err(error) => {
                let reason = format!("entry {number} is complete but cannot be decoded: {error}");
                senseless = Some(Damage { bytes: frame.offset..bytes.len(), reason, torn: false });
                break;
            }
        }
    }
    let damage = senseless.or_else(|| frames.damage());
    mark_superseded(&mut entries);
    let Some(Entry::Start(start)) = entries.first() else { return Err(ReplayError::NoStart) };
    Ok(Opened { start: Start::clone(start), entries, damage, end: end as u64, remarks })
}

pub(super) fn mark_superseded(entries: &mut [Entry]) {
    let mut followed = false;
    for entry in entries.iter_mut().rev() {
        match entry {
            Entry::Exchange(exchange) => exchange.superseded = std::mem::replace(&mut followed, true),
            Entry::Unknown(_) => {}
            _ => followed = false,
        }
    }
}
