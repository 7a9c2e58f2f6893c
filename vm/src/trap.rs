//! Run-time faults with stable numbers. A trap ends the activation, leaves a valid state, and is logged (law 11).

/// Reason why a program was ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
#[repr(u8)]
pub enum Trap {
    /// Fuel or work of the activation is spent, for example by an endless loop or hazards that feed each other.
    #[error("out of fuel: the action loops or triggers without end")]
    Fuel = 1,
    /// Triggers are nested too deeply.
    #[error("triggers set each other off too deep")]
    Depth = 2,
    /// A loop exceeds the maximum iterations.
    #[error("a loop asks for more turns than the limit")]
    LoopCount = 3,
    /// Too many units.
    #[error("too many entities")]
    Entities = 4,
    /// Too many agenda entries.
    #[error("too many entries wait in the agenda")]
    Entries = 5,
    /// The program is malformed; only a broken journal can cause this.
    #[error("the program refers to what is not there")]
    BadProgram = 6,
    /// A token of another crate failed.
    #[error("a token of another crate gave up")]
    Extern = 7,
    /// The round exceeds its maximum changes.
    #[error("the actions of this round change too much")]
    Log = 8,
}

impl Trap {
    /// All traps by number from 1.
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

    /// Returns a trap by number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&trap| trap as i32 == code)
    }
}
