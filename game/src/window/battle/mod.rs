//! The content of the battle screen: controller, playback, camera and scene.

pub mod clips;
pub mod die;
mod drawing;
pub(in crate::window) mod effects;
mod overlays;
mod placed;
mod pointing;
pub mod replay_viewer;
mod stage;
mod staging;
pub(in crate::window) mod steer;
pub(in crate::window) mod work;

use crate::art::Art;
use crate::editor_host::EditorHost;
use crate::window::audio::Sound;
use crate::window::battle::die::Die;
use crate::window::battle::effects::Effects;
use crate::window::battle::overlays::FogKey;
use crate::window::battle::placed::Placed;
use crate::window::battle::stage::Stage;
use crate::window::hud::over::LabelLayout;
use crate::window::render::camera::{Camera, Cue};
use crate::window::render::gpu::SceneFrame;
use crate::window::render::scene::columns::{CellRange, Columns, STEP, Standing};
use crate::window::render::scene::figures::Figure;
use crate::window::render::scene::{LeftOut, Scene, SceneContext};
use crate::window::screens::settings::Settings;
use crate::window::screens::shared::Shared;
use foretoken_action_assets::painting::{CellCorner, MapPoint};
use foretoken_editor::{Host, Rect};
use foretoken_preview::Threat;
use foretoken_session::Session;
use foretoken_session::controller::{Choosing, Controller};
use foretoken_session::cutaway::top_floor;
use foretoken_session::fog::Fog;
use foretoken_session::playback::{Playback, SPEEDS};
use foretoken_vm::{Board, Cell, EntityId, GameState, Rulebook, Team};
use glam::{Vec2, Vec3};
use std::sync::Arc;

const OFFS: [Vec2; 4] = [Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(0.5, 0.5), Vec2::new(-0.5, 0.5)];

/// Area between the panels, and what it depends on.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Between {
    free: Rect,
    text: f32,
    area: Rect,
    /// Frames until the panels have their sizes.
    settling: u8,
}

/// Frames in which panels change their sizes after a change of the texts.
const SETTLING: u8 = 4;

/// A battle in the window.
#[derive(Debug)]
pub struct Battle {
    /// Controller.
    pub controller: Controller,
    /// Watched pack files.
    pub editor_host: Option<EditorHost>,
    /// Playback.
    pub playback: Playback,
    /// Animations.
    pub effects: Effects,
    /// Camera.
    pub camera: Camera,
    /// Quads.
    pub scene: Scene,
    /// Whether the other side's reach is shown.
    pub threat: bool,
    /// Whether distance rings are shown.
    pub radial: bool,
    /// Whether all predicted marks are drawn strongly, while its key is held.
    pub is_everything_strong: bool,
    /// Unit under the pointer, on the board or in the turn order.
    pub hovered: EntityId,
    /// Action under the pointer.
    pub pointed_action: Option<u16>,
    /// Cells that the editor highlights.
    pub lit: Vec<Cell>,
    /// Positions of units and texts in the picture.
    pub placed: Placed,
    /// Positions of labels over the board.
    pub labels: LabelLayout,
    /// Areas of the panels in the last frame.
    pub panels: Vec<Rect>,
    /// The cursor cell, if the player placed the cursor.
    pointed: Option<Cell>,
    then: Option<Arc<Rulebook>>,
    sketch: Option<Sketched>,
    /// Whether its panels are hidden, beside the editor.
    pub(in crate::window) is_bare: bool,
    refit: bool,
    between: Option<Between>,
    /// Lines between cells, for the editor.
    pub lines: Vec<(Cell, Cell)>,
    /// Cells of units that exist only on hard, for the editor.
    pub on_hard: Vec<Cell>,
    /// Marked cell corners, for the editor.
    pub corners: Vec<CellCorner>,
    /// Title of the scenario.
    pub title: String,
    /// Hints by round.
    pub hints: Vec<String>,
    /// The deck with a current slot of a unit of the side, as a solid or as cards.
    pub die: Die,
    stage: Stage,
    whole: Columns,
    columns: Columns,
    threats: Threat,
    fog: Option<(FogKey, Fog)>,
    told_left_out: LeftOut,
    sight: CellRange,
    ground_of: Option<GroundKey>,
}

