//! The app behind the window: which screen there is, what input means there, and what is to be drawn. It owns no device
//! and no window, so a test can play it whole.

mod gestures;
mod screens;
mod work;

use crate::art::Art;
use crate::editor_host::EditorHost;
use crate::window::Start;
use crate::window::audio::{Sound, Sounds};
use crate::window::battle::steer::{Steered, steer};
use crate::window::battle::{Battle, Page};
use crate::window::hud::pages::{self, Rebinding};
use crate::window::hud::{self, Fonts, Hud};
use crate::window::platform::input::Button;
use crate::window::render::camera::Cue;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::commands::{Bindings, Command};
use crate::window::screens::edit::Workshop;
use crate::window::screens::settings::{SPEEDS, Settings};
use crate::window::screens::title::{self, Chosen, Over, Title};
use foretoken_editor::WidgetRects;
use foretoken_session::Session;
use foretoken_session::content::{Content, Ready, ScenarioInfo};
use foretoken_session::saves;
use foretoken_vm::EntityId;
use glam::Vec2;
use imgui::TextureId;
use std::collections::BTreeSet;

/// What is on the screen.
#[derive(Debug)]
pub(in crate::window) enum Screen {
    Title,
    Battle(Box<Battle>),
    /// Long work is being done.
    Busy(Box<work::Busy>),
}

/// The app.
#[derive(Debug)]
pub struct App {
    pub(in crate::window) content: Content,
    pub(in crate::window) start: Start,
    pub(in crate::window) pack: String,
    /// What the player set.
    pub settings: Settings,
    bindings: Bindings,
    /// The command whose next key is waited for, while the settings are open.
    rebinding: Rebinding,
    pub(in crate::window) art: Art,
    art_version: u64,
    /// The pack that the art is of.
    art_of: String,
    pub(in crate::window) screen: Screen,
    pub(in crate::window) title: Title,
    /// Scenarios of which no picture can be made.
    pictureless: BTreeSet<String>,
    old_pictures: Vec<TextureId>,
    /// The battle of the next picture, while it begins.
    picturing: Option<work::Job<work::ForPicture>>,
    /// Whether long work is waited for.
    pub(super) waits: bool,
    sounds: Sounds,
    /// Places of the last frame's widgets.
    pub widget_rects: WidgetRects,
    pointer: Vec2,
    /// The interface took the pointer or the keys in the last frame.
    captured: (bool, bool),
    drag: Option<(Button, Vec2, f32)>,
    shift: bool,
    control: bool,
    pub(in crate::window) size: Vec2,
    scale: f32,
    time: f32,
    closing: bool,
    since_poll: f32,
    pub(in crate::window) workshop: Option<Workshop>,
}

/// Seconds between looks at the pack's files.
const POLL: f32 = 0.25;

impl App {
    /// The app with the screen that `start` asks for.
    ///
    /// # Errors
    /// When that battle cannot be begun.
    pub fn new(content: Content, start: Start) -> anyhow::Result<Self> {
        let settings = start.config.as_deref().map(Settings::load).unwrap_or_default();
        let pack = start.pack.clone().unwrap_or_else(|| content.usual_pack());
        let (art, faults) = Art::load(&content.root().join(&pack).join("art"), settings.scheme());
        let mut app = Self {
            bindings: settings.bindings(),
            sounds: Sounds::new(settings.volume),
            content,
            art_of: pack.clone(),
            pack,
            settings,
            rebinding: Rebinding::default(),
            pictureless: BTreeSet::new(),
            old_pictures: Vec::new(),
            picturing: None,
            waits: true,
            art,
            art_version: 1,
            screen: Screen::Title,
            title: Title::default(),
            widget_rects: WidgetRects::default(),
            pointer: Vec2::ZERO,
            captured: (false, false),
            drag: None,
            shift: false,
            control: false,
            size: Vec2::new(1280.0, 800.0),
            scale: 1.0,
            time: 0.0,
            closing: false,
            since_poll: 0.0,
            workshop: None,
            start,
        };
        app.fill_title();
        app.title.message = pages::art_faults(&faults).unwrap_or_default();
        if let Some(path) = app.start.resume.clone() {
            app.begin_resume(&path)?;
        } else if let Some(scenario) = app.start.scenario.clone() {
            match app.play(&scenario) {
                Err(_) if app.start.editor => app.title.message = format!("`{scenario}` cannot be played as it is."),
                done => done?,
            }
        }
        if app.start.editor {
            app.toggle_editor();
        }
        Ok(app)
    }

