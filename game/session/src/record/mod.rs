//! Records: a battle as an append-only journal of framed entries. It is save, autosave and replay in one: the start, the
//! assets as text, everything decided (the computer's too, so that a replay never plans), commits with a hash after each
//! activation, undo and forks, and a snapshot now and then.

mod assets;
mod diff;
mod edit;
mod entry;
#[cfg(feature = "std-io")]
mod files;
mod opening;
mod read;
mod rehash;
mod replay;
mod resume;
mod retell;
mod summary;
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
pub use entry::Entry;
pub use rehash::{RehashError, rehash};
pub use replay::{Compile, CompileError, Divergence, MAX_COMPILED, PatchError, Replay, Step};
pub use retell::retell;
pub use summary::{Summary, summary_in, summary_of};
pub use writer::{Disk, RecordWriter, WriteError};

use foretoken_vm::state::Renames;
use foretoken_vm::{ActionUse, Answer, EntityId, Intent, Key, Rulebook};
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
