//! Run-time faults with stable numbers. A trap ends the activation, leaves the state valid, and shows in the log; no
//! input can do worse (law 11).

/// Why a program was ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
#[repr(u8)]
pub enum Trap {
    /// The activation's fuel is spent, or the work that it is worth: a loop without end, hazards that feed each other, or
    /// too much to look at.
    #[error("out of fuel: the action loops or triggers without end")]
    Fuel = 1,
    /// Triggers set off triggers too deep.
    #[error("triggers set each other off too deep")]
    Depth = 2,
    /// A loop asked for more turns than the limit.
    #[error("a loop asks for more turns than the limit")]
    LoopCount = 3,
    /// No further entity may come to be.
    #[error("too many entities")]
    Entities = 4,
    /// No further agenda entry may wait.
    #[error("too many entries wait in the agenda")]
    Entries = 5,
    /// A program refers to what is not there; the compiler makes no such program, a broken journal might.
    #[error("the program refers to what is not there")]
    BadProgram = 6,
    /// A token of another crate gave up.
    #[error("a token of another crate gave up")]
    Extern = 7,
    /// The actions of a round have written as much as they may.
    #[error("the actions of this round change too much")]
    Log = 8,
}

impl Trap {
    /// All, by number from 1.
    pub const ALL: [Self; 8] = [
        Self::Fuel,
        Self::Depth,
        Self::LoopCount,
        Self::Entities,
        Self::Entries,
        Self::BadProgram,
        Self::Extern,
        Self::Log,
    ];

    /// The trap with this number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&trap| trap as i32 == code)
    }
}
