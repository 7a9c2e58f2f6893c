//! Records: a battle as an append-only journal of framed entries. It is save, autosave and replay in one: the start, the
//! assets as text, everything decided (the computer's too, so that a replay never plans), commits with a hash after each
//! activation, undo and forks, and a snapshot now and then.

mod assets;
mod diff;
mod edit;
#[cfg(feature = "std-io")]
mod files;
mod opening;
mod read;
mod replay;
mod resume;
mod retell;
mod summary;
mod take_over;
mod verify;
mod writer;

pub use assets::{AssetFiles, ChangedFile};
#[cfg(feature = "std-io")]
pub use files::{HeldRecord, open, summary};
pub use read::{MAX_RECORD, OddEntry, Opened, ReplayError, parse};
pub use resume::{Remark, Resumed, opened_battle, resume, resume_seen, start};
pub use verify::{Verdict, WrongEntry, verify};

pub use diff::{Acts, Difference, Made, Parting, Rules, diff};
pub use edit::{EditError, fitted};
pub use replay::{Compile, CompileError, Divergence, MAX_COMPILED, PatchError, Replay, Step};
pub use retell::retell;
pub use summary::{Summary, summary_in, summary_of};
pub use take_over::{TakeOverError, take_over};
pub use writer::{Disk, RecordWriter, WriteError};

use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::state::Renames;
use foretoken_vm::{ActionUse, Answer, Change, EntityId, Intent, Key, Opening, Rulebook};
use opening::OpeningFields;
use serde::{Deserialize, Serialize};

/// How a battle began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Version of the rules that ran it: [`foretoken_vm::RULES_VERSION`].
    pub rules: u32,
    /// Hash of the compiled rulebook.
    pub rulebook: u64,
    /// Kinds of actions used, with their versions.
    pub kinds: Vec<(String, u32)>,
    /// Pack the scenario is from.
    pub pack: String,
    /// The scenario.
    pub scenario: String,
    /// Seed of the battle's stream.
    pub seed: u64,
    /// Teams that the computer decides for.
    pub planned_teams: Vec<u8>,
}

/// An action within an intent, by name, so that it means the same under other assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedUse {
    /// The action's name.
    pub action: String,
    /// Answers by key.
    pub answers: Vec<(Key, Answer)>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decide {
    /// For whom.
    pub unit: EntityId,
    /// Actions in order.
    pub uses: Vec<NamedUse>,
    /// Whether it is one of a side that the computer plays.
    pub planned: bool,
}

/// The execution of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The round that was executed.
    pub round: i32,
    /// Hash of the state after each activation, the end of the round last.
    pub hashes: Vec<u64>,
}

/// An exchange of assets while the battle ran. Exchanges that follow each other with nothing between them are one: the
/// battle is carried over from where it stood before the first of them to the assets after the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What has other names since.
    pub renames: Renames,
    /// The files that changed, in canonical text.
    pub files: Vec<ChangedFile>,
    /// Whether another exchange follows it at once, so that nobody asks what it comes to alone. Found on reading.
    #[serde(skip)]
    pub superseded: bool,
}

/// One entry of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// How it began; always first.
    Start(Box<Start>),
    /// The assets, as canonical text.
    Assets(String),
    /// A decision.
    Decide(Box<Decide>),
    /// A round was executed, or what a turn order carries out at once.
    Commit(Box<Commit>),
    /// Back to the state after the entry with this number, within what may be undone.
    UndoTo(u32),
    /// Back to the state after the entry with this number, from wherever: the record is marked as forked.
    ForkTo(u32),
    /// Assets were exchanged while the battle ran, as older versions wrote it: the whole pack. From here on these hold.
    AssetPatch(String),
    /// Assets were exchanged while the battle ran, as older versions wrote it: the files that changed, in canonical text.
    /// The battle is carried over at each.
    AssetFiles(Vec<ChangedFile>),
    /// The whole battle at this point.
    Snapshot(Vec<u8>),
    /// The battle ended with this outcome, to be read as [`Outcome`](foretoken_vm::Outcome) says.
    End(i32),
    /// The battle was altered by hand. What the changes say was before is for readers; a replay looks itself.
    Edit(Vec<Change>),
    /// A side closed its decisions, where the battle did not go on at once.
    Close(u8),
    /// A decision for the next uses of an activation, which stays open after them.
    DecidePart(Box<Decide>),
    /// Assets were exchanged while the battle ran.
    Exchange(Box<Exchange>),
    /// The same as a commit, after which the round goes on.
    CommitPart(Box<Commit>),
    /// How hard the computer plays from here on, by [`Level::code`](foretoken_preview::Level::code); without one as usual.
    Level(u8),
    /// Nothing that was carried out is taken back in this battle.
    Ironman,
    /// A rescue was used, which counts in the rating.
    Rescued,
    /// The battle began with this opening, not with the one of its scenario. Seed, deciders and difficulty stand in other entries.
    Opening(Box<Opening>),
    /// An entry of a type this version does not know: reported and skipped.
    Unknown(u16),
}

