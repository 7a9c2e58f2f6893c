//! An online battle in the terminal: news of the server, the page of the table with its chat, and requests to undo.

use super::app::{App, AppRequest, Mode};
use crate::online::words::{self, Strip};
use crossterm::event::KeyCode;
use foretoken_session::playback::Playback;
use foretoken_session::wire::{Act, Event, ToServer, limits};
use std::sync::Arc;

/// State of the page of an online battle.
#[derive(Debug, Default)]
pub(super) struct Talk {
    /// Words that are being typed; `None` while keys choose deeds.
    typed: Option<String>,
    /// Whether the next press resigns.
    is_resigning: bool,
}

impl App {
    /// Reads the news of a server. Returns true if another battle has begun.
    pub(super) fn poll_server(&mut self) -> bool {
        let was_over = self.over == Some(Mode::Over);
        let events = self.controller.poll();
        let begins = events.iter().any(|event| matches!(event, Event::Begun))
            || was_over && self.controller.session.outcome() == 0 && !events.is_empty();
        if begins {
            self.playback = Playback::new(Arc::clone(self.controller.session.book()));
            self.over = None;
            self.controller.select_next_unit();
        }
        begins
    }

    /// Shows the end of a battle at a server, which can come without a turn, such as when a player resigns.
    pub(super) fn show_end_at_server(&mut self) {
        let session = &self.controller.session;
        if self.over.is_none() && session.place().is_some() && session.outcome() != 0 {
            (self.over, self.row) = (Some(Mode::Over), 0);
        }
    }

    pub(super) fn open_talk(&mut self) {
        if self.controller.session.place().is_some() {
            (self.talk.typed, self.talk.is_resigning) = (None, false);
            self.over = Some(Mode::Talk);
        } else {
            self.controller.say("This battle is not online.");
        }
    }

    /// Handles a key of a request to undo, of the page, or of the end of an online battle. `None` leaves the key to others.
    pub(super) fn talk_key(&mut self, key: KeyCode) -> Option<AppRequest> {
        let mode = self.over;
        let place = self.controller.session.place_mut()?;
        if place.asks_undo().is_some() && self.talk.typed.is_none() {
            match key {
                KeyCode::Char('y') => place.act(Act::Consent(true)),
                KeyCode::Char('n') => place.act(Act::Consent(false)),
                _ => {}
            }
            return Some(AppRequest::Go);
        }
        match mode {
            Some(Mode::Talk) => Some(self.key_of_page(key)),
            Some(Mode::Over) => match key {
                KeyCode::Char('r') if !place.client().is_watcher() => {
                    place.tell(ToServer::Rematch);
                    self.controller.say("You asked for a rematch. It begins when the other players ask, too.");
                    Some(AppRequest::Go)
                }
                KeyCode::Char('l') => Some(AppRequest::Leave),
                KeyCode::Char('K') => {
                    self.open_talk();
                    Some(AppRequest::Go)
                }
                KeyCode::Char('a' | 'n' | 'u' | '1'..='9') => Some(AppRequest::Go),
                _ => None,
            },
            _ => None,
        }
    }

    fn key_of_page(&mut self, key: KeyCode) -> AppRequest {
        let Some(place) = self.controller.session.place_mut() else { return AppRequest::Go };
        if let Some(typed) = &mut self.talk.typed {
            match key {
                KeyCode::Char(letter) if typed.chars().count() < limits::CHAT => typed.push(letter),
                KeyCode::Backspace => _ = typed.pop(),
                KeyCode::Esc => self.talk.typed = None,
                KeyCode::Enter => {
                    place.say(typed);
                    self.talk.typed = None;
                }
                _ => {}
            }
            return AppRequest::Go;
        }
        let (plays, is_resigning) = (!place.client().is_watcher(), std::mem::take(&mut self.talk.is_resigning));
        let is_paused = place.client().table().is_some_and(|table| table.is_paused);
        match key {
            KeyCode::Enter => self.talk.typed = Some(String::new()),
            KeyCode::Char('p') if plays => place.act(if is_paused { Act::Continue } else { Act::Pause }),
            KeyCode::Char('R') if plays && is_resigning => {
                place.act(Act::Resign);
                self.over = None;
            }
            KeyCode::Char('R') if plays => self.talk.is_resigning = true,
            KeyCode::Char('l') => return AppRequest::Leave,
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('K' | 'q') => {
                self.over = (self.controller.session.outcome() != 0).then_some(Mode::Over);
            }
            _ => {}
        }
        AppRequest::Go
    }

    /// Returns the line of an online battle above its board; `None` in other battles.
    pub(super) fn strip(&self) -> Option<String> {
        let Strip { state, clocks, said, .. } = Strip::of(&self.controller.session)?;
        let parts = [Some(state), Some(clocks), said];
        let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        Some(format!("{} (K: table)", parts.join(" · ")))
    }

    /// Returns the lines of the page of an online battle.
    pub(super) fn talk_lines(&self) -> Vec<String> {
        let Some(place) = self.controller.session.place() else { return Vec::new() };
        let mut lines = Vec::new();
        if let Some(table) = place.client().table() {
            let you = place.client().side().filter(|_| !place.client().is_watcher());
            lines.push(format!("{} · table {}", table.title, table.code));
            lines.extend(table.seats.iter().map(|seat| words::seat(seat, you)));
            lines.push(format!("{}. {}.", words::terms(table), words::delay(table.delay)));
        }
        lines.push(String::new());
        lines.extend(place.chat().map(|said| format!("{}: {}", said.name, said.words)));
        lines.push(match &self.talk.typed {
            Some(typed) => format!("Say: {typed}_"),
            None if self.talk.is_resigning => "Press R again to give the battle up.".to_owned(),
            None if place.client().is_watcher() => "Enter: say something · l: leave · Esc: close".to_owned(),
            None => "Enter: say something · p: pause or continue · R: resign · l: leave · Esc: close".to_owned(),
        });
        lines
    }

    /// Returns the lines of a request to undo; `None` without one.
    pub(super) fn undo_lines(&self) -> Option<[String; 2]> {
        let asks = Strip::of(&self.controller.session)?.asks?;
        Some([asks, "y: allow · n: refuse".to_owned()])
    }
}
