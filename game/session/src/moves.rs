//! Moves by how final they are, for whoever displays them: a proxy that goes to and fro while one chooses, a figure on its
//! way, a figure that has arrived.

use crate::seat::{Report, Seat};
use foretoken_vm::{Cell, Change, ChangeKind, EntityId};

/// How final a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Finality {
    /// It is foreseen: whoever displays it may put a proxy there, and nobody has gone.
    Temporary,
    /// It has happened, and the same way goes on from there.
    Incremental,
    /// It has happened, and the way ends there.
    Normal,
}

/// One cell of a unit's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who.
    pub unit: EntityId,
    /// The cell that it leaves.
    pub from: Cell,
    /// The cell that it comes to, or goes over past who stands there.
    pub to: Cell,
    /// How final that is.
    pub finality: Finality,
    /// Index of its change among those that it was read from.
    pub change: usize,
}

/// The moves among the changes of one activation, in order. `happened` says whether they did; what is foreseen is
/// temporary, however it ends.
#[must_use]
pub fn moves_of(changes: &[Change], happened: bool) -> Vec<Move> {
    let mut moves: Vec<(Move, &Change)> = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let last = moves.iter_mut().rev().find(|(last, _)| last.unit == change.entity);
        let (from, to) = match change.kind {
            ChangeKind::Passed => (change.cell_before(), change.cell()),
            // Who went over others comes from the last of them.
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
    /// The moves of the activation with this index; see [`moves_of`].
    #[must_use]
    pub fn moves(&self, activation: usize) -> Vec<Move> {
        moves_of(self.of(activation), true)
    }
}

impl Seat {
    /// The moves of the unit that is being chosen for, as they are foreseen: temporary, as long as nothing is decided.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let Some(draft) = self.draft() else { return Vec::new() };
        let mut moves = moves_of(&self.forecast().line().log().changes, false);
        moves.retain(|step| step.unit == draft.unit);
        moves
    }
}
