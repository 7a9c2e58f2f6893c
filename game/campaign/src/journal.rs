//! Bytes of the journal of a run: a header and framed entries, as in the records of battles. Nothing here needs a disk.

use crate::campaign::Campaign;
use crate::entry::{Begin, Entry, VERSION};
use crate::limits::MOST_ENTRIES;
use foretoken_action_assets::store::journal::{self as store, Damage, FrameError, HeaderError};
use foretoken_vm::codec::CodecError;

/// Reason why bytes are no journal of a run, or a run has no bytes.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It is no journal, or a newer version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The first entry is not a begin.
    #[error("this is not the journal of a run: its first entry is missing or broken")]
    NoBegin,
    /// A newer version wrote it.
    #[error("a newer version wrote this run (version {0}); this version reads up to {VERSION}")]
    Newer(u32),
    /// The journal has no assets.
    #[error("the journal has no assets")]
    NoAssets,
    /// An entry cannot be encoded or decoded.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// An entry is too large.
    #[error(transparent)]
    Frame(#[from] FrameError),
}

/// A parsed journal.
#[derive(Debug)]
pub struct OpenedRun {
    /// Begin.
    pub begin: Begin,
    /// Assets as canonical text.
    pub assets: Option<String>,
    /// Complete entries in order.
    pub entries: Vec<Entry>,
    /// Damage, if any.
    pub damage: Option<Damage>,
    /// Offset of the end of the last complete entry.
    pub end: u64,
}

/// Parses the journal of a run from arbitrary bytes.
///
/// # Errors
///
/// If it is no journal of a run, or a newer version wrote it.
pub fn parse(bytes: &[u8]) -> Result<OpenedRun, JournalError> {
    let mut frames = store::frames(bytes)?;
    let (mut entries, mut assets, mut senseless, mut end) = (Vec::new(), None, None, store::HEADER);
    for frame in frames.by_ref() {
        let number = entries.len();
        let read = Entry::from_frame(frame.kind, frame.payload);
        let reason = match read {
            Ok(_) if number >= MOST_ENTRIES => format!("entry {number} is one too many"),
            Ok(Entry::Begin(_)) if number > 0 => format!("entry {number} is a second begin"),
            Ok(entry) => {
                if let Entry::Assets(text) = &entry
                    && assets.is_none()
                {
                    assets = Some(text.clone());
                }
                entries.push(entry);
                end = frame.offset + store::FRAME_HEAD + frame.payload.len();
                continue;
            }
            Err(error) => format!("entry {number} is complete but cannot be decoded: {error}"),
        };
        senseless = Some(Damage { bytes: frame.offset..bytes.len(), reason, torn: false });
        break;
    }
    let damage = senseless.or_else(|| frames.damage());
    let Some(Entry::Begin(begin)) = entries.first() else { return Err(JournalError::NoBegin) };
    if begin.version > VERSION {
        return Err(JournalError::Newer(begin.version));
    }
    Ok(OpenedRun { begin: Begin::clone(begin), assets, entries, damage, end: end as u64 })
}

/// Parses only the begin of a run from the first bytes of its journal.
///
/// # Errors
///
/// If it is no journal of a run.
#[cfg(feature = "std-io")]
pub(crate) fn begin(bytes: &[u8]) -> Result<Begin, JournalError> {
    let frame = store::frames(bytes)?.next().ok_or(JournalError::NoBegin)?;
    match Entry::from_frame(frame.kind, frame.payload)? {
        Entry::Begin(begin) => Ok(*begin),
        _ => Err(JournalError::NoBegin),
    }
}

/// Encodes entries as kinds and payloads of frames.
pub(crate) fn frames(entries: &[Entry]) -> Result<Vec<(u16, Vec<u8>)>, JournalError> {
    entries.iter().map(|entry| Ok((entry.kind(), entry.payload()?))).collect()
}

/// Returns the entries of a run with the assets of its campaign as the second one.
pub(crate) fn with_assets(entries: &[Entry], campaign: &Campaign) -> Vec<Entry> {
    let is_own = |entry: &&Entry| !matches!(entry, Entry::Assets(_));
    let mut all: Vec<Entry> = entries.iter().filter(is_own).cloned().collect();
    all.insert(all.len().min(1), Entry::Assets(campaign.assets().to_owned()));
    all
}

/// Encodes a run with the assets of its campaign; [`parse`] is the inverse. Records of its battles are not in it.
///
/// # Errors
///
/// If an entry exceeds the limit of frames.
pub fn to_bytes(entries: &[Entry], campaign: &Campaign) -> Result<Vec<u8>, JournalError> {
    let mut bytes = store::header().to_vec();
    for (kind, payload) in frames(&with_assets(entries, campaign))? {
        bytes.extend(store::frame(kind, &payload)?);
    }
    Ok(bytes)
}
