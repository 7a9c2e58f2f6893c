//! Battles as records, which the executable saves and replays.

use crate::{Battle, Error};
use foretoken_action_assets::store::journal;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_session::record::{self, Commit, CompileError, Decide, Entry, Replay, Verdict};
use foretoken_vm::{EntityId, Intent, Team};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) enum Entered {
    Decided(EntityId, Intent, bool),
    Closed(Team),
    /// A run in this round up to the next decision, with a hash after each activation.
    Run(i32, Vec<u64>),
}

impl Battle {
    /// Returns the battle so far as a record for `foretoken replay` and [`replay`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Record`] if an entry exceeds the size limit.
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
                    entries.push(match replay.is_round_open(*round) {
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

/// Result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// Whether every activation ended in the recorded state.
    pub is_same: bool,
    /// A description of the result.
    pub words: String,
}

/// Replays a record from its own assets, with the core action kinds.
///
/// # Errors
///
/// Returns [`Error::Record`] if the bytes are not a record or cannot be replayed.
pub fn replay(bytes: &[u8]) -> Result<Replayed, Error> {
    replay_with(bytes, &KindRegistry::core())
}

/// Replays a record with a registry of further kinds.
///
/// # Errors
///
/// As [`replay`].
pub fn replay_with(bytes: &[u8], registry: &KindRegistry) -> Result<Replayed, Error> {
    let opened = record::parse(bytes).map_err(|error| Error::Record(error.to_string()))?;
    let compile = |text: &str, scenario: &str| {
        let (compiled, faults) = Library::from_canonical_text(text, registry.clone()).compile(scenario);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
    };
    let verdict = record::verify(&opened, &compile).map_err(|error| Error::Record(error.to_string()))?;
    let words = match &verdict {
        Verdict::Same { rounds, activations } => {
            format!("the replay equals the record: {rounds} rounds, {activations} turns of units")
        }
        other => format!("{other:?}"),
    };
    Ok(Replayed { is_same: matches!(verdict, Verdict::Same { .. }), words })
}
