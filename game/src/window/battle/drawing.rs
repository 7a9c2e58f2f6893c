//! Builds the scene of a battle for each frame: ground, figures, lights, marks and overlays.

use super::placed::Placed;
use super::{Battle, GroundKey};
use crate::art::{Art, Region};
use crate::window::battle::effects::{base_of, has_base, portrait};
use crate::window::render::gpu::{Batch, Fill, Light, MOST_LIGHTS};
use crate::window::render::scene::columns::{CellRange, Columns, Standing};
use crate::window::render::scene::figures::{Figure, Seen, crowded, lie, see_through, stand};
use crate::window::render::scene::marks::{Foreseen, OnScreen, Tag, lay_place};
use crate::window::render::scene::{LeftOut, Material, Scene, SceneContext, lay, lay_on, lay_slanted, marks, uv_of};
use crate::window::screens::settings::Settings;
use foretoken_editor::Rect;
use foretoken_session::controller::LessonTarget;
use foretoken_vm::{Cell, Dir, EntityId, GameState, Rulebook};
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// Share of other lights on units on dark ground, so that they do not seem to burn beside a fire.
const BESIDE_FIRE: f32 = 0.6;

/// Anchor of a plate in the view from above, in cell edges before the middle.
const NORTH_EDGE: f32 = 0.3;

pub(super) const HINT: u8 = 70;

impl Battle {
    /// Builds the scene. `art_version` identifies the art.
    pub fn draw(&mut self, art: &Art, art_version: u64, settings: &Settings, time: f32) {
        let book = Arc::clone(self.book());
        self.look(&book, art, art_version);
        let (mut scene, mut placed) = (std::mem::take(&mut self.scene), std::mem::take(&mut self.placed));
        scene.clear();
        placed.clear();
        let time = if settings.reduced_motion { 0.0 } else { time };
        let brush = SceneContext { art, camera: &self.camera, columns: &self.columns, time };
        let state = self.shown();
        let is_staged = self.is_staged();
        let surfaces_shine = if is_staged {
            Vec::new()
        } else {
            laid(&mut scene, &mut placed.figures, &brush, &book, state, self.sight)
        };
        if !is_staged {
            self.signs(&mut scene, &brush, &book, state);
            self.overlays(&mut scene, &brush, &book, settings);
            self.fog(&mut scene, &mut placed, &brush, &book);
        }
        self.foreseen(&mut scene, &mut placed, &brush, &book);
        for cell in self.effects.struck() {
            let material = Material::drawn(Fill::Hatch, art.colour("danger"), 255);
            lay_place(&mut scene.flat, brush.columns.place(cell), &material);
        }
        self.tell_way(&mut placed.tags);
        self.everybody(&mut scene, &mut placed, &brush, &book, settings);
        let all = scene.lights.len() + surfaces_shine.len();
        keep_nearest(&mut scene.lights, self.camera.focus());
        light_surfaces(&mut scene.lights, &surfaces_shine);
        scene.unlit = all - scene.lights.len();
        let Placed { figures, ghosts, seen, stands, .. } = &mut placed;
        if self.camera.is_above() {
            // Ghosts and figures lie over arrows and flames, so that nothing covers who stands where.
            lie(&mut scene.over, ghosts, &brush);
            let mut standing: Vec<Figure> = stands.iter().map(|(_, figure)| *figure).collect();
            lie(&mut scene.over, &mut standing, &brush);
        } else {
            see_through(figures, seen, &brush);
            self.effects.puffs(&brush, |figure| figures.push(figure));
            figures.append(ghosts);
            stand(&mut scene.standing, figures, &brush);
        }
        if self.sketch.is_none() && !is_staged {
            cursor(&mut scene, &brush, self.cursor(), self.hovered_cell());
        }
        self.taught(&mut scene, &brush);
        self.lines(&mut scene, &brush);
        self.unseen(&mut scene, &brush);
        self.corners(&mut scene, &brush);
        self.die.draw(&mut scene, &brush);
        (self.scene, self.placed) = (scene, placed);
        self.tell_left_out();
    }

