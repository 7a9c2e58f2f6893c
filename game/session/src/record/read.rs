//! Reading records: any bytes are a record, damaged or whole, or none. What is read takes no more memory than a few times
//! its bytes, and time in proportion to them.

use super::{CompileError, Entry, Start};
use foretoken_action_assets::store::journal::{self, Damage, HeaderError};
use foretoken_preview::Level;
use foretoken_vm::OpeningFault;
use std::io;

/// The largest record that is read or written: 256 MiB. Hundreds of long battles fit.
pub const MAX_RECORD: u64 = 256 << 20;

/// Most remarks made of one record.
const MOST_REMARKS: usize = 100;

/// Why a record cannot be replayed at all.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no record, or a newer one.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// It does not begin as records do.
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
    /// A stable code.
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

/// An entry that is odd and does no harm, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddEntry {
    /// Its type is unknown, so it was skipped.
    Unknown {
        /// The number of the entry.
        entry: usize,
        /// Its type.
        kind: u16,
    },
    /// It alters the battle by hand.
    Edited {
        /// The number of the entry.
        entry: usize,
    },
}

/// A record's content, before anything is run.
#[derive(Debug)]
pub struct Opened {
    /// How it began.
    pub start: Start,
    /// Whole entries, in order, with their numbers as positions.
    pub entries: Vec<Entry>,
    /// Where it is damaged, if it is.
    pub damage: Option<Damage>,
    /// Where the last whole entry ends.
    pub end: u64,
    /// What was odd but did no harm: unknown entry types and such.
    pub remarks: Vec<OddEntry>,
}

impl Opened {
    /// How hard the computer plays at its end.
    #[must_use]
    pub fn level(&self) -> Level {
        let level = |entry: &Entry| match entry {
            Entry::Level(code) => Level::from_code(*code),
            _ => None,
        };
        self.entries.iter().rev().find_map(level).unwrap_or_default()
    }

    /// Whether nothing that was carried out may be taken back in it.
    #[must_use]
    pub fn is_ironman(&self) -> bool {
        self.entries.contains(&Entry::Ironman)
    }
}

/// Reads a record from bytes; any bytes will do.
///
/// # Errors
/// When they are no record or have no start.
pub fn parse(bytes: &[u8]) -> Result<Opened, ReplayError> {
    // Counted first, so that the list has the room that it needs and no more.
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
                // Its checksum holds, so it was written so: by a newer version, or by none.
                let reason = format!("entry {number} is whole but not understood: {error}");
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

/// Marks exchanges of assets that another one follows with nothing between them that tells of the battle.
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
