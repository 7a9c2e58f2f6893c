//! Frames of a journal. A killed process loses at most the entry being written.

use std::ops::Range;

/// First bytes of a record.
pub const MAGIC: [u8; 8] = *b"FORETOKN";

/// Version of the frames. Readers refuse newer ones.
pub const FORMAT: u16 = 1;

/// Bytes before the first frame: magic, format and two reserved.
pub const HEADER: usize = 12;

/// Largest payload, in bytes. Greater lengths count as damage.
pub const MAX_PAYLOAD: usize = 16 << 20;

/// Bytes of a frame before its payload.
pub const FRAME_HEAD: usize = 10;

/// Returns the first bytes of a record.
#[must_use]
pub fn header() -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..10].copy_from_slice(&FORMAT.to_le_bytes());
    bytes
}

/// Encodes an entry: payload length (4), checksum of kind and payload (4), kind (2), payload.
///
/// # Errors
///
/// If the payload exceeds [`MAX_PAYLOAD`].
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

/// Why an entry cannot be framed.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The payload is too large.
    #[error("the entry has {0} bytes; the maximum is 16 MiB")]
    TooLarge(usize),
}

/// Why bytes are not a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The first bytes differ.
    #[error("the file is not a record of a battle")]
    NotARecord,
    /// The format is newer.
    #[error("a newer version wrote this record (format {0}); this version reads up to format {FORMAT}")]
    Newer(u16),
}

/// An entry of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Kind.
    pub kind: u16,
    /// Payload.
    pub payload: &'a [u8],
    /// Offset of its frame in the file.
    pub offset: usize,
}

/// Damage of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Damaged bytes, up to the end of the file.
    pub bytes: Range<usize>,
    /// Reason, as a sentence.
    pub reason: String,
    /// Whether only the last entry is incomplete, such as after a crash.
    pub torn: bool,
}

/// Iterator over the entries of a record, up to the first damage.
#[derive(Debug, Clone)]
pub struct Frames<'a> {
    bytes: &'a [u8],
    offset: usize,
    count: usize,
    damage: Option<Damage>,
}

/// Starts to read entries.
///
/// # Errors
///
/// If the bytes are not a record or are newer.
pub fn frames(bytes: &[u8]) -> Result<Frames<'_>, HeaderError> {
    let Some(head) = bytes.get(..HEADER).filter(|head| head[..8] == MAGIC) else {
        return Err(HeaderError::NotARecord);
    };
    let format = u16::from_le_bytes([head[8], head[9]]);
    if format > FORMAT {
        return Err(HeaderError::Newer(format));
    }
    Ok(Frames { bytes, offset: HEADER, count: 0, damage: None })
}

impl Frames<'_> {
    /// Returns the damage, after all entries were read.
    #[must_use]
    pub fn damage(self) -> Option<Damage> {
        self.damage
    }

    /// Returns the end of the last entry read.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.offset
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let Self { bytes, offset, .. } = *self;
        if offset >= bytes.len() || self.damage.is_some() {
            return None;
        }
        match next(bytes, offset) {
            Ok(entry) => {
                self.offset += FRAME_HEAD + entry.payload.len();
                self.count += 1;
                Some(entry)
            }
            Err(reason) => {
                let reason = format!("after {} whole entries, at byte {offset}: {reason}", self.count);
                let torn = !is_followed(bytes, offset + 1);
                self.damage = Some(Damage { bytes: offset..bytes.len(), reason, torn });
                None
            }
        }
    }
}

/// Whether a valid entry begins at or after `from`. The search reads at most eight times the record's size; beyond that
/// it assumes one, so that damage does not count as a torn end.
fn is_followed(bytes: &[u8], from: usize) -> bool {
    let mut budget = bytes.len().saturating_mul(8);
    for offset in from..bytes.len().saturating_sub(FRAME_HEAD - 1) {
        let head = &bytes[offset..offset + FRAME_HEAD];
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        // Trailing zeros are unwritten space.
        if length > MAX_PAYLOAD || offset + FRAME_HEAD + length > bytes.len() || head.iter().all(|&byte| byte == 0) {
            continue;
        }
        if next(bytes, offset).is_ok() {
            return true;
        }
        match budget.checked_sub(length + FRAME_HEAD) {
            Some(left) => budget = left,
            None => return true,
        }
    }
    false
}

