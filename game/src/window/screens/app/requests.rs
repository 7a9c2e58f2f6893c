//! Requests of screens: stack changes, flow requests, settings and art.

use super::App;
use crate::art::Art;
use crate::window::screens::screen::{Request, Screen};
use foretoken_session::long_work::Frame;
use std::path::PathBuf;
use std::sync::Arc;

/// Limit of nested requests, against endless loops.
const MOST: usize = 16;

impl App {
    pub(in crate::window) fn perform(&mut self) {
        let _frame = Frame::begin();
        for _ in 0..MOST {
            let requests = std::mem::take(&mut self.shared.requests);
            let idle = requests.is_empty();
            for request in requests {
                self.do_request(request);
            }
            if idle {
                self.on_top(|screen, cx| screen.settle(cx));
                if self.shared.requests.is_empty() {
                    break;
                }
            }
        }
    }

    fn do_request(&mut self, request: Request) {
        match request {
            Request::Push(screen) => self.stack.push(screen),
            Request::Pop(name) => self.close(name),
            Request::Do(command) => self.command(command),
            Request::Flow(request) => request.perform(self),
            Request::Quit => self.closing = true,
        }
    }

    pub(in crate::window) fn close(&mut self, name: &str) {
        if let Some(at) = self.stack.iter().rposition(|screen| screen.name() == name) {
            self.stack.remove(at);
        }
    }

    pub(in crate::window) fn show(&mut self, screen: Box<dyn Screen>) {
        self.stack.truncate(1);
        self.stack.push(screen);
        self.place_camera();
    }

    pub(in crate::window) fn keep_settings(&mut self) {
        self.shared.bindings = self.shared.settings.bindings();
        self.shared.sounds.set_volumes(self.shared.settings.volumes());
        self.save_settings();
    }

    pub(in crate::window) fn load_art(&mut self) {
        let (folder, pack) = (self.art_folder(&self.shared.art_of), self.shared.art_of.clone());
        let scheme = self.shared.settings.scheme();
        let of_pack = self.editor().filter(|_| self.is_edited(&pack));
        let edited = of_pack.map(|editor| editor.model().edited_art().clone()).unwrap_or_default();
        self.read_art(move || (Arc::new(Art::load_as(&folder, scheme, &edited).0), pack));
    }

    pub(in crate::window) fn use_art_of(&mut self, pack: &str) {
        if self.shared.art_of != pack {
            pack.clone_into(&mut self.shared.art_of);
            self.load_art();
        }
    }

    fn art_folder(&self, pack: &str) -> PathBuf {
        self.shared.content.place_of(pack).join("art")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Start;
    use crate::window::platform::input::{Chord, Input, Key};
    use crate::window::screens::commands::Command;
    use foretoken_session::content::Content;
    use std::path::Path;

    fn app(scenario: Option<&str>) -> (App, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let start =
            Start { records: folder.path().to_owned(), scenario: scenario.map(str::to_owned), ..Start::default() };
        (App::new(Content::open(&assets).expect("content"), start).expect("an app"), folder)
    }

    fn names(app: &App) -> Vec<&'static str> {
        app.stack.iter().map(|screen| screen.name()).collect()
    }

    #[test]
    fn what_is_open_over_the_title_closes_before_it_is_left() {
        let (mut app, _folder) = app(None);
        app.command(Command::Settings);
        assert_eq!(names(&app), ["title", "settings"]);
        app.command(Command::Help);
        assert_eq!(names(&app), ["title", "help"], "one page at a time");
        app.command(Command::Log);
        assert_eq!(names(&app), ["title", "help"], "there is no battle to tell of");
        app.command(Command::Back);
        assert_eq!(names(&app), ["title"]);
        app.command(Command::Back);
        assert_eq!(names(&app), ["title", "leaving"]);
        app.command(Command::Right);
        assert!(!app.is_closing());
        app.command(Command::Confirm);
        assert!(app.is_closing());
    }