impl Entry {
    /// The number of its type in files.
    #[must_use]
    pub const fn kind(&self) -> u16 {
        match self {
            Self::Start(_) => 1,
            Self::Assets(_) => 2,
            Self::Decide(_) => 3,
            Self::Commit(_) => 4,
            Self::UndoTo(_) => 5,
            Self::ForkTo(_) => 6,
            Self::AssetPatch(_) => 7,
            Self::Snapshot(_) => 8,
            Self::End(_) => 9,
            Self::Edit(_) => 10,
            Self::Close(_) => 11,
            Self::DecidePart(_) => 12,
            Self::AssetFiles(_) => 13,
            Self::Exchange(_) => 14,
            Self::CommitPart(_) => 15,
            Self::Level(_) => 16,
            Self::Ironman => 17,
            Self::Rescued => 18,
            Self::Opening(_) => 19,
            Self::Unknown(kind) => *kind,
        }
    }

    /// Whether something was carried out.
    #[must_use]
    pub const fn is_commit(&self) -> bool {
        matches!(self, Self::Commit(_) | Self::CommitPart(_))
    }

    /// Its payload.
    ///
    /// # Errors
    /// When it is larger than an entry may be.
    pub fn payload(&self) -> Result<Vec<u8>, CodecError> {
        match self {
            Self::Start(start) => codec::encode(start),
            Self::Assets(text) | Self::AssetPatch(text) => codec::encode(text),
            Self::Decide(decide) | Self::DecidePart(decide) => codec::encode(decide),
            Self::Commit(commit) | Self::CommitPart(commit) => codec::encode(commit),
            Self::UndoTo(entry) | Self::ForkTo(entry) => codec::encode(entry),
            Self::Snapshot(bytes) => codec::encode(bytes),
            Self::AssetFiles(changes) => codec::encode(changes),
            Self::Exchange(exchange) => codec::encode(exchange),
            Self::End(outcome) => codec::encode(outcome),
            Self::Edit(changes) => codec::encode(changes),
            Self::Close(number) | Self::Level(number) => codec::encode(number),
            Self::Opening(opening) => codec::encode(&OpeningFields::from(&**opening)),
            Self::Ironman | Self::Rescued | Self::Unknown(_) => Ok(Vec::new()),
        }
    }

    /// The entry of a frame.
    ///
    /// # Errors
    /// When the payload is not what its type says.
    pub fn from_frame(kind: u16, payload: &[u8]) -> Result<Self, CodecError> {
        Ok(match kind {
            1 => Self::Start(codec::decode(payload)?),
            2 => Self::Assets(codec::decode(payload)?),
            3 => Self::Decide(codec::decode(payload)?),
            4 => Self::Commit(codec::decode(payload)?),
            5 => Self::UndoTo(codec::decode(payload)?),
            6 => Self::ForkTo(codec::decode(payload)?),
            7 => Self::AssetPatch(codec::decode(payload)?),
            8 => Self::Snapshot(codec::decode(payload)?),
            9 => Self::End(codec::decode(payload)?),
            10 => Self::Edit(codec::decode(payload)?),
            11 => Self::Close(codec::decode(payload)?),
            12 => Self::DecidePart(codec::decode(payload)?),
            13 => Self::AssetFiles(codec::decode(payload)?),
            14 => Self::Exchange(codec::decode(payload)?),
            15 => Self::CommitPart(codec::decode(payload)?),
            16 => Self::Level(codec::decode(payload)?),
            17 => Self::Ironman,
            18 => Self::Rescued,
            19 => Self::Opening(Box::new(codec::decode::<OpeningFields>(payload)?.into())),
            other => Self::Unknown(other),
        })
    }
}

impl Decide {
    /// A decision by name.
    #[must_use]
    pub fn of(book: &Rulebook, unit: EntityId, intent: &Intent, planned: bool) -> Self {
        let named = |used: &ActionUse| NamedUse {
            action: book.program(used.program).map(|p| p.name.clone()).unwrap_or_default(),
            answers: used.answers.clone(),
        };
        Self { unit, uses: intent.uses.iter().map(named).collect(), planned }
    }

    /// The intent under a rulebook; with the names of actions it does not have.
    #[must_use]
    pub fn intent(&self, book: &Rulebook) -> (Intent, Vec<String>) {
        let mut missing = Vec::new();
        let mut uses = Vec::new();
        for used in &self.uses {
            match book.find_program(&used.action) {
                Some(program) => uses.push(ActionUse { program, answers: used.answers.clone() }),
                None => missing.push(used.action.clone()),
            }
        }
        (Intent { uses, complete: true }, missing)
    }
}