/// Returns the valid entries and the damage.
///
/// # Errors
///
/// If the bytes are not a record or are newer.
pub fn read(bytes: &[u8]) -> Result<(Vec<Entry<'_>>, Option<Damage>), HeaderError> {
    let mut frames = frames(bytes)?;
    let entries = frames.by_ref().collect();
    Ok((entries, frames.damage()))
}

fn next(bytes: &[u8], offset: usize) -> Result<Entry<'_>, &'static str> {
    let rest = &bytes[offset..];
    let head = rest.get(..FRAME_HEAD).ok_or("the file ends within an entry's head")?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let length = word(0) as usize;
    if length > MAX_PAYLOAD {
        return Err("an entry's size is above the maximum");
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
    fn only_a_last_entry_is_torn() {
        let bytes = record();
        let whole = read(&bytes).expect("a record").0;
        let last = whole.last().expect("entries").offset;
        for at in HEADER..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x20;
            let damage = read(&broken).expect("the header is whole").1.expect("damage");
            assert_eq!(damage.torn, at >= last, "flip at {at}");
            let cut = read(&bytes[..at]).expect("the header is whole").1;
            assert!(cut.is_none_or(|damage| damage.torn), "cut at {at}");
        }
        let zeros = [bytes, vec![0; 100]].concat();
        assert!(read(&zeros).expect("a record").1.expect("no entry").torn);
    }

    #[test]
    fn damage_says_behind_how_many_entries_it_is_and_where() {
        let bytes = record();
        let ends: Vec<usize> = read(&bytes).expect("a record").0.iter().map(|e| e.offset).collect();
        for (count, &at) in ends.iter().enumerate() {
            let damage = read(&bytes[..at + 1]).expect("the header is whole").1.expect("damage");
            let expected = format!("after {count} whole entries, at byte {at}: the file ends within an entry's head");
            assert_eq!((damage.reason, damage.bytes), (expected, at..at + 1));
        }
    }

    #[test]
    fn only_records_up_to_this_format_are_read() {
        assert_eq!(read(&[]).map(|_| ()), Err(HeaderError::NotARecord));
        assert_eq!(read(&header()[..HEADER - 1]).map(|_| ()), Err(HeaderError::NotARecord));
        assert_eq!(read(b"another file").map(|_| ()), Err(HeaderError::NotARecord));
        assert_eq!(read(&header()).map(|(entries, damage)| (entries.len(), damage)), Ok((0, None)));
        let mut newer = header();
        newer[8..10].copy_from_slice(&(FORMAT + 1).to_le_bytes());
        assert_eq!(read(&newer).map(|_| ()), Err(HeaderError::Newer(FORMAT + 1)));
    }

    #[test]
    fn an_entry_has_the_largest_payload_and_none_beyond() {
        let largest = frame(1, &vec![0; MAX_PAYLOAD]).expect("as large as may be");
        assert_eq!(largest.len(), FRAME_HEAD + MAX_PAYLOAD);
        let bytes = [&header()[..], &largest].concat();
        let mut frames = frames(&bytes).expect("a record");
        assert_eq!(frames.next().map(|entry| entry.payload.len()), Some(MAX_PAYLOAD));
        assert_eq!(frames.end(), bytes.len());
        assert!(frame(1, &vec![0; MAX_PAYLOAD + 1]).is_err());
        let mut claims = bytes;
        claims[HEADER..HEADER + 4].copy_from_slice(&(MAX_PAYLOAD as u32 + 1).to_le_bytes());
        let damage = read(&claims).expect("the header is whole").1.expect("damage");
        assert!(damage.reason.ends_with("an entry's size is above the maximum"), "{}", damage.reason);
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
