//! The journal's frames: an append-only file of entries, each with its length and checksum, so that a process killed at
//! any byte loses at most the entry being written. What entries mean is the game's business.

use std::ops::Range;

/// The first bytes of every record.
pub const MAGIC: [u8; 8] = *b"FORETOKN";

/// Version of the frames themselves; a reader refuses newer ones.
pub const FORMAT: u16 = 1;

/// Bytes before the first frame: magic, format, two reserved.
pub const HEADER: usize = 12;

/// The largest payload of one entry: 16 MiB. A length beyond it is damage, never an allocation.
pub const MAX_PAYLOAD: usize = 16 << 20;

const FRAME_HEAD: usize = 10;

/// The bytes that a record starts with.
#[must_use]
pub fn header() -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..10].copy_from_slice(&FORMAT.to_le_bytes());
    bytes
}

/// One entry as bytes: payload length (4), checksum (4), kind (2), payload. The checksum covers kind and payload.
///
/// # Errors
/// When the payload is larger than [`MAX_PAYLOAD`].
pub fn frame(kind: u16, payload: &[u8]) -> Result<Vec<u8>, FrameError> {
    if payload.len() > MAX_PAYLOAD {
        return Err(FrameError::TooLarge(payload.len()));
    }
    let mut bytes = Vec::with_capacity(FRAME_HEAD + payload.len());
    bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&checksum(kind, payload).to_le_bytes());
    bytes.extend_from_slice(&kind.to_le_bytes());
    bytes.extend_from_slice(payload);
    Ok(bytes)
}

fn checksum(kind: u16, payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&kind.to_le_bytes());
    hasher.update(payload);
    hasher.finalize()
}

/// An entry that could not be framed.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The payload is too large.
    #[error("an entry of {0} bytes is larger than the 16 MiB a record's entry may have")]
    TooLarge(usize),
}

/// Why bytes are no record at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The first bytes are not a record's.
    #[error("this is not a record of a battle")]
    NotARecord,
    /// A newer format.
    #[error("this record is of format {0}; this program reads up to {FORMAT}: a newer version wrote it")]
    Newer(u16),
}

/// An entry found in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// What it is.
    pub kind: u16,
    /// Its content.
    pub payload: &'a [u8],
    /// Where its frame begins in the file.
    pub offset: usize,
}

/// Where a record stops being whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The bytes that are not whole entries, to the end of the file.
    pub bytes: Range<usize>,
    /// What is wrong with the first of them, as a sentence.
    pub reason: String,
}

/// The whole entries of a record, and where it is damaged if it is.
///
/// # Errors
/// When the bytes are no record, or a newer one.
pub fn read(bytes: &[u8]) -> Result<(Vec<Entry<'_>>, Option<Damage>), HeaderError> {
    let Some(head) = bytes.get(..HEADER).filter(|head| head[..8] == MAGIC) else {
        return Err(HeaderError::NotARecord);
    };
    let format = u16::from_le_bytes([head[8], head[9]]);
    if format > FORMAT {
        return Err(HeaderError::Newer(format));
    }
    let mut entries = Vec::new();
    let mut offset = HEADER;
    while offset < bytes.len() {
        match next(bytes, offset) {
            Ok(entry) => {
                offset += FRAME_HEAD + entry.payload.len();
                entries.push(entry);
            }
            Err(reason) => {
                let reason = format!("after {} whole entries, at byte {offset}: {reason}", entries.len());
                return Ok((entries, Some(Damage { bytes: offset..bytes.len(), reason })));
            }
        }
    }
    Ok((entries, None))
}

fn next(bytes: &[u8], offset: usize) -> Result<Entry<'_>, &'static str> {
    let rest = &bytes[offset..];
    let head = rest.get(..FRAME_HEAD).ok_or("the file ends within an entry's head")?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let length = word(0) as usize;
    if length > MAX_PAYLOAD {
        return Err("an entry claims to be larger than entries may be");
    }
    let kind = u16::from_le_bytes([head[8], head[9]]);
    let payload = rest.get(FRAME_HEAD..FRAME_HEAD + length).ok_or("the file ends within an entry")?;
    if checksum(kind, payload) != word(4) {
        return Err("an entry's checksum does not match its content");
    }
    Ok(Entry { kind, payload, offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Vec<u8> {
        let mut bytes = header().to_vec();
        for (kind, text) in [(1, "start"), (2, ""), (9, "a longer entry")] {
            bytes.extend(frame(kind, text.as_bytes()).expect("small"));
        }
        bytes
    }

    #[test]
    fn cut_at_any_byte_all_entries_before_it_are_read() {
        let bytes = record();
        let whole = read(&bytes).expect("a record").0;
        for cut in HEADER..bytes.len() {
            let (entries, damage) = read(&bytes[..cut]).expect("the header is whole");
            let expected = whole.iter().filter(|e| e.offset + FRAME_HEAD + e.payload.len() <= cut).count();
            assert_eq!(entries.len(), expected);
            let at_boundary = whole.iter().any(|e| e.offset == cut) || cut == HEADER;
            assert_eq!(damage.is_none(), at_boundary, "cut at {cut}");
        }
    }

    #[test]
    fn any_flipped_byte_is_noticed() {
        let bytes = record();
        let whole = read(&bytes).expect("a record").0;
        for at in HEADER..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x20;
            let (entries, damage) = read(&broken).expect("the header is whole");
            assert!(damage.is_some(), "flip at {at}");
            assert!(entries.iter().zip(&whole).all(|(a, b)| a == b), "what is read is what was written");
        }
    }
}
