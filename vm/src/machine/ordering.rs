//! What a turn order may do to a battle: read it, write changes, and let the end of a round act on the board.

use super::cx::{Frame, RunContext};
use crate::program::Label;
use crate::rulebook::Rulebook;
use crate::schedulers::View;
use crate::space::Cell;
use crate::state::{BattleField, CellRow, Change, ChangeKind, EntityId, GameState, flag};

/// The battle as a turn order sees and alters it. Tokens are given none.
#[derive(Debug)]
pub struct OrderContext<'c, 'a>(pub(super) &'c mut RunContext<'a>);

impl RunContext<'_> {
    /// Makes a unit act later, by the rule of the turn order.
    pub(crate) fn postpone(&mut self, id: EntityId, label: Label) {
        let scheduler = &self.book.scheduler;
        if !scheduler.postpone(&mut OrderContext(self), id, label) {
            self.set_flags(id, flag::POSTPONED, 0, label);
        }
    }
}

impl OrderContext<'_, '_> {
    /// The rulebook.
    #[must_use]
    pub const fn book(&self) -> &Rulebook {
        self.0.book
    }

    /// The state as it is now.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.0.state
    }

    /// What the order answers on, as it is now.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        self.0.view()
    }

    /// Writes a change. Prefer the named ways below.
    pub fn write(&mut self, change: Change) {
        self.0.write(change);
    }

    /// Writes one of an entity's plain numbers; nothing when it is so already.
    pub fn set_number(&mut self, kind: ChangeKind, id: EntityId, before: i32, after: i32) {
        self.0.set_number(kind, id, before, after, Label::NONE);
    }

    /// Writes what an entity has in the order's column with this index; nothing when it is so already, or where the
    /// rulebook does not have the column.
    pub fn set_column(&mut self, id: EntityId, column: usize, after: i32) {
        self.set_column_by(id, column, after, Label::NONE);
    }

    /// The same for an effect with this label, which the log shows.
    pub(crate) fn set_column_by(&mut self, id: EntityId, column: usize, after: i32, label: Label) {
        let column = self.0.book.scheduler.column(column);
        if id.index() < self.0.state.entities().len() && column != u16::MAX {
            self.0.set_entity_column(id, column, after, label);
        }
    }

    /// Writes what the battle has in the order's column with this index; nothing when it is so already, or where the
    /// rulebook does not have the column.
    pub fn set_battle_column(&mut self, column: usize, after: i32) {
        let column = self.0.book.scheduler.column(column);
        if column != u16::MAX {
            self.0.set_battle_column(column, after, Label::NONE);
        }
    }

    /// How many cells a unit entered since the place `first` of the log.
    #[must_use]
    pub(crate) fn cells_entered(&self, unit: EntityId, first: usize) -> i32 {
        let changes = self.0.log.changes.get(first..).unwrap_or_default();
        let enters = |kind| matches!(kind, ChangeKind::Cell | ChangeKind::Passed);
        let entered = changes.iter().filter(|change| enters(change.kind) && change.entity == unit);
        i32::try_from(entered.count()).unwrap_or(i32::MAX)
    }

    /// Runs the program of an event that concerns an entity where it stands.
    pub(crate) fn run_event(&mut self, program: u16, id: EntityId) {
        let cx = &mut *self.0;
        let cell = cx.state.entity(id).cell;
        cx.frame = Frame::new(program, id, id, cell, 0);
        if let Err(trap) = cx.run_trigger(program, id, cell, None, true) {
            cx.trapped(id, trap);
        }
    }

    /// Counts the next round. What a round may write is counted from here on.
    pub fn count_round(&mut self) {
        let cx = &mut *self.0;
        cx.log.round_first = cx.log.changes.len();
        let next = cx.state.round().saturating_add(1);
        cx.set_battle(BattleField::Round, next);
    }

    /// Lends the list of cells whose surface wears off, until it is given back.
    pub(crate) fn lend_worn(&mut self) -> Vec<(Cell, CellRow)> {
        std::mem::take(&mut self.0.buffers.worn)
    }

    /// Takes the list back.
    pub(crate) fn give_back_worn(&mut self, worn: Vec<(Cell, CellRow)>) {
        self.0.buffers.worn = worn;
    }

    /// The state, to alter what is derived.
    #[inline]
    pub(crate) const fn state_mut(&mut self) -> &mut GameState {
        self.0.state
    }

    #[inline]
    pub(crate) const fn plan(&self) -> &crate::intent::Plan {
        self.0.plan
    }
}
