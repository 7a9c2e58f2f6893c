//! Binary encoding of values. Only this module names `bincode`. Every read has a size limit, because nine hostile bytes
//! can request terabytes.

use serde::{Serialize, de::DeserializeOwned};

/// Maximum size of an encoded value, for reading and writing: 64 MiB.
pub const LIMIT: usize = 64 << 20;

/// Reason why encoding or decoding failed.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// The value cannot be encoded or exceeds [`LIMIT`].
    #[error("the value cannot be written: {0}")]
    Encode(String),
    /// The bytes are malformed or request more than [`LIMIT`].
    #[error("the saved data cannot be read: {0}")]
    Decode(String),
    /// This many bytes follow the value.
    #[error("{0} bytes are left over after the value")]
    LeftOver(usize),
}

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_fixed_int_encoding().with_little_endian().with_limit::<LIMIT>()
}

/// Encodes a value: little-endian, fixed widths.
///
///
/// # Errors
/// The result would be larger than [`LIMIT`].
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, CodecError> {
    let bytes = bincode::serde::encode_to_vec(value, config()).map_err(|e| CodecError::Encode(e.to_string()))?;
    if bytes.len() <= LIMIT { Ok(bytes) } else { Err(CodecError::Encode(format!("it takes {} bytes", bytes.len()))) }
}

/// Decodes the value at the front of the bytes; also returns the remaining bytes.
///
///
/// # Errors
/// The bytes are malformed or request too much.
pub fn decode_front<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), CodecError> {
    let (value, read) =
        bincode::serde::decode_from_slice(bytes, config()).map_err(|e| CodecError::Decode(e.to_string()))?;
    Ok((value, bytes.get(read..).unwrap_or_default()))
}

/// Decodes a value of exactly these bytes.
///
///
/// # Errors
/// The bytes are malformed, request too much, or continue after the value.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let (value, rest) = decode_front(bytes)?;
    if rest.is_empty() { Ok(value) } else { Err(CodecError::LeftOver(rest.len())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_exactly_its_bytes() {
        let value = (7_u16, "seven".to_owned());
        let bytes = encode(&value).expect("small");
        assert_eq!(decode::<(u16, String)>(&bytes).expect("its own bytes"), value);
        let longer = [&bytes[..], &[0; 3]].concat();
        assert!(matches!(decode::<(u16, String)>(&longer), Err(CodecError::LeftOver(3))));
        assert!(matches!(decode::<(u16, String)>(&bytes[..bytes.len() - 1]), Err(CodecError::Decode(_))));
    }

    #[test]
    fn nothing_beyond_the_limit_is_read_or_written() {
        let claims = (LIMIT as u64 + 1).to_le_bytes();
        assert!(matches!(decode::<Vec<u8>>(&claims), Err(CodecError::Decode(_))));
        let head = size_of::<u64>();
        let largest = "x".repeat(LIMIT - head);
        assert_eq!(encode(&largest).expect("as large as may be").len(), LIMIT);
        assert!(matches!(encode(&"x".repeat(LIMIT - head + 1)), Err(CodecError::Encode(_))));
    }
}
