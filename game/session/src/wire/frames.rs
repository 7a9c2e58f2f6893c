//! Frames over a byte channel, such as a pipe: a length, then the bytes. WebSockets have frames of their own.

use foretoken_vm::codec;
use std::io::{self, Read, Write};

/// Writes and flushes a frame: length in four bytes, little-endian, then the bytes.
///
/// # Errors
///
/// If the write fails, or the frame exceeds [`codec::LIMIT`].
pub fn write_frame(channel: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).ok().filter(|&length| length as usize <= codec::LIMIT);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the frame is too large"))?;
    channel.write_all(&length.to_le_bytes())?;
    channel.write_all(bytes)?;
    channel.flush()
}

/// Reads a frame; `None` if the channel ends before one. Allocates only as bytes arrive.
///
/// # Errors
///
/// If the channel fails, ends within a frame, or announces more than [`codec::LIMIT`].
pub fn read_frame(channel: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match channel.read(&mut length[..1])? {
        0 => return Ok(None),
        _ => channel.read_exact(&mut length[1..])?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > codec::LIMIT {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the frame is too large"));
    }
    let mut bytes = Vec::new();
    channel.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(Some(bytes)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_written_and_torn_ones_are_refused() {
        let mut channel = Vec::new();
        write_frame(&mut channel, b"first").expect("room");
        write_frame(&mut channel, b"").expect("room");
        let mut reader = channel.as_slice();
        assert_eq!(read_frame(&mut reader).expect("whole"), Some(b"first".to_vec()));
        assert_eq!(read_frame(&mut reader).expect("whole"), Some(Vec::new()));
        assert_eq!(read_frame(&mut reader).expect("its end"), None);
        for cut in 1..9 {
            assert!(read_frame(&mut &channel[..cut]).is_err(), "cut at {cut}");
        }
        assert!(read_frame(&mut u32::MAX.to_le_bytes().as_slice()).is_err(), "four billion bytes are announced");
    }
}
