//! The content of the battle screen: a controller, the playback of what happens, the camera, and the scene made of them.

pub mod clips;
mod drawing;
pub(in crate::window) mod playback;
pub(in crate::window) mod replay_viewer;
pub(in crate::window) mod steer;
pub(in crate::window) mod threat;

use crate::art::Art;
use crate::controller::{Choosing, Controller};
use crate::editor_host::EditorHost;
use crate::window::battle::playback::Playback;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::battle::threat::Threat;
use crate::window::hud::pages::PendingScales;
use crate::window::render::camera::{Camera, Cue};
use crate::window::render::scene::columns::Columns;
use crate::window::render::scene::figures::Figure;
use crate::window::render::scene::marks::Tag;
use crate::window::render::scene::{Scene, SceneContext};
use crate::window::screens::settings::Settings;
use foretoken_editor::Host;
use foretoken_session::Session;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook};
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// A page over the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// The help page.
    Help,
    /// The log.
    Log,
    /// The list of moments.
    Rewind,
    /// The settings.
    Settings,
}

/// A battle in the window.
#[derive(Debug)]
pub struct Battle {
    /// What is played.
    pub controller: Controller,
    /// The pack's files, watched.
    pub editor_host: Option<EditorHost>,
    /// What is shown of what happened.
    pub playback: Playback,
    /// Where one looks from.
    pub camera: Camera,
    /// The quads.
    pub scene: Scene,
    /// The page over it.
    pub page: Option<Page>,
    /// Which button of the panel at the end is chosen, once one was by a key.
    pub(in crate::window) end: Option<usize>,
    /// Sizes whose sliders are being moved.
    pub(in crate::window) held: PendingScales,
    /// What the other side can reach is shown.
    pub threat: bool,
    /// Rings of distance are shown.
    pub radial: bool,
    /// Whom the pointer is over, on the board or in the order.
    pub hovered: EntityId,
    /// Cells that the editor points at.
    pub lit: Vec<Cell>,
    /// What to write over the board.
    pub tags: Vec<Tag>,
    /// Where heads are, for what is written over them.
    pub heads: Vec<(EntityId, Vec3)>,
    /// The record that is looked at, where one is.
    pub replay_viewer: Option<ReplayViewer>,
    /// The rules of the moment that the editor looks back at.
    then: Option<Arc<Rulebook>>,
    /// The scenario's title.
    pub title: String,
    /// Its hints, one a round.
    pub hints: Vec<String>,
    /// The board's columns, and as they are cut for where one looks from.
    whole: Columns,
    columns: Columns,
    threats: Threat,
    /// What the ground's quads were made for: rulebook, quarters, art.
    ground_of: Option<(u64, i32, u64)>,
    figures: Vec<Figure>,
    ghosts: Vec<Figure>,
    /// Those alive as they stand in the picture, with their cells, for pointing at one.
    stands: Vec<(Cell, Figure)>,
}

impl Battle {
    /// A battle around a session.
    #[must_use]
    pub fn new(session: Session, title: String, hints: Vec<String>, art: &Art, picture: Vec2) -> Self {
        let book = Arc::clone(session.book());
        let board = Vec2::new(book.board.width() as f32, book.board.height() as f32);
        Self {
            controller: Controller::new(session),
            editor_host: None,
            playback: Playback::new(Arc::clone(&book)),
            camera: Camera::new(board, picture),
            scene: Scene::default(),
            page: None,
            end: None,
            held: PendingScales::default(),
            threat: false,
            radial: false,
            hovered: EntityId::NONE,
            lit: Vec::new(),
            tags: Vec::new(),
            heads: Vec::new(),
            replay_viewer: None,
            then: None,
            title,
            hints,
            whole: Columns::of(&book, art),
            columns: Columns::of(&book, art),
            threats: Threat::default(),
            ground_of: None,
            figures: Vec::new(),
            ghosts: Vec::new(),
            stands: Vec::new(),
        }
    }

    /// The state that is shown.
    #[must_use]
    pub fn shown(&self) -> &GameState {
        self.playback.state().unwrap_or_else(|| self.controller.session.seat().known().state())
    }

    /// Whether the panel at the end of a battle is shown.
    #[must_use]
    pub fn shows_end(&self) -> bool {
        self.controller.session.outcome() != 0 && !self.playback.is_playing() && self.page.is_none()
    }

    /// The side that the screen is to be handed to, once what ran was shown. Nothing of the battle is shown meanwhile.
    #[must_use]
    pub fn hands_over(&self) -> Option<String> {
        let showing = self.playback.is_playing() || self.page.is_some() || self.replay_viewer.is_some();
        self.controller.hand_over().filter(|_| !showing)
    }

    /// Which button of that panel is chosen: who won goes on, who lost tries again, until a key says otherwise.
    #[must_use]
    pub fn end_at(&self) -> usize {
        self.end.unwrap_or(usize::from(self.controller.session.outcome() != 1))
    }