    fn look(&mut self, book: &Rulebook, art: &Art, art_version: u64) {
        self.set_stage();
        self.ground(book, art, art_version);
        if std::mem::take(&mut self.refit) && !self.is_staged() {
            self.camera.fit_to(&book.board, super::highest(&book.board), self.whole.floor());
        }
        self.controller.weigh_safety();
        if self.threat {
            let seat = self.controller.session.seat();
            self.threats.update(book, seat.known().state(), seat.team());
        }
        self.look_through_fog(book);
    }

    fn everybody(
        &self,
        scene: &mut Scene,
        placed: &mut Placed,
        brush: &SceneContext<'_>,
        book: &Rulebook,
        settings: &Settings,
    ) {
        let (art, state, focus) = (brush.art, self.shown(), self.focus());
        let involved = focus.is_some().then(|| self.involved(focus));
        let looked_at = self.looked_at(state);
        if !self.playback.is_playing() {
            placed.seen.push(Seen::ground(self.cursor().centre(), brush));
        }
        let pointed_at = [state.occupant(self.controller.cursor), self.hovered];
        let (mut areas, mut drawn) = (Vec::new(), Vec::new());
        self.effects.figures(brush, (book, state), self.aims(), settings.reduced_motion, |id, mut figure| {
            let entity = state.entity(id);
            figure.solid = pointed_at.contains(&id);
            if involved.as_ref().is_some_and(|involved| !involved.contains(&id)) {
                let [r, g, b, a] = figure.material.colour;
                figure.material.colour = [r / 5 * 2, g / 5 * 2, b / 5 * 2, a];
            }
            if brush.columns.is_cut_away(entity.cell) {
                figure.material.colour[3] = figure.material.colour[3].min(HINT);
                placed.ghosts.push(figure);
                return;
            }
            base(scene, brush, book, state, id, figure.at);
            if let Some(sheet) = shining(art, book, state, entity.cell) {
                marks::sign(&mut scene.flat, brush, brush.columns.place(entity.cell), &sheet, 235);
            } else {
                figure.material.lit = BESIDE_FIRE;
            }
            if entity.is_alive() {
                let sheet = book.unit_type(entity).map(|kind| format!("units/{}", kind.name)).unwrap_or_default();
                let head = art.point(&sheet, "head");
                if brush.camera.is_above() {
                    placed.heads.push((id, figure.at + brush.camera.forward() * NORTH_EDGE));
                    placed.bodies.push((id, figure.lying(brush)));
                    placed.faces.push(figure.lying(brush));
                } else {
                    placed.heads.push((id, figure.crown(brush, (head.map_or(9.0, |(_, y)| y) - 9.0).max(0.0))));
                    placed.bodies.push((id, figure.frame(brush)));
                    placed.faces.push(figure.face(brush, head.filter(|_| entity.is_activated())));
                }
                scene.lights.extend(light(art, &sheet, figure.at, brush.time, id.index()));
                placed.stands.push((entity.cell, figure));
                if self.on_hard.contains(&entity.cell) {
                    let (at, words) = (figure.top(brush), "on hard".to_owned());
                    placed.tags.push(Tag { at, words, icon: None, colour: "accent-bright", change: None });
                }
            }
            if looked_at.contains(&id) {
                placed.seen.push(Seen::figure(&figure, brush));
            }
            if entity.is_alive() && entity.is_activated() {
                areas.push((figure.frame(brush), entity.team));
                drawn.push(placed.figures.len());
            }
            placed.figures.push(figure);
        });
        let own = self.controller.session.seat().team();
        for ((is_crowded, (_, team)), at) in crowded(&areas).into_iter().zip(&areas).zip(drawn) {
            let colour = if *team == own { "accent-bright" } else { "enemy-pale" };
            placed.figures[at].rim = is_crowded.then(|| art.colour(colour));
        }
    }

