//! What waits beyond a prediction: entries of the agenda that come due later, such as fuses and charged actions, with the
//! cells that they will be about and how many rounds off they are. Found by running the order on while nobody does
//! anything.

use foretoken_vm::state::entry;
use foretoken_vm::{
    Advance, Buffers, Cell, ChancePolicy, Change, ChangeKind, GameState, Label, Log, Plan, Predicted, Rulebook, Team,
};

/// Most calls of the update function beyond a prediction, and most rounds.
const MOST: (usize, i32) = (200, 5);

/// A cell that an entry will be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingCell {
    /// The cell.
    pub cell: Cell,
    /// Rounds from now to when it comes due; 0 in this one.
    pub rounds: i32,
    /// Registered label of what does it.
    pub label: Label,
}

/// What waits, with the buffers that it is found in.
#[derive(Debug, Default)]
pub struct Pending {
    cells: Vec<PendingCell>,
    working: Predicted,
    buffers: Buffers,
    log: Log,
    idle: Plan,
}

impl Pending {
    /// The cells, each once for each round, in the order in which they come.
    #[must_use]
    pub fn cells(&self) -> &[PendingCell] {
        &self.cells
    }

    /// Finds what waits in a predicted state, which `copy` puts where it is told to. `now` is the round of today.
    pub(crate) fn foresee(&mut self, book: &Rulebook, now: i32, state: &GameState, copy: impl FnOnce(&mut Predicted)) {
        self.cells.clear();
        if !waits(state) {
            return;
        }
        copy(&mut self.working);
        self.log.clear();
        (0..Team::COUNT as u8).for_each(|team| self.idle.close(Team(team)));
        for _ in 0..MOST.0 {
            let round = self.working.state().round();
            if !waits(self.working.state()) || round - now > MOST.1 {
                return;
            }
            let policy = ChancePolicy::Likely;
            let advance = self.working.apply_for_preview(book, &self.idle, policy, &mut self.buffers, &mut self.log);
            self.gather(round - now);
            self.log.clear();
            if matches!(advance, Advance::Over | Advance::Waits) {
                return;
            }
        }
    }

    /// The cells of what came due, and was about something.
    fn gather(&mut self, rounds: i32) {
        let due = |change: &Change| change.kind == ChangeKind::EntryDue;
        let Some(first) = self.log.changes.iter().position(due) else { return };
        let state = self.working.state();
        for change in &self.log.changes[first..] {
            let cell = match change.kind {
                ChangeKind::Struck | ChangeKind::Surface | ChangeKind::Spawn | ChangeKind::Veiled => change.cell(),
                ChangeKind::Health | ChangeKind::Shield | ChangeKind::Stunned | ChangeKind::EntityColumn => {
                    state.entity(change.entity).cell
                }
                ChangeKind::Cell => change.cell_before(),
                ChangeKind::CellColumn => change.cell(),
                _ => continue,
            };
            let pending = PendingCell { cell, rounds, label: change.label };
            let told = |other: &PendingCell| (other.cell, other.rounds) == (cell, rounds);
            if cell != Cell::NOWHERE && !self.cells.iter().any(told) {
                self.cells.push(pending);
            }
        }
    }
}

fn waits(state: &GameState) -> bool {
    state.entries().iter().any(|words| words[entry::WAITING] != 0)
}