    pub(in crate::window) fn fill_title(&mut self) {
        self.pictureless.clear();
        let mut before = std::mem::take(&mut self.title.scenarios);
        let scenarios = self.content.scenarios(&self.pack).unwrap_or_default();
        let pictured = |info: ScenarioInfo| {
            let known = before.iter_mut().find(|(known, _)| *known == info);
            let picture = known.and_then(|(_, picture)| picture.take());
            (info, picture)
        };
        self.title.scenarios = scenarios.into_iter().map(pictured).collect();
        // Of scenarios that are gone, or are others by now.
        self.old_pictures.extend(before.into_iter().filter_map(|(_, picture)| picture));
        self.title.records = saves::records(&self.start.records);
        self.title.left = saves::last_left(&self.start.records);
    }

    pub(in crate::window) fn play(&mut self, scenario: &str) -> anyhow::Result<()> {
        let name = if scenario.contains('/') { scenario.to_owned() } else { format!("{}/{scenario}", self.pack) };
        let begun = begin(&self.content, &self.start, &name)?;
        self.begun(begun);
        Ok(())
    }

    fn open(&mut self, session: Session, title: String, hints: Vec<String>) {
        let pack = session.setup().pack.clone();
        self.use_art_of(&pack);
        let mut battle = Battle::new(session, title, hints, &self.art, self.size);
        if let Ok(editor_host) = EditorHost::open(&self.content, &pack) {
            battle.editor_host = Some(editor_host);
        } else {
            self.close_workshop();
        }
        self.leave();
        self.screen = Screen::Battle(Box::new(battle));
        self.place_camera();
        self.sounds.play(Sound::RoundBegins);
    }

    /// Leaves the battle on the screen; see [`saves::leave`].
    pub(in crate::window) fn leave(&mut self) {
        let Screen::Battle(battle) = std::mem::replace(&mut self.screen, Screen::Title) else { return };
        let session = &battle.controller.session;
        let untouched = session.moments().len() <= 1;
        let record = session.record_path().filter(|_| untouched).map(std::path::Path::to_owned);
        // A record that is held is kept from others.
        drop(battle);
        if let Some(record) = record {
            saves::leave(&record);
        }
    }

    /// An editor over what has nothing to edit would not be drawn, and could not be closed.
    fn close_workshop(&mut self) {
        if let Some(workshop) = &mut self.workshop {
            workshop.open = false;
        }
    }

    /// The battle on the screen.
    #[must_use]
    pub fn battle(&self) -> Option<&Battle> {
        match &self.screen {
            Screen::Battle(battle) => Some(battle),
            Screen::Title | Screen::Busy(_) => None,
        }
    }

    /// The battle on the screen, to be altered.
    pub fn battle_mut(&mut self) -> Option<&mut Battle> {
        match &mut self.screen {
            Screen::Battle(battle) => Some(battle),
            Screen::Title | Screen::Busy(_) => None,
        }
    }

    /// The art in use, and a number that changes with it.
    #[must_use]
    pub const fn art(&self) -> (&Art, u64) {
        (&self.art, self.art_version)
    }

    /// Lets what happens be heard, where there is a device for it.
    #[must_use]
    pub fn with_sound(mut self) -> Self {
        self.sounds.open();
        self.sounds.set_ambience(true);
        self
    }

    /// Whether the window is to be closed.
    #[must_use]
    pub const fn is_closing(&self) -> bool {
        self.closing
    }

    /// Pixels of a unit of length of the interface, and of a line of text.
    #[must_use]
    pub fn scales(&self) -> (f32, f32) {
        // Beside the editor its own size counts on top, for all of it is read together.
        let beside = self.editor().filter(|_| self.is_editing()).map_or(1.0, foretoken_editor::Editor::scale);
        // What no window of this size has room for is no use: something like 32 letters by 20 lines always fit.
        let (wide, high) = (self.size.x, self.size.y);
        let s = self.scale * beside * self.settings.scale as f32 / 100.0;
        let s = s.min((wide / 640.0).min(high / 400.0).max(0.5));
        let text = (17.0 * s * self.settings.text as f32 / 100.0).min((wide / 32.0).min(high / 20.0));
        (s, text.round().clamp(8.0, 96.0))
    }

