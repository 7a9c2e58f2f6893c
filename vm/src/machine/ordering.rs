//! Interface of turn orders to a battle: read it, write changes, and act on the board at the end of a round.

use super::cx::{Frame, RunContext};
use crate::program::Label;
use crate::rulebook::Rulebook;
use crate::schedulers::View;
use crate::space::Cell;
use crate::state::{BattleField, CellRow, Change, ChangeKind, EntityId, GameState, flag};

/// The battle as a turn order sees and changes it. Tokens do not get one.
#[derive(Debug)]
pub struct OrderContext<'c, 'a>(pub(super) &'c mut RunContext<'a>);

impl RunContext<'_> {
    pub(crate) fn postpone(&mut self, id: EntityId, label: Label) {
        let scheduler = &self.book.scheduler;
        if !scheduler.postpone(&mut OrderContext(self), id, label) {
            self.set_flags(id, flag::POSTPONED, 0, label);
        }
    }
}

impl OrderContext<'_, '_> {
    /// Returns the rulebook.
    #[must_use]
    pub const fn book(&self) -> &Rulebook {
        self.0.book
    }

    /// Returns the current state.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.0.state
    }

    /// Returns the view of the turn order.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        self.0.view()
    }

    /// Writes a change. Prefer the named functions below.
    pub fn write(&mut self, change: Change) {
        self.0.write(change);
    }

    /// Writes a plain number of a unit, if it differs.
    pub fn set_number(&mut self, kind: ChangeKind, id: EntityId, before: i32, after: i32) {
        self.0.set_number(kind, id, before, after, Label::NONE);
    }

    /// Writes a unit's value in the order's column with this index, if it differs and the column exists.
    pub fn set_column(&mut self, id: EntityId, column: usize, after: i32) {
        self.set_column_by(id, column, after, Label::NONE);
    }

    pub(crate) fn set_column_by(&mut self, id: EntityId, column: usize, after: i32, label: Label) {
        let column = self.0.book.scheduler.column(column);
        if id.index() < self.0.state.entities().len() && column != u16::MAX {
            self.0.set_entity_column(id, column, after, label);
        }
    }

    /// Writes the battle's value in the order's column with this index, if it differs and the column exists.
    pub fn set_battle_column(&mut self, column: usize, after: i32) {
        let column = self.0.book.scheduler.column(column);
        if column != u16::MAX {
            self.0.set_battle_column(column, after, Label::NONE);
        }
    }

    #[must_use]
    pub(crate) fn cells_entered(&self, unit: EntityId, first: usize) -> i32 {
        let changes = self.0.log.changes.get(first..).unwrap_or_default();
        let enters = |kind| matches!(kind, ChangeKind::Cell | ChangeKind::Passed);
        let entered = changes.iter().filter(|change| enters(change.kind) && change.entity == unit);
        i32::try_from(entered.count()).unwrap_or(i32::MAX)
    }

    pub(crate) fn run_event(&mut self, program: u16, id: EntityId) {
        let cx = &mut *self.0;
        let cell = cx.state.entity(id).cell;
        cx.frame = Frame::new(program, id, id, cell, 0);
        if let Err(trap) = cx.run_trigger(program, id, cell, None, true) {
            cx.trapped(id, trap);
        }
    }

    /// Counts the next round and restarts the limit of its changes.
    pub fn count_round(&mut self) {
        let cx = &mut *self.0;
        cx.log.round_first = cx.log.changes.len();
        let next = cx.state.round().saturating_add(1);
        cx.set_battle(BattleField::Round, next);
    }

    pub(crate) fn lend_worn(&mut self) -> Vec<(Cell, CellRow)> {
        std::mem::take(&mut self.0.buffers.worn)
    }

    pub(crate) fn give_back_worn(&mut self, worn: Vec<(Cell, CellRow)>) {
        self.0.buffers.worn = worn;
    }

    #[inline]
    pub(crate) const fn state_mut(&mut self) -> &mut GameState {
        self.0.state
    }

    #[inline]
    pub(crate) const fn plan(&self) -> &crate::intent::Plan {
        self.0.plan
    }
}
