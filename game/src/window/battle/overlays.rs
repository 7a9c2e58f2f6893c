//! Overlays of the board: fog, targets, regions, sight lines and walks.

use super::Battle;
use super::drawing::HINT;
use super::placed::Placed;
use crate::window::battle::effects::portrait;
use crate::window::render::gpu::{Batch, Fill};
use crate::window::render::scene::figures::Figure;
use crate::window::render::scene::marks::{Tag, lay_place};
use crate::window::render::scene::{Material, Scene, SceneContext, lay_on, uv_of};
use foretoken_session::controller::Choosing;
use foretoken_session::fog::Fog;
use foretoken_vm::program::Asks;
use foretoken_vm::space::Visibility;
use foretoken_vm::{Cell, EntityId, Rulebook, Team};
use glam::{Vec2, Vec3};

const FOG: u8 = 165;
const DIM: u8 = 110;
/// Height of sight lines above a cell, in cell edges.
const EYES: f32 = 0.75;
const THIN: f32 = 0.035;
const POST: f32 = 0.11;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FogKey {
    book: u64,
    state: u64,
    team: Team,
    last_seen: Option<Vec<(EntityId, Cell)>>,
}

impl Battle {
    pub(super) fn look_through_fog(&mut self, book: &Rulebook) {
        if book.sight.is_none() {
            self.fog = None;
            return;
        }
        let (seat, state, plays) = (self.controller.session.seat(), self.shown(), self.playback.is_playing());
        let last_seen = (!plays).then(|| seat.known().last_seen().to_vec());
        let key = FogKey { book: book.id(), state: state.hash64(book), team: seat.team(), last_seen };
        if self.fog.as_ref().is_some_and(|(of, _)| *of == key) {
            return;
        }
        let fog = if plays { Fog::of(book, state, seat.team()) } else { Fog::known(book, seat.known()) };
        self.fog = Some((key, fog));
    }

    pub(super) fn fog(
        &self,
        scene: &mut Scene,
        Placed { ghosts, tags, .. }: &mut Placed,
        brush: &SceneContext<'_>,
        book: &Rulebook,
    ) {
        let Some((_, fog)) = self.fog.as_ref().filter(|(_, fog)| fog.is_active()) else { return };
        let state = self.shown();
        let shade = Material { lit: 0.0, ..Material::drawn(Fill::Plain, brush.art.colour("outline"), FOG) };
        for cell in self.cells_in_sight(book).filter(|&cell| fog.is_dark(cell)) {
            lay_place(&mut scene.flat, brush.columns.place(cell), &shade);
        }
        for cell in self.cells_in_sight(book).filter(|&cell| !fog.is_dark(cell)) {
            let hidden = u32::from(Visibility::FULL - fog.visibility(cell));
            let alpha = (u32::from(DIM) * hidden / u32::from(Visibility::FULL)) as u8;
            if alpha > 0 {
                let dim = Material { lit: 0.0, ..Material::drawn(Fill::Plain, brush.art.colour("outline"), alpha) };
                lay_place(&mut scene.flat, brush.columns.place(cell), &dim);
            }
        }
        for &(id, cell) in fog.all_last_seen() {
            if brush.columns.is_cut_away(cell) {
                continue;
            }
            let place = brush.columns.place(cell);
            let mut figure = Figure::new(place.centre(), portrait(brush.art, book, state, id));
            figure.material.colour[3] = HINT;
            ghosts.push(figure);
            tags.push(Tag { at: place.centre(), words: "?".to_owned(), icon: None, colour: "text-soft", change: None });
        }
    }

    pub(super) fn aiming(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        let seat = self.controller.session.seat();
        let colour = brush.art.colour("target");
        let within = Material::drawn(Fill::Tile, colour, 170);
        let around = Material::drawn(Fill::Ring, colour, 255);
        if self.pointed_action.is_none() && !self.playback.is_playing() {
            let way = Material::drawn(Fill::Tile, colour, 90);
            for &cell in self.controller.walk_reach().iter().filter(|&&cell| !brush.columns.is_cut_away(cell)) {
                lay_place(&mut scene.flat, brush.columns.place(cell), &way);
            }
        }
        let shown = self.controller.reach(self.pointed_action).iter();
        for &cell in shown.filter(|&&cell| !self.playback.is_playing() && !brush.columns.is_cut_away(cell)) {
            let material = if seat.known().state().occupant(cell).is_some() { &around } else { &within };
            lay_place(&mut scene.flat, brush.columns.place(cell), material);
        }
        let Some(draft) = seat.draft().filter(|_| self.controller.choosing == Choosing::Target) else { return };
        let empty = Material::drawn(Fill::Tile, brush.art.colour("text-soft"), 80);
        for &cell in draft.region().iter().filter(|&&cell| !brush.columns.is_cut_away(cell)) {
            lay_place(&mut scene.flat, brush.columns.place(cell), &empty);
        }
        let asks_way = draft.question().is_some_and(|question| question.request.asks == Asks::Direction);
        let from = seat.known().state().entity(draft.unit).cell;
        for cell in draft.cells().iter().copied().flatten().chain(draft.parts_shown()) {
            let (fill, alpha) = if brush.columns.is_cut_away(cell) { (Fill::Ring, 130) } else { (Fill::Tile, 190) };
            if draft.region().contains(&cell) {
                continue;
            }
            lay_place(&mut scene.flat, brush.columns.place(cell), &Material::drawn(fill, colour, alpha));
            if asks_way {
                way(scene, brush, from, cell, colour);
            }
        }
        let own = Material::drawn(Fill::Ring, brush.art.colour("accent"), 255);
        for cell in draft.picked().iter().copied().chain(draft.chosen()) {
            lay_place(&mut scene.flat, brush.columns.place(cell), &own);
        }
        self.sight(scene, brush);
    }