#[derive(Clone, Debug)]
struct Sketched {
    book: Arc<Rulebook>,
    floor: u8,
    level: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GroundKey {
    book: u64,
    art_version: u64,
    quarters: i32,
    level: u8,
}

fn height_of_level(steps: i32) -> f32 {
    steps as f32 * STEP
}

fn highest(board: &Board) -> f32 {
    if board.is_level() {
        return 0.0;
    }
    board.cells().map(|cell| board.elevation(cell)).max().unwrap_or_default() as f32 / 2.0 * STEP
}

impl Battle {
    /// Creates a battle for a session.
    #[must_use]
    pub fn new(session: Session, title: String, hints: Vec<String>, art: &Art, picture: Vec2) -> Self {
        let book = Arc::clone(session.book());
        let board = Vec2::new(book.board.width() as f32, book.board.height() as f32);
        let whole = Columns::of(&book, art);
        Self {
            controller: Controller::new(session),
            editor_host: None,
            playback: Playback::new(Arc::clone(&book)),
            effects: Effects::default(),
            camera: Camera::new(board, picture).up_to(highest(&book.board)).over(whole.floor()),
            scene: Scene::default(),
            threat: false,
            radial: false,
            is_everything_strong: false,
            hovered: EntityId::NONE,
            pointed_action: None,
            lit: Vec::new(),
            placed: Placed::default(),
            labels: LabelLayout::default(),
            panels: Vec::new(),
            pointed: None,
            then: None,
            sketch: None,
            is_bare: false,
            refit: false,
            between: None,
            lines: Vec::new(),
            on_hard: Vec::new(),
            corners: Vec::new(),
            title,
            hints,
            die: Die::default(),
            stage: Stage::default(),
            columns: whole.clone(),
            whole,
            threats: Threat::default(),
            fog: None,
            told_left_out: LeftOut::default(),
            sight: CellRange { from: (0, 0), to: (0, 0) },
            ground_of: None,
        }
    }

    /// Returns the shown state.
    #[must_use]
    pub fn shown(&self) -> &GameState {
        self.playback.state().unwrap_or_else(|| self.controller.session.seat().known().state())
    }

    /// Returns the side that gets the screen after the playback. The battle is hidden meanwhile.
    #[must_use]
    pub fn hands_over(&self) -> Option<Team> {
        self.controller.hand_over().filter(|_| !self.playback.is_playing())
    }

    /// Whether decisions run at once.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        self.controller.session.is_immediate()
    }

