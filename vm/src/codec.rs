//! Plain values as bytes: the one place that names `bincode`, so that it can be exchanged. Always with a size limit:
//! without one, nine hostile bytes can ask for terabytes.

use serde::{Serialize, de::DeserializeOwned};

/// The most bytes one value may take, read or written: 64 MiB.
pub const LIMIT: usize = 64 << 20;

/// Why bytes could not be made or read.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// The value cannot be written, or is larger than [`LIMIT`].
    #[error("the value cannot be written: {0}")]
    Encode(String),
    /// The bytes are not such a value, or ask for more than [`LIMIT`].
    #[error("the bytes are no such value: {0}")]
    Decode(String),
    /// The bytes go on after the value.
    #[error("{0} bytes are left over after the value")]
    LeftOver(usize),
}

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_fixed_int_encoding().with_little_endian().with_limit::<LIMIT>()
}

/// A value as bytes: little-endian, fixed widths.
///
/// # Errors
/// When it would be larger than [`LIMIT`].
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, CodecError> {
    bincode::serde::encode_to_vec(value, config()).map_err(|e| CodecError::Encode(e.to_string()))
}

/// The value of exactly these bytes.
///
/// # Errors
/// When they are not such a value, ask for too much, or go on after it.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let (value, read) =
        bincode::serde::decode_from_slice(bytes, config()).map_err(|e| CodecError::Decode(e.to_string()))?;
    if read == bytes.len() { Ok(value) } else { Err(CodecError::LeftOver(bytes.len() - read)) }
}
