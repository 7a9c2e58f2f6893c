//! Watching a round: its changes are made one by one on what was known before, and told as they are.

use super::app::{App, Mode};
use crossterm::event::KeyCode;
use foretoken_session::Report;
use foretoken_session::wording::names;
use foretoken_vm::{Advance, EntityId, GameState};

/// A round being shown step by step.
#[derive(Debug)]
pub(super) struct Playback {
    pub(super) report: Report,
    /// The state as shown.
    pub(super) state: GameState,
    /// Next change to show.
    pub(super) next: usize,
}

impl App {
    /// Shows the next piece of news of the round.
    pub(super) fn tick(&mut self) {
        let book = std::sync::Arc::clone(self.controller.session.book());
        let Some(playback) = &mut self.playback else { return };
        while let Some(&change) = playback.report.changes.get(playback.next) {
            let ended = playback.report.activations.iter().position(|&(_, first)| first == playback.next);
            if let Some(known) = ended.and_then(|at| at.checked_sub(1)).and_then(|at| playback.report.after.get(at)) {
                // What came to light within the activation is whole from here on.
                playback.state.copy_from(known);
            }
            playback.next += 1;
            if !change.is_note() {
                playback.state.apply(&book, &change);
            }
            if names::is_news(&change) {
                self.controller.message = names::change(&book, &playback.state, &change);
                return;
            }
        }
        self.end_playback();
    }

    pub(super) fn skip_playback(&mut self, key: KeyCode) {
        if matches!(key, KeyCode::Char(' ') | KeyCode::Right) {
            self.tick();
        } else {
            self.end_playback();
        }
    }

    pub(super) fn end_playback(&mut self) {
        self.playback = None;
        self.controller.message.clear();
        self.controller.select_next_unit();
        self.over = None;
        if self.controller.session.outcome() != 0 {
            self.over = Some(Mode::Over);
        }
    }

    /// Whether time should pass: a round is being shown.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playback.is_some()
    }

    /// Who is being activated in the step that is shown.
    pub(super) fn playing(&self) -> Option<EntityId> {
        let playback = self.playback.as_ref()?;
        let current = playback.report.activations.iter().rev().find(|&&(_, first)| first < playback.next)?;
        match current.0 {
            Advance::Unit(unit, _) => Some(unit),
            _ => None,
        }
    }
}
