//! Battles as records, which the executable saves and replays.

use crate::{Battle, Error};
use foretoken_action_assets::store::journal;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_session::Setup;
use foretoken_session::record::{self, Commit, CompileError, Decide, Entry, Remark, Replay, Verdict};
use foretoken_session::texts::names;
use foretoken_vm::{CompiledScenario, EntityId, Intent, Rulebook, Team};
use std::sync::Arc;

/// A record that a battle goes on from, and the state at its end.
#[derive(Debug)]
pub(crate) struct Base {
    entries: Vec<Entry>,
    replay: Replay,
}

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
        let (mut entries, mut replay) = match &self.base {
            Some(base) => (base.entries.clone(), base.replay.fork()),
            None => {
                let replay = Replay::new(Arc::clone(&setup.book), &setup.opening);
                (setup.first_entries(replay.start_hash), replay)
            }
        };
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

    /// Goes on with the battle of a record, with the core action kinds. The record has its own assets.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Record`] if the bytes are not a whole record, or a replay differs from it.
    pub fn from_record(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_record_with(bytes, &KindRegistry::core())
    }

    /// Goes on with the battle of a record, with a registry of further kinds.
    ///
    /// # Errors
    ///
    /// As [`Self::from_record`].
    pub fn from_record_with(bytes: &[u8], registry: &KindRegistry) -> Result<Self, Error> {
        let opened = record::parse(bytes).map_err(|error| Error::Record(error.to_string()))?;
        if opened.damage.is_some() {
            return Err(Error::Record("it is damaged, or its end is missing".to_owned()));
        }
        let resumed = record::resume(&opened, &compiler(registry)).map_err(|error| Error::Record(error.to_string()))?;
        match resumed.remark {
            None | Some(Remark::Edited) => {}
            Some(Remark::Diverged(_)) => return Err(Error::Record("the replay differs from it".to_owned())),
            Some(_) => return Err(Error::Record("other rules made it".to_owned())),
        }
        let replay = resumed.replay;
        let is_own = |entry: &Entry| matches!(entry, Entry::Opening(_));
        let setup = Setup {
            book: Arc::clone(&replay.book),
            opening: resumed.opening,
            assets: replay.assets.to_one_text().into(),
            pack: opened.start.pack.clone(),
            level: opened.level(),
            ironman: opened.is_ironman(),
            own_opening: opened.entries.iter().any(is_own),
        };
        let titles = titles(&setup.book);
        let base = Base { entries: opened.entries, replay: replay.fork() };
        Ok(Self::going_on(Arc::new(setup), titles, replay, Some(Arc::new(base))))
    }
}

/// Returns the titles of the rules' programs.
pub(crate) fn titles(rules: &Rulebook) -> Arc<[Arc<str>]> {
    let programs = 0..u16::try_from(rules.programs.len()).unwrap_or(u16::MAX);
    programs.map(|program| names::action(rules, program).into()).collect()
}

fn compiler(registry: &KindRegistry) -> impl Fn(&str, &str) -> Result<CompiledScenario, CompileError> {
    |text, scenario| {
        let (compiled, faults) = Library::from_canonical_text(text, registry.clone()).compile(scenario);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
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
    let verdict = record::verify(&opened, &compiler(registry)).map_err(|error| Error::Record(error.to_string()))?;
    let words = match &verdict {
        Verdict::Same { rounds, activations } => {
            format!("the replay equals the record: {rounds} rounds, {activations} turns of units")
        }
        other => format!("{other:?}"),
    };
    Ok(Replayed { is_same: matches!(verdict, Verdict::Same { .. }), words })
}