    fn foreseen(&self, scene: &mut Scene, placed: &mut Placed, brush: &SceneContext<'_>, book: &Rulebook) {
        let seat = self.controller.session.seat();
        if self.playback.is_playing() || self.controller.session.outcome() != 0 {
            return;
        }
        let (Scene { flat, over, .. }, Placed { ghosts, tags, badges, .. }) = (scene, placed);
        let (mut out, focus) = (Foreseen { flat, over, ghosts, tags, badges }, self.focus());
        let drawing = |state: &GameState, id| portrait(brush.art, book, state, id);
        let order = seat.order();
        for foreseen in seat.forecast().all_foreseen() {
            let (now, then, is_everything_strong) = (seat.known().state(), foreseen.state, self.is_everything_strong);
            let of = OnScreen { now, then, own: seat.team(), of: focus, order: &order, is_everything_strong };
            marks::draw(&mut out, brush, book, &of, foreseen.marks, &drawing);
        }
        let is_everything_strong = self.is_everything_strong;
        for turn in seat.guesses().found() {
            let (now, then) = (&turn.before, &turn.after);
            let of = OnScreen { now, then, own: seat.team(), of: focus, order: &order, is_everything_strong };
            marks::draw(&mut out, brush, book, &of, &turn.marks, &drawing);
        }
    }

    fn tell_left_out(&mut self) {
        let left_out = self.scene.left_out();
        if let Some(editor_host) = &mut self.editor_host {
            editor_host.set_left_out(left_out.words());
        }
        if std::mem::replace(&mut self.told_left_out, left_out) != left_out && left_out != LeftOut::default() {
            let LeftOut { lights, quads, surfaces } = left_out;
            tracing::warn!(lights, quads, surfaces, "left out of the picture");
        }
    }

    fn ground(&mut self, book: &Rulebook, art: &Art, art_version: u64) {
        let quarters = self.camera.quarters();
        let level = self.level();
        let key = GroundKey { book: book.id(), art_version, quarters, level };
        if self.ground_of != Some(key) {
            if self.ground_of.is_none_or(|of| GroundKey { quarters, level, ..of } != key) {
                self.whole = Columns::of(book, art).in_row(&self.stage.row);
            }
            let behind = [(-1, -1), (-1, 1), (1, 1), (1, -1)][quarters as usize % 4];
            self.columns = self.whole.cut(behind, level);
            self.scene.ground.exchange(book, &self.columns, art_version);
            self.ground_of = Some(key);
        }
        let nothing = CellRange { from: (0, 0), to: (-1, -1) };
        self.sight = if self.is_staged() { nothing } else { self.camera.sight_of(&self.columns) };
        self.scene.ground.show(book, art, self.sight);
    }

    pub(super) fn cells_in_sight(&self, book: &Rulebook) -> impl Iterator<Item = Cell> {
        shown(book, self.sight, &self.columns)
    }

    fn looked_at(&self, state: &GameState) -> Vec<EntityId> {
        let chosen_for = self.controller.session.seat().draft().map_or(EntityId::NONE, |draft| draft.unit);
        let all = [state.occupant(self.controller.cursor), self.hovered, chosen_for];
        all.into_iter().filter(|unit| unit.is_some() && !self.playback.is_playing()).collect()
    }

    /// Marks the unit or the cell that the lesson asks to press.
    fn taught(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        let cell = match self.controller.lesson_target().filter(|_| !self.playback.is_playing()) {
            Some(LessonTarget::Unit(unit)) => self.shown().entity(unit).cell,
            Some(LessonTarget::Cell(cell)) => cell,
            _ => return,
        };
        if self.book().board.contains(cell) {
            let alpha = 190.0 + 60.0 * (brush.time * 5.0).sin();
            let material = Material::drawn(Fill::Ring, brush.art.colour("accent-bright"), alpha as u8);
            lay_on(&mut scene.over, brush.columns.place(cell), 0.04, Vec2::X, Vec2::ONE, Rect::UNIT, &material);
        }
    }

    fn hovered_cell(&self) -> Option<Cell> {
        let entity = self.hovered.is_some().then(|| self.shown().entity(self.hovered))?;
        entity.is_alive().then_some(entity.cell)
    }

    fn aims(&self) -> Option<(EntityId, bool)> {
        let draft = self.controller.session.seat().draft().filter(|_| !self.playback.is_playing())?;
        let aimed = draft.cells().get(draft.hover()?).copied().flatten()?;
        let from = self.controller.session.seat().known().state().entity(draft.unit).cell;
        let (dx, _) = from.offset_to(aimed);
        (dx != 0).then_some((draft.unit, dx < 0))
    }