    #[test]
    fn a_page_over_a_battle_takes_all_commands_until_it_is_closed() {
        let (mut app, _folder) = app(Some("first-light"));
        let cursor = app.battle().expect("a battle").controller.cursor;
        for command in [Command::Help, Command::Log, Command::Rewind, Command::Settings] {
            app.command(command);
            assert_eq!(names(&app).len(), 3, "{command:?}");
            app.command(Command::Left);
            app.command(Command::Commit);
        }
        let battle = app.battle().expect("a battle");
        assert_eq!((battle.controller.cursor, battle.playback.is_playing()), (cursor, false));
        app.command(Command::Settings);
        assert_eq!(names(&app), ["title", "battle"]);
        app.command(Command::Rewind);
        app.command(Command::Menu);
        assert_eq!(names(&app), ["title"]);
    }

    #[test]
    fn the_end_of_a_battle_opens_by_itself_and_closes_when_it_is_taken_back() {
        let (mut app, _folder) = app(Some("first-light"));
        for _ in 0..40 {
            app.command(Command::Auto);
            app.command(Command::Commit);
            app.command(Command::Skip);
            app.step(0.01);
            if app.top() == "end" {
                break;
            }
        }
        assert_eq!(names(&app), ["title", "battle", "end"]);
        app.command(Command::Log);
        assert_eq!(names(&app), ["title", "battle", "end", "log"], "what means nothing to the end is the battle's");
        app.command(Command::Back);
        app.command(Command::Undo);
        assert_eq!(names(&app), ["title", "battle"]);
        assert_eq!(app.battle().expect("it goes on").controller.session.outcome(), 0);
    }

    #[test]
    fn a_hidden_battle_stays_hidden_until_the_side_that_is_asked_sits_down() {
        let folder = tempfile::tempdir().expect("a folder");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let start = Start {
            records: folder.path().to_owned(),
            scenario: Some("first-light".to_owned()),
            hot_seat: true,
            ..Start::default()
        };
        let mut app = App::new(Content::open(&assets).expect("content"), start).expect("an app");
        app.command(Command::Auto);
        app.command(Command::Commit);
        app.step(0.01);
        assert_eq!(names(&app), ["title", "battle", "hand-over"]);
        assert!(app.scene().is_none());
        app.command(Command::Help);
        app.command(Command::Undo);
        assert_eq!(names(&app), ["title", "battle", "hand-over"]);
        app.command(Command::Confirm);
        assert_eq!(names(&app), ["title", "battle"]);
        assert!(app.scene().is_some());
    }

    fn bind(app: &mut App, command: Command, key: Key) -> String {
        let mut page = crate::window::screens::pages::SettingsPage::default();
        page.wait_for(command);
        app.stack.truncate(1);
        app.stack.push(Box::new(page));
        app.handle(&Input::Key(key, true));
        app.shared.lobby.message.clone()
    }

    #[test]
    fn a_key_that_is_taken_from_a_command_is_told() {
        let (mut app, _folder) = app(None);
        let mut page = crate::window::screens::pages::SettingsPage::default();
        let mut bound = |command, key| {
            page.wait_for(command);
            let mut cx =
                crate::window::screens::screen::ScreenContext { shared: &mut app.shared, below: &mut [], is_top: true };
            assert!(page.key(&mut cx, Chord::plain(key)));
            page.told().to_owned()
        };
        assert_eq!(bound(Command::Up, Key::E), "E was the key of Play the round, which now has no key.");
        assert_eq!(
            bound(Command::Down, Key::Backspace),
            "Backspace was the key of Go back one choice, which now has Escape."
        );
        assert_eq!(bound(Command::Down, Key::J), "", "nobody had that one");
        let words = app.shared.bindings.with_key("Play", Command::Commit);
        assert_eq!(words, "Play", "and no empty brackets");
    }

    #[test]
    fn no_key_is_waited_for_once_the_settings_are_closed() {
        let (mut app, _folder) = app(None);
        bind(&mut app, Command::Up, Key::J);
        assert_eq!(app.shared.bindings.command(Chord::plain(Key::J)), Some(Command::Up));
        let mut page = crate::window::screens::pages::SettingsPage::default();
        page.wait_for(Command::Up);
        app.stack.truncate(1);
        app.stack.push(Box::new(page));
        app.close("settings");
        app.command(Command::Settings);
        app.handle(&Input::Key(Key::Z, true));
        assert_eq!(app.shared.bindings.command(Chord::plain(Key::Z)), None);
    }
}
