//! The app: a stack of screens and their shared data. Owns no device or window, so tests can run it.

mod gestures;
pub mod pace;
mod pictures;
mod requests;
#[cfg(test)]
mod tests;
pub(in crate::window) mod work;

pub use self::pictures::{PICTURE, Posed};
use crate::art::Art;
use crate::window::Start;
use crate::window::audio::Sounds;
use crate::window::film::{FilmError, Filming, Order};
use crate::window::hud::{self, Fonts, Hud};
use crate::window::platform::input::Button;
use crate::window::platform::title::TITLE;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::commands::Command;
use crate::window::screens::edit::Workshop;
use crate::window::screens::screen::{Heard, Screen, ScreenContext};
use crate::window::screens::settings::{SPEEDS, Settings};
use crate::window::screens::shared::{Found, Lobby, Shared};
use crate::window::screens::title::Title;
use foretoken_editor::WidgetRects;
use foretoken_session::content::Content;
use foretoken_session::long_work::Frame;
use glam::Vec2;
use imgui::TextureId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// App.
#[derive(Debug)]
pub struct App {
    /// Data shared by all screens.
    pub shared: Shared,
    pub(in crate::window) stack: Vec<Box<dyn Screen>>,
    pub(in crate::window) work: work::Works,
    pictures: pictures::Pictures,
    /// Areas of the last frame's widgets.
    pub widget_rects: WidgetRects,
    pub(in crate::window) pointer: Vec2,
    captured: Captured,
    /// Whether the pointer moved in this frame while a panel had it.
    is_unpointed: bool,
    drag: Option<Drag>,
    shift: bool,
    control: bool,
    scale: f32,
    closing: bool,
    since_poll: f32,
    since_stir: f32,
    pub(in crate::window) workshop: Option<Workshop>,
    /// Editors of other packs, by pack.
    pub(in crate::window) put_aside: BTreeMap<String, foretoken_editor::Editor>,
    film_written: bool,
}

#[derive(Clone, Copy, Default, Debug)]
struct Captured {
    pointer: bool,
    keys: bool,
}

#[derive(Clone, Copy, Debug)]
struct Drag {
    button: Button,
    from: Vec2,
    moved: f32,
    /// Whether it drags a unit; `None` until the pointer has moved.
    holds: Option<bool>,
}

const POLL: f32 = 0.25;

const TEXT: f32 = 17.0;

impl App {
    /// Creates the app with the screen of `start`.
    ///
    /// # Errors
    ///
    /// If its battle cannot begin.
    pub fn new(content: Content, start: Start) -> anyhow::Result<Self> {
        let settings = start.config.as_deref().map(Settings::load).unwrap_or_default();
        let pack = start.pack.clone().unwrap_or_else(|| content.usual_pack());
        let (art, faults) = Art::load(&content.place_of(&pack).join("art"), settings.scheme());
        let mut lobby = Lobby::default();
        lobby.fill(Found::look(&content, &pack, &start));
        if !faults.is_empty() {
            lobby.message = art_faults(&faults);
        }
        let mut sounds = Sounds::new(settings.volumes());
        sounds.set_bank(art.sounds());
        let shared = Shared {
            bindings: settings.bindings(),
            sounds,
            content,
            art_of: pack.clone(),
            pack,
            settings,
            art: Arc::new(art),
            art_version: 1,
            lobby,
            requests: Vec::new(),
            run: None,
            online: None,
            run_told: String::new(),
            size: Vec2::new(1280.0, 800.0),
            time: 0.0,
            frozen: None,
            filming: None,
            start,
        };
        let mut app = Self {
            shared,
            stack: vec![Box::<Title>::default()],
            work: work::Works::new(),
            pictures: pictures::Pictures::default(),
            widget_rects: WidgetRects::default(),
            pointer: Vec2::ZERO,
            captured: Captured::default(),
            is_unpointed: false,
            drag: None,
            shift: false,
            control: false,
            scale: 1.0,
            closing: false,
            since_poll: 0.0,
            since_stir: 0.0,
            workshop: None,
            put_aside: BTreeMap::new(),
            film_written: false,
        };
        if let Some(path) = app.shared.start.resume.clone() {
            app.resume(&path)?;
        } else if let Some(path) = app.shared.start.watch.clone() {
            app.begin_watch(path);
        } else if let Some(scenario) = app.shared.start.scenario.clone() {
            match app.play(&scenario) {
                Err(_) if app.shared.start.editor => {
                    app.shared.lobby.message = format!("`{scenario}` cannot be played as it is.");
                }
                done => done?,
            }
        }
        if app.shared.start.editor {
            app.toggle_editor();
        }
        Ok(app)
    }

