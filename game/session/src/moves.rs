//! Moves by finality: a preview during a choice, a step of a walk, or an arrival.

use crate::seat::{Report, Seat};
use foretoken_vm::{Cell, Change, ChangeKind, EntityId};

/// Finality of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Finality {
    /// Predicted; displays show a preview.
    Temporary,
    /// Happened; the path continues.
    Incremental,
    /// Happened; the path ends.
    Normal,
}

/// One cell of a unit's path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Unit.
    pub unit: EntityId,
    /// Cell that it leaves.
    pub from: Cell,
    /// Cell that it enters, or passes over if occupied.
    pub to: Cell,
    /// Finality.
    pub finality: Finality,
    /// Index of its change in the source list.
    pub change: usize,
}

/// Returns the moves in the changes of one activation, in order. If not `happened`, all are temporary.
#[must_use]
pub fn moves_of(changes: &[Change], happened: bool) -> Vec<Move> {
    let mut moves: Vec<(Move, &Change)> = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let last = moves.iter_mut().rev().find(|(last, _)| last.unit == change.entity);
        let (from, to) = match change.kind {
            ChangeKind::Passed => (change.cell_before(), change.cell()),
            ChangeKind::Cell => match &last {
                Some((last, by)) if by.kind == ChangeKind::Passed => (last.to, change.cell_after()),
                _ => (change.cell_before(), change.cell_after()),
            },
            _ => continue,
        };
        if let Some((last, by)) = last
            && happened
            && last.to == from
            && by.label == change.label
        {
            last.finality = Finality::Incremental;
        }
        let finality = if happened { Finality::Normal } else { Finality::Temporary };
        moves.push((Move { unit: change.entity, from, to, finality, change: at }, change));
    }
    moves.into_iter().map(|(step, _)| step).collect()
}

impl Report {
    /// Returns the moves of the activation with this index; see [`moves_of`].
    #[must_use]
    pub fn moves(&self, activation: usize) -> Vec<Move> {
        moves_of(self.of(activation), true)
    }
}

impl Seat {
    /// Returns the predicted moves of the choosing unit, all temporary.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let Some(draft) = self.draft() else { return Vec::new() };
        let mut moves = moves_of(&self.forecast().line().log().changes, false);
        moves.retain(|step| step.unit == draft.unit);
        moves
    }
}
