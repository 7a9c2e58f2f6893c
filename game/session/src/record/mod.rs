//! Records: append-only journals of battles that serve as save and replay. They contain all decisions, including the
//! computer's.

mod assets;
mod diff;
mod edit;
mod entry;
#[cfg(feature = "std-io")]
mod files;
#[cfg(feature = "std-io")]
mod journal_file;
mod opening;
mod read;
mod rehash;
mod replay;
mod resume;
mod retell;
mod summary;
mod verify;
mod writer;

pub use assets::{AssetFiles, AssetText, ChangedFile};
#[cfg(feature = "std-io")]
pub use files::{HeldRecord, open, summary};
#[cfg(feature = "std-io")]
pub use journal_file::{HeldJournal, JournalFile};
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

/// Start of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Version of its rules: [`foretoken_vm::RULES_VERSION`].
    pub rules: u32,
    /// Hash of the compiled rulebook.
    pub rulebook: u64,
    /// Used action kinds with their versions.
    pub kinds: Vec<(String, u32)>,
    /// Scenario's pack.
    pub pack: String,
    /// Scenario.
    pub scenario: String,
    /// Battle seed.
    pub seed: u64,
    /// Sides of the computer.
    pub planned_teams: Vec<u8>,
}

/// A use of an action by name, independent of asset versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedUse {
    /// Action's name.
    pub action: String,
    /// Answers by key.
    pub answers: Vec<(Key, Answer)>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decide {
    /// Unit.
    pub unit: EntityId,
    /// Actions in order.
    pub uses: Vec<NamedUse>,
    /// Whether the computer decided.
    pub planned: bool,
}

/// Execution of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Round that was executed.
    pub round: i32,
    /// Hashes of the state after each activation; the last is the end of the round.
    pub hashes: Vec<u64>,
}

/// An exchange of assets. Consecutive exchanges act as one, from the battle before the first to the assets after the
/// last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// Renamed assets.
    pub renames: Renames,
    /// Changed files in canonical text.
    pub files: Vec<ChangedFile>,
    /// Whether another exchange follows directly, so this one need not be compiled. Set by the reader.
    #[serde(skip)]
    pub superseded: bool,
}

impl Decide {
    /// Converts a decision to names.
    #[must_use]
    pub fn of(book: &Rulebook, unit: EntityId, intent: &Intent, planned: bool) -> Self {
        let named = |used: &ActionUse| NamedUse {
            action: book.program(used.program).map(|p| p.name.clone()).unwrap_or_default(),
            answers: used.answers.clone(),
        };
        Self { unit, uses: intent.uses.iter().map(named).collect(), planned }
    }

    /// Returns the intent under a rulebook, and the names of missing actions.
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
