//! The content of the battle screen: a controller, the playback of what happens, the camera, and the scene made of them.

pub mod clips;
mod drawing;
pub(in crate::window) mod effects;
mod overlays;
mod placed;
pub mod replay_viewer;
pub(in crate::window) mod steer;
pub(in crate::window) mod work;

use crate::art::Art;
use crate::editor_host::EditorHost;
use crate::window::audio::Sound;
use crate::window::battle::effects::Effects;
use crate::window::battle::overlays::FogKey;
use crate::window::battle::placed::Placed;
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

/// The corners of a cell from its middle, to the east and to the south, the north-western one first.
const OFFS: [Vec2; 4] = [Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(0.5, 0.5), Vec2::new(-0.5, 0.5)];

/// A battle in the window.
#[derive(Debug)]
pub struct Battle {
    /// What is played.
    pub controller: Controller,
    /// The pack's files, watched.
    pub editor_host: Option<EditorHost>,
    /// What is shown of what happened.
    pub playback: Playback,
    /// How that looks.
    pub effects: Effects,
    /// Where one looks from.
    pub camera: Camera,
    /// The quads.
    pub scene: Scene,
    /// What the other side can reach is shown.
    pub threat: bool,
    /// Rings of distance are shown.
    pub radial: bool,
    /// Whom the pointer is over, on the board or in the order.
    pub hovered: EntityId,
    /// The action that the pointer is over in the list.
    pub pointed_action: Option<u16>,
    /// Cells that the editor points at.
    pub lit: Vec<Cell>,
    /// What stands in the picture, and what is written over it.
    pub placed: Placed,
    /// Where what is written over the board stands.
    pub labels: LabelLayout,
    /// The parts of the picture that panels took in the last frame.
    pub panels: Vec<Rect>,
    /// Where the cursor was put by hand; where it went of itself nothing is pointed at.
    pointed: Option<Cell>,
    /// The rules of the moment that the editor looks back at.
    then: Option<Arc<Rulebook>>,
    /// The map that the editor paints on, where that is shown, up to which floor.
    sketch: Option<Sketched>,
    /// Whether another board is shown than the camera fits.
    refit: bool,
    /// Lines between cells that the editor wants to be seen.
    pub lines: Vec<(Cell, Cell)>,
    /// Cells of which is said that who stands there comes on hard alone, for the editor.
    pub on_hard: Vec<Cell>,
    /// Corners of cells that are marked, for the editor.
    pub corners: Vec<CellCorner>,
    /// The scenario's title.
    pub title: String,
    /// Its hints, one a round.
    pub hints: Vec<String>,
    /// The board's columns, and as they are cut for where one looks from.
    whole: Columns,
    columns: Columns,
    threats: Threat,
    /// What is in sight, and what that was made for.
    fog: Option<(FogKey, Fog)>,
    /// What was told last of what a frame has no room for.
    told_left_out: LeftOut,
    /// The cells in sight.
    sight: CellRange,
    /// What the columns were made for.
    ground_of: Option<GroundKey>,
}

/// A map that is painted on.
#[derive(Clone, Debug)]
struct Sketched {
    book: Arc<Rulebook>,
    floor: u8,
    /// Steps up of that floor, where it has holes.
    level: i32,
}

/// What the ground's columns depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GroundKey {
    /// The rulebook's number.
    book: u64,
    art_version: u64,
    /// Quarters by which the view is turned.
    quarters: i32,
    /// The highest floor that is shown.
    level: u8,
}

/// How high a level surface lies that is so many steps above the lowest level, in cell edges.
fn height_of_level(steps: i32) -> f32 {
    steps as f32 * STEP
}

/// Height of a board's highest surface in cell edges, whatever its art adds.
fn highest(board: &Board) -> f32 {
    if board.is_level() {
        return 0.0;
    }
    board.cells().map(|cell| board.elevation(cell)).max().unwrap_or_default() as f32 / 2.0 * STEP
}

