//! The kinds of entries: one table. A row has the number of the kind in files, its name, what it holds, and whether an entry
//! of it shows that a person took part in the battle.

use super::{ChangedFile, Commit, Decide, Exchange, Start, opening};
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::{Change, Deciders, Opening};

/// Whether entries of a kind show that a person took part.
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
            /// An entry of a kind that this version does not know: reported and skipped.
            Unknown(u16),
        }

        impl Entry {
            /// The number of its kind in files.
            #[must_use]
            pub const fn kind(&self) -> u16 {
                match self {
                    $(Self::$name { .. } => $number,)+
                    Self::Unknown(kind) => *kind,
                }
            }

            /// Whether it shows that a person took part in the battle.
            pub(super) const fn shows_a_person(&self) -> bool {
                match self {
                    $(Self::$name { .. } => matches!(Shows::$shows, Shows::APerson),)+
                    Self::Unknown(_) => false,
                }
            }

            /// Its payload.
            ///
            /// # Errors
            /// When it is larger than an entry may be.
            pub fn payload(&self) -> Result<Vec<u8>, CodecError> {
                match self {
                    $(Self::$name $(($held))? => entries!(@encode $($held $($by)?)?),)+
                    Self::Unknown(_) => Ok(Vec::new()),
                }
            }

            /// The entry of a frame.
            ///
            /// # Errors
            /// When the payload is not what its kind says.
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
    /// How it began; always first.
    1 Start(start: Box<Start>), shows Nothing;
    /// The assets, as canonical text.
    2 Assets(text: String), shows Nothing;
    /// A decision.
    3 Decide(decide: Box<Decide>), shows APerson;
    /// A round was executed, or what a turn order carries out at once.
    4 Commit(commit: Box<Commit>), shows APerson;
    /// Back to the state after the entry with this number, within what may be undone.
    5 UndoTo(entry: u32), shows APerson;
    /// Back to the state after the entry with this number, from wherever: the record is marked as forked.
    6 ForkTo(entry: u32), shows APerson;
    /// Assets were exchanged while the battle ran, as older versions wrote it: the whole pack. From here on these hold.
    7 AssetPatch(text: String), shows APerson;
    /// The whole battle at this point.
    8 Snapshot(bytes: Vec<u8>), shows Nothing;
    /// The battle ended with this outcome, to be read as [`Outcome`](foretoken_vm::Outcome) says.
    9 End(outcome: i32), shows APerson;
    /// The battle was altered by hand. What the changes say was before is for readers; a replay looks itself.
    10 Edit(changes: Vec<Change>), shows APerson;
    /// A side closed its decisions, where the battle did not go on at once.
    11 Close(side: u8), shows APerson;
    /// A decision for the next uses of an activation, which stays open after them.
    12 DecidePart(decide: Box<Decide>), shows APerson;
    /// Assets were exchanged while the battle ran, as older versions wrote it: the files that changed, in canonical text.
    /// The battle is carried over at each.
    13 AssetFiles(changes: Vec<ChangedFile>), shows APerson;
    /// Assets were exchanged while the battle ran.
    14 Exchange(exchange: Box<Exchange>), shows APerson;
    /// The same as a commit, after which the round goes on.
    15 CommitPart(commit: Box<Commit>), shows APerson;
    /// How hard the computer plays from here on, by [`Level::code`](foretoken_preview::Level::code); without one as usual.
    16 Level(code: u8), shows Nothing;
    /// Nothing that was carried out is taken back in this battle.
    17 Ironman, shows Nothing;
    /// A rescue was used, which counts in the rating.
    18 Rescued, shows APerson;
    /// The battle began with this opening, not with the one of its scenario. Seed, deciders and difficulty stand in other
    /// entries.
    19 Opening(opening: Box<Opening>, by opening), shows Nothing;
    /// Who decides for each side, where the planner has a level of its own or a policy decides. It comes before all decisions.
    20 Deciders(deciders: Box<Deciders>), shows Nothing;
}

impl Entry {
    /// Whether something was carried out.
    #[must_use]
    pub const fn is_commit(&self) -> bool {
        matches!(self, Self::Commit(_) | Self::CommitPart(_))
    }
}
