//! Which floor the cursor is on, and what is cut away above it: the same for every front end.

use super::{Choosing, Controller};
use crate::cutaway::top_floor;
use crate::texts::messages;
use foretoken_vm::Cell;
use std::sync::Arc;

impl Controller {
    /// The highest floor that is shown. What is above it is cut away and is not pointed at.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.cutaway.level(&self.session.book().board, self.cursor)
    }

    /// The cell of a column that is shown and pointed at, also where it has no ground; nothing off the board.
    #[must_use]
    pub fn shown_of(&self, x: i32, y: i32) -> Option<Cell> {
        let board = &self.session.book().board;
        board.at_floor(x, y, self.level()).or_else(|| board.cell(x, y))
    }

    /// Puts the cursor on a cell, with as much shown around it as can be.
    pub fn look_at(&mut self, cell: Cell) {
        self.cursor = cell;
        self.cutaway.look_at(&self.session.book().board, cell);
    }

    /// The cursor goes to the next floor of its column up or down; where it has none, more or less of the rest is shown.
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
