//! Battles as records, the files that the executable saves and replays.

use crate::{Battle, Error};
use foretoken_action_assets::store::journal;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_session::record::{self, Commit, CompileError, Decide, Entry, Replay, Verdict};
use foretoken_vm::{EntityId, Intent, Team};
use std::sync::Arc;

/// Something that was decided or carried out.
#[derive(Clone, Debug)]
pub(crate) enum Entered {
    /// A decision for a unit, and whether the computer made it.
    Decided(EntityId, Intent, bool),
    /// A side closed its decisions.
    Closed(Team),
    /// A run in this round up to the next decision, with a hash after each activation.
    Run(i32, Vec<u64>),
}

impl Battle {
    /// The battle so far as a record, which `foretoken replay` and [`replay`] read.
    ///
    /// # Errors
    /// [`Error::Record`] where an entry is larger than a record holds.
    pub fn record(&self) -> Result<Vec<u8>, Error> {
        let setup = &self.setup;
        let mut replay = Replay::new(Arc::clone(&setup.book), &setup.opening);
        let mut entries = setup.first_entries(replay.start_hash);
        for entered in &self.entered {
            match entered {
                Entered::Decided(unit, intent, planned) => {
                    let decide = Box::new(Decide::of(&replay.book, *unit, intent, *planned));
                    let priority = foretoken_vm::Plan::priority_in(&replay.book, intent);
                    replay.plan.set(*unit, intent.clone(), priority);
                    entries.push(if intent.complete { Entry::Decide(decide) } else { Entry::DecidePart(decide) });
                }
                Entered::Closed(side) => {
                    if replay.close(*side) {
                        entries.push(Entry::Close(side.0));
                    }
                }
                Entered::Run(round, hashes) => {
                    replay.execute();
                    let commit = Box::new(Commit { round: *round, hashes: hashes.clone() });
                    entries.push(match replay.goes_on_in(*round) {
                        true => Entry::CommitPart(commit),
                        false => Entry::Commit(commit),
                    });
                }
            }
        }
        let mut bytes = journal::header().to_vec();
        for entry in &entries {
            let payload = entry.payload().map_err(|error| Error::Record(error.to_string()))?;
            let frame = journal::frame(entry.kind(), &payload).map_err(|error| Error::Record(error.to_string()))?;
            bytes.extend(frame);
        }
        Ok(bytes)
    }
}

/// The result of replaying a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// Whether every activation ended in the recorded state.
    pub is_same: bool,
    /// The finding in words.
    pub words: String,
}

/// Replays a record from its own assets, with the kinds of actions that the core has.
///
/// # Errors
/// [`Error::Record`] where the bytes are no record, or it cannot be replayed at all.
pub fn replay(bytes: &[u8]) -> Result<Replayed, Error> {
    replay_with(bytes, &KindRegistry::core())
}

/// The same with kinds, turn orders, regions and functions of other crates.
///
/// # Errors
/// As [`replay`].
pub fn replay_with(bytes: &[u8], registry: &KindRegistry) -> Result<Replayed, Error> {
    let opened = record::parse(bytes).map_err(|error| Error::Record(error.to_string()))?;
    let compile = |text: &str, scenario: &str| {
        let (compiled, faults) = Library::from_canonical_text(text, registry.clone()).compile(scenario);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
    };
    let verdict = record::verify(&opened, &compile).map_err(|error| Error::Record(error.to_string()))?;
    let words = match &verdict {
        Verdict::Same { rounds, activations } => format!("{rounds} rounds and {activations} activations are the same"),
        other => format!("{other:?}"),
    };
    Ok(Replayed { is_same: matches!(verdict, Verdict::Same { .. }), words })
}
