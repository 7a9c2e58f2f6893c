//! Scenario pictures of the title screen, prepared in the background.

use super::App;
use super::work::Job;
use crate::window::battle::Battle;
use crate::window::render::camera::Cue;
use crate::window::screens::settings::Settings;
use foretoken_session::Session;
use foretoken_session::content::{Ready, ScenarioInfo};
use foretoken_session::long_work::Frame;
use glam::Vec2;
use imgui::TextureId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Picture size in pixels.
pub const PICTURE: (u32, u32) = (560, 300);

type Pictured = (String, Option<Box<Battle>>);

#[derive(Debug, Default)]
pub(super) struct Pictures {
    making: Option<Job<Pictured>>,
    failed: BTreeSet<String>,
    old: Vec<TextureId>,
}

impl Pictures {
    pub(super) fn outdated(&mut self, pictures: Vec<TextureId>) {
        self.old.extend(pictures);
    }

    pub(super) const fn is_complete(&self) -> bool {
        self.making.is_some()
    }

    pub(super) fn retry(&mut self) {
        self.failed.clear();
    }
}

impl App {
    /// Returns the next scenario without a picture and its battle.
    pub fn wants_picture(&mut self) -> Option<(usize, Box<Battle>)> {
        let _frame = Frame::begin();
        if !self.is_title_shown() {
            return None;
        }
        let (name, battle) = self.next_picture()?;
        let Some(battle) = battle else {
            self.pictures.failed.insert(name);
            return None;
        };
        let missing = self.shared.lobby.scenarios.iter().position(|(info, _)| info.name == name)?;
        Some((missing, battle))
    }

    fn next_picture(&mut self) -> Option<Pictured> {
        if self.pictures.making.is_none() {
            let mut scenarios = self.shared.lobby.scenarios.iter();
            // Scenarios of other packs have no picture, because their art is not loaded.
            let is_own = |info: &ScenarioInfo| !info.name.contains('/') && !self.pictures.failed.contains(&info.name);
            let wanted = scenarios.find(|(info, made)| made.is_none() && is_own(info));
            let name = wanted?.0.name.clone();
            let (content, pack) = (self.shared.content.clone(), self.shared.pack.clone());
            let (art, version) = (Arc::clone(&self.shared.art), self.shared.art_version);
            self.pictures.making = Some(Job::new(move || {
                let ready = content.setup(&format!("{pack}/{name}"), None).ok();
                let battle = ready.and_then(|Ready { setup, title, .. }| {
                    let session = Session::start(setup, None).ok()?;
                    let size = Vec2::new(PICTURE.0 as f32, PICTURE.1 as f32);
                    let mut battle = Box::new(Battle::new(session, title, Vec::new(), &art, size));
                    battle.camera.fit();
                    battle.camera.cue(Cue::Zoom(1.25));
                    battle.camera.step(0.1, true);
                    battle.draw(&art, version, &Settings { grid: false, ..Settings::default() }, 0.4);
                    Some(battle)
                });
                (name, battle)
            }));
        }
        let waits = self.work.is_waiting();
        Job::take(&mut self.pictures.making, waits).flatten()
    }

    /// Stores a scenario's picture.
    pub fn set_picture(&mut self, scenario: usize, picture: TextureId) {
        match self.shared.lobby.scenarios.get_mut(scenario) {
            Some((_, slot)) => *slot = Some(picture),
            None => self.pictures.old.push(picture),
        }
    }

    /// Returns the obsolete pictures once.
    pub fn old_pictures(&mut self) -> Vec<TextureId> {
        std::mem::take(&mut self.pictures.old)
    }

    /// Forgets all pictures after a device loss.
    pub fn forget_pictures(&mut self) {
        self.pictures.old.clear();
        self.shared.lobby.scenarios.iter_mut().for_each(|(_, picture)| *picture = None);
    }
}
