//! Taking over records of the first rules version. Its hashes went by the layout of a state, those of today by meaning, so
//! they cannot be compared. What can be is: every decision holds, every round and activation comes as recorded, and
//! snapshots and outcomes are what comes. A record of which all that is true is the same battle, and gets today's hashes.

use super::replay::{Compile, Replay};
use super::resume::start;
use super::verify::{Verdict, carry_out};
use super::{Commit, Entry, Opened, ReplayError, Start};
use foretoken_vm::RULES_VERSION;

/// The rules version whose records are taken over.
const FROM: u32 = 1;

/// Why a record was not taken over.
#[derive(Debug, thiserror::Error)]
pub enum TakeOverError {
    /// It cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is damaged, or a newer version wrote some of it.
    #[error("it is not whole")]
    NotWhole,
    /// It is of another version than those that are taken over.
    #[error("it is of rules version {0}; records of version {FROM} are taken over")]
    Version(u32),
    /// It does not replay as it was recorded.
    #[error("it is another battle by today's rules: {0}")]
    Differs(String),
}

/// The entries of a record with the hashes of today's rules.
///
/// # Errors
/// When it is not the battle that it was, or cannot be told to be.
pub fn take_over(opened: &Opened, compile: &Compile<'_>) -> Result<Vec<Entry>, TakeOverError> {
    if opened.start.rules != FROM {
        return Err(TakeOverError::Version(opened.start.rules));
    }
    if opened.damage.is_some() || opened.entries.iter().any(|entry| matches!(entry, Entry::Unknown(_))) {
        return Err(TakeOverError::NotWhole);
    }
    let mut replay = start(opened, compile)?;
    let rulebook = replay.book.hash64();
    let mut entries = Vec::with_capacity(opened.entries.len());
    for (number, entry) in opened.entries.iter().enumerate() {
        entries.push(anew(&mut replay, number as u32, entry, rulebook, compile)?);
    }
    Ok(entries)
}

fn anew(
    replay: &mut Replay,
    number: u32,
    entry: &Entry,
    rulebook: u64,
    compile: &Compile<'_>,
) -> Result<Entry, TakeOverError> {
    match carry_out(replay, number, entry, compile) {
        // Hashes of the two versions differ; whether all else is the same was seen before and is seen below.
        Ok(_) | Err(Verdict::Diverges(_)) => {}
        Err(verdict) => return Err(TakeOverError::Differs(format!("entry {number}: {verdict:?}"))),
    }
    let with_hashes = |commit: &Commit| {
        let hashes = replay.hashes().to_vec();
        if hashes.len() == commit.hashes.len() {
            Ok(Box::new(Commit { round: commit.round, hashes }))
        } else {
            let (ran, told) = (hashes.len(), commit.hashes.len());
            Err(TakeOverError::Differs(format!("entry {number} has {told} activations, and {ran} run")))
        }
    };
    Ok(match entry {
        Entry::Start(start) => Entry::Start(Box::new(Start { rules: RULES_VERSION, rulebook, ..(**start).clone() })),
        Entry::Commit(commit) => Entry::Commit(with_hashes(commit)?),
        Entry::CommitPart(commit) => Entry::CommitPart(with_hashes(commit)?),
        other => other.clone(),
    })
}
