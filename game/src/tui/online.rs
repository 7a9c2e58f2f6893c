//! The lobby of online play in the terminal: a menu of the page's rows, the chat below it, and a line to type in.

use super::input::Input;
use super::menu::Menu;
use crate::online::{Online, Row};
use crossterm::event::KeyCode;
use ratatui::Frame;

/// Milliseconds between two looks at the news.
pub const TICK: u32 = 100;

/// Lines of chat below the rows.
const CHAT: usize = 5;

/// A request of the lobby to its runner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnlineWish {
    /// Draw and continue.
    Go,
    /// Leave the lobby.
    Quit,
    /// Play the battle; see [`Online::take_battle`].
    Battle,
}

/// Terminal app of the lobby.
#[derive(Debug)]
pub struct OnlineApp {
    /// Model of the lobby.
    pub online: Online,
    menu: Menu,
    rows: Vec<Row>,
}

impl OnlineApp {
    /// Creates the app.
    #[must_use]
    pub fn new(online: Online) -> Self {
        let mut app = Self { online, menu: Menu::new("", "", Vec::new()), rows: Vec::new() };
        app.refresh();
        app
    }

    /// Draws the page.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.menu.draw(frame);
    }

    /// Handles an input event. A tick reads the news of the server.
    pub fn handle(&mut self, input: Input) -> OnlineWish {
        let wish = match input {
            Input::Tick => {
                self.online.poll(TICK);
                OnlineWish::Battle
            }
            Input::Key(key) if self.online.typed().is_some() => {
                self.type_key(key);
                OnlineWish::Go
            }
            _ => match self.menu.handle(input) {
                None => OnlineWish::Go,
                Some(Some(index)) => {
                    if let Some(deed) = self.rows.get(index).and_then(|row| row.deed.clone()) {
                        self.online.press(&deed);
                    }
                    OnlineWish::Battle
                }
                Some(None) if self.online.back() => OnlineWish::Go,
                Some(None) => return OnlineWish::Quit,
            },
        };
        self.refresh();
        if wish == OnlineWish::Battle && !self.online.has_battle() { OnlineWish::Go } else { wish }
    }

    fn type_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char(letter) => _ = self.online.push(letter),
            KeyCode::Backspace => self.online.erase(),
            KeyCode::Enter => _ = self.online.enter(),
            KeyCode::Esc => _ = self.online.stop_typing(),
            _ => {}
        }
    }

    /// Shows the rows of the model.
    pub fn refresh(&mut self) {
        let rows = self.online.rows();
        // Tables come and go, so the selection follows its row. Above an empty list it stays at the top.
        let selected = self.rows.get(self.menu.at()).filter(|own| self.menu.at() > 0 || own.name.starts_with("sit "));
        if let Some(index) = selected.and_then(|own| rows.iter().position(|row| row.name == own.name)) {
            self.menu.select(index);
        }
        self.rows = rows;
        let items = self.rows.iter().map(|row| (row.words.clone(), row.about.clone())).collect();
        let grey = self.rows.iter().map(|row| row.deed.is_none()).collect();
        let chat = self.online.chat();
        let mut below: Vec<String> = chat[chat.len().saturating_sub(CHAT)..].to_vec();
        below.extend(self.online.typed().map(|typed| format!("{typed}  (Enter: done · Esc: cancel)")));
        self.menu.show(&self.online.heading(), &self.online.state(), (items, grey), below);
    }
}
