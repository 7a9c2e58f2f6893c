//! Summaries of records, read from their entries without compilation or execution.

use super::{Entry, Opened, ReplayError, Start};
use foretoken_action_assets::store::journal;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Change, ChangeKind};

const PATCHES: [u16; 3] = [7, 13, 14];

const LONG: [u16; 5] = [2, PATCHES[0], PATCHES[1], PATCHES[2], 8];

/// Summary of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Start.
    pub start: Start,
    /// Current round, or the last one of a finished battle.
    pub round: i32,
    /// Outcome as an [`Outcome`](foretoken_vm::Outcome) number; 0 while undecided.
    pub outcome: i32,
    /// Whether a decision, a round or an edit exists.
    pub touched: bool,
}

/// Summarizes the bytes of a record.
///
/// # Errors
///
/// If they are not a record or have no start.
pub fn summary_in(bytes: &[u8]) -> Result<Summary, ReplayError> {
    let mut standing = Standing::default();
    for frame in journal::frames(bytes)? {
        let entry = if LONG.contains(&frame.kind) {
            Ok(Entry::Unknown(frame.kind))
        } else {
            Entry::from_frame(frame.kind, frame.payload)
        };
        let Ok(entry) = entry else { break };
        standing.take(&entry);
    }
    standing.summary()
}

/// Summarizes a parsed record.
///
/// # Errors
///
/// If it has no start.
pub fn summary_of(opened: &Opened) -> Result<Summary, ReplayError> {
    let mut standing = Standing::default();
    opened.entries.iter().for_each(|entry| standing.take(entry));
    standing.summary()
}

#[derive(Default)]
struct Standing {
    start: Option<Start>,
    round: i32,
    outcome: i32,
    ran: i32,
    touched: bool,
    stood: Vec<(i32, i32)>,
}

impl Standing {
    fn take(&mut self, entry: &Entry) {
        self.touched |= match entry {
            Entry::Decide(decide) | Entry::DecidePart(decide) => !decide.planned,
            Entry::Unknown(kind) => PATCHES.contains(kind),
            _ => entry.has_person(),
        };
        match entry {
            Entry::Start(begun) if self.start.is_none() => {
                self.start = Some(Start::clone(begun));
                (self.round, self.ran) = (1, 1);
            }
            Entry::CommitPart(commit) => (self.ran, self.round) = (commit.round, commit.round),
            Entry::Commit(commit) => (self.ran, self.round) = (commit.round, commit.round.saturating_add(1)),
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
