//! Compression of frames against an earlier frame. A briefing repeats most of the last one, so its delta is small. Both
//! ends already have the earlier frame, so the delta tells no more than the frame itself.

use super::limits::UNPACKED;
use foretoken_vm::codec::CodecError;
use lz4_flex::block::{compress_with_dict, decompress_with_dict};

/// Compresses bytes against a base, which may be empty: the length in four bytes, little-endian, then an LZ4 block with
/// the base as its dictionary.
#[must_use]
pub fn pack(bytes: &[u8], base: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let mut packed = length.to_le_bytes().to_vec();
    packed.extend(compress_with_dict(bytes, base));
    packed
}

/// Reads bytes of [`pack`] with the same base.
///
/// # Errors
///
/// If the bytes are malformed, belong to another base, or announce more than [`UNPACKED`].
pub fn unpack(packed: &[u8], base: &[u8]) -> Result<Vec<u8>, CodecError> {
    let malformed = |why: &str| CodecError::Decode(why.to_owned());
    let (length, block) = packed.split_first_chunk().ok_or_else(|| malformed("the length is missing"))?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > UNPACKED {
        return Err(malformed("the content is too large"));
    }
    let bytes = decompress_with_dict(block, length, base).map_err(|error| malformed(&error.to_string()))?;
    if bytes.len() == length { Ok(bytes) } else { Err(malformed("the length is wrong")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_is_small_and_comes_back() {
        // Larger than the window of the compression.
        let base: Vec<u8> = (0..200_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let mut bytes = base.clone();
        bytes[150_000] ^= 1;
        bytes.extend(b"more");
        let packed = pack(&bytes[140_000..], &base);
        assert!(packed.len() < 6_000, "{}", packed.len());
        assert_eq!(unpack(&packed, &base).expect("its own bytes"), &bytes[140_000..]);
        assert_eq!(unpack(&pack(b"", b""), b"").expect("its own bytes"), b"");
    }

    #[test]
    fn wrong_lengths_and_torn_blocks_are_refused() {
        let packed = pack(&[7; 1000], b"");
        for cut in 0..packed.len() {
            assert!(unpack(&packed[..cut], b"").is_err(), "cut at {cut}");
        }
        let mut claims = packed.clone();
        claims[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(unpack(&claims, b"").is_err());
        claims[..4].copy_from_slice(&999_u32.to_le_bytes());
        assert!(unpack(&claims, b"").is_err());
    }
}
