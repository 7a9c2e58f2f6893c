//! Taking over records of older rules versions. A record is the same battle under today's rules if every decision holds,
//! every round and activation comes as recorded, and snapshots and outcomes are equal. Such a record gets today's version
//! and hashes. The hashes of version 1 went by the layout of a state and cannot be compared; those of later versions must
//! be equal as well.

use super::replay::{Compile, Replay};
use super::resume::start;
use super::verify::{Verdict, carry_out};
use super::{Commit, Entry, Opened, ReplayError, Start};
use foretoken_vm::RULES_VERSION;

/// The rules version whose hashes cannot be compared with today's.
const BY_LAYOUT: u32 = 1;

/// Why a record was not taken over.
#[derive(Debug, thiserror::Error)]
pub enum RehashError {
    /// It cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is damaged, or a newer version wrote some of it.
    #[error("it is not whole")]
    NotWhole,
    /// It is of today's rules, or of newer ones.
    #[error("it is of rules version {0}; records of versions before {RULES_VERSION} are taken over")]
    Version(u32),
    /// It does not replay as it was recorded.
    #[error("it is another battle by today's rules: {0}")]
    Differs(String),
}

/// The entries of a record with the hashes of today's rules.
///
/// # Errors
/// When it is not the battle that it was, or cannot be told to be.
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
        // Hashes by layout always differ; whether all else is the same was seen before and is seen below.
        Err(Verdict::Diverges(_)) if !compares => {}
        Err(verdict) => return Err(RehashError::Differs(format!("entry {number}: {verdict:?}"))),
    }
    let with_hashes = |commit: &Commit| {
        let hashes = replay.hashes().to_vec();
        if hashes.len() == commit.hashes.len() {
            Ok(Box::new(Commit { round: commit.round, hashes }))
        } else {
            let (ran, told) = (hashes.len(), commit.hashes.len());
            Err(RehashError::Differs(format!("entry {number} has {told} activations, and {ran} run")))
        }
    };
    Ok(match entry {
        Entry::Start(start) => Entry::Start(Box::new(Start { rules: RULES_VERSION, rulebook, ..(**start).clone() })),
        Entry::Commit(commit) => Entry::Commit(with_hashes(commit)?),
        Entry::CommitPart(commit) => Entry::CommitPart(with_hashes(commit)?),
        other => other.clone(),
    })
}
