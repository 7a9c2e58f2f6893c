//! What a record comes to, told from its entries alone: nothing is compiled and no round is run, so a list of records is
//! made at once.

use super::{Entry, Opened, ReplayError, Start};
use foretoken_action_assets::store::journal;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Change, ChangeKind};

/// Types of entries with which assets are exchanged.
const PATCHES: [u16; 3] = [7, 13, 14];

/// Types of entries that are long and say nothing of how a battle stands: assets, exchanged assets, snapshots.
const LONG: [u16; 5] = [2, PATCHES[0], PATCHES[1], PATCHES[2], 8];

/// What a record comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How it began.
    pub start: Start,
    /// The round that is being decided; of a battle that is over, the last one.
    pub round: i32,
    /// How the battle stands, to be read as [`Outcome`](foretoken_vm::Outcome) says; 0 while it goes on.
    pub outcome: i32,
    /// Whether anything came of playing: a decision, a round, an edit.
    pub touched: bool,
}

/// Reads what the bytes of a record come to.
///
/// # Errors
/// When they are no record, or have no start.
pub fn summary_in(bytes: &[u8]) -> Result<Summary, ReplayError> {
    let mut standing = Standing::default();
    for frame in journal::frames(bytes)? {
        let entry = if LONG.contains(&frame.kind) {
            Ok(Entry::Unknown(frame.kind))
        } else {
            Entry::from_frame(frame.kind, frame.payload)
        };
        // What is not understood ends what can be told.
        let Ok(entry) = entry else { break };
        standing.take(&entry);
    }
    standing.summary()
}

/// What a record that is read already comes to.
///
/// # Errors
/// When it has no start.
pub fn summary_of(opened: &Opened) -> Result<Summary, ReplayError> {
    let mut standing = Standing::default();
    opened.entries.iter().for_each(|entry| standing.take(entry));
    standing.summary()
}

/// How a battle stands after some entries.
#[derive(Default)]
struct Standing {
    start: Option<Start>,
    round: i32,
    outcome: i32,
    /// The round that was executed last.
    ran: i32,
    touched: bool,
    /// Round and outcome after each entry, for undo and forks go back to one.
    stood: Vec<(i32, i32)>,
}

impl Standing {
    fn take(&mut self, entry: &Entry) {
        self.touched |= match entry {
            Entry::Decide(decide) | Entry::DecidePart(decide) => !decide.planned,
            Entry::Unknown(kind) => PATCHES.contains(kind),
            _ => entry.shows_a_person(),
        };
        match entry {
            Entry::Start(begun) if self.start.is_none() => {
                self.start = Some(Start::clone(begun));
                (self.round, self.ran) = (1, 1);
            }
            Entry::CommitPart(commit) => (self.ran, self.round) = (commit.round, commit.round),
            Entry::Commit(commit) => (self.ran, self.round) = (commit.round, commit.round.saturating_add(1)),
            // The round after the last one never begins.
            Entry::End(ended) => (self.round, self.outcome) = (self.ran, *ended),
            Entry::UndoTo(to) | Entry::ForkTo(to) => {
                let before = (self.round, self.outcome);
                (self.round, self.outcome) = self.stood.get(*to as usize).copied().unwrap_or(before);
            }
            Entry::Edit(changes) => {
                let value = |field: BattleField| {
                    let of = |change: &&Change| change.kind == ChangeKind::Battle && change.at == field as u32;
                    changes.iter().rev().find(of).map(|change| change.after)
                };
                self.round = value(BattleField::Round).unwrap_or(self.round);
                self.outcome = value(BattleField::Outcome).unwrap_or(self.outcome);
            }
            _ => {}
        }
        self.stood.push((self.round, self.outcome));
    }

    fn summary(self) -> Result<Summary, ReplayError> {
        let Self { start, round, outcome, touched, .. } = self;
        Ok(Summary { start: start.ok_or(ReplayError::NoStart)?, round, outcome, touched })
    }
}
