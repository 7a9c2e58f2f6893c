//! What a side saw of a round: the changes of whom it knows, and the state it knew before and after each activation.
//! What stays hidden is told no more afterwards than it was foreseen.

use crate::record::Replay;
use foretoken_vm::state::flag;
use foretoken_vm::{Advance, Change, ChangeKind, EntityId, GameState, Team};

/// A round that was executed, as one side saw it.
#[derive(Clone, Debug, Default)]
pub struct RoundReport {
    /// What happened, in order.
    pub changes: Vec<Change>,
    /// Who was activated, and where their changes begin.
    pub activations: Vec<(Advance, usize)>,
    /// What was known before, so that front ends can play the changes back.
    pub before: GameState,
    /// What was known after each activation.
    pub after: Vec<GameState>,
}

impl RoundReport {
    /// The round that `replay` just executed from the true state `truth`.
    pub(super) fn seen_by(
        team: Team,
        replay: &Replay,
        mut truth: GameState,
        before: GameState,
        after: Vec<GameState>,
    ) -> Self {
        let mut report = Self { before, ..Self::default() };
        let log = &replay.log.changes;
        for (index, &(advance, first)) in replay.activations.iter().enumerate() {
            let end = replay.activations.get(index + 1).map_or(log.len(), |&(_, next)| next);
            let start = report.changes.len();
            for change in &log[first..end] {
                if !hides(&truth, team, subject(change)) {
                    report.changes.push(*change);
                }
                if !change.is_note() {
                    truth.apply(&replay.book, change);
                }
            }
            let unseen = matches!(advance, Advance::Unit(unit, _) if hides(&truth, team, unit));
            if unseen {
                report.changes.truncate(start);
            } else {
                report.activations.push((advance, start));
                report.after.push(after[index].clone());
            }
        }
        report
    }

    /// The changes of the activation with this index.
    #[must_use]
    pub fn of(&self, activation: usize) -> &[Change] {
        let Some(&(_, first)) = self.activations.get(activation) else { return &[] };
        let end = self.activations.get(activation + 1).map_or(self.changes.len(), |&(_, next)| next);
        &self.changes[first..end]
    }
}

/// The entity that a change tells of, where it tells of one.
const fn subject(change: &Change) -> EntityId {
    match change.kind {
        ChangeKind::CellColumn | ChangeKind::Entry => EntityId::NONE,
        _ => change.entity,
    }
}

fn hides(truth: &GameState, team: Team, id: EntityId) -> bool {
    let entity = truth.entity(id);
    entity.flags & flag::HIDDEN != 0 && entity.team != team
}
