//! A seat's decision as bytes, with action names instead of numbers.

use crate::record::Decide;
use crate::seat::Decision;
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::{Intent, Rulebook};
use serde::{Deserialize, Serialize};

/// A message from a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A decision.
    Decide(Decision),
    /// The side closes its decisions.
    Close,
}

#[derive(Serialize, Deserialize)]
enum Form {
    Decide(Decide, bool),
    Close,
}

impl Message {
    /// Returns the message as bytes, with action names.
    ///
    /// # Errors
    ///
    /// If it would exceed [`codec::LIMIT`].
    pub fn to_bytes(&self, book: &Rulebook) -> Result<Vec<u8>, CodecError> {
        codec::encode(&match self {
            Self::Decide(Decision { unit, intent }) => {
                Form::Decide(Decide::of(book, *unit, intent, false), intent.complete)
            }
            Self::Close => Form::Close,
        })
    }

    /// Reads a message from [`Self::to_bytes`], without unknown actions.
    ///
    /// # Errors
    ///
    /// If the bytes are malformed.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, CodecError> {
        Ok(match codec::decode(bytes)? {
            Form::Decide(decide, complete) => {
                let (intent, _) = decide.intent(book);
                Self::Decide(Decision { unit: decide.unit, intent: Intent { complete, ..intent } })
            }
            Form::Close => Self::Close,
        })
    }
}
