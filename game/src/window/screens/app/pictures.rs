//! Scenario pictures of the title screen, prepared in the background.

use super::App;
use super::work::Job;
use crate::art::Art;
use crate::window::battle::Battle;
use crate::window::render::camera::Cue;
use crate::window::screens::settings::Settings;
use foretoken_session::Session;
use foretoken_session::content::{Ready, ScenarioInfo};
use foretoken_session::long_work::Frame;
use glam::Vec2;
use imgui::TextureId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Picture size in pixels.
pub const PICTURE: (u32, u32) = (560, 300);

/// A battle to take a scenario's picture from.
#[derive(Debug)]
pub struct Posed {
    /// Place in the list of scenarios.
    pub scenario: usize,
    /// Battle, with its camera and figures in place.
    pub battle: Box<Battle>,
    /// Art of the scenario's pack, if that is not the pack of the title screen.
    pub art: Option<Arc<Art>>,
}

/// A picture in the making.
#[derive(Debug)]
struct Pictured {
    name: String,
    battle: Option<Box<Battle>>,
    /// Art of another pack that was read for it.
    other: Option<(String, Arc<Art>)>,
    /// Version of the art in use when it was begun.
    version: u64,
}

#[derive(Debug, Default)]
pub(super) struct Pictures {
    making: Option<Job<Pictured>>,
    failed: BTreeSet<String>,
    /// Art of the other packs, and the version of the art in use when it was read.
    arts: BTreeMap<String, Arc<Art>>,
    arts_version: u64,
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
    pub fn wants_picture(&mut self) -> Option<Posed> {
        let _frame = Frame::begin();
        if !self.is_title_shown() {
            return None;
        }
        let Pictured { name, battle, other, version } = self.next_picture()?;
        // Art in other colours came in the meantime, so the picture is begun again.
        if version != self.shared.art_version {
            return None;
        }
        let Some(battle) = battle else {
            self.pictures.failed.insert(name);
            return None;
        };
        let scenario = self.shared.lobby.scenarios.iter().position(|(info, _)| info.name == name)?;
        let art = other.map(|(pack, art)| {
            self.pictures.arts.insert(pack, Arc::clone(&art));
            art
        });
        Some(Posed { scenario, battle, art })
    }

    fn next_picture(&mut self) -> Option<Pictured> {
        if self.pictures.making.is_none() {
            let mut scenarios = self.shared.lobby.scenarios.iter();
            let can_be_made = |info: &ScenarioInfo| !self.pictures.failed.contains(&info.name);
            let wanted = scenarios.find(|(info, made)| made.is_none() && can_be_made(info));
            let Some((ScenarioInfo { name, .. }, _)) = wanted else {
                self.pictures.arts.clear();
                return None;
            };
            let name = name.clone();
            let content = self.shared.content.clone();
            let other = name.split_once('/').map(|(pack, _)| pack.to_owned());
            if self.pictures.arts_version != self.shared.art_version {
                self.pictures.arts.clear();
                self.pictures.arts_version = self.shared.art_version;
            }
            let known = other.as_ref().and_then(|pack| self.pictures.arts.get(pack).cloned());
            let whole = if other.is_some() { name.clone() } else { format!("{}/{name}", self.shared.pack) };
            let (own, version) = (Arc::clone(&self.shared.art), self.shared.art_version);
            let scheme = self.shared.settings.scheme();
            self.pictures.making = Some(Job::new(move || {
                let other = other.map(|pack| {
                    let read = || Art::load_as(&content.place_of(&pack).join("art"), scheme, &BTreeMap::new()).0;
                    let art = known.unwrap_or_else(|| Arc::new(read()));
                    (pack, art)
                });
                let art = other.as_ref().map_or(&own, |(_, art)| art);
                let ready = content.setup(&whole, None).ok();
                let battle = ready.and_then(|Ready { setup, title, .. }| {
                    let session = Session::start(setup, None).ok()?;
                    let size = Vec2::new(PICTURE.0 as f32, PICTURE.1 as f32);
                    let mut battle = Box::new(Battle::new(session, title, Vec::new(), art, size));
                    battle.camera.fit();
                    battle.camera.cue(Cue::Zoom(1.25));
                    battle.camera.step(0.1, true);
                    battle.draw(art, version, &Settings { grid: false, ..Settings::default() }, 0.4);
                    Some(battle)
                });
                Pictured { name, battle, other, version }
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