    /// Returns the current hint.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.controller.hint(&self.hints)
    }

    /// Advances time.
    pub fn step(&mut self, seconds: f32, settings: &Settings) {
        if !self.playback.is_playing()
            && let Some(report) = self.controller.take_report()
        {
            self.playback.play(report);
        }
        self.playback.set_pace(SPEEDS.get(settings.speed).copied().unwrap_or(1.0));
        self.effects.side = self.controller.session.seat().team();
        self.effects.play(&mut self.playback, seconds, &self.columns);
        for cue in std::mem::take(&mut self.effects.cues) {
            let wide = self.columns.width + self.columns.depth > 28;
            if !matches!(cue, Cue::Focus(_)) || wide {
                self.camera.cue(cue);
            }
        }
        self.camera.step(seconds, settings.reduced_motion);
        self.turn_die(seconds, settings.reduced_motion);
    }

    /// Whether only idle animations run, and no computation is pending.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let shows = self.playback.is_playing() && !self.playback.is_held();
        let seat = self.controller.session.seat();
        let counts = seat.forecast().is_counting_odds() || seat.guesses().is_unfinished();
        let is_settled = self.between.is_none_or(|between| between.settling == 0);
        !shows
            && self.effects.is_at_rest()
            && self.camera.is_at_rest()
            && self.die.is_at_rest()
            && is_settled
            && !counts
    }

    /// Skips the playback.
    pub fn skip(&mut self) {
        self.playback.skip();
        self.effects.clear();
    }

    /// Shows a state with its rules instead of the battle's.
    pub fn hold(&mut self, book: &Arc<Rulebook>, state: &GameState) {
        self.playback.set_book(Arc::clone(book));
        self.playback.hold(state);
        self.effects.clear();
    }

    /// Plays a sound in the next frame.
    pub fn hear(&mut self, sound: Sound) {
        self.effects.sounds.push(sound);
    }

    /// Returns the pending sounds once.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.effects.sounds)
    }

    /// Starts the interface of a frame and clears the pointed items.
    pub const fn begin_interface(&mut self) {
        (self.hovered, self.pointed_action) = (EntityId::NONE, None);
        self.die.listed = None;
    }

    /// Fits the camera between the panels, again if the free area or the size of texts has changed. Panels have their
    /// final sizes some frames after a change.
    pub(in crate::window) fn set_bare(&mut self, is_bare: bool) {
        if std::mem::replace(&mut self.is_bare, is_bare) != is_bare {
            // The board gets the room of the panels, or gives it back.
            self.between = None;
        }
    }

    pub(in crate::window) fn show_between(&mut self, free: Rect, text: f32, area: Rect) {
        let last = self.between.filter(|last| (last.free, last.text) == (free, text));
        let settling = last.map_or(SETTLING, |last| last.settling.saturating_sub(1));
        if settling > 0 && last.is_none_or(|last| last.area != area) {
            self.camera.place(self.camera.picture(), area);
        }
        let area = last.filter(|_| settling == 0).map_or(area, |last| last.area);
        self.between = Some(Between { free, text, area, settling });
    }

    /// Tells the camera the size of the picture and the free area.
    pub(in crate::window) fn place_camera(&mut self, picture: Vec2, free: Rect) {
        let between = self.between.filter(|between| between.free == free && self.camera.picture() == picture);
        self.camera.place(picture, between.map_or(free, |between| between.area));
    }

    /// Returns the cell that is pointed at.
    #[must_use]
    pub const fn pointed(&self) -> Option<Cell> {
        self.pointed
    }

    pub(in crate::window) const fn point_at_cursor(&mut self) {
        self.pointed = Some(self.controller.cursor);
    }

    pub(in crate::window) fn scene_of(&mut self, shared: &Shared) -> SceneFrame<'_> {
        // Films have no idle flicker, which would enlarge the file.
        let flows = if shared.filming.is_some() { 0.0 } else { shared.time };
        self.draw(&shared.art, shared.art_version, &shared.settings, flows);
        let time = if shared.settings.reduced_motion { 0.0 } else { flows };
        self.scene.frame(&self.camera, time)
    }

    /// Rebuilds everything that depends on the rulebook.
    pub fn follow_book(&mut self) {
        if self.playback.set_book(Arc::clone(self.controller.session.book())) {
            self.effects.clear();
        }
        self.playback.release();
        self.then = None;
        self.controller.refit();
    }

    /// Shows the editor's past state, or the present.
    pub fn look_back(&mut self) {
        let then = self.editor_host.as_ref().and_then(|editor_host| editor_host.looking_back(&self.controller.session));
        let changes = then.map(|then| then.book.id()) != self.then.as_ref().map(|book| book.id());
        match then {
            Some(then) => {
                self.playback.set_book(Arc::clone(&then.book));
                self.playback.hold(then.known.state());
                self.then = Some(Arc::clone(&then.book));
            }
            None if changes => {
                self.playback.release();
                self.then = None;
                self.playback.set_book(Arc::clone(self.controller.session.book()));
            }
            None => {}
        }
        if changes {
            self.effects.clear();
        }
    }

    /// Shows the edited map up to a floor and its height in steps; `None` shows the battle.
    pub fn show_sketch(&mut self, floor: Option<(u8, i32)>) {
        let sketched = self.editor_host.as_ref().and_then(EditorHost::sketched).zip(floor);
        let Some(((book, start), (floor, level))) = sketched else {
            if self.sketch.take().is_some() {
                self.playback.release();
                self.playback.set_book(Arc::clone(self.controller.session.book()));
                self.effects.clear();
                self.refit = true;
            }
            return;
        };
        let size = |board: &Board| (board.width(), board.height());
        let before =
            self.sketch.as_ref().map_or_else(|| size(&self.controller.session.book().board), |s| size(&s.book.board));
        self.refit |= before != size(&book.board);
        if self.playback.set_book(Arc::clone(book)) {
            self.effects.clear();
        }
        self.playback.hold(start);
        self.sketch = Some(Sketched { book: Arc::clone(book), floor, level });
    }

    /// Whether a map is shown instead of the battle.
    #[must_use]
    pub const fn is_sketched(&self) -> bool {
        self.sketch.is_some()
    }

    fn place_on_map(&self, cell: Cell) -> Standing {
        let place = self.columns.place(cell);
        match &self.sketch {
            Some(sketch) if cell.floor() == sketch.floor && !sketch.book.board.contains(cell) => {
                Standing { height: height_of_level(sketch.level), ..place }
            }
            _ => place,
        }
    }

    /// Returns the cell of a floor at a pixel: on its visible ground, else on the floor's plane, as in holes. The cell
    /// can be off the board.
    #[must_use]
    pub fn cell_on_floor(&self, pixel: Vec2, floor: u8, level: i32) -> Option<Cell> {
        let at = self.camera.on_height(pixel, height_of_level(level));
        let at = Cell::on_floor(at.x.floor() as i32, at.z.floor() as i32, floor);
        let board = self.sketch.as_ref().map(|sketch| &sketch.book.board);
        let is_hole = |cell: &Cell| {
            board.is_some_and(|board| {
                board.cell(cell.x(), cell.y()).is_some_and(|own| own == *cell && !board.contains(own))
            })
        };
        if let Some(hole) = at.filter(is_hole) {
            return Some(hole);
        }
        self.cell_at(pixel).filter(|cell| cell.floor() == floor).or(at)
    }

    /// As [`Self::cell_on_floor`], with the nearest corner and side.
    #[must_use]
    pub fn point_on_floor(&self, pixel: Vec2, floor: u8, level: i32) -> Option<MapPoint> {
        let cell = self.cell_on_floor(pixel, floor, level)?;
        let corners: [Vec2; OFFS.len()] =
            std::array::from_fn(|corner| self.camera.project(self.at_corner(CellCorner { cell, corner })));
        let nearest = |points: [Vec2; OFFS.len()]| {
            let far = |&at: &usize| points[at].distance(pixel);
            (0..points.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let sides = std::array::from_fn(|side| corners[side].midpoint(corners[(side + 1) % OFFS.len()]));
        Some(MapPoint { cell, corner: nearest(corners)?, side: nearest(sides)? })
    }

    fn at_corner(&self, CellCorner { cell, corner }: CellCorner) -> Vec3 {
        let (place, off) = (self.place_on_map(cell), OFFS[corner % OFFS.len()]);
        place.centre() + Vec3::new(off.x, place.slant.above(off), off.y)
    }

    /// Shows the present again.
    pub fn to_present(&mut self) {
        if let Some(editor_host) = &mut self.editor_host {
            editor_host.host(None).sketch(None);
        }
        self.show_sketch(None);
        self.lines.clear();
        self.corners.clear();
        self.on_hard.clear();
        let Self { controller, editor_host, .. } = self;
        if let Some(editor_host) = editor_host {
            let _ = editor_host.host(Some(&mut controller.session)).look_back(None);
        }
        self.look_back();
    }

    /// Whether the past is shown, where decisions are disabled.
    #[must_use]
    pub const fn is_past(&self) -> bool {
        self.then.is_some() || self.sketch.is_some()
    }

    /// Returns the rules of the shown state.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        if self.playback.is_playing() { self.playback.book() } else { self.controller.session.book() }
    }

    /// Returns the cell at a pixel: that of the nearest figure there, else that of the visible ground. The ground counts
    /// before a figure if only the ground is a target of the aimed action.
    #[must_use]
    pub fn cell_meant(&self, pixel: Vec2, art: &Art) -> Option<Cell> {
        let brush = SceneContext { art, camera: &self.camera, columns: &self.columns, time: 0.0 };
        let ground = self.cell_at(pixel);
        let depth = |at: Vec3| at.dot(self.camera.forward());
        let behind = |figure: &Figure| ground.is_none_or(|cell| depth(self.centre(cell)) > depth(figure.at) - 0.5);
        let is_meant =
            |(cell, figure): &&(Cell, Figure)| figure.is_at(pixel, &brush) && (behind(figure) || ground == Some(*cell));
        let meant =
            self.placed.stands.iter().filter(is_meant).min_by(|(_, a), (_, b)| depth(a.at).total_cmp(&depth(b.at)));
        let meant = meant.map(|(cell, _)| *cell);
        let is_target = |cell: Cell| self.controller.session.seat().answer_on(cell).is_some();
        let aims = self.controller.choosing == Choosing::Target;
        match (meant, ground) {
            (Some(figure), Some(ground)) if aims && is_target(ground) && !is_target(figure) => Some(ground),
            _ => meant.or(ground),
        }
    }

    /// Returns the cell whose surface is visible at a pixel.
    #[must_use]
    pub fn cell_at(&self, pixel: Vec2) -> Option<Cell> {
        if self.is_staged() {
            return None;
        }
        let (from, along) = self.camera.ray(pixel);
        self.columns.pick(from, along).map(|place| place.cell)
    }

    /// Returns the position of the cursor.
    #[must_use]
    pub fn cursor(&self) -> Standing {
        self.columns.place(self.controller.cursor)
    }

    /// Returns the highest drawn floor: at the cursor, or at the actor during playback.
    #[must_use]
    pub fn level(&self) -> u8 {
        if let Some(sketch) = &self.sketch {
            return sketch.floor;
        }
        if self.playback.is_held() {
            return top_floor(&self.book().board);
        }
        self.playback.level().unwrap_or_else(|| self.controller.level())
    }

    /// Returns the pixel of a cell's middle.
    #[must_use]
    pub fn pixel_of(&self, cell: Cell) -> Vec2 {
        self.camera.project(self.columns.place(cell).centre())
    }

    /// Returns column and row names with their positions along the two nearest edges.
    #[must_use]
    pub fn edge_names(&self) -> Vec<(Vec3, String)> {
        if self.is_staged() {
            return Vec::new();
        }
        let CellRange { from, to } = self.whole.floor_range();
        let forward = self.camera.forward();
        let beside = |ahead: f32, from: i32, to: i32| if ahead < 0.0 { to as f32 + 1.34 } else { from as f32 - 0.34 };
        let (x, z) = (beside(forward.x, from.0, to.0), beside(forward.z, from.1, to.1));
        let column = |at: i32| {
            Cell::new(at, 0).map(|cell| cell.to_string().trim_end_matches('1').trim_end_matches(',').to_owned())
        };
        let columns = (from.0..=to.0).filter_map(|at| Some((Vec3::new(at as f32 + 0.5, 0.0, z), column(at)?)));
        let rows = (from.1..=to.1).map(|at| (Vec3::new(x, 0.0, at as f32 + 0.5), (at + 1).to_string()));
        columns.chain(rows).collect()
    }

    /// Returns the heights of raised cells with the places where the view from above writes them.
    #[must_use]
    pub fn heights(&self) -> Vec<(Vec3, i32)> {
        if !self.camera.is_above() {
            return Vec::new();
        }
        let book = self.book();
        let corner = (self.camera.forward() - self.camera.right()) * 0.36;
        let height = |cell: Cell| i32::from(book.board.slope(cell).height);
        let cells = self.cells_in_sight(book).filter(|&cell| height(cell) != 0);
        cells.map(|cell| (self.columns.place(cell).centre() + corner, height(cell))).collect()
    }

    /// Moves the view to a cell.
    pub fn centre_on(&mut self, cell: Cell) {
        self.camera.cue(Cue::Focus(self.place_on_map(cell).centre()));
    }

    /// Returns a position above a cell, for labels.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Vec3 {
        self.columns.place(cell).centre()
    }
}
