//! The table of entry kinds: number in files, name, content, and whether it shows that a person played.

use super::{ChangedFile, Commit, Decide, Exchange, Start, opening};
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::{Change, Deciders, Opening};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    Nothing,
    APerson,
}

macro_rules! entries {
    (@holds) => { () };
    (@holds $holds:ty) => { $holds };
    (@encode) => { Ok(Vec::new()) };
    (@encode $held:ident) => { codec::encode($held) };
    (@encode $held:ident $by:ident) => { $by::encode($held) };
    (@decode $payload:ident $name:ident) => { Self::$name };
    (@decode $payload:ident $name:ident ($holds:ty)) => { Self::$name(codec::decode($payload)?) };
    (@decode $payload:ident $name:ident ($holds:ty) $by:ident) => { Self::$name($by::decode($payload)?) };
    ($($(#[doc = $doc:literal])+ $number:literal $name:ident $(($held:ident: $holds:ty $(, by $by:ident)?))?, shows $shows:ident;)+) => {
        /// One entry of a record.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Entry {
            $($(#[doc = $doc])+ $name $(($holds))?,)+
            /// An entry of an unknown kind, which readers report and skip.
            Unknown(u16),
        }

        impl Entry {
            /// Returns the number of its kind in files.
            #[must_use]
            pub const fn kind(&self) -> u16 {
                match self {
                    $(Self::$name { .. } => $number,)+
                    Self::Unknown(kind) => *kind,
                }
            }

            pub(super) const fn has_person(&self) -> bool {
                match self {
                    $(Self::$name { .. } => matches!(Shows::$shows, Shows::APerson),)+
                    Self::Unknown(_) => false,
                }
            }

            /// Returns its payload.
            ///
            /// # Errors
            ///
            /// If it exceeds the size limit.
            pub fn payload(&self) -> Result<Vec<u8>, CodecError> {
                match self {
                    $(Self::$name $(($held))? => entries!(@encode $($held $($by)?)?),)+
                    Self::Unknown(_) => Ok(Vec::new()),
                }
            }

            /// Reads the entry of a frame.
            ///
            /// # Errors
            ///
            /// If the payload does not fit its kind.
            pub fn from_frame(kind: u16, payload: &[u8]) -> Result<Self, CodecError> {
                Ok(match kind {
                    $($number => entries!(@decode payload $name $(($holds) $($by)?)?),)+
                    other => Self::Unknown(other),
                })
            }
        }
    };
}

entries! {
    /// The start; always first.
    1 Start(start: Box<Start>), shows Nothing;
    /// The assets as canonical text.
    2 Assets(text: String), shows Nothing;
    /// A decision.
    3 Decide(decide: Box<Decide>), shows APerson;
    /// An executed round, or an immediate execution.
    4 Commit(commit: Box<Commit>), shows APerson;
    /// Undo to the state after the entry with this number, within the undo limits.
    5 UndoTo(entry: u32), shows APerson;
    /// Rewind to the state after the entry with this number; marks the record as forked.
    6 ForkTo(entry: u32), shows APerson;
    /// Exchange of the whole pack, from older versions.
    7 AssetPatch(text: String), shows APerson;
    /// A snapshot of the whole battle.
    8 Snapshot(bytes: Vec<u8>), shows Nothing;
    /// The end with this outcome, as an [`Outcome`](foretoken_vm::Outcome) number.
    9 End(outcome: i32), shows APerson;
    /// A manual edit. Replays ignore the old values in the changes.
    10 Edit(changes: Vec<Change>), shows APerson;
    /// A side closed its decisions, and the battle did not continue at once.
    11 Close(side: u8), shows APerson;
    /// A decision for the next uses of an activation that stays open.
    12 DecidePart(decide: Box<Decide>), shows APerson;
    /// Exchange of changed files, in canonical text, from older versions. Each exchange migrates the battle.
    13 AssetFiles(changes: Vec<ChangedFile>), shows APerson;
    /// Exchange of assets during the battle.
    14 Exchange(exchange: Box<Exchange>), shows APerson;
    /// A commit after which the round continues.
    15 CommitPart(commit: Box<Commit>), shows APerson;
    /// The computer's level from here on, as [`Level::code`](foretoken_preview::Level::code); the normal level without
    /// an entry.
    16 Level(code: u8), shows Nothing;
    /// Executed activations cannot be undone in this battle.
    17 Ironman, shows Nothing;
    /// A used rescue, which counts in the rating.
    18 Rescued, shows APerson;
    /// An opening that replaces the scenario's. Other entries have seed, deciders and difficulty.
    19 Opening(opening: Box<Opening>, by opening), shows Nothing;
    /// Deciders of the sides, if the planner has its own level or a policy decides. Precedes all decisions.
    20 Deciders(deciders: Box<Deciders>), shows Nothing;
    /// An order that the computer gave for the player, which the rating names.
    21 Advised, shows APerson;
    /// The time that is left on a side's clock, in milliseconds.
    22 Clock(left: (u8, u64)), shows Nothing;
    /// A side's time was out, and the referee decides for it next.
    23 TimedOut(side: u8), shows Nothing;
    /// A side gave up and lost.
    24 Resigned(side: u8), shows APerson;
}

impl Entry {
    /// Whether an entry carries something out.
    #[must_use]
    pub const fn is_commit(&self) -> bool {
        matches!(self, Self::Commit(_) | Self::CommitPart(_))
    }
}