    /// What the interface took in the last frame: the pointer, the keys.
    pub fn capture(&mut self, pointer: bool, keys: bool) {
        self.captured = (pointer, keys);
    }

    /// The next scenario that has no picture yet, as a battle to draw one of.
    pub fn wants_picture(&mut self) -> Option<(usize, Box<Battle>)> {
        if !matches!(self.screen, Screen::Title) {
            return None;
        }
        let (name, begun) = self.begun_for_picture()?;
        let Some((title, session)) = begun else {
            // The others are to have theirs; this one is tried again when the title is shown anew.
            self.pictureless.insert(name);
            return None;
        };
        let missing = self.title.scenarios.iter().position(|(info, _)| info.name == name)?;
        let mut battle = Battle::new(session, title, Vec::new(), &self.art, Vec2::new(560.0, 300.0));
        battle.camera.fit();
        battle.camera.cue(Cue::Zoom(1.25));
        battle.camera.step(0.1, true);
        battle.draw(&self.art, self.art_version, &Settings { grid: false, ..Settings::default() }, 0.4);
        Some((missing, Box::new(battle)))
    }

    /// The picture of a scenario was made.
    pub fn set_picture(&mut self, scenario: usize, picture: TextureId) {
        if let Some((_, slot)) = self.title.scenarios.get_mut(scenario) {
            *slot = Some(picture);
        }
    }

    /// Pictures that nothing shows any more, once.
    pub fn old_pictures(&mut self) -> Vec<TextureId> {
        std::mem::take(&mut self.old_pictures)
    }

    /// The pictures are gone with their device.
    pub fn forget_pictures(&mut self) {
        self.old_pictures.clear();
        self.title.scenarios.iter_mut().for_each(|(_, picture)| *picture = None);
    }

    /// Does what a command says, on the screen that there is.
    pub fn command(&mut self, command: Command) {
        if command == Command::Editor {
            self.toggle_editor();
            return;
        }
        if self.battle().is_some_and(Battle::shows_end) && self.end_command(command) {
            return;
        }
        match &mut self.screen {
            Screen::Title => self.title_command(command),
            // The battle is not there to be steered.
            Screen::Busy(_) => {}
            Screen::Battle(battle) => match command {
                Command::Menu => self.show_title(),
                // A record that is watched is left as it was come to.
                Command::Back if battle.replay_viewer.is_some() && battle.page.is_none() => {
                    self.show_title();
                    self.title.over = Some(Over::Records);
                }
                Command::Speed => {
                    self.settings.speed = (self.settings.speed + 1) % SPEEDS.len();
                    self.keep_settings();
                }
                Command::Grid => {
                    self.settings.grid = !self.settings.grid;
                    self.keep_settings();
                }
                _ => match steer(battle, &mut self.sounds, command) {
                    Steered::Done => {}
                    Steered::Commits => self.begin_commit(),
                    Steered::Decides => self.begin_auto(),
                },
            },
        }
    }

    fn choose(&mut self, chosen: Option<Chosen>) {
        let done = match chosen {
            None => return,
            Some(Chosen::Quit) => {
                self.closing = true;
                Ok(())
            }
            Some(Chosen::Scenario(name)) => self.begin_play(&name),
            Some(Chosen::Resume(path)) => self.begin_resume(&path),
            Some(Chosen::Watch(path)) => self.begin_watch(&path),
            Some(Chosen::Delete(path)) => {
                let done = saves::delete(&path);
                self.fill_title();
                done.map_err(Into::into)
            }
            Some(Chosen::Editor) => {
                self.toggle_editor();
                Ok(())
            }
        };
        if matches!(self.screen, Screen::Battle(_)) {
            // What led to the battle is not open any more when one comes back.
            self.title.over = None;
        }
        if let Err(error) = done {
            self.title.message = format!("{error:#}");
        }
    }