    fn signs(&self, scene: &mut Scene, brush: &SceneContext<'_>, book: &Rulebook, state: &GameState) {
        for cell in self.cells_in_sight(book) {
            let surface = state.surface(cell).and_then(|index| book.surfaces.get(index as usize));
            if let Some(kind) = surface.filter(|kind| kind.avoided) {
                let sheet = format!("surfaces/{}", kind.name);
                marks::sign(&mut scene.flat, brush, brush.columns.place(cell), &sheet, 235);
            }
            if let Some(kind) = book.terrain_at(cell).filter(|kind| kind.avoided && !kind.blocks_movement) {
                let sheet = format!("ground/{}", kind.name);
                marks::sign(&mut scene.flat, brush, brush.columns.rim(cell), &sheet, 235);
            }
        }
    }

    fn overlays(&self, scene: &mut Scene, brush: &SceneContext<'_>, book: &Rulebook, settings: &Settings) {
        let board = &book.board;
        cut_away(scene, brush, self.sight);
        if settings.grid && board.is_level() {
            grid(scene, brush);
        } else if settings.grid {
            let material = Material::drawn(Fill::Plain, brush.art.colour("outline"), 70);
            for cell in self.cells_in_sight(book) {
                edges(&mut scene.flat, brush.columns.place(cell), &material, |_| true);
            }
        }
        for cell in self.cells_in_sight(book).filter(|&cell| board.zones(cell) != 0) {
            let region = brush.art.frame_or("ui/zone", &["flat"]);
            if let Some(region) = region {
                let uv = uv_of(brush.art, region);
                lay_on(&mut scene.flat, self.columns.place(cell), 0.006, Vec2::X, Vec2::ONE, uv, &Material::ART);
            }
            lay_place(
                &mut scene.flat,
                brush.columns.place(cell),
                &Material::drawn(Fill::Ring, brush.art.colour("accent"), 140),
            );
        }
        for cell in self.cells_in_sight(book).filter(|_| board.has_links()) {
            let is_linked = Dir::CARDINAL.into_iter().any(|dir| board.link_from(cell, dir).is_some());
            if is_linked {
                let material = Material::drawn(Fill::Dots, brush.art.colour("accent"), 170);
                lay_place(&mut scene.flat, brush.columns.place(cell), &material);
            }
        }
        if let Some(floor) = self.sketch.as_ref().map(|sketch| sketch.floor).filter(|&floor| floor > 0) {
            let material = Material::drawn(Fill::Plain, brush.art.colour("text-soft"), 38);
            let cells = self.sight.cells().filter_map(|(x, y)| Cell::on_floor(x, y, floor));
            for hole in cells.filter(|&cell| !board.contains(cell)) {
                edges(&mut scene.over, self.place_on_map(hole), &material, |_| true);
            }
        }
        for &cell in &self.lit {
            lay_place(
                &mut scene.flat,
                self.place_on_map(cell),
                &Material::drawn(Fill::Ring, brush.art.colour("accent-bright"), 255),
            );
        }
        if self.playback.is_playing() {
            return;
        }
        if self.threat {
            let material = Material::drawn(Fill::Dots, brush.art.colour("danger"), 210);
            for cell in self.threats.cells(book, self.controller.enemy_pointed_at(self.hovered)) {
                if !brush.columns.is_cut_away(cell) {
                    lay_place(&mut scene.flat, brush.columns.place(cell), &material);
                }
            }
        }
        for danger in self.controller.dangers().iter().filter(|danger| !brush.columns.is_cut_away(danger.cell)) {
            let (colour, fill, alpha) = match danger.harm {
                _ if danger.dies => ("danger", Fill::Hatch, 230),
                (0, 0) if danger.is_known => ("gain", Fill::Plain, 70),
                (0, _) => ("danger", Fill::Ring, 150),
                (harm, _) => ("danger", Fill::Dots, (110 + 25 * harm.min(5)) as u8),
            };
            let material = Material::drawn(fill, brush.art.colour(colour), alpha);
            lay_place(&mut scene.flat, brush.columns.place(danger.cell), &material);
        }
        for &culprit in self.controller.culprits() {
            let at = self.shown().entity(culprit).cell;
            if at != Cell::NOWHERE && !brush.columns.is_cut_away(at) {
                let (danger, place) = (brush.art.colour("danger"), brush.columns.place(at));
                edges(&mut scene.over, place, &Material::drawn(Fill::Plain, danger, 255), |_| true);
                lay_place(&mut scene.flat, place, &Material::drawn(Fill::Ring, danger, 255));
            }
        }
        if self.radial {
            let from = self.controller.cursor;
            for cell in self.cells_in_sight(book) {
                let steps = from.steps_to(cell);
                if (1..=8).contains(&steps) {
                    let alpha = 210 - 20 * steps as u8;
                    lay_place(
                        &mut scene.flat,
                        brush.columns.place(cell),
                        &Material::drawn(Fill::Ring, brush.art.colour("dim"), alpha),
                    );
                }
            }
        }
        self.aiming(scene, brush);
    }
}

