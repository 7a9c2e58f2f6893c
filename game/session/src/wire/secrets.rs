//! Tokens that prove a seat. Logs never show them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Secret of a seat or watcher, 128 random bits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatToken(pub [u8; 16]);

impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl SeatToken {
    /// Returns the token as 32 hexadecimal digits, for a file of the client.
    #[must_use]
    pub fn to_hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads [`Self::to_hex`]; `None` if the text is not 32 hexadecimal digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let mut bytes = [0; 16];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_text_and_hides_in_logs() {
        let token = SeatToken([0x0f; 16]);
        assert_eq!(SeatToken::from_hex(&token.to_hex()), Some(token));
        for wrong in ["", "0f", &"0g".repeat(16), &"é".repeat(16)] {
            assert_eq!(SeatToken::from_hex(wrong), None, "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "Token(…)");
    }
}
