//! The pictures of scenarios on the title screen: their battles are begun and drawn up beside the frames, one after the other.

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

/// Size of a picture in pixels.
pub const PICTURE: (u32, u32) = (560, 300);

/// A scenario and a battle of it as it begins, where that could begin.
type Pictured = (String, Option<Box<Battle>>);

/// What there is of pictures.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// The battle of the next picture, while it begins.
    making: Option<Job<Pictured>>,
    /// Scenarios of which no picture can be made.
    failed: BTreeSet<String>,
    old: Vec<TextureId>,
}

impl Pictures {
    /// Pictures of scenarios that are gone, or are others by now.
    pub(super) fn outdated(&mut self, pictures: Vec<TextureId>) {
        self.old.extend(pictures);
    }

    /// Whether one is being made.
    pub(super) const fn are_made(&self) -> bool {
        self.making.is_some()
    }

    /// Those of which none could be made are tried again.
    pub(super) fn retry(&mut self) {
        self.failed.clear();
    }
}

impl App {
    /// The next scenario that has no picture yet, by its place, with a battle to draw one of.
    pub fn wants_picture(&mut self) -> Option<(usize, Box<Battle>)> {
        let _frame = Frame::begin();
        if !self.shows_title() {
            return None;
        }
        let (name, battle) = self.next_picture()?;
        let Some(battle) = battle else {
            // The others are to have theirs; this one is tried again when the title is shown anew.
            self.pictures.failed.insert(name);
            return None;
        };
        let missing = self.shared.lobby.scenarios.iter().position(|(info, _)| info.name == name)?;
        Some((missing, battle))
    }

    /// The battle of the next picture, once it is ready.
    fn next_picture(&mut self) -> Option<Pictured> {
        if self.pictures.making.is_none() {
            let mut scenarios = self.shared.lobby.scenarios.iter();
            // The art at hand is that of one pack: cards of others have none.
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
        let waits = self.work.waits();
        Job::take(&mut self.pictures.making, waits).flatten()
    }

    /// The picture of a scenario was made.
    pub fn set_picture(&mut self, scenario: usize, picture: TextureId) {
        match self.shared.lobby.scenarios.get_mut(scenario) {
            Some((_, slot)) => *slot = Some(picture),
            None => self.pictures.old.push(picture),
        }
    }

    /// Pictures that nothing shows any more, once.
    pub fn old_pictures(&mut self) -> Vec<TextureId> {
        std::mem::take(&mut self.pictures.old)
    }

    /// The pictures are gone with their device.
    pub fn forget_pictures(&mut self) {
        self.pictures.old.clear();
        self.shared.lobby.scenarios.iter_mut().for_each(|(_, picture)| *picture = None);
    }
}