fn shown(book: &Rulebook, sight: CellRange, columns: &Columns) -> impl Iterator<Item = Cell> {
    let columns_in_sight = sight.cells();
    columns_in_sight.flat_map(|(x, y)| book.board.column(x, y)).filter(|&cell| !columns.is_cut_away(cell))
}

fn cut_away(scene: &mut Scene, brush: &SceneContext<'_>, sight: CellRange) {
    let material = Material::drawn(Fill::Plain, brush.art.colour("text-soft"), 130);
    for (x, y) in sight.cells() {
        for slab in brush.columns.cut_away(x, y) {
            let Some(cell) = Cell::on_floor(x, y, slab.floor) else { continue };
            let place = brush.columns.place(cell);
            let goes_on = |(dx, dy): (i32, i32)| {
                let beside = brush.columns.cut_away(x + dx, y + dy).iter();
                let beside = beside.filter_map(|slab| Cell::on_floor(x + dx, y + dy, slab.floor));
                beside
                    .into_iter()
                    .any(|cell| (brush.columns.place(cell).edge((-dx, -dy)) - place.edge((dx, dy))).abs() < 0.1)
            };
            edges(&mut scene.over, place, &material, |side| !goes_on(side));
        }
    }
}

fn edges(batch: &mut Batch, place: Standing, material: &Material, wanted: impl Fn((i32, i32)) -> bool) {
    for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().filter(|&side| wanted(side)) {
        let out = Vec2::new(dx as f32, dy as f32);
        let middle = out * 0.48;
        let at = place.centre() + Vec3::new(middle.x, place.slant.above(middle) + 0.006, middle.y);
        lay_slanted(batch, (at, middle), place.slant, out.perp(), Vec2::new(1.0, 0.04), Rect::UNIT, material);
    }
}

fn grid(scene: &mut Scene, brush: &SceneContext<'_>) {
    let (width, depth) = (brush.columns.width as f32, brush.columns.depth as f32);
    let material = Material::drawn(Fill::Plain, brush.art.colour("outline"), 70);
    let all = Rect::UNIT;
    for x in 1..brush.columns.width {
        let at = Vec3::new(x as f32, 0.004, depth / 2.0);
        lay(&mut scene.flat, at, Vec2::X, Vec2::new(0.03, depth), all, &material);
    }
    for y in 1..brush.columns.depth {
        let at = Vec3::new(width / 2.0, 0.004, y as f32);
        lay(&mut scene.flat, at, Vec2::X, Vec2::new(width, 0.03), all, &material);
    }
}

fn keep_nearest(lights: &mut Vec<Light>, focus: Vec3) {
    if lights.len() > MOST_LIGHTS {
        let distance = |light: &Light| light.at.distance(focus) - light.radius;
        lights.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        lights.truncate(MOST_LIGHTS);
    }
}

/// Adds surface lights after unit lights. If there are too many, takes every second or third, so that no part of a
/// large fire is dark.
fn light_surfaces(lights: &mut Vec<Light>, surfaces: &[Light]) {
    let room = MOST_LIGHTS.saturating_sub(lights.len());
    let stride = surfaces.len().div_ceil(room.max(1)).max(1);
    lights.extend(surfaces.iter().step_by(stride).take(room));
}

fn shining(art: &Art, book: &Rulebook, state: &GameState, cell: Cell) -> Option<String> {
    let kind = book.surfaces.get(usize::from(state.surface(cell)?))?;
    let sheet = format!("surfaces/{}", kind.name);
    art.attribute(&sheet, "light").is_some().then_some(sheet)
}