    fn keep_settings(&mut self) {
        self.bindings = self.settings.bindings();
        self.sounds.set_volume(self.settings.volume);
        if let Some(Err(fault)) = self.start.config.as_deref().map(|folder| self.settings.save(folder)) {
            self.tell(fault);
        }
    }

    pub(in crate::window) fn tell(&mut self, words: String) {
        match &mut self.screen {
            Screen::Battle(battle) => battle.controller.say(words),
            Screen::Title | Screen::Busy(_) => self.title.message = words,
        }
    }

    /// Lets time pass.
    pub fn step(&mut self, seconds: f32) {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, 0.25) } else { 0.0 };
        self.time += seconds;
        self.since_poll += seconds;
        let poll = self.since_poll > POLL;
        if poll {
            self.since_poll = 0.0;
        }
        self.finish_work(seconds, false);
        let Screen::Battle(battle) = &mut self.screen else { return };
        battle.step(seconds, &self.settings);
        battle.controller.session.set_waits(self.waits);
        if let Some(editor_host) = &mut battle.editor_host {
            editor_host.set_waits(self.waits);
        }
        for sound in std::mem::take(&mut battle.playback.sounds) {
            self.sounds.play(sound);
        }
        if let Some(trouble) = battle.controller.session.take_trouble() {
            battle.controller.say(trouble);
        }
        if self.is_editing() || self.rest() {
            return;
        }
        let Screen::Battle(battle) = &mut self.screen else { return };
        if let Some(editor_host) = &mut battle.editor_host
            && let Some(news) = editor_host.poll(&mut battle.controller.session, poll)
        {
            battle.follow_book();
            battle.controller.say(news);
        }
    }

    /// Makes the interface of a frame.
    pub fn interface(&mut self, ui: &imgui::Ui, sheet: TextureId, fonts: Fonts) {
        let (s, _) = self.scales();
        self.widget_rects.clear();
        let mut widget_rects = std::mem::take(&mut self.widget_rects);
        let size = self.size.to_array();
        let free = self.free();
        // Beside the editor's panels there is less room for the game's own.
        let s = if self.is_editing() { s * ((free[2] - free[0]) / 1280.0).clamp(0.55, 1.0) } else { s };
        let own = self.is_editing().then(|| hud::own_colours(ui, &self.art));
        let mut hud =
            Hud { ui, widget_rects: &mut widget_rects, art: &self.art, sheet, fonts, s, size, free, time: self.time };
        let before = self.settings.palette;
        let (mut asked, mut chosen, mut pressed, mut reeled) = (None, None, None, None);
        match &mut self.screen {
            Screen::Title => {
                chosen = title::draw(&mut hud, &mut self.title, self.settings.reduced_motion);
                asked = match self.title.over {
                    Some(Over::Settings) => {
                        pages::settings_page(&mut hud, &mut self.settings, &self.rebinding, &mut self.title.held)
                    }
                    Some(Over::Help) => pages::help_page(&mut hud, None, &self.bindings),
                    _ => None,
                };
            }
            Screen::Busy(busy) => Self::draw_busy(&mut hud, busy),
            Screen::Battle(battle) => {
                battle.hovered = EntityId::NONE;
                if let Some(side) = battle.hands_over() {
                    pressed = hud::hand_over::draw(&mut hud, &side);
                } else {
                    hud::over::draw(&hud, battle);
                    pressed = hud::battle::draw(&mut hud, battle, &self.bindings, &self.settings);
                    reeled = hud::replay::draw(&mut hud, battle, &self.settings);
                    if battle.shows_end() {
                        asked = pages::over(&mut hud, battle);
                    }
                    asked = asked.or(pages::draw(&mut hud, battle, &mut self.settings, &self.rebinding));
                }
            }
        }
        drop(own);
        self.widget_rects = widget_rects;
        self.edit(ui);
        if before != self.settings.palette {
            self.load_art();
        }
        if let Some(command) = pressed {
            self.command(command);
        }
        if let Some(reeled) = reeled {
            self.replay_viewer(reeled);
        }
        self.choose(chosen);
        if let Some(asked) = asked {
            self.answer(asked);
        }
    }

    fn replay_viewer(&mut self, pressed: hud::replay::Pressed) {
        use hud::replay::Pressed;
        let Screen::Battle(battle) = &mut self.screen else { return };
        let Some(replay_viewer) = &mut battle.replay_viewer else { return };
        match pressed {
            Pressed::Play => {
                replay_viewer.plays = !replay_viewer.plays;
                if replay_viewer.plays && replay_viewer.at == replay_viewer.acts.len() {
                    battle.seek(0);
                }
            }
            Pressed::Step => {
                replay_viewer.plays = false;
                battle.next_act();
            }
            Pressed::Back => {
                replay_viewer.plays = false;
                let at = replay_viewer.at.saturating_sub(1);
                battle.seek(at);
            }
            Pressed::Seek(at) => {
                replay_viewer.plays = false;
                battle.seek(at);
            }
            Pressed::Speed => self.command(Command::Speed),
        }
    }

    pub(in crate::window) fn load_art(&mut self) {
        self.art = Art::load(&self.content.root().join(&self.art_of).join("art"), self.settings.scheme()).0;
        self.art_version += 1;
    }

    /// What is shown next is of this pack, and is drawn with its art.
    pub(in crate::window) fn use_art_of(&mut self, pack: &str) {
        if self.art_of != pack {
            pack.clone_into(&mut self.art_of);
            self.load_art();
        }
    }

    fn answer(&mut self, asked: pages::Asked) {
        use pages::Asked;
        match asked {
            Asked::Close => match &mut self.screen {
                Screen::Battle(battle) => battle.page = None,
                Screen::Title | Screen::Busy(_) => self.title.over = None,
            },
            Asked::Keep => self.keep_settings(),
            Asked::Rebind(command) => self.rebinding = Rebinding { waiting: Some(command), told: None },
            Asked::Title => self.show_title(),
            Asked::Do(command) => self.command(command),
            Asked::Rewind(moment) => {
                if let Screen::Battle(battle) = &mut self.screen {
                    battle.page = None;
                    battle.playback.skip();
                    battle.controller.rewind(moment);
                }
            }
            Asked::Again | Asked::Next => {
                let Some(battle) = self.battle() else { return };
                let setup = battle.controller.session.setup();
                let (pack, mut scenario) = (setup.pack.clone(), setup.book.scenario.clone());
                if asked == Asked::Next
                    && let Ok(Some(next)) = saves::following(&self.content, &pack, &scenario)
                {
                    scenario = next;
                }
                if let Err(error) = self.play(&format!("{pack}/{scenario}")) {
                    self.tell(format!("{error:#}"));
                }
            }
        }
    }

    /// Makes the scene of a frame; `None` where there is none.
    pub fn scene(&mut self) -> Option<SceneFrame<'_>> {
        let battle = match &mut self.screen {
            Screen::Title => return None,
            // As it was drawn last; flames stand still, for what they are made of is away.
            Screen::Busy(busy) => {
                return busy.frozen.as_ref().map(|(scene, camera)| scene.frame(camera, self.time));
            }
            Screen::Battle(battle) => battle,
        };
        battle.draw(&self.art, self.art_version, &self.settings, self.time);
        let time = if self.settings.reduced_motion { 0.0 } else { self.time };
        Some(battle.scene.frame(&battle.camera, time))
    }

    /// The page over the battle.
    #[must_use]
    pub fn page(&self) -> Option<Page> {
        self.battle().and_then(|battle| battle.page)
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // A round that is being carried out is written before the record is let go.
        self.finish_work(0.0, true);
        self.close_editor();
        self.leave();
    }
}

/// A battle that has begun, its title and its hints.
pub(in crate::window) type Begun = (Session, String, Vec<String>);

/// Begins a battle of a scenario named with its pack, recorded where `start` says; the planner decides its first round.
fn begin(content: &Content, start: &Start, name: &str) -> anyhow::Result<Begun> {
    let Ready { setup, title, hints, .. } = content.setup(name, start.seed)?;
    let setup = if start.hot_seat { setup.hot_seat() } else { setup };
    let scenario = setup.book.scenario.clone();
    let writer = saves::new_record(&start.records, &scenario)?;
    Ok((Session::recorded(setup, Some(writer))?, title, hints))
}
