//! The cursor's floor and the cutaway above it.

use super::{Choosing, Controller};
use crate::cutaway::top_floor;
use crate::texts::messages;
use foretoken_vm::Cell;
use std::sync::Arc;

impl Controller {
    /// Returns the highest visible floor. Floors above are cut away and cannot be pointed at.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.cutaway.level(&self.session.book().board, self.cursor)
    }

    /// Returns the visible cell of a column, also without ground; `None` off the board.
    #[must_use]
    pub fn shown_of(&self, x: i32, y: i32) -> Option<Cell> {
        let board = &self.session.book().board;
        board.at_floor(x, y, self.level()).or_else(|| board.cell(x, y))
    }

    /// Moves the cursor to a cell, with as many floors visible as possible.
    pub fn look_at(&mut self, cell: Cell) {
        self.cursor = cell;
        self.cutaway.look_at(&self.session.book().board, cell);
    }

    /// Moves the cursor one floor up or down in its column. If the column has none, shows a floor more or less
    /// elsewhere.
    pub fn change_floor(&mut self, up: bool) {
        let book = Arc::clone(self.session.book());
        if book.board.floors() < 2 {
            return self.say(messages::one_floor());
        }
        if self.choosing == Choosing::Action {
            return;
        }
        let cell = self.cutaway.change(&book.board, self.cursor, up);
        self.point(cell);
        let all = self.level() >= top_floor(&book.board);
        self.say(messages::floors_shown((!all).then(|| self.level())));
    }
}
