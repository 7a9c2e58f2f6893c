//! Mouse handling.

use super::app::{App, AppRequest, Mode, Places};
use super::input::Command;
use foretoken_session::controller::Intention;
use foretoken_vm::Cell;

impl App {
    fn cell_under(&self, x: u16, y: u16) -> Option<Cell> {
        let Places { board, cell, origin, .. } = &self.places;
        if x < board.x || y < board.y || x >= board.right() || y >= board.bottom() || cell.0 == 0 || cell.1 == 0 {
            return None;
        }
        let column = i32::from((x - board.x) / cell.0) + origin.0;
        let row = i32::from((y - board.y) / cell.1) + origin.1;
        self.controller.session.book().board.at_floor(column, row, self.level())
    }

    pub(super) fn point(&mut self, x: u16, y: u16) {
        if !matches!(self.mode(), Mode::Units | Mode::Target) {
            return;
        }
        if let Some(cell) = self.cell_under(x, y).filter(|&cell| cell != self.controller.cursor) {
            self.controller.point(cell);
        } else if let Some(&(_, unit)) = self.places.order.iter().find(|&&(row, _)| row == y)
            && self.mode() == Mode::Units
            && x >= self.places.order_area.x
        {
            let cell = self.controller.session.seat().known().state().entity(unit).cell;
            if cell != Cell::NOWHERE {
                self.controller.look_at(cell);
            }
        }
    }

    pub(super) fn click(&mut self, x: u16, y: u16) -> AppRequest {
        self.controller.hear(Intention::Other);
        if self.over == Some(Mode::Watch) {
            self.end_playback();
            return AppRequest::Go;
        }
        let area = self.places.actions;
        if self.mode() == Mode::Actions && x >= area.x && y >= area.y && y < area.bottom() {
            self.controller.pick_action(usize::from(y - area.y));
            return AppRequest::Go;
        }
        let Some(cell) = self.cell_under(x, y) else { return AppRequest::Go };
        if self.over.is_none() && self.controller.is_why_press(cell) {
            self.controller.look_at(cell);
            return self.command(Command::Why);
        }
        if self.over.is_none() {
            self.controller.press(cell);
        }
        AppRequest::Go
    }
}
