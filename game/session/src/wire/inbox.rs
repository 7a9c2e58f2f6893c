//! A client's side of the briefings: it keeps the last one as the base of the next delta.

use super::delta::unpack;
use super::protocol::Brief;
use crate::briefing::{Briefing, BriefingError};
use foretoken_vm::Rulebook;
use foretoken_vm::codec::CodecError;

/// Reason why a briefing cannot be read. The connection then begins anew.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    /// The delta belongs to a briefing that this client does not have.
    #[error("the briefing continues number {0}, which did not arrive")]
    NoBase(u32),
    /// The delta is malformed.
    #[error(transparent)]
    Delta(#[from] CodecError),
    /// The briefing is malformed.
    #[error(transparent)]
    Briefing(#[from] BriefingError),
}

/// The received briefings of one seat.
#[derive(Debug, Default)]
pub struct Inbox {
    received: u32,
    bytes: Vec<u8>,
}

impl Inbox {
    /// Returns the number of the last briefing; 0 for none.
    #[must_use]
    pub const fn received(&self) -> u32 {
        self.received
    }

    /// Reads a briefing. `None` if it arrived before.
    ///
    /// # Errors
    ///
    /// If its base is not here, or it is malformed; nothing changes.
    pub fn read(&mut self, book: &Rulebook, brief: &Brief) -> Result<Option<Briefing>, InboxError> {
        if brief.sequence <= self.received {
            return Ok(None);
        }
        let base = match brief.base {
            0 => &[][..],
            base if base == self.received => &self.bytes,
            base => return Err(InboxError::NoBase(base)),
        };
        let bytes = unpack(&brief.bytes, base)?;
        let briefing = Briefing::from_bytes(book, &bytes)?;
        (self.received, self.bytes) = (brief.sequence, bytes);
        Ok(Some(briefing))
    }
}
