//! Rehash of records from older rules versions. If the replay equals the record, it gets the current version and
//! hashes. Hashes of version 1 depend on the state layout and are not compared.

use super::replay::{Compile, Replay};
use super::resume::start;
use super::verify::{Verdict, carry_out};
use super::{Commit, Entry, Opened, ReplayError, Start};
use foretoken_vm::RULES_VERSION;

const BY_LAYOUT: u32 = 1;

/// Reason why a record is not rehashed.
#[derive(Debug, thiserror::Error)]
pub enum RehashError {
    /// The replay fails.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is damaged, or a newer version wrote parts of it.
    #[error("the record is damaged")]
    NotWhole,
    /// Its rules version is current or newer.
    #[error("the record has rules version {0}; only versions before {RULES_VERSION} can be converted")]
    Version(u32),
    /// The replay differs from the record.
    #[error("the battle goes differently under the current rules: {0}")]
    Differs(String),
}

/// Returns the entries with current hashes.
///
/// # Errors
///
/// If the replay differs or cannot be verified.
pub fn rehash(opened: &Opened, compile: &Compile<'_>) -> Result<Vec<Entry>, RehashError> {
    if opened.start.rules >= RULES_VERSION {
        return Err(RehashError::Version(opened.start.rules));
    }
    if opened.damage.is_some() || opened.entries.iter().any(|entry| matches!(entry, Entry::Unknown(_))) {
        return Err(RehashError::NotWhole);
    }
    let mut replay = start(opened, compile)?;
    let rulebook = replay.start_hash;
    let mut entries = Vec::with_capacity(opened.entries.len());
    for (number, entry) in opened.entries.iter().enumerate() {
        let compares = opened.start.rules != BY_LAYOUT;
        entries.push(anew(&mut replay, number as u32, entry, (rulebook, compares), compile)?);
    }
    Ok(entries)
}

fn anew(
    replay: &mut Replay,
    number: u32,
    entry: &Entry,
    (rulebook, compares): (u64, bool),
    compile: &Compile<'_>,
) -> Result<Entry, RehashError> {
    match carry_out(replay, number, entry, compile) {
        Ok(_) => {}
        // Layout hashes always differ; other checks cover the rest.
        Err(Verdict::Diverges(_)) if !compares => {}
        Err(verdict) => return Err(RehashError::Differs(format!("entry {number}: {verdict:?}"))),
    }
    let with_hashes = |commit: &Commit| {
        let hashes = replay.hashes().to_vec();
        if hashes.len() == commit.hashes.len() {
            Ok(Box::new(Commit { round: commit.round, hashes }))
        } else {
            let (ran, told) = (hashes.len(), commit.hashes.len());
            Err(RehashError::Differs(format!("entry {number} has {told} activations, but {ran} ran")))
        }
    };
    Ok(match entry {
        Entry::Start(start) => Entry::Start(Box::new(Start { rules: RULES_VERSION, rulebook, ..(**start).clone() })),
        Entry::Commit(commit) => Entry::Commit(with_hashes(commit)?),
        Entry::CommitPart(commit) => Entry::CommitPart(with_hashes(commit)?),
        other => other.clone(),
    })
}