    fn sight(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        let (state, cursor) = (self.controller.session.seat().known().state(), self.controller.cursor);
        let stands = state.occupant(cursor);
        let is_free = !stands.is_some() || Some(stands) == self.controller.subject();
        for line in self.controller.sight_lines().into_iter().filter(|_| is_free) {
            let (fill, colour) = match (line.sees, line.is_seen) {
                (true, true) => (Fill::Plain, "accent"),
                (true, false) => (Fill::Dashes, "accent"),
                (false, true) => (Fill::Dashes, "danger"),
                (false, false) => continue,
            };
            let eyes = |cell: Cell| brush.columns.place(cell).centre() + Vec3::Y * EYES;
            let material = Material::drawn(fill, brush.art.colour(colour), 150);
            ribbon(&mut scene.over, brush, (eyes(cursor), eyes(line.at)), THIN, &material);
        }
    }

    pub(super) fn lines(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        let material = Material::drawn(Fill::Plain, brush.art.colour("accent-bright"), 220);
        for &(from, to) in &self.lines {
            let [from, to] = [from, to].map(|cell| self.place_on_map(cell).centre() + Vec3::Y * 0.25);
            let middle = (from + to) / 2.0 + Vec3::Y * (0.3 + from.distance(to) * 0.08);
            for ends in [(from, middle), (middle, to)] {
                ribbon(&mut scene.over, brush, ends, THIN, &material);
            }
        }
    }

    pub(super) fn unseen(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        let Some(sketch) = &self.sketch else { return };
        let material = Material::drawn(Fill::Tile, brush.art.colour("text-soft"), 160);
        let unseen = sketch.book.shapes.iter().filter(|(cell, shape)| shape.invisible && cell.floor() <= sketch.floor);
        for (&cell, _) in unseen {
            lay_place(&mut scene.flat, brush.columns.place(cell), &material);
        }
    }

    pub(super) fn corners(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        let material = Material::drawn(Fill::Plain, brush.art.colour("accent-bright"), 255);
        for &corner in &self.corners {
            let foot = self.at_corner(corner);
            ribbon(&mut scene.over, brush, (foot - Vec3::Y * 0.02, foot + Vec3::Y * 0.3), POST, &material);
        }
    }

    pub(super) fn tell_way(&self, tags: &mut Vec<Tag>) {
        let moves = self.controller.way_foreseen();
        if let Some(last) = moves.last() {
            let steps = foretoken_session::texts::names::count(moves.len() as i32, "step");
            tags.push(Tag { at: self.centre(last.to), words: steps, icon: None, colour: "white", change: None });
        }
    }
}

fn way(scene: &mut Scene, brush: &SceneContext<'_>, from: Cell, to: Cell, colour: [u8; 3]) {
    let (dx, dy) = from.offset_to(to);
    let along = Vec2::new(dx as f32, dy as f32).normalize_or_zero();
    if let Some(region) = brush.art.frame("icons/arrow-right", "icon") {
        let uv = uv_of(brush.art, region);
        let [r, g, b] = colour;
        let material = Material { colour: [r, g, b, 255], lit: 0.0, ..Material::ART };
        lay_on(&mut scene.flat, brush.columns.place(to), 0.02, along, Vec2::splat(0.7), uv, &material);
    }
}

fn ribbon(batch: &mut Batch, brush: &SceneContext<'_>, (from, to): (Vec3, Vec3), width: f32, material: &Material) {
    let side = (to - from).cross(brush.camera.forward()).normalize_or_zero() * (width / 2.0);
    let corner = |at: Vec3, u: f32, v: f32| material.vertex(at, Vec2::new(u, v), Vec3::Y);
    let (a, b) = (corner(from - side, 0.0, 0.0), corner(to - side, from.distance(to), 0.0));
    let (c, d) = (corner(to + side, from.distance(to), 1.0), corner(from + side, 0.0, 1.0));
    batch.quad([a, b, c, d]);
}
