//! Data shared by all screens: content, settings, art, sounds and the lobby.

use crate::achieved::Achievements;
use crate::art::Art;
use crate::online::Online;
use crate::runs::{self, RunGame};
use crate::window::Start;
use crate::window::audio::Sounds;
use crate::window::film::Filming;
use crate::window::render::camera::Camera;
use crate::window::render::scene::Scene;
use crate::window::screens::commands::Bindings;
use crate::window::screens::screen::Request;
use crate::window::screens::settings::Settings;
use foretoken_preview::Level;
use foretoken_session::content::{Content, ScenarioInfo};
use foretoken_session::saves::{self, Kept};
use glam::Vec2;
use imgui::TextureId;
use std::path::PathBuf;
use std::sync::Arc;

/// Data shared by all screens.
#[derive(Debug)]
pub struct Shared {
    pub(in crate::window) content: Content,
    pub(in crate::window) start: Start,
    pub(in crate::window) pack: String,
    /// Settings.
    pub settings: Settings,
    pub(in crate::window) bindings: Bindings,
    pub(in crate::window) art: Arc<Art>,
    pub(in crate::window) art_version: u64,
    pub(in crate::window) art_of: String,
    pub(in crate::window) sounds: Sounds,
    pub(in crate::window) lobby: Lobby,
    pub(in crate::window) requests: Vec<Request>,
    /// Run in play; `None` without one, and while a thread has it.
    pub(in crate::window) run: Option<Box<RunGame>>,
    /// Message on the screens of the run.
    pub(in crate::window) run_told: String,
    /// Lobby of online play. During a battle the session has its place at the server.
    pub(in crate::window) online: Option<Box<Online>>,
    pub(in crate::window) size: Vec2,
    pub(in crate::window) time: f32,
    pub(in crate::window) filming: Option<Filming>,
    pub(in crate::window) frozen: Option<(Scene, Camera)>,
}

#[derive(Debug, Default)]
pub(in crate::window) struct Lobby {
    pub(in crate::window) scenarios: Vec<(ScenarioInfo, Option<TextureId>)>,
    pub(in crate::window) records: Vec<Kept>,
    pub(in crate::window) left: Option<PathBuf>,
    pub(in crate::window) runs: runs::Found,
    pub(in crate::window) achieved: Achievements,
    pub(in crate::window) message: String,
    pub(in crate::window) wanted: Option<usize>,
}

#[derive(Debug)]
pub(in crate::window) struct Found {
    scenarios: Vec<ScenarioInfo>,
    records: Vec<Kept>,
    left: Option<PathBuf>,
    runs: runs::Found,
    achieved: Achievements,
}

impl Found {
    pub(in crate::window) fn look(content: &Content, pack: &str, start: &Start) -> Self {
        let mut scenarios = content.scenarios(pack).unwrap_or_default();
        for other in content.packs().into_iter().filter(|other| other != pack) {
            let title = content.title_of(&other);
            scenarios.extend(content.scenarios(&other).unwrap_or_default().into_iter().map(|info| ScenarioInfo {
                name: format!("{other}/{}", info.name),
                chapter: info.heading(&title),
                ..info
            }));
        }
        let (records, left) = (saves::records(&start.records), saves::last_left(&start.records));
        let runs = runs::Found::look(content, &runs::folder::beside(&start.records));
        Self { scenarios, records, left, runs, achieved: Achievements::load(&start.records) }
    }
}

impl Lobby {
    pub(in crate::window) fn fill(&mut self, found: Found) -> Vec<TextureId> {
        let mut before = std::mem::take(&mut self.scenarios);
        let pictured = |info: ScenarioInfo| {
            let known = before.iter_mut().find(|(known, _)| *known == info);
            let picture = known.and_then(|(_, picture)| picture.take());
            (info, picture)
        };
        self.scenarios = found.scenarios.into_iter().map(pictured).collect();
        self.records = found.records;
        self.left = found.left;
        if let Some(notice) = found.runs.notices.first() {
            self.message.clone_from(notice);
        }
        self.runs = found.runs;
        self.achieved = found.achieved;
        self.wanted = None;
        before.into_iter().filter_map(|(_, picture)| picture).collect()
    }
}

impl Shared {
    pub(in crate::window) fn level(&self) -> Level {
        self.start.level.unwrap_or_else(|| self.settings.level())
    }

    pub(in crate::window) const fn is_ironman(&self) -> bool {
        self.start.ironman || self.settings.ironman
    }
}