    /// Returns the topmost screen's name.
    #[must_use]
    pub fn top(&self) -> &'static str {
        self.stack.last().map_or("", |screen| screen.name())
    }

    /// Returns the window title.
    #[must_use]
    pub fn caption(&self) -> String {
        let shown = self.stack.iter().rev().find_map(|screen| screen.caption());
        if let Some(filming) = &self.shared.filming {
            return format!("Filming, {:.0} % - {TITLE}", filming.share * 100.0);
        }
        shown.map_or_else(|| TITLE.to_owned(), |shown| format!("{shown} - {TITLE}"))
    }

    /// Returns the progress of the film, 0 to 1; `None` without one.
    #[must_use]
    pub fn filmed(&self) -> Option<f32> {
        self.shared.filming.as_ref().map(|filming| filming.share)
    }

    /// Starts a film of the shown record.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn film(&mut self, order: Order) -> Result<(), FilmError> {
        order.check()?;
        order.span_of(self.replay().map_or(0, |replay| replay.acts.len()))?;
        self.shared.filming = Some(Filming { order, until: None, share: 0.0, is_over: false });
        Ok(())
    }

    pub(in crate::window) fn filmed_to_the_end(&mut self, told: Result<String, FilmError>) {
        self.shared.filming = None;
        self.film_written = told.is_ok();
        self.tell(told.unwrap_or_else(|error| error.to_string()));
    }

    /// Whether the last film was written.
    #[must_use]
    pub const fn is_film_written(&self) -> bool {
        self.film_written
    }

    /// Returns the last message.
    #[must_use]
    pub fn told(&self) -> &str {
        self.battle().map_or(&self.shared.lobby.message, |battle| &battle.controller.message)
    }

    /// Returns the selected button of the topmost screen.
    #[must_use]
    pub fn button_at(&self) -> Option<usize> {
        self.stack.last()?.button_at()
    }

    pub(in crate::window) fn is_title_shown(&self) -> bool {
        !self.stack.iter().skip(1).any(|screen| screen.is_opaque())
    }

    /// Returns the art and its version.
    #[must_use]
    pub fn art(&self) -> (&Art, u64) {
        (&self.shared.art, self.shared.art_version)
    }

    /// Enables sound.
    #[must_use]
    pub fn with_sound(mut self) -> Self {
        self.shared.sounds.open();
        self.shared.sounds.set_ambience(true);
        self
    }

    /// Whether the window should close.
    #[must_use]
    pub const fn is_closing(&self) -> bool {
        self.closing
    }

    /// Returns pixels per unit and per text line.
    #[must_use]
    pub fn scales(&self) -> (f32, f32) {
        let beside = self.editor().filter(|_| self.is_editing()).map_or(1.0, foretoken_editor::Editor::scale);
        // The scale is limited so that about 32 letters by 20 lines always fit.
        let (wide, high) = (self.shared.size.x, self.shared.size.y);
        let settings = &self.shared.settings;
        let s = self.scale * beside * settings.scale as f32 / 100.0;
        let s = s.min((wide / 640.0).min(high / 400.0).max(0.5));
        let text = (TEXT * s * settings.text as f32 / 100.0).min((wide / 32.0).min(high / 20.0));
        (s, text.round().clamp(8.0, 96.0))
    }

    /// Sets whether the interface uses pointer and keys.
    pub fn capture(&mut self, pointer: bool, keys: bool) {
        self.captured = Captured { pointer, keys };
        // A pointer that left a panel in one step has no further event over the board.
        if std::mem::take(&mut self.is_unpointed) {
            self.point();
        }
    }

    /// Sends a command to the topmost screen that handles it.
    pub fn command(&mut self, command: Command) {
        let _frame = Frame::begin();
        let films = self.shared.filming.is_some();
        match command {
            Command::Editor if !films => self.toggle_editor(),
            Command::Speed if !films && !self.is_title_shown() => {
                self.shared.settings.speed = (self.shared.settings.speed + 1) % SPEEDS.len();
                self.keep_settings();
            }
            Command::FullScreen if !films => {
                self.shared.settings.full_screen = !self.shared.settings.full_screen;
                self.keep_settings();
            }
            Command::Grid if !films && !self.is_title_shown() => {
                self.shared.settings.grid = !self.shared.settings.grid;
                self.keep_settings();
            }
            _ => {
                for index in (0..self.stack.len()).rev() {
                    if self.at(index, |screen, cx| screen.command(cx, command)) != Some(Heard::Passed) {
                        break;
                    }
                }
            }
        }
        self.perform();
    }

    fn at<R>(&mut self, index: usize, act: impl FnOnce(&mut dyn Screen, &mut ScreenContext<'_>) -> R) -> Option<R> {
        let is_top = index + 1 == self.stack.len();
        let (below, above) = self.stack.split_at_mut_checked(index)?;
        let screen = above.first_mut()?;
        Some(act(screen.as_mut(), &mut ScreenContext { shared: &mut self.shared, below, is_top }))
    }

    fn on_top<R>(&mut self, act: impl FnOnce(&mut dyn Screen, &mut ScreenContext<'_>) -> R) -> Option<R> {
        self.at(self.stack.len().checked_sub(1)?, act)
    }

    fn lowest_seen(&self) -> usize {
        self.stack.iter().rposition(|screen| screen.is_opaque()).unwrap_or(0)
    }

    pub(in crate::window) fn tell(&mut self, words: String) {
        match self.battle_mut() {
            Some(battle) => battle.controller.say(words),
            None => {
                if let Some(editor) = self.workshop.as_mut().filter(|workshop| workshop.open) {
                    editor.editor.model_mut().tell(words.clone());
                }
                self.shared.lobby.message = words;
            }
        }
    }

    /// Advances time.
    pub fn step(&mut self, seconds: f32) {
        let _frame = Frame::begin();
        let _span = tracing::debug_span!("step").entered();
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, 0.25) } else { 0.0 };
        self.shared.time += seconds;
        self.since_poll += seconds;
        self.since_stir += seconds;
        let poll = self.since_poll > POLL;
        if poll {
            self.since_poll = 0.0;
        }
        self.finish_work();
        for index in self.lowest_seen()..self.stack.len() {
            self.at(index, |screen, cx| screen.update(cx, seconds));
        }
        self.perform();
        let waits = self.work.is_waiting();
        if let Some(battle) = self.battle_mut() {
            battle.controller.session.set_waits(waits);
            if let Some(editor_host) = &mut battle.editor_host {
                editor_host.set_waits(waits);
            }
        }
        if !self.is_editing() && !self.rest() {
            self.poll_assets(poll);
        }
    }

    fn poll_assets(&mut self, look: bool) {
        let Some(battle) = self.battle_mut() else { return };
        let Some(editor_host) = &mut battle.editor_host else { return };
        if let Some(news) = editor_host.poll(&mut battle.controller.session, look) {
            battle.follow_book();
            battle.controller.say(news);
            self.stir();
        }
    }

    /// Builds the interface of a frame.
    pub fn interface(&mut self, ui: &imgui::Ui, sheet: TextureId, fonts: Fonts) {
        let _frame = Frame::begin();
        let _span = tracing::debug_span!("interface").entered();
        let (s, text) = self.scales();
        self.widget_rects.clear();
        let mut widget_rects = std::mem::take(&mut self.widget_rects);
        let size = self.shared.size.to_array();
        let time = if self.shared.settings.reduced_motion { 0.0 } else { self.shared.time };
        let free = self.free();
        let s = if self.is_editing() { s * (free.width() / 1280.0).clamp(0.55, 1.0) } else { s };
        let art = Arc::clone(&self.shared.art);
        let own = self.is_editing().then(|| hud::own_colours(ui, &art));
        let mut hud = Hud {
            ui,
            widget_rects: &mut widget_rects,
            art: &art,
            sheet,
            fonts,
            s,
            text: text / TEXT,
            size,
            free,
            time,
        };
        let before = self.shared.settings.palette;
        let bare = self.is_editing() && self.is_title_shown();
        let covered = self.is_battle_covered();
        let busy = self.busy_with().map(|_| self.stack.len() - 1);
        let is_hud_hidden = self.is_hud_hidden();
        if let Some(battle) = self.battle_mut() {
            battle.set_bare(is_hud_hidden);
        }
        for index in self.lowest_seen()..self.stack.len() {
            let hidden = bare && index == 0 || covered && Some(index) != busy;
            self.at(index, |screen, cx| {
                if !hidden {
                    screen.draw(cx, &mut hud)
                }
            });
        }
        drop(own);
        self.widget_rects = widget_rects;
        self.edit(ui, sheet);
        if before != self.shared.settings.palette {
            self.load_art();
        }
        self.perform();
    }

    /// Returns the scene of a frame; `None` without one.
    pub fn scene(&mut self) -> Option<SceneFrame<'_>> {
        let _frame = Frame::begin();
        let _span = tracing::debug_span!("scene").entered();
        let lowest = self.lowest_seen();
        let shared = &self.shared;
        self.stack.get_mut(lowest..)?.iter_mut().rev().find_map(|screen| screen.scene(shared))
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.wait_for_work();
        self.close_editor();
        if let Some(untouched) = self.leave() {
            foretoken_session::saves::leave(&untouched);
        }
    }
}

fn art_faults(faults: &[String]) -> String {
    match faults {
        [] => String::new(),
        [fault] => format!("Art: {fault}"),
        [first, more @ ..] => format!("Art: {first} (and {} more)", more.len()),
    }
}
