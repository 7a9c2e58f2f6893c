//! Run-time faults with stable numbers. A trap ends the activation, leaves a valid state, and is logged (law 11).

/// Reason why a program was ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
#[repr(u8)]
pub enum Trap {
    /// Fuel or work of the activation is spent, for example by an endless loop or hazards that feed each other.
    #[error("the action is too long: it repeats or triggers endlessly")]
    Fuel = 1,
    /// Triggers are nested too deeply.
    #[error("triggers are nested too deep")]
    Depth = 2,
    /// A loop exceeds the maximum iterations.
    #[error("a loop has more iterations than the limit")]
    LoopCount = 3,
    /// Too many units.
    #[error("too many entities")]
    Entities = 4,
    /// Too many agenda entries.
    #[error("too many delayed effects are waiting")]
    Entries = 5,
    /// The program is malformed; only a broken journal can cause this.
    #[error("the program refers to a missing target or asset")]
    BadProgram = 6,
    /// A token of another crate failed.
    #[error("an instruction from Rust code failed")]
    Extern = 7,
    /// The round exceeds its maximum changes.
    #[error("the actions of this round make too many changes")]
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
