//! What commands mean on the title screen and at the end of a battle, and the keys that the settings bind anew.

use super::{App, Screen};
use crate::window::battle::Page;
use crate::window::hud::pages::{self, Rebinding};
use crate::window::platform::input::{Chord, Key};
use crate::window::screens::commands::Command;
use crate::window::screens::title::{Chosen, Over};

impl App {
    pub(super) fn title_command(&mut self, command: Command) {
        let title = &mut self.title;
        match (title.over, command) {
            (_, Command::Settings) => title.toggle(Over::Settings),
            (_, Command::Help) => title.toggle(Over::Help),
            (Some(Over::Leaving), Command::Confirm | Command::Done) => self.choose(Some(Chosen::Quit)),
            (Some(_), Command::Back | Command::Menu) => title.over = None,
            // What is open stands before the cards.
            (Some(_), _) => {}
            (None, Command::Back | Command::Menu) => title.over = Some(Over::Leaving),
            (None, Command::Right | Command::Next) => title.walk(1, 0),
            (None, Command::Left | Command::Previous) => title.walk(-1, 0),
            (None, Command::Down) => title.walk(0, 1),
            (None, Command::Up) => title.walk(0, -1),
            (None, Command::Confirm | Command::Done) => {
                let name = title.scenarios.get(title.at).map(|(info, _)| info.name.clone());
                self.choose(name.map(Chosen::Scenario));
            }
            _ => {}
        }
    }

    /// What a command means to the panel at the end of a battle. False for those that mean what they always do.
    pub(super) fn end_command(&mut self, command: Command) -> bool {
        let Screen::Battle(battle) = &mut self.screen else { return false };
        let (at, count) = (battle.end_at(), pages::ENDS.len());
        match command {
            Command::Right | Command::Down | Command::Next => battle.end = Some((at + 1) % count),
            Command::Left | Command::Up | Command::Previous => battle.end = Some((at + count - 1) % count),
            Command::Confirm | Command::Done => {
                battle.end = None;
                if let Some(end) = pages::ENDS.get(at) {
                    self.answer(end.asked);
                }
            }
            Command::Back | Command::Menu => self.show_title(),
            // There is nothing left to decide.
            Command::Commit | Command::Reset | Command::Auto | Command::Threat | Command::Radial | Command::Focus => {}
            _ => return command.action().is_some(),
        }
        true
    }

    /// The command whose next key is waited for; none once the settings are closed.
    pub(super) fn waits_for_key(&mut self) -> Option<Command> {
        let open = match &self.screen {
            Screen::Title => self.title.over == Some(Over::Settings),
            Screen::Battle(battle) => battle.page == Some(Page::Settings),
            Screen::Busy(_) => false,
        };
        if !open {
            self.rebinding = Rebinding::default();
        }
        self.rebinding.waiting.take()
    }

    /// Binds a key, and says what it was before.
    pub(super) fn rebind(&mut self, command: Command, chord: Chord) {
        if chord.key == Key::Escape {
            return;
        }
        if let Some(other) = self.bindings.bind(command, chord) {
            let left = match self.bindings.key_name(other) {
                none if none.is_empty() => "no key now".to_owned(),
                key => key,
            };
            let words = format!("{} was {}, which has {left}.", chord.name(), other.title());
            self.rebinding.told = Some((command, words));
        }
        self.settings.keys = self.bindings.changed();
        self.keep_settings();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Start;
    use crate::window::platform::input::Input;
    use foretoken_session::content::Content;
    use std::path::Path;

    fn app() -> App {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        App::new(Content::find(Some(&assets)).expect("content"), Start::default()).expect("an app")
    }

    fn bind(app: &mut App, command: Command, key: Key) {
        app.title.over = Some(Over::Settings);
        app.rebinding = Rebinding { waiting: Some(command), told: None };
        app.handle(&Input::Key(key, true));
    }

    fn told(app: &App) -> &str {
        app.rebinding.told.as_ref().map_or("", |(_, words)| words)
    }

    #[test]
    fn a_key_that_is_taken_from_a_command_is_told() {
        let mut app = app();
        bind(&mut app, Command::Up, Key::E);
        assert_eq!(told(&app), "E was Carry out the round, which has no key now.");
        assert_eq!(app.bindings.with_key("Carry out", Command::Commit), "Carry out", "and no empty brackets");
        bind(&mut app, Command::Down, Key::Backspace);
        assert_eq!(told(&app), "Backspace was Step back one stage, which has Escape.");
        bind(&mut app, Command::Down, Key::J);
        assert_eq!(told(&app), "", "nobody had that one");
    }

    #[test]
    fn no_key_is_waited_for_once_the_settings_are_closed() {
        let mut app = app();
        app.rebinding = Rebinding { waiting: Some(Command::Up), told: None };
        app.handle(&Input::Key(Key::J, true));
        assert_eq!(app.bindings.command(Chord::plain(Key::J)), None);
        app.title.over = Some(Over::Settings);
        app.handle(&Input::Key(Key::J, true));
        assert_eq!(app.bindings.command(Chord::plain(Key::J)), None, "nor when they are opened again");
    }
}