/// Draws three flames along each of the two edges nearest to the camera, in front of the unit. `tongue` draws one by
/// number.
fn tongues(
    figures: &mut Vec<Figure>,
    brush: &SceneContext<'_>,
    place: Standing,
    material: Material,
    tongue: impl Fn(usize) -> Option<Region>,
) {
    let forward = brush.camera.forward();
    let near = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dz)| Vec2::new(dx as f32, dz as f32));
    for (edge, out) in near.into_iter().filter(|out| out.dot(Vec2::new(forward.x, forward.z)) < 0.0).enumerate() {
        for (number, along) in [-0.3, 0.0, 0.3].into_iter().enumerate() {
            let off = out * 0.43 + out.perp() * along;
            let at = place.centre() + Vec3::new(off.x, place.slant.above(off), off.y);
            let number = edge * 3 + number;
            let Some(region) = tongue(number) else { return };
            figures.push(Figure { material, flip: number % 2 == 1, ..Figure::new(at, region) });
        }
    }
}

fn laid(
    scene: &mut Scene,
    figures: &mut Vec<Figure>,
    brush: &SceneContext<'_>,
    book: &Rulebook,
    state: &GameState,
    sight: CellRange,
) -> Vec<Light> {
    let mut lights = Vec::new();
    for cell in shown(book, sight, brush.columns) {
        let Some(kind) = state.surface(cell).and_then(|index| book.surfaces.get(index as usize)) else { continue };
        if !scene.flat.has_room() {
            scene.bare += 1;
            continue;
        }
        let sheet = format!("surfaces/{}", kind.name);
        let offset = (cell.x() * 3 + cell.y() * 5) as usize;
        let frame = |prefix: &str, offset: usize| {
            let step = (brush.time * 6.0) as usize + offset;
            brush.art.frame_or(&sheet, &[&format!("{prefix}{}", step % 4 + 1), &format!("{prefix}1")])
        };
        let place = brush.columns.place(cell);
        let at = place.centre();
        let shines = light(brush.art, &sheet, at, brush.time, offset);
        let own = if shines.is_some() { 1.0 } else { 0.35 };
        match frame("flat", offset) {
            Some(region) => {
                let material = Material { own, colour: [255, 255, 255, 225], ..Material::ART };
                lay_on(&mut scene.flat, place, 0.008, Vec2::X, Vec2::ONE, uv_of(brush.art, region), &material);
            }
            None => lay_place(&mut scene.flat, place, &Material::drawn(Fill::Dots, brush.art.colour("dim"), 150)),
        }
        let is_under_somebody = state.occupant(cell).is_some();
        if is_under_somebody && frame("front", offset).is_some() {
            let material = Material { own, ..Material::ART };
            tongues(figures, brush, place, material, |number| frame("front", offset + number * 3));
        } else if let Some(region) = frame("stand", offset) {
            let alpha = if kind.blocks_sight { 190 } else { 240 };
            let before = if is_under_somebody { -0.2 } else { 0.12 };
            let figure = Figure::new(at - brush.camera.forward() * before, region);
            let material = Material { own, colour: [255, 255, 255, alpha], ..Material::ART };
            figures.push(Figure { material, flip: offset % 2 == 1, ..figure });
        }
        lights.extend(shines);
    }
    lights
}

fn light(art: &Art, sheet: &str, at: Vec3, time: f32, offset: usize) -> Option<Light> {
    let words = art.attribute(sheet, "light")?;
    let (colour, radius) = words.split_once(' ')?;
    let rgb = u32::from_str_radix(colour, 16).ok()?;
    let radius: f32 = radius.trim().parse().ok()?;
    let flicker = 1.0 + 0.06 * (time * 7.0 + offset as f32 * 2.1).sin() + 0.04 * (time * 17.0 + offset as f32).sin();
    let part = |shift: u32| f32::from((rgb >> shift & 0xff) as u8) / 255.0 * 2.1 * flicker;
    Some(Light { at: at + Vec3::Y * 0.7, radius: radius.clamp(0.0, 12.0) * 1.45, colour: [part(16), part(8), part(0)] })
}

