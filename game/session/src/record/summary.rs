//! What a record comes to, told from its entries alone: nothing is compiled and no round is run, so a list of records is
//! made at once.

use super::{Entry, ReplayError, Start, replay};
use foretoken_vm::journal;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Change, ChangeKind};
use std::path::Path;

/// An exchange of assets.
const PATCH: u16 = 7;

/// Entries that are long and say nothing of how a battle stands: assets, exchanged assets, snapshots.
const LONG: [u16; 3] = [2, PATCH, 8];

/// What a record comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How it began.
    pub start: Start,
    /// The round that is being decided; of a battle that is over, the last one.
    pub round: i32,
    /// 0 undecided, 1 won, 2 lost, 3 drawn.
    pub outcome: i32,
    /// Whether anything came of whoever played: a decision, a round, an edit.
    pub touched: bool,
}

/// Reads what a record comes to.
///
/// # Errors
/// When it cannot be read, is no record, or has no start.
pub fn summary(path: &Path) -> Result<Summary, ReplayError> {
    let bytes = replay::read_file(path)?;
    let (frames, _) = journal::read(&bytes)?;
    let mut start = None;
    let (mut round, mut outcome) = (1, 0);
    let (mut ran, mut touched) = (1, false);
    // How it stood after each entry, for undo and forks go back to one.
    let mut stood: Vec<(i32, i32)> = Vec::new();
    for frame in frames {
        let entry = if LONG.contains(&frame.kind) {
            Ok(Entry::Unknown(frame.kind))
        } else {
            Entry::from_frame(frame.kind, frame.payload)
        };
        // What has no sense is cut off when the battle goes on, with all that follows it.
        let Ok(entry) = entry else { break };
        touched |= match &entry {
            Entry::Decide(decide) | Entry::DecidePart(decide) => !decide.planned,
            Entry::Unknown(kind) => *kind == PATCH,
            Entry::Start(_) | Entry::Assets(_) | Entry::Snapshot(_) => false,
            _ => true,
        };
        match entry {
            Entry::Start(begun) => start = start.or(Some(begun)),
            Entry::Commit(commit) => (ran, round) = (commit.round, commit.round.saturating_add(1)),
            // The round after the last one never begins.
            Entry::End(ended) => (round, outcome) = (ran, ended),
            Entry::UndoTo(to) | Entry::ForkTo(to) => {
                (round, outcome) = stood.get(to as usize).copied().unwrap_or((round, outcome));
            }
            Entry::Edit(changes) => {
                let value = |field: BattleField| {
                    let of = |change: &&Change| change.kind == ChangeKind::Battle && change.at == field as u32;
                    changes.iter().rev().find(of).map(|change| change.after)
                };
                round = value(BattleField::Round).unwrap_or(round);
                outcome = value(BattleField::Outcome).unwrap_or(outcome);
            }
            _ => {}
        }
        stood.push((round, outcome));
    }
    let start = start.ok_or(ReplayError::NoStart)?;
    Ok(Summary { start, round, outcome, touched })
}
