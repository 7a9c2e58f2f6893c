//! Playback in the terminal: each tick or key shows the next news.

use super::app::{App, Mode};
use crossterm::event::KeyCode;

impl App {
    pub(super) fn tick(&mut self) {
        match self.playback.next_news() {
            Some(news) => self.controller.message = news.to_owned(),
            None => self.end_playback(),
        }
    }

    pub(super) fn skip_playback(&mut self, key: KeyCode) {
        if matches!(key, KeyCode::Char(' ') | KeyCode::Right) {
            self.tick();
        } else {
            self.end_playback();
        }
    }

    pub(super) fn end_playback(&mut self) {
        self.playback.skip();
        self.controller.message.clear();
        if self.controller.session.seat().draft().is_none() {
            self.controller.select_next_unit();
        }
        self.over = None;
        if self.controller.session.outcome() != 0 {
            (self.over, self.row) = (Some(Mode::Over), 0);
        }
    }

    /// Whether a round is being shown.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playback.is_showing()
    }
}
