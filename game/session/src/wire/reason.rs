//! Reasons of refusals. The wire carries values; each front end shows their sentence.

use crate::referee::{Refusal, Rejection};
use serde::{Deserialize, Serialize};

/// Reason why a server refuses a frame or ends a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Reason {
    /// The client speaks another protocol.
    #[error("The server speaks protocol {here}, and this program speaks protocol {there}. Install the same version.")]
    Protocol {
        /// Number of the server.
        here: u16,
        /// Number of the client.
        there: u16,
    },
    /// The client has another version of the rules.
    #[error("The server has rules version {here}, and this program has version {there}. Install the same version.")]
    RulesVersion {
        /// Version of the server.
        here: u32,
        /// Version of the client.
        there: u32,
    },
    /// The client compiled other rules.
    #[error("The rules differ: their hash is {here:016x} at the server and {there:016x} here.")]
    OtherRules {
        /// Hash of the server.
        here: u64,
        /// Hash of the client.
        there: u64,
    },
    /// The frame cannot be read.
    #[error("The server could not read the message.")]
    Malformed,
    /// The frame does not fit the state of the connection.
    #[error("This is not possible now.")]
    NotNow,
    /// A text is too long or has control characters.
    #[error("The text is too long or has characters that are not allowed.")]
    BadText,
    /// The client sent no greeting in time, or nothing for too long.
    #[error("The connection was silent for too long.")]
    Silent,
    /// The client reads too slowly. It can return with its token.
    #[error("The connection is too slow. It will be resumed.")]
    TooSlow,
    /// A newer connection has the same token.
    #[error("Another connection has taken this seat with its token.")]
    Replaced,
    /// The server stops.
    #[error("The server stops. The battle goes on when it is back.")]
    Stopping,
    /// The token is unknown.
    #[error("The server does not know this seat any more.")]
    UnknownToken,
    /// There is no table with this code.
    #[error("There is no table with this code.")]
    NoTable,
    /// The server has as many tables as it may have.
    #[error("The server is full. Try again later.")]
    Full,
    /// The scenario is unknown or has faults.
    #[error("The server cannot play this scenario.")]
    NoScenario,
    /// The options of the table contradict each other or the scenario.
    #[error("The table cannot have these options.")]
    BadOptions,
    /// The seat is taken, or the side has no seat.
    #[error("This seat is not free.")]
    NoSeat,
    /// The table does not allow watching.
    #[error("This table cannot be watched.")]
    NoWatching,
    /// Only the creator of the table may do this.
    #[error("Only the creator of the table can do this.")]
    NotCreator,
    /// The client watches and cannot act.
    #[error("Watchers cannot act.")]
    Watching,
    /// The act answers an older question.
    #[error("The battle has gone on since then.")]
    Stale,
    /// The client's knowledge differs from the server's. A whole briefing follows.
    #[error("This program had fallen out of step. It has been corrected; decide again.")]
    OutOfStep,
    /// It is not this side's turn.
    #[error("It is not your turn.")]
    NotAsked,
    /// The side cannot decide for this unit now.
    #[error("This unit cannot decide now.")]
    NotThisUnit,
    /// The unit cannot carry out the decision.
    #[error("The unit cannot do that.")]
    NotAllowed,
    /// The undo is refused.
    #[error("{0}")]
    Undo(Refusal),
    /// Another seat must consent to the undo. Its answer follows.
    #[error("The other side must consent.")]
    AwaitsConsent,
    /// The other seat did not consent.
    #[error("The other side does not consent.")]
    Declined,
    /// The battle is over.
    #[error("The battle is over.")]
    Over,
    /// The battle is paused.
    #[error("The battle is paused.")]
    Paused,
    /// The journal could not be written, so the act did not happen.
    #[error("The server could not store the decision. Try again.")]
    NotStored,
    /// A frame was damaged, lost or overtaken on its way. The client can return with its token.
    #[error("A message was damaged on its way. The connection will be resumed.")]
    Damaged,
}

impl From<Rejection> for Reason {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::NotAsked => Self::NotAsked,
            Rejection::NotThisUnit => Self::NotThisUnit,
            Rejection::NotAllowed(_) => Self::NotAllowed,
        }
    }
}