    /// The hint for this round.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        // Hints are for one who plays against the planner, not for sides that share a screen.
        if self.controller.session.seats().len() > 1 {
            return None;
        }
        let round = self.controller.session.seat().known().state().round().max(1) as usize;
        self.hints.get(round - 1).map(String::as_str)
    }

    /// Lets time pass.
    pub fn step(&mut self, seconds: f32, settings: &Settings) {
        if !self.playback.is_playing()
            && self.replay_viewer.is_none()
            && let Some(report) = self.controller.take_report()
        {
            self.playback.play(report);
        }
        let pace = crate::window::screens::settings::SPEEDS.get(settings.speed).copied().unwrap_or(1.0);
        self.playback.step(seconds * pace, &self.columns);
        if self.replay_viewer.as_ref().is_some_and(|replay_viewer| replay_viewer.plays) && !self.playback.is_showing() {
            self.next_act();
        }
        for cue in std::mem::take(&mut self.playback.cues) {
            // A board that fits the picture needs no looking after.
            let wide = self.columns.width + self.columns.depth > 28;
            if !matches!(cue, Cue::Focus(_)) || wide {
                self.camera.cue(cue);
            }
        }
        self.camera.step(seconds, settings.reduced_motion);
    }

    /// Shows the next activation of the record.
    pub fn next_act(&mut self) {
        let Some(replay_viewer) = &mut self.replay_viewer else { return };
        match replay_viewer.next() {
            Some(act) => {
                self.playback.news.clear();
                self.playback.set_book(Arc::clone(&act.book));
                self.playback.play(act.report.clone());
            }
            None => replay_viewer.plays = false,
        }
    }

    /// Goes to before an activation of the record.
    pub fn seek(&mut self, at: usize) {
        let Some(replay_viewer) = &mut self.replay_viewer else { return };
        replay_viewer.seek(at);
        if let Some(book) = replay_viewer.book() {
            self.playback.set_book(Arc::clone(book));
        }
        self.playback.news.clear();
        self.playback.hold(replay_viewer.state());
    }

    /// The assets changed: what was made of the rulebook is made anew.
    pub fn follow_book(&mut self) {
        self.playback.set_book(Arc::clone(self.controller.session.book()));
        self.playback.release();
        self.then = None;
        self.controller.refit();
    }

    /// Shows the battle as it was where the editor looks back, and as it is where it no longer does.
    pub fn look_back(&mut self) {
        let then = self.editor_host.as_ref().and_then(|editor_host| editor_host.looking_back(&self.controller.session));
        if let Some(then) = then {
            self.playback.hold(then.known.state());
        }
        let then = then.map(|then| Arc::clone(&then.book));
        if then.as_ref().map(|book| book.id) == self.then.as_ref().map(|book| book.id) {
            return;
        }
        if then.is_none() {
            self.playback.release();
        }
        self.then = then;
        self.playback.set_book(Arc::clone(self.book()));
    }

    /// Looks at the present again, as when the editor is closed.
    pub fn to_present(&mut self) {
        let Self { controller, editor_host, .. } = self;
        if let Some(editor_host) = editor_host {
            // Nothing stands in the way of the present.
            let _ = editor_host.host(Some(&mut controller.session), &controller.log).look_back(None);
        }
        self.look_back();
    }

    /// Whether the past is shown, in which nothing can be decided.
    #[must_use]
    pub const fn looks_back(&self) -> bool {
        self.then.is_some()
    }

    /// The rules of what is shown.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        let recorded = self.replay_viewer.is_some().then(|| self.playback.book());
        recorded.or(self.then.as_ref()).unwrap_or_else(|| self.controller.session.book())
    }

    /// The cell that is meant at a pixel: of the figure whose drawing is there, the nearest first, else the ground. While a
    /// target is chosen, what is a target goes before what is none.
    #[must_use]
    pub fn cell_meant(&self, pixel: Vec2, art: &Art) -> Option<Cell> {
        let brush = SceneContext { art, camera: &self.camera, columns: &self.columns, time: 0.0 };
        let there = |(_, figure): &&(Cell, Figure)| figure.is_at(pixel, &brush);
        let mut figures: Vec<&(Cell, Figure)> = self.stands.iter().filter(there).collect();
        let depth = |figure: &Figure| figure.at.dot(self.camera.forward());
        figures.sort_by(|(_, a), (_, b)| depth(a).total_cmp(&depth(b)));
        let standing = || figures.iter().map(|(cell, _)| *cell);
        let ground = self.cell_at(pixel);
        let aims = self.controller.choosing == Choosing::Target;
        let target =
            standing().chain(ground).find(|&cell| aims && self.controller.session.seat().answer_on(cell).is_some());
        target.or_else(|| standing().next()).or(ground)
    }

    /// The cell whose ground is under a pixel.
    #[must_use]
    pub fn cell_at(&self, pixel: Vec2) -> Option<Cell> {
        let board = &self.book().board;
        // From above, so that what is in front is found first.
        self.columns.levels().iter().find_map(|&height| {
            let at = self.camera.on_height(pixel, height);
            let cell = board.cell(at.x.floor() as i32, at.z.floor() as i32)?;
            ((self.columns.height(cell) - height).abs() < 0.01).then_some(cell)
        })
    }

    /// Where the middle of a cell is in the picture.
    #[must_use]
    pub fn pixel_of(&self, cell: Cell) -> Vec2 {
        self.camera.project(self.columns.centre(cell))
    }

    /// Where a place over a cell is, for words.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Vec3 {
        self.columns.centre(cell)
    }
}
