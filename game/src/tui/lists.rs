//! Lists and pages over the board, and scrolling by lines, screens and parts.

use super::app::{App, Mode};
use super::input::Command;

impl App {
    pub(super) fn open_list(&mut self, mode: Mode) {
        self.behind = self.over;
        self.over = Some(mode);
        self.row = match mode {
            Mode::Rewind => self.controller.session.rewind_points().len().saturating_sub(1),
            _ => 0,
        };
        self.log_top = usize::MAX;
    }

    pub(super) fn in_list(&mut self, command: Command) {
        let last = self.controller.session.rewind_points().len().saturating_sub(1);
        let page = self.places.page.saturating_sub(1).max(1);
        let parts = self.places.parts.iter();
        match (self.mode(), command) {
            (Mode::Help | Mode::Unit | Mode::Deck | Mode::Why | Mode::Foreseen, Command::Next) => {
                let next = parts.copied().find(|&row| row > self.row && self.row < self.places.end);
                self.row = next.unwrap_or_default();
            }
            (Mode::Help | Mode::Unit | Mode::Deck | Mode::Why | Mode::Foreseen, Command::Previous) => {
                self.row = parts.copied().rfind(|&row| row < self.row).unwrap_or_default();
            }
            (Mode::Log, Command::FloorUp) => {
                self.log_top = self.log_top.min(self.controller.log().len()).saturating_sub(page);
            }
            (Mode::Log, Command::FloorDown) => self.log_top = self.log_top.saturating_add(page),
            (Mode::Rewind, Command::Confirm | Command::Done) => {
                self.controller.rewind(self.row);
                self.over = (self.controller.session.outcome() != 0).then_some(Mode::Over);
            }
            (Mode::Log, Command::Up | Command::Previous) => {
                self.log_top = self.log_top.min(self.controller.log().len()).saturating_sub(1);
            }
            (Mode::Log, Command::Down | Command::Next) => self.log_top = self.log_top.saturating_add(1),
            (Mode::Plans, Command::Flip) => self.controller.flip_plans(),
            (_, Command::Up | Command::Previous) => self.row = self.row.saturating_sub(1),
            (_, Command::FloorUp) => self.row = self.row.saturating_sub(page),
            (mode, Command::Down | Command::Next | Command::FloorDown) => {
                let by = if command == Command::FloorDown { page } else { 1 };
                self.row = (self.row + by).min(if mode == Mode::Rewind { last } else { usize::MAX });
            }
            (
                _,
                Command::Back
                | Command::Quit
                | Command::Confirm
                | Command::Help
                | Command::Log
                | Command::Rewind
                | Command::Unit
                | Command::Deck
                | Command::Why
                | Command::Foreseen
                | Command::Plans,
            ) => {
                self.over = self.behind;
            }
            _ => self.controller.say("Esc closes this page first."),
        }
    }
}
