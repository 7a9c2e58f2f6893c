//! What all screens share: the content, what was set, the art, sounds, the list of what can be begun, and what they ask of
//! the app.

use crate::achieved::Achievements;
use crate::art::Art;
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

/// What all screens share.
#[derive(Debug)]
pub struct Shared {
    pub(in crate::window) content: Content,
    pub(in crate::window) start: Start,
    /// The pack that the title is about.
    pub(in crate::window) pack: String,
    /// What the player set.
    pub settings: Settings,
    pub(in crate::window) bindings: Bindings,
    pub(in crate::window) art: Arc<Art>,
    /// Another number for each art.
    pub(in crate::window) art_version: u64,
    /// The pack that the art is of.
    pub(in crate::window) art_of: String,
    pub(in crate::window) sounds: Sounds,
    /// What can be begun.
    pub(in crate::window) lobby: Lobby,
    /// What screens asked for and the app has not done yet.
    pub(in crate::window) requests: Vec<Request>,
    /// Size of the picture.
    pub(in crate::window) size: Vec2,
    /// Seconds since the beginning.
    pub(in crate::window) time: f32,
    /// The film that is being made of the record on the screen.
    pub(in crate::window) filming: Option<Filming>,
    /// The battle that a thread has, as it was drawn last, and where one looks from.
    pub(in crate::window) frozen: Option<(Scene, Camera)>,
}

/// What can be begun, as the title screen shows it.
#[derive(Debug, Default)]
pub(in crate::window) struct Lobby {
    /// The scenarios, with their pictures once they are made.
    pub(in crate::window) scenarios: Vec<(ScenarioInfo, Option<TextureId>)>,
    /// Recorded battles, the last first.
    pub(in crate::window) records: Vec<Kept>,
    /// The battle that was left last.
    pub(in crate::window) left: Option<PathBuf>,
    /// What was achieved in scenarios.
    pub(in crate::window) achieved: Achievements,
    /// What to tell.
    pub(in crate::window) message: String,
    /// The record whose row came into sight and that was not read yet.
    pub(in crate::window) wanted: Option<usize>,
}

/// What a look at the pack and at the folder of records finds.
#[derive(Debug)]
pub(in crate::window) struct Found {
    scenarios: Vec<ScenarioInfo>,
    records: Vec<Kept>,
    left: Option<PathBuf>,
    achieved: Achievements,
}

impl Found {
    /// Looks, which reads all packs.
    pub(in crate::window) fn look(content: &Content, pack: &str, start: &Start) -> Self {
        let mut scenarios = content.scenarios(pack).unwrap_or_default();
        for other in content.packs().into_iter().filter(|other| other != pack) {
            // Those of other packs are named with their pack, and tell whose they are.
            let title = content.library(&other).map(|library| library.rules().title).unwrap_or_default();
            let title = if title.is_empty() { other.clone() } else { title };
            scenarios.extend(content.scenarios(&other).unwrap_or_default().into_iter().map(|info| ScenarioInfo {
                name: format!("{other}/{}", info.name),
                note: format!("{title}: {}", info.note),
                ..info
            }));
        }
        let (records, left) = (saves::records(&start.records), saves::last_left(&start.records));
        Self { scenarios, records, left, achieved: Achievements::load(&start.records) }
    }
}

impl Lobby {
    /// Takes over what was found. Pictures of scenarios that are as they were stay; the others are returned.
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
        self.achieved = found.achieved;
        self.wanted = None;
        before.into_iter().filter_map(|(_, picture)| picture).collect()
    }
}

impl Shared {
    /// How hard the computer plays in battles that begin: as was said when the program started, else as the settings say.
    pub(in crate::window) fn level(&self) -> Level {
        self.start.level.unwrap_or_else(|| self.settings.level())
    }

    /// Whether in battles that begin nothing that was carried out is taken back.
    pub(in crate::window) const fn is_ironman(&self) -> bool {
        self.start.ironman || self.settings.ironman
    }
}