fn base(scene: &mut Scene, brush: &SceneContext<'_>, book: &Rulebook, state: &GameState, id: EntityId, at: Vec3) {
    let entity = state.entity(id);
    let place = brush.columns.place(entity.cell);
    let (dx, dz) = (at.x - place.centre().x, at.z - place.centre().z);
    let over = Vec2::new(dx, dz).clamp(Vec2::splat(-0.5), Vec2::splat(0.5));
    let ground = Vec3::new(at.x, place.height + place.slant.above(over) + 0.012, at.z);
    let scale = super::effects::scale_of(book.footprint_of(entity));
    let laid = |scene: &mut Scene, above: f32, size: f32, region, material: &Material| {
        let uv = uv_of(brush.art, region);
        lay_slanted(
            &mut scene.flat,
            (ground + Vec3::Y * above, over),
            place.slant,
            Vec2::X,
            Vec2::splat(size * scale),
            uv,
            material,
        );
    };
    if let Some(region) = brush.art.frame("ui/shadow", "shadow") {
        let material = Material { colour: [0, 0, 0, 110], lit: 0.0, ..Material::ART };
        laid(scene, 0.0, 0.8, region, &material);
    }
    if !has_base(book, state, id) || !entity.is_alive() {
        return;
    }
    if let Some(region) = brush.art.frame_or(base_of(entity.team), &["base"]) {
        let material = Material { own: 0.85, ..Material::ART };
        laid(scene, 0.003, 1.0, region, &material);
    }
    let (dx, dy) = Dir::from_index(entity.facing).delta();
    let along = Vec2::new(dx as f32, dy as f32);
    let side = Vec2::new(-along.y, along.x);
    let colour = brush.art.colour(if entity.team == foretoken_vm::Team::PLAYER { "player" } else { "enemy" });
    for (grow, above, material) in [
        (0.045, 0.006, Material::drawn(Fill::Plain, brush.art.colour("outline"), 230)),
        (0.0, 0.009, Material::drawn(Fill::Plain, colour, 255)),
    ] {
        let place = |forth: f32, off: f32| {
            let flat = along * forth + side * off;
            let height = above + place.slant.above(over + flat) - place.slant.above(over);
            material.vertex(ground + Vec3::new(flat.x, height, flat.y), Vec2::ZERO, Vec3::Y)
        };
        let (tip, foot) = (0.5 + grow, 0.36 - grow);
        scene.flat.quad([place(foot, 0.13 + grow), place(tip, 0.0), place(tip, 0.0), place(foot, -0.13 - grow)]);
    }
}

fn cursor(scene: &mut Scene, brush: &SceneContext<'_>, cursor: Standing, hovered: Option<Cell>) {
    let white = brush.art.colour("white");
    let mut corners = |place: Standing, alpha: u8| {
        let size = Vec2::splat(1.0 + 0.03 * (brush.time * 4.0).sin());
        let material = Material::drawn(Fill::Corners, white, alpha);
        lay_on(&mut scene.flat, place, 0.03, Vec2::X, size, Rect::UNIT, &material);
    };
    corners(cursor, 255);
    if let Some(cell) = hovered.filter(|&cell| cell != cursor.cell) {
        corners(brush.columns.place(cell), 160);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_fire_leaves_the_lanterns_alight() {
        let light = |x: usize, radius: f32| Light { at: Vec3::X * x as f32, radius, colour: [1.0; 3] };
        let lanterns: Vec<Light> = (0..3).map(|at| light(at, 9.0)).collect();
        let fire: Vec<Light> = (0..400).map(|at| light(at, 2.0)).collect();
        let mut lights = lanterns.clone();
        light_surfaces(&mut lights, &fire);
        assert!(lights.len() <= MOST_LIGHTS && lights.starts_with(&lanterns));
        let furthest = lights.iter().map(|light| light.at.x as usize).max();
        assert!(furthest > Some(350), "the fire is lit to its end: {furthest:?}");
        let mut many: Vec<Light> = (0..100).map(|at| light(at, 3.0)).collect();
        keep_nearest(&mut many, Vec3::X * 70.0);
        assert_eq!(many.len(), MOST_LIGHTS);
        assert!(many.iter().all(|light| (light.at.x - 70.0).abs() < 40.0), "those that one looks at stay");
        let mut full: Vec<Light> = (0..MOST_LIGHTS).map(|at| light(at, 9.0)).collect();
        light_surfaces(&mut full, &fire);
        assert_eq!(full.len(), MOST_LIGHTS);
    }
}
