//! The frames of protocol version 1. The codec writes them little-endian with fixed widths; variants have four bytes.

use super::limits;
use super::reason::Reason;
use super::secrets::SeatToken;
use foretoken_vm::codec::{self, CodecError};
use serde::{Deserialize, Serialize};

/// Number of the protocol. A server refuses every other one.
pub const VERSION: u16 = 1;

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToServer {
    /// Greets; always first.
    Hello {
        /// [`VERSION`].
        protocol: u16,
        /// [`RULES_VERSION`](foretoken_vm::RULES_VERSION).
        rules: u32,
        /// Name of the person.
        name: String,
        /// Token of a seat to return to.
        token: Option<SeatToken>,
        /// Sequence number of the last briefing that arrived; 0 for none.
        received: u32,
    },
    /// Asks for the open tables and the scenarios.
    List,
    /// Creates a table.
    Create(Box<TableOptions>),
    /// Takes a seat of a table by its code.
    Sit {
        /// Code of the table.
        code: String,
        /// Side; `None` takes the first free seat.
        side: Option<u8>,
    },
    /// Watches a table from a side.
    Watch {
        /// Code of the table.
        code: String,
        /// Side whose knowledge is shown; `None` takes the first one.
        side: Option<u8>,
    },
    /// Starts the battle. Only the creator may start before all seats are taken; the computer then decides for free ones.
    Start,
    /// Starts the same battle again, when it is over and all seats ask for it.
    Rematch,
    /// Leaves the table for good.
    Leave,
    /// Asks for the text of the assets.
    NeedRules,
    /// Names the hash of the compiled rules. Briefings follow.
    Ready {
        /// [`Rulebook::hash64`](foretoken_vm::Rulebook::hash64).
        rules: u64,
    },
    /// Acts in the battle.
    Act {
        /// Number of the act, rising. A repeated number repeats the answer, not the act.
        id: u32,
        /// Question that it answers; 0 for acts that answer none.
        question: u32,
        /// Sequence number of the client's last briefing.
        sequence: u32,
        /// Hash of the client's knowledge after that briefing.
        known: u64,
        /// The act.
        act: Act,
    },
    /// Acknowledges briefings up to this sequence number.
    Received(u32),
    /// Says something to the table.
    Say(String),
    /// Answers [`ToClient::ShowKnowledge`]: the client's knowledge, as [`Known::to_bytes`](foretoken_vm::Known::to_bytes).
    Knowledge(Vec<u8>),
}

/// An act of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// A decision or the end of the side's decisions, as [`Message::to_bytes`](super::Message::to_bytes).
    Message(Vec<u8>),
    /// Asks to undo the last decision. Undoing executed turns needs the consent of the other seats.
    Undo,
    /// Undoes the side's decisions of this turn.
    ResetTurn,
    /// Answers a request to undo.
    Consent(bool),
    /// Gives the battle up.
    Resign,
    /// Pauses the clocks, when all seats ask for it.
    Pause,
    /// Ends a pause.
    Continue,
}

/// A frame from a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToClient {
    /// Greets.
    Welcome {
        /// [`VERSION`].
        protocol: u16,
        /// [`RULES_VERSION`](foretoken_vm::RULES_VERSION).
        rules: u32,
        /// Name of the server.
        server: String,
    },
    /// Refuses the last frame that is not an act.
    Refused(Reason),
    /// The open tables, and the scenarios for new ones.
    Tables {
        /// Open tables.
        tables: Vec<TableInfo>,
        /// Scenarios, as `pack/name` and title.
        scenarios: Vec<(String, String)>,
    },
    /// The client has a place at a table.
    Seated {
        /// Side of the seat, or side that is watched.
        side: u8,
        /// Whether the client only watches.
        is_watcher: bool,
        /// Secret to return with.
        token: SeatToken,
    },
    /// State of the client's table.
    Table(Box<TableInfo>),
    /// The rules of the battle.
    Rules {
        /// Number of the battle at this table, from 1.
        battle: u32,
        /// Scenario as `pack/name`.
        scenario: String,
        /// Hash of the rules for this seat.
        rules: u64,
        /// Assets as text, compressed with [`pack`](super::pack) without a base. Empty unless asked for.
        text: Vec<u8>,
    },
    /// A briefing.
    Brief(Brief),
    /// Answers an act.
    Done {
        /// Number of the act.
        id: u32,
        /// Why it was refused; `None` if it is done.
        refused: Option<Reason>,
    },
    /// Another seat asks to undo executed turns.
    UndoAsked {
        /// Side that asks.
        side: u8,
    },
    /// A seat said something.
    Said {
        /// Name of the person.
        name: String,
        /// Words.
        words: String,
    },
    /// Asks for the client's knowledge, because its hash differs. A whole briefing follows.
    ShowKnowledge,
    /// The connection ends.
    Bye(Reason),
}