impl Battle {
    /// A battle around a session.
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
            hovered: EntityId::NONE,
            pointed_action: None,
            lit: Vec::new(),
            placed: Placed::default(),
            labels: LabelLayout::default(),
            panels: Vec::new(),
            pointed: None,
            then: None,
            sketch: None,
            refit: false,
            lines: Vec::new(),
            on_hard: Vec::new(),
            corners: Vec::new(),
            title,
            hints,
            columns: whole.clone(),
            whole,
            threats: Threat::default(),
            fog: None,
            told_left_out: LeftOut::default(),
            sight: CellRange { from: (0, 0), to: (0, 0) },
            ground_of: None,
        }
    }

    /// The state that is shown.
    #[must_use]
    pub fn shown(&self) -> &GameState {
        self.playback.state().unwrap_or_else(|| self.controller.session.seat().known().state())
    }

    /// The side that the screen is to be handed to, once what ran was shown. Nothing of the battle is shown meanwhile.
    #[must_use]
    pub fn hands_over(&self) -> Option<Team> {
        self.controller.hand_over().filter(|_| !self.playback.is_playing())
    }

    /// Whether a decision is carried out at once, after which the planner decides for its sides.
    #[must_use]
    pub fn decides_at_once(&self) -> bool {
        self.controller.session.decides_at_once()
    }

    /// The hint for now.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.controller.hint(&self.hints)
    }

    /// Lets time pass.
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
            // A board that fits the picture needs no looking after.
            let wide = self.columns.width + self.columns.depth > 28;
            if !matches!(cue, Cue::Focus(_)) || wide {
                self.camera.cue(cue);
            }
        }
        self.camera.step(seconds, settings.reduced_motion);
    }

    /// Whether nothing moves on the board but what moves by itself, and nothing is being reckoned that will be shown.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let shows = self.playback.is_playing() && !self.playback.holds();
        let counts = self.controller.session.seat().forecast().is_counting_odds();
        !shows && self.effects.are_at_rest() && self.camera.is_at_rest() && !counts
    }

    /// To the end of what is shown.
    pub fn skip(&mut self) {
        self.playback.skip();
        self.effects.clear();
    }

    /// Shows a state instead of the battle's own, from now on, under its rules.
    pub fn hold(&mut self, book: &Arc<Rulebook>, state: &GameState) {
        self.playback.set_book(Arc::clone(book));
        self.playback.hold(state);
        self.effects.clear();
    }

    /// Something is to be heard with the next frame.
    pub fn hear(&mut self, sound: Sound) {
        self.effects.sounds.push(sound);
    }

    /// What is to be heard, once.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.effects.sounds)
    }

    /// The interface of a frame begins, which finds out anew what the pointer is over.
    pub const fn begin_interface(&mut self) {
        (self.hovered, self.pointed_action) = (EntityId::NONE, None);
    }

    /// The pointer is over the board there. Returns whether the cursor moved.
    pub fn point(&mut self, pixel: Vec2, art: &Art) -> bool {
        // While a round is watched the cursor waits where the next one begins.
        if self.playback.is_showing() && !self.playback.holds() || self.controller.choosing == Choosing::Action {
            return false;
        }
        self.pointed = self.cell_meant(pixel, art);
        let cell = self.pointed.filter(|&cell| cell != self.controller.cursor);
        cell.is_some_and(|cell| {
            self.controller.point(cell);
            true
        })
    }

    /// Whose doing and fate alone is to be seen: the unit that is pointed at, by its portrait, its figure or its ghost, as
    /// far as something is foreseen of it. `NONE` where that is nobody, and while a target is chosen, for which everything
    /// matters.
    #[must_use]
    pub fn focus(&self) -> EntityId {
        let seat = self.controller.session.seat();
        let is_free = !self.playback.is_playing() && self.controller.choosing != Choosing::Target;
        if !is_free {
            return EntityId::NONE;
        }
        let cell = self.pointed.filter(|&cell| cell == self.controller.cursor);
        let on = |state: &GameState| cell.map_or(EntityId::NONE, |cell| state.occupant(cell));
        let all = [self.hovered, on(seat.known().state()), on(seat.forecast().state())];
        let marks = &seat.forecast().marks().marks;
        let is_told = |unit: &EntityId| unit.is_some() && marks.iter().any(|mark| mark.concerns(*unit));
        all.into_iter().find(|unit| unit.is_some()).filter(is_told).unwrap_or(EntityId::NONE)
    }

    /// Who has a part in what is foreseen of a unit: itself, who acts on it and on whom it acts.
    #[must_use]
    pub fn involved(&self, unit: EntityId) -> Vec<EntityId> {
        let marks = &self.controller.session.seat().forecast().marks().marks;
        let of = marks.iter().filter(|mark| mark.concerns(unit)).flat_map(|mark| [Some(mark.actor), mark.unit()]);
        of.flatten().chain([unit]).collect()
    }

    /// The cursor was moved by keys, so what is under it is pointed at.
    pub(in crate::window) const fn point_at_cursor(&mut self) {
        self.pointed = Some(self.controller.cursor);
    }

    /// The scene of a frame.
    pub(in crate::window) fn scene_of(&mut self, shared: &Shared) -> SceneFrame<'_> {
        // In a film nothing flickers of itself: what does not happen costs no room in the file.
        let flows = if shared.filming.is_some() { 0.0 } else { shared.time };
        self.draw(&shared.art, shared.art_version, &shared.settings, flows);
        let time = if shared.settings.reduced_motion { 0.0 } else { flows };
        self.scene.frame(&self.camera, time)
    }

    /// The assets changed: what was made of the rulebook is made anew.
    pub fn follow_book(&mut self) {
        if self.playback.set_book(Arc::clone(self.controller.session.book())) {
            self.effects.clear();
        }
        self.playback.release();
        self.then = None;
        self.controller.refit();
    }

    /// Shows the battle as it was where the editor looks back, and as it is where it no longer does.
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

    /// Shows the map that the editor paints on up to a floor, which lies so many steps up, and the battle where it paints on
    /// none.
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

    /// Whether a map is painted on in place of the battle.
    #[must_use]
    pub const fn is_sketched(&self) -> bool {
        self.sketch.is_some()
    }

    /// Where a cell lies, those of holes in the floor that is painted on included.
    fn place_on_map(&self, cell: Cell) -> Standing {
        let place = self.columns.place(cell);
        match &self.sketch {
            Some(sketch) if cell.floor() == sketch.floor && !sketch.book.board.contains(cell) => {
                Standing { height: height_of_level(sketch.level), ..place }
            }
            _ => place,
        }
    }

    /// The cell of a floor that is meant at a pixel: of that floor where its ground is seen there, else where the line of
    /// sight meets the floor's level, as in a hole of it. Columns and rows may lie beyond the board.
    #[must_use]
    pub fn cell_on_floor(&self, pixel: Vec2, floor: u8, level: i32) -> Option<Cell> {
        let at = self.camera.on_height(pixel, height_of_level(level));
        let at = Cell::on_floor(at.x.floor() as i32, at.z.floor() as i32, floor);
        // Through a hole of the ground one sees the sides of what is behind it, which are not meant.
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

    /// The same as [`Self::cell_on_floor`] with the corner and the side of it that are nearest to the
    /// pixel.
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

    /// Where a corner of a cell is in the world.
    fn at_corner(&self, CellCorner { cell, corner }: CellCorner) -> Vec3 {
        let (place, off) = (self.place_on_map(cell), OFFS[corner % OFFS.len()]);
        place.centre() + Vec3::new(off.x, place.slant.above(off), off.y)
    }

    /// Looks at the present again, as when the editor is closed.
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
            // Nothing stands in the way of the present.
            let _ = editor_host.host(Some(&mut controller.session)).look_back(None);
        }
        self.look_back();
    }

    /// Whether the past is shown, in which nothing can be decided.
    #[must_use]
    pub const fn looks_back(&self) -> bool {
        self.then.is_some() || self.sketch.is_some()
    }

    /// The rules of what is shown.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        if self.playback.is_playing() { self.playback.book() } else { self.controller.session.book() }
    }

    /// The cell that is meant at a pixel: the one whose ground is there, whoever else is drawn over it. Who stands where
    /// no ground of its own cell is seen is meant by its drawing, the nearest first, and so is who is drawn beyond the board.
    #[must_use]
    pub fn cell_meant(&self, pixel: Vec2, art: &Art) -> Option<Cell> {
        let brush = SceneContext { art, camera: &self.camera, columns: &self.columns, time: 0.0 };
        let ground = self.cell_at(pixel);
        let depth = |at: Vec3| at.dot(self.camera.forward());
        let behind = |figure: &Figure| ground.is_none_or(|cell| depth(self.centre(cell)) > depth(figure.at) - 0.5);
        let is_meant = |(cell, figure): &&(Cell, Figure)| {
            figure.is_at(pixel, &brush) && behind(figure) && (ground.is_none() || self.is_hidden(*cell))
        };
        let meant =
            self.placed.stands.iter().filter(is_meant).min_by(|(_, a), (_, b)| depth(a.at).total_cmp(&depth(b.at)));
        meant.map(|(cell, _)| *cell).or(ground)
    }

    /// Whether the ground of a cell is hidden behind other ground, seen from where one looks.
    fn is_hidden(&self, cell: Cell) -> bool {
        self.cell_at(self.pixel_of(cell)) != Some(cell)
    }

    /// The cell whose surface is seen at a pixel.
    #[must_use]
    pub fn cell_at(&self, pixel: Vec2) -> Option<Cell> {
        let (from, along) = self.camera.ray(pixel);
        self.columns.pick(from, along).map(|place| place.cell)
    }

    /// The place under the cursor.
    #[must_use]
    pub fn cursor(&self) -> Standing {
        self.columns.place(self.controller.cursor)
    }

    /// The highest floor that is drawn: around the cursor, or around who acts while a round is watched.
    #[must_use]
    pub fn level(&self) -> u8 {
        if let Some(sketch) = &self.sketch {
            return sketch.floor;
        }
        if self.playback.holds() {
            return top_floor(&self.book().board);
        }
        self.playback.level().unwrap_or_else(|| self.controller.level())
    }

    /// Where the middle of a cell is in the picture.
    #[must_use]
    pub fn pixel_of(&self, cell: Cell) -> Vec2 {
        self.camera.project(self.columns.place(cell).centre())
    }

    /// The names of columns and rows with where they stand: along the two edges of the floor that are nearest to who looks.
    #[must_use]
    pub fn edge_names(&self) -> Vec<(Vec3, String)> {
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

    /// Where a place over a cell is, for words.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Vec3 {
        self.columns.place(cell).centre()
    }
}
