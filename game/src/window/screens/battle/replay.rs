//! The screen of a recorded battle.

use crate::window::battle::Battle;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::film::{Filming, Order};
use crate::window::hud;
use crate::window::hud::Hud;
use crate::window::hud::replay::Pressed;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::shared::Shared;
use crate::window::screens::title::request::TitleRequest;
use foretoken_session::controller::Intention;
use glam::Vec2;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug)]
pub(in crate::window) struct Replay {
    battle: Box<Battle>,
    viewer: ReplayViewer,
    film: PathBuf,
}

impl Replay {
    pub(in crate::window) fn new(battle: Box<Battle>, viewer: ReplayViewer, record: &Path) -> Self {
        let mut replay = Self { battle, viewer, film: record.with_extension("gif") };
        replay.seek(0);
        replay
    }

    pub(super) const fn battle(&self) -> &Battle {
        &self.battle
    }

    pub(super) const fn battle_mut(&mut self) -> &mut Battle {
        &mut self.battle
    }

    pub(super) const fn viewer(&self) -> &ReplayViewer {
        &self.viewer
    }

    pub(super) fn pause_at(&mut self, activation: usize) {
        self.viewer.plays = false;
        self.seek(activation);
    }

    fn next_film(&self) -> PathBuf {
        let stem = self.film.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let numbered = (2..1000).map(|number| self.film.with_file_name(format!("{stem}-{number}.gif")));
        let free = |path: &PathBuf| path.symlink_metadata().is_err();
        std::iter::once(self.film.clone()).chain(numbered).find(free).unwrap_or_else(|| self.film.clone())
    }

    fn begin_film(&mut self, cx: &mut ScreenContext<'_>) {
        let count = self.viewer.acts.len();
        let next = if self.viewer.at < count { self.viewer.at + 1 } else { 1 };
        let span = match self.viewer.span {
            (None, None) => (Some(next), None),
            chosen => chosen,
        };
        let order = Order { span, ..Order::whole(self.next_film()) };
        match order.span_of(count).and_then(|_| order.check()) {
            Ok(()) => cx.shared.filming = Some(Filming { order, until: None, share: 0.0, is_over: false }),
            Err(error) => self.battle.controller.say(error.to_string()),
        }
    }

    fn show_next(&mut self) {
        match self.viewer.advance() {
            Some(act) => {
                self.battle.playback.clear_news();
                self.battle.playback.set_book(Arc::clone(&act.book));
                self.battle.playback.play(act.report.clone());
            }
            None => self.viewer.plays = false,
        }
    }

    fn seek(&mut self, at: usize) {
        self.viewer.seek(at);
        let book = Arc::clone(self.viewer.book().unwrap_or_else(|| self.battle.playback.book()));
        self.battle.playback.clear_news();
        self.battle.hold(&book, self.viewer.state());
    }

    fn film(&mut self, shared: &mut Shared) {
        let Some(filming) = &mut shared.filming else { return };
        let count = self.viewer.acts.len();
        let Ok((from, to)) = filming.order.span_of(count) else { return };
        if filming.until.is_none() {
            filming.until = Some(to);
            self.seek(from);
        } else if !self.battle.playback.is_showing() {
            match self.viewer.at < to {
                true => self.show_next(),
                false => filming.is_over = self.battle.is_at_rest(),
            }
        }
        self.viewer.plays = false;
        filming.share = (self.viewer.at - from.min(self.viewer.at)) as f32 / (to - from).max(1) as f32;
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, pressed: Pressed) {
        let plays = matches!(pressed, Pressed::Play) && !self.viewer.plays;
        match pressed {
            Pressed::Speed => return cx.ask(Request::Do(Command::Speed)),
            Pressed::Film => return self.begin_film(cx),
            Pressed::From => self.viewer.begin_span(),
            Pressed::To => self.viewer.end_span(),
            Pressed::Play if plays && self.viewer.at == self.viewer.acts.len() => self.seek(0),
            Pressed::Play => {}
            Pressed::Step => self.show_next(),
            Pressed::Back => self.seek(self.viewer.at.saturating_sub(1)),
            Pressed::Seek(at) => self.seek(at),
        }
        self.viewer.plays = plays;
    }
}

impl Screen for Replay {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn caption(&self) -> Option<&str> {
        Some(&self.battle.title)
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>, seconds: f32) {
        self.battle.step(seconds, &cx.shared.settings);
        self.film(cx.shared);
        if self.viewer.plays && !self.battle.playback.is_showing() {
            self.show_next();
        }
        for sound in self.battle.take_sounds() {
            cx.shared.sounds.play(sound);
        }
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        if cx.shared.filming.is_some() {
            if matches!(command, Command::Back | Command::Menu) {
                cx.shared.filming = None;
                self.battle.controller.say("The film was cancelled.");
            }
            return Heard::Taken;
        }
        if let Some(page) = pages::page_of(command) {
            cx.ask(Request::Push(page));
            return Heard::Taken;
        }
        self.battle.controller.hear(Intention::Other);
        match command {
            Command::Menu => cx.ask(TitleRequest::Show),
            Command::Back => cx.ask(TitleRequest::Records),
            Command::Done | Command::Confirm | Command::Right => self.show_next(),
            Command::Left => self.seek(self.viewer.at.saturating_sub(1)),
            _ => {}
        }
        Heard::Taken
    }

    fn point(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        self.battle.point(pixel, &cx.shared.art);
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        self.battle.begin_interface();
        hud::stage::draw(hud, &self.battle);
        hud::die::draw(hud, &mut self.battle);
        hud::over::draw(hud, &mut self.battle);
        if let Some(filming) = &cx.shared.filming {
            self.battle.panels.clear();
            return hud::replay::filmed(hud, &self.battle, &self.viewer, filming.share);
        }
        if let Some(command) = hud::battle::draw_recorded(hud, &mut self.battle, &cx.shared.bindings) {
            cx.ask(Request::Do(command));
        }
        if let Some(pressed) = hud::replay::draw(hud, &self.battle, &self.viewer, &cx.shared.settings) {
            self.press(cx, pressed);
        }
    }

    fn scene<'s>(&'s mut self, shared: &'s Shared) -> Option<SceneFrame<'s>> {
        Some(self.battle.scene_of(shared))
    }
}
