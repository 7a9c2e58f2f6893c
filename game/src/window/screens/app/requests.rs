//! What screens ask for and the app does: other screens, battles that begin, records, settings.

use super::App;
use super::work::{Begun, Materials};
use crate::art::Art;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::screens::records::Records;
use crate::window::screens::replay::Replay;
use crate::window::screens::screen::{Request, Screen};
use foretoken_session::long_work::Frame;
use foretoken_session::saves;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rounds of requests that lead to requests; what asks for more than that asks for ever.
const MOST: usize = 16;

impl App {
    /// Does what the screens asked for, and lets the topmost one see whether it is over.
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
            Request::Open(screen) => self.stack.push(screen),
            Request::Close(name) => self.close(name),
            Request::Title => self.show_title(),
            Request::Records => {
                self.show_title();
                self.stack.push(Box::<Records>::default());
            }
            Request::Play(scenario) => self.begin_play(&scenario),
            Request::PlayNext(pack, scenario) => self.begin_next(pack, scenario),
            Request::Resume(path) => self.begin_resume(path),
            Request::Watch(path) => self.begin_watch(path),
            Request::Delete(path) => {
                if let Err(error) = saves::delete(&path) {
                    self.shared.lobby.message = error.to_string();
                }
                self.look_for_battles(None);
            }
            Request::Work(key, work) => {
                let words = self.shared.art.presentation().say(key).to_owned();
                self.work_on_battle(words, work);
            }
            Request::Do(command) => self.command(command),
            Request::Editor => self.toggle_editor(),
            Request::KeepSettings => self.keep_settings(),
            Request::Achieved(note) => self.note(*note),
            Request::NextLevel => {
                // What was said when the program started holds no more; the level that is shown goes on by one.
                self.shared.settings.level = self.shared.level().next().code();
                self.shared.start.level = None;
                self.keep_settings();
            }
            Request::Ironman => {
                self.shared.settings.ironman = !self.shared.is_ironman();
                self.shared.start.ironman = false;
                self.keep_settings();
            }
            Request::Quit => self.closing = true,
        }
    }

    /// The topmost screen of a name goes.
    pub(super) fn close(&mut self, name: &str) {
        if let Some(at) = self.stack.iter().rposition(|screen| screen.name() == name) {
            self.stack.remove(at);
        }
    }

    /// Shows a screen over the title and nothing else.
    pub(in crate::window) fn show(&mut self, screen: Box<dyn Screen>) {
        self.stack.truncate(1);
        self.stack.push(screen);
        self.place_camera();
    }

    /// Leaves what is shown for the title screen.
    pub(in crate::window) fn show_title(&mut self) {
        let untouched = self.leave();
        self.close_workshop();
        let pack = self.shared.pack.clone();
        self.use_art_of(&pack);
        self.shared.lobby.message.clear();
        self.look_for_battles(untouched);
    }

    /// Leaves the battle on the screen. Returns its record where nothing was done in it: that is not kept, see
    /// [`saves::leave`].
    #[must_use]
    pub(in crate::window) fn leave(&mut self) -> Option<PathBuf> {
        // A film ends with what it was made of.
        self.shared.filming = None;
        let battle = self.battle().map(|battle| &battle.controller.session);
        let untouched = battle.filter(|session| session.moments().len() <= 1);
        let record = untouched.and_then(|session| session.record_path()).map(Path::to_owned);
        // A record that is held is kept from others.
        self.stack.truncate(1);
        record
    }

    pub(in crate::window) fn keep_settings(&mut self) {
        self.shared.bindings = self.shared.settings.bindings();
        self.shared.sounds.set_volume(self.shared.settings.volume);
        self.save_settings();
    }

    /// The art's colours follow what was set, and its drawings what is on disk.
    pub(in crate::window) fn load_art(&mut self) {
        let (folder, pack) = (self.art_folder(&self.shared.art_of), self.shared.art_of.clone());
        let scheme = self.shared.settings.scheme();
        let of_pack = self.editor().filter(|_| self.is_edited(&pack));
        let edited = of_pack.map(|editor| editor.model().edited_art().clone()).unwrap_or_default();
        self.read_art(move || (Arc::new(Art::load_as(&folder, scheme, &edited).0), pack));
    }

    /// What is shown next is of this pack, and is drawn with its art.
    fn use_art_of(&mut self, pack: &str) {
        if self.shared.art_of != pack {
            pack.clone_into(&mut self.shared.art_of);
            self.load_art();
        }
    }

    fn art_folder(&self, pack: &str) -> PathBuf {
        self.shared.content.root().join(pack).join("art")
    }

    pub(in crate::window) fn materials(&self) -> Materials {
        Materials {
            content: self.shared.content.clone(),
            start: self.shared.start.clone(),
            scheme: self.shared.settings.scheme(),
            // Again, or the next one, is as hard as the battle at hand.
            level: self.battle().map_or_else(|| self.shared.level(), |battle| battle.controller.session.setup().level),
            ironman: self
                .battle()
                .map_or_else(|| self.shared.is_ironman(), |battle| battle.controller.session.setup().ironman),
            art_of: self.shared.art_of.clone(),
        }
    }

    fn full_name(&self, scenario: &str) -> String {
        if scenario.contains('/') { scenario.to_owned() } else { format!("{}/{scenario}", self.shared.pack) }
    }

    /// Begins a battle of a scenario and waits for it.
    pub(in crate::window) fn play(&mut self, scenario: &str) -> anyhow::Result<()> {
        let begun = self.materials().begin(&self.full_name(scenario))?;
        self.open(begun);
        Ok(())
    }

    /// Begins a battle of a scenario.
    fn begin_play(&mut self, scenario: &str) {
        let (materials, name) = (self.materials(), self.full_name(scenario));
        self.begin("The battle begins …", move || materials.begin(&name));
    }

    /// Begins a battle of the scenario that follows another.
    fn begin_next(&mut self, pack: String, scenario: String) {
        let materials = self.materials();
        self.begin("The battle begins …", move || {
            let next = saves::following(&materials.content, &pack, &scenario).ok().flatten().unwrap_or(scenario);
            materials.begin(&format!("{pack}/{next}"))
        });
    }

    /// Goes on with a recorded battle and waits for it.
    pub(super) fn resume(&mut self, path: &Path) -> anyhow::Result<()> {
        let begun = self.materials().resume(path)?;
        self.open(begun);
        Ok(())
    }

    fn begin_resume(&mut self, path: PathBuf) {
        let materials = self.materials();
        self.begin("The record is replayed …", move || materials.resume(&path));
    }

    /// Leaves what is shown for a battle that is begun beside the frames.
    fn begin(&mut self, words: &str, begin: impl FnOnce() -> anyhow::Result<Begun> + Send + 'static) {
        let untouched = self.leave();
        self.work(words.to_owned(), None, move || {
            if let Some(untouched) = untouched {
                saves::leave(&untouched);
            }
            let begun = begin();
            Box::new(move |app: &mut Self| match begun {
                Ok(begun) => app.open(begun),
                Err(error) => app.failed(&error),
            })
        });
    }

    /// Looks at a recorded battle.
    pub(super) fn begin_watch(&mut self, path: PathBuf) {
        let (materials, untouched) = (self.materials(), self.leave());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.work("The record is replayed …".to_owned(), None, move || {
            if let Some(untouched) = untouched {
                saves::leave(&untouched);
            }
            let watched = ReplayViewer::open(&materials.content, &path).map(|(viewer, session)| {
                let setup = session.setup();
                let scenario = materials.content.setup(&format!("{}/{}", setup.pack, setup.book.scenario), None);
                let title = scenario.map_or(name, |ready| ready.title);
                let art = materials.art_for(&setup.pack);
                (
                    viewer,
                    Begun { session, title, hints: Vec::new(), lesson: Vec::new(), editor_host: None, art, told: None },
                )
            });
            Box::new(move |app: &mut Self| match watched {
                Ok((viewer, begun)) => {
                    let battle = app.battle_of(begun);
                    app.close_workshop();
                    app.show(Box::new(Replay::new(battle, viewer, &path)));
                }
                Err(error) => app.failed(&error),
            })
        });
    }

    pub(super) fn failed(&mut self, error: &anyhow::Error) {
        self.show_title();
        self.shared.lobby.message = format!("{error:#}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Start;
    use crate::window::platform::input::{Chord, Input, Key};
    use crate::window::screens::commands::Command;
    use foretoken_session::content::Content;

    fn app(scenario: Option<&str>) -> (App, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let start =
            Start { records: folder.path().to_owned(), scenario: scenario.map(str::to_owned), ..Start::default() };
        (App::new(Content::find(Some(&assets)).expect("content"), start).expect("an app"), folder)
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
        let mut app = App::new(Content::find(Some(&assets)).expect("content"), start).expect("an app");
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

    /// Waits for the next key on the settings page, as a click on a command's key does.
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
            let mut cx = crate::window::screens::screen::Cx { shared: &mut app.shared, below: &mut [], is_top: true };
            assert!(page.key(&mut cx, Chord::plain(key)));
            page.told().to_owned()
        };
        assert_eq!(bound(Command::Up, Key::E), "E was Carry out the round, which has no key now.");
        assert_eq!(bound(Command::Down, Key::Backspace), "Backspace was Step back one stage, which has Escape.");
        assert_eq!(bound(Command::Down, Key::J), "", "nobody had that one");
        let words = app.shared.bindings.with_key("Carry out", Command::Commit);
        assert_eq!(words, "Carry out", "and no empty brackets");
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
        app.handle(&Input::Key(Key::K, true));
        assert_eq!(app.shared.bindings.command(Chord::plain(Key::K)), None);
    }
}
