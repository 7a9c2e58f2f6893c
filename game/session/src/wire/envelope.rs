//! The head of each binary frame: its number in the connection and a checksum. A frame that was changed, lost or
//! overtaken between the two ends closes the connection, and the client resumes on another one. A repeated frame is dropped.
//! Pings carry the number of frames sent, so that a lost last frame is noticed.

use thiserror::Error;

/// Bytes before the frame: the number and the CRC-32 of number and frame, little-endian.
pub const HEAD: usize = 8;

/// Word in the checksum of a ping.
const PING: &[u8] = b"ping";

/// Reason why a frame cannot be used. The connection then begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FrameFault {
    /// The bytes do not have their checksum.
    #[error("frame {0} was damaged on its way")]
    Damaged(u32),
    /// Frames are missing.
    #[error("frame {expected} is missing before frame {number}")]
    Gap {
        /// Number that should come next.
        expected: u32,
        /// Number that came.
        number: u32,
    },
}

/// The sending end: it numbers frames from 0.
#[derive(Debug, Default)]
pub struct Sealer {
    next: u32,
}

impl Sealer {
    /// Returns a frame with its head.
    #[must_use]
    pub fn seal(&mut self, frame: &[u8]) -> Vec<u8> {
        let mut sealed = Vec::with_capacity(HEAD + frame.len());
        sealed.extend(self.next.to_le_bytes());
        sealed.extend(checksum(self.next, frame).to_le_bytes());
        sealed.extend(frame);
        self.next = self.next.wrapping_add(1);
        sealed
    }

    /// Returns the payload of a ping, as [`Unsealer::check`] reads it: the number of frames sent, and the CRC-32 of this
    /// number and the word `ping`.
    #[must_use]
    pub fn ping(&self) -> [u8; HEAD] {
        let mut payload = [0; HEAD];
        payload[..4].copy_from_slice(&self.next.to_le_bytes());
        payload[4..].copy_from_slice(&checksum(self.next, PING).to_le_bytes());
        payload
    }
}

/// The receiving end.
#[derive(Debug, Default)]
pub struct Unsealer {
    next: u32,
}

impl Unsealer {
    /// Returns the frame without its head; `None` if it arrived before.
    ///
    /// # Errors
    ///
    /// If the frame was changed, or frames before it are missing.
    pub fn unseal<'f>(&mut self, sealed: &'f [u8]) -> Result<Option<&'f [u8]>, FrameFault> {
        let expected = self.next;
        let (number, rest) = sealed.split_first_chunk().ok_or(FrameFault::Damaged(expected))?;
        let (sum, frame) = rest.split_first_chunk().ok_or(FrameFault::Damaged(expected))?;
        let number = u32::from_le_bytes(*number);
        if checksum(number, frame) != u32::from_le_bytes(*sum) {
            return Err(FrameFault::Damaged(expected));
        }
        // Numbers wrap, so the distance decides which is older.
        match number.wrapping_sub(expected).cast_signed() {
            0 => {
                self.next = expected.wrapping_add(1);
                Ok(Some(frame))
            }
            ..0 => Ok(None),
            _ => Err(FrameFault::Gap { expected, number }),
        }
    }
}

impl Unsealer {
    /// Reads the payload of a ping. Other payloads than those of [`Sealer::ping`], such as those of libraries, tell nothing.
    ///
    /// # Errors
    ///
    /// If the last frames before the ping are missing.
    pub fn check(&self, ping: &[u8]) -> Result<(), FrameFault> {
        let expected = self.next;
        let Some((number, sum)) = ping.split_first_chunk() else { return Ok(()) };
        let number = u32::from_le_bytes(*number);
        if sum != checksum(number, PING).to_le_bytes() {
            return Ok(());
        }
        match number.wrapping_sub(expected).cast_signed() {
            ..=0 => Ok(()),
            _ => Err(FrameFault::Gap { expected, number }),
        }
    }
}

fn checksum(number: u32, frame: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(frame);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_out_once_and_in_order() {
        let mut sealer = Sealer { next: u32::MAX };
        let mut unsealer = Unsealer { next: u32::MAX };
        let [first, second, third] = [b"one", b"two", b"six"].map(|frame| sealer.seal(frame));
        assert_eq!(unsealer.unseal(&first), Ok(Some(&b"one"[..])));
        assert_eq!(unsealer.unseal(&first), Ok(None), "a repetition");
        assert_eq!(unsealer.unseal(&third), Err(FrameFault::Gap { expected: 0, number: 1 }));
        assert_eq!(unsealer.unseal(&second), Ok(Some(&b"two"[..])), "numbers wrap");
        assert_eq!(unsealer.unseal(&third), Ok(Some(&b"six"[..])));
    }

    #[test]
    fn a_ping_tells_that_the_last_frame_is_missing() {
        let (mut sealer, mut unsealer) = (Sealer::default(), Unsealer::default());
        let first = sealer.seal(b"one");
        assert_eq!(unsealer.check(&sealer.ping()), Err(FrameFault::Gap { expected: 0, number: 1 }));
        assert_eq!(unsealer.unseal(&first), Ok(Some(&b"one"[..])));
        assert_eq!(unsealer.check(&sealer.ping()), Ok(()));
        for other in [&b""[..], b"\xff\xff\xff\x7f", b"\x07\0\0\0\0\0\0\0"] {
            assert_eq!(unsealer.check(other), Ok(()), "a ping of another program");
        }
    }

    #[test]
    fn each_flipped_bit_and_each_cut_is_noticed() {
        let sealed = Sealer::default().seal(b"a decision");
        for bit in 0..8 * sealed.len() {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Unsealer::default().unseal(&flipped), Err(FrameFault::Damaged(0)), "bit {bit}");
        }
        for cut in 0..sealed.len() {
            assert_eq!(Unsealer::default().unseal(&sealed[..cut]), Err(FrameFault::Damaged(0)), "cut at {cut}");
        }
    }

    #[test]
    fn the_head_has_a_number_and_the_usual_crc() {
        let mut sealer = Sealer { next: 0x3433_3231 };
        // The check value of CRC-32 for the text 123456789.
        let sealed = sealer.seal(b"56789");
        assert_eq!(sealed, [&b"1234"[..], &0xcbf4_3926_u32.to_le_bytes(), b"56789"].concat());
    }
}