/// A briefing on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    /// Number of the briefing for this seat, from 1.
    pub sequence: u32,
    /// Sequence number of the briefing that the bytes are compressed against; 0 for none.
    pub base: u32,
    /// Number of the question to the seat; 0 if it is not asked.
    pub question: u32,
    /// [`Briefing::to_bytes`](crate::Briefing::to_bytes), compressed with [`pack`](super::pack).
    pub bytes: Vec<u8>,
}

/// Decider of a side of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatPlan {
    /// A person or bot that takes the seat.
    Seat,
    /// The computer.
    Computer,
}

/// Rule for a seat whose time is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TimeoutRule {
    /// Its units wait.
    #[default]
    Wait,
    /// The computer decides this turn.
    Computer,
}

/// Clocks of a table, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRule {
    /// Time for each turn, before the bank is used.
    pub turn: u32,
    /// Time for the whole battle.
    pub bank: u32,
    /// Time that a side gets after each turn.
    pub increment: u32,
    /// Time for each turn while the seat is disconnected, instead of the turn's time and the bank.
    pub away: u32,
    /// Rule for a seat whose time is out.
    pub timeout: TimeoutRule,
}

/// Options of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableOptions {
    /// Scenario as `pack/name`.
    pub scenario: String,
    /// Level of the computer, as [`Level::code`](foretoken_preview::Level::code).
    pub level: u8,
    /// Seed; `None` draws one.
    pub seed: Option<u64>,
    /// Sides of seats instead of the scenario's own; `None` gives every side a seat.
    pub seats: Option<Vec<u8>>,
    /// Whether the table is in the list of tables.
    pub is_open: bool,
    /// Rounds by which watchers see the battle later; `None` forbids watching.
    pub delay: Option<u8>,
    /// Clocks; `None` for no limit.
    pub clock: Option<ClockRule>,
    /// Whether executed turns cannot be undone.
    pub is_ironman: bool,
}

/// A side at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// Side.
    pub side: u8,
    /// Decider.
    pub plan: SeatPlan,
    /// Name of the person; empty for a free seat.
    pub name: String,
    /// Whether the person is connected.
    pub is_here: bool,
}

/// State of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Code, with which others join.
    pub code: String,
    /// Scenario as `pack/name`.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// Sides with a decider.
    pub seats: Vec<SeatInfo>,
    /// Number of watchers.
    pub watchers: u16,
    /// Delay for watchers in rounds; `None` if watching is forbidden.
    pub delay: Option<u8>,
    /// Level of the computer, as [`Level::code`](foretoken_preview::Level::code).
    pub level: u8,
    /// Whether executed turns cannot be undone.
    pub is_ironman: bool,
    /// Number of undone executed turns; 0 until the battle is over, because watchers see it later.
    pub undos: u32,
    /// Whether the battle has begun.
    pub is_begun: bool,
    /// Whether the battle is over.
    pub is_over: bool,
    /// Whether the clocks are paused.
    pub is_paused: bool,
    /// Clocks by side.
    pub clocks: Vec<ClockInfo>,
}

/// Clock of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockInfo {
    /// Side.
    pub side: u8,
    /// Time left for this turn, in milliseconds.
    pub turn: u32,
    /// Time left in the bank, in milliseconds.
    pub bank: u32,
    /// Whether it runs.
    pub is_running: bool,
}

macro_rules! frame {
    ($frame:ident, $limit:expr) => {
        impl $frame {
            /// Returns the frame as bytes.
            ///
            /// # Errors
            ///
            /// If it exceeds the limit for its direction; see [`limits`].
            pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
                let bytes = codec::encode(self)?;
                if bytes.len() > $limit {
                    return Err(CodecError::Encode(format!("it takes {} bytes", bytes.len())));
                }
                Ok(bytes)
            }

            /// Reads a frame from [`Self::to_bytes`].
            ///
            /// # Errors
            ///
            /// If the bytes are malformed or exceed the limit for the direction; see [`limits`].
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, CodecError> {
                if bytes.len() > $limit {
                    return Err(CodecError::Decode(format!("it takes {} bytes", bytes.len())));
                }
                codec::decode(bytes)
            }
        }
    };
}

frame!(ToServer, limits::FROM_CLIENT);
frame!(ToClient, limits::FROM_SERVER);
