//! The protocol between a client and a server, version 1, without sockets: frames, the briefings of a seat on their way,
//! and all limits. `docs/wire.md` describes it for authors of other clients.

mod client;
mod delta;
pub mod envelope;
mod frames;
mod inbox;
pub mod limits;
mod message;
mod outbox;
mod protocol;
mod reason;
mod secrets;

pub use client::{Client, CompileRules, Event};
pub use delta::{pack, unpack};
pub use frames::{read_frame, write_frame};
pub use inbox::{Inbox, InboxError};
pub use message::Message;
pub use outbox::Outbox;
pub use protocol::{
    Act, Brief, ClockInfo, ClockRule, SeatInfo, SeatPlan, TableInfo, TableOptions, TimeoutRule, ToClient, ToServer,
    VERSION,
};
pub use reason::Reason;
pub use secrets::SeatToken;
