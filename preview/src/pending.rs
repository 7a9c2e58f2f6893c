//! Entries that come due after a prediction, such as fuses, found by running the turn order with idle units.

use foretoken_vm::schedulers::View;
use foretoken_vm::state::{Entry, entry};
use foretoken_vm::{
    Advance, Buffers, Cell, ChancePolicy, Change, ChangeKind, EntityId, GameState, Label, Log, Plan, Predicted,
    Rulebook, Team,
};

const MOST: (usize, i32) = (200, 5);

/// A cell with a pending entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingCell {
    /// The cell.
    pub cell: Cell,
    /// Rounds until the entry is due; 0 for this round.
    pub rounds: i32,
    /// Registered label of the cause.
    pub label: Label,
}

/// Pending entries, with buffers for finding them.
#[derive(Debug, Default)]
pub struct Pending {
    cells: Vec<PendingCell>,
    working: Predicted,
    buffers: Buffers,
    log: Log,
    idle: Plan,
}

impl Pending {
    /// Returns the cells in order of time, each once per round.
    #[must_use]
    pub fn cells(&self) -> &[PendingCell] {
        &self.cells
    }

    pub(crate) fn foresee(&mut self, book: &Rulebook, now: i32, state: &GameState, copy: impl FnOnce(&mut Predicted)) {
        self.cells.clear();
        if !is_waiting(state) {
            return;
        }
        copy(&mut self.working);
        self.log.clear();
        (0..Team::COUNT as u8).for_each(|team| self.idle.close(Team(team)));
        for _ in 0..MOST.0 {
            let round = self.working.state().round();
            if !is_waiting(self.working.state()) {
                return;
            }
            if round - now > MOST.1 {
                break;
            }
            let policy = ChancePolicy::Likely;
            let advance = self.working.apply_for_preview(book, &self.idle, policy, &mut self.buffers, &mut self.log);
            self.gather(round - now);
            self.log.clear();
            if matches!(advance, Advance::Over | Advance::Waits) {
                return;
            }
        }
        self.gather_later(book, now);
    }

    fn gather_later(&mut self, book: &Rulebook, now: i32) {
        let view = View::new(book, self.working.state(), &self.idle, None);
        for words in view.state.entries().iter().filter(|words| words[entry::WAITING] != 0) {
            let rounds = view.state.round() - now + rounds_off(&view, words);
            let label = book.first_label(words[entry::PROGRAM] as u16);
            let owner = view.state.entity(EntityId(words[entry::OWNER] as u16)).cell;
            let mut is_about = false;
            for cell in view.state.captured_cells(words) {
                is_about = true;
                add(&mut self.cells, PendingCell { cell, rounds, label });
            }
            if !is_about {
                add(&mut self.cells, PendingCell { cell: owner, rounds, label });
            }
        }
    }

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
                ChangeKind::Flags if change.is_postponement() => state.entity(change.entity).cell,
                ChangeKind::Cell => change.cell_before(),
                ChangeKind::CellColumn => change.cell(),
                _ => continue,
            };
            add(&mut self.cells, PendingCell { cell, rounds, label: change.label });
        }
    }
}

fn add(cells: &mut Vec<PendingCell>, pending: PendingCell) {
    let told = |other: &PendingCell| (other.cell, other.rounds) == (pending.cell, pending.rounds);
    if pending.cell != Cell::NOWHERE && !cells.iter().any(told) {
        cells.push(pending);
    }
}

/// Returns the rounds until an entry is due. For entries by the owner's turns, assumes one turn a round.
fn rounds_off(view: &View<'_>, words: &Entry) -> i32 {
    if let Some((left, is_owners)) = entry::activations_left(words) {
        let acting = view.state.living().filter(|(_, unit)| unit.is_activated()).count().max(1) as i32;
        // The first turn belongs to the current round.
        return if is_owners { left - 1 } else { (left - 1) / acting };
    }
    let owner = EntityId(words[entry::OWNER] as u16);
    let due = |rounds: &i32| view.book.scheduler.due(view, owner, *rounds) >= words[entry::DUE_ROUND];
    let (mut early, mut late) = (0, 1_000);
    while early < late {
        let middle = (early + late) / 2;
        if due(&middle) { late = middle } else { early = middle + 1 }
    }
    early
}

fn is_waiting(state: &GameState) -> bool {
    state.entries().iter().any(|words| words[entry::WAITING] != 0)
}
