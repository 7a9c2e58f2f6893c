//! A prediction on the board, in one line weight with one meaning each: a solid arrow will move, a dashed one would, a
//! hatched cell will be struck, a white ghost is where somebody will stand, "????" is veiled. Words and numbers that go
//! with them are [`Tag`]s, which the user interface writes over the picture.

use super::columns::Place;
use super::figures::Figure;
use super::{Material, SceneContext, lay_on};
use crate::art::Region;
use crate::window::battle::effects::{beyond_anchor, scale_of};
use crate::window::render::gpu::{Batch, Fill};
use foretoken_editor::Rect;
use foretoken_preview::{Certainty, MarkKind, Marks};
use foretoken_vm::{Cell, ChangeKind, EntityId, GameState, Rulebook, Team};
use glam::{Vec2, Vec3};

/// Something to be written over a place of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Over which place.
    pub at: Vec3,
    /// What.
    pub words: String,
    /// An icon before it.
    pub icon: Option<&'static str>,
    /// Its colour, by the palette's name.
    pub colour: &'static str,
}

/// Where predictions are drawn to.
#[derive(Debug)]
pub struct Foreseen<'a> {
    /// Decals.
    pub flat: &'a mut Batch,
    /// Ghosts.
    pub ghosts: &'a mut Vec<Figure>,
    /// Words.
    pub tags: &'a mut Vec<Tag>,
}

/// How far decals lie above the ground, so that the ground does not swallow them.
const ABOVE: f32 = 0.015;
/// Width of an arrow's line in cell edges.
const LINE: f32 = 0.085;

/// What a prediction is of.
#[derive(Clone, Copy, Debug)]
pub struct OnScreen<'a> {
    /// What is known now.
    pub now: &'a GameState,
    /// What is foreseen.
    pub then: &'a GameState,
    /// The side at the screen.
    pub own: Team,
}

/// Draws a prediction's marks as a side sees them; `only` draws those of one actor's activation. `drawing` says how an entity looks.
pub fn draw(
    out: &mut Foreseen<'_>,
    brush: &SceneContext<'_>,
    book: &Rulebook,
    of: &OnScreen<'_>,
    marks: &Marks,
    only: Option<EntityId>,
    drawing: &dyn Fn(&GameState, EntityId) -> Region,
) {
    let white = brush.art.colour("white");
    let danger = brush.art.colour("danger");
    let OnScreen { now, then, own } = *of;
    let on = |cell: Cell| brush.columns.place(cell);
    for mark in &marks.marks {
        let mine = only.is_none_or(|actor| mark.actor == actor);
        let colour = if now.entity(mark.actor).team == own { white } else { brush.art.colour("enemy") };
        match mark.kind {
            MarkKind::Ghost { unit, cell } | MarkKind::Appears { unit, cell } => {
                let faint = if mine { 165 } else { 95 };
                let material =
                    Material { colour: [235, 240, 255, faint], flash: 0.32, lit: 0.2, own: 0.9, ..Material::ART };
                let size = book.footprint_of(then.entity(unit));
                let at = brush.columns.place(cell).centre() + beyond_anchor(size);
                let figure = Figure::new(at, drawing(then, unit));
                out.ghosts.push(Figure { material, size: figure.size * scale_of(size), ..figure });
            }
            _ if !mine => {}
            MarkKind::Arrow { first, count, .. } => {
                arrow(out.flat, brush, marks.arrow(first, count), colour, mark.certainty);
            }
            MarkKind::Struck { cell, .. } => hatch(out.flat, on(cell), danger),
            MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. } if after < before => {
                hatch(out.flat, on(cell), danger);
            }
            MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. } => {
                tag(out, on(cell), format!("+{}", after - before), Some("heart-full"), "gain");
            }
            MarkKind::Number { cell, what: ChangeKind::Shield, before, after, .. } if after > before => {
                tag(out, on(cell), format!("+{}", after - before), Some("shield"), "white");
            }
            MarkKind::Number { cell, what: ChangeKind::Stunned, before, after, .. } if after > before => {
                tag(out, on(cell), String::new(), Some("stun"), "white");
            }
            MarkKind::Number { cell, what: ChangeKind::Redirected, after, .. } if after != 0 => {
                tag(out, on(cell), String::new(), Some("turned"), "white");
            }
            MarkKind::Number { cell, what: ChangeKind::EntityColumn, column, before, after, .. } => {
                let of = foretoken_vm::rulebook::ColumnOf::Entity;
                let name = book.columns.of(of).nth(column as usize).map_or("", |column| column.name.as_str());
                tag(out, on(cell), format!("{name} {before}→{after}"), None, "white");
            }
            MarkKind::Death { cell, .. } => tag(out, on(cell), String::new(), Some("skull"), "white"),
            MarkKind::Veiled { cell } => {
                lay_place(out.flat, on(cell), &Material::drawn(Fill::Tile, brush.art.colour("veiled"), 230));
                tag(out, on(cell), "????".to_owned(), None, "veiled");
            }
            MarkKind::Pending { cell, rounds } => {
                lay_place(out.flat, on(cell), &Material::drawn(Fill::Ring, danger, 170));
                tag(out, on(cell), rounds.to_string(), Some("hourglass"), "white");
            }
            MarkKind::Surface { cell, surface } => surface_to_be(out, brush, book, on(cell), surface),
            MarkKind::CellNumber { cell, before, after, .. } => {
                tag(out, on(cell), format!("{before}→{after}"), None, "white");
            }
            MarkKind::Bump { cell, .. } => {
                lay_place(out.flat, on(cell), &Material::drawn(Fill::Ring, white, 235));
            }
            MarkKind::NoEffect { cell, .. } => tag(out, on(cell), String::new(), Some("no-effect"), "dim"),
            MarkKind::Held { cell, what, comes, .. } => {
                let name = book.carrier(what).map_or("", |carrier| carrier.title.as_str());
                tag(out, on(cell), format!("{}{name}", if comes { '+' } else { '−' }), None, "white");
            }
            MarkKind::Skips { cell, .. } => tag(out, on(cell), String::new(), Some("stun"), "white"),
            // Whom the player decides for is seen in the order.
            MarkKind::Undecided { unit, .. } if now.entity(unit).team == own => {}
            MarkKind::Undecided { cell, .. } => tag(out, on(cell), String::new(), Some("hourglass"), "dim"),
            MarkKind::Number { .. } | MarkKind::Trapped { .. } | MarkKind::Outcome { .. } => {}
        }
    }
}

fn tag(out: &mut Foreseen<'_>, place: Place, words: String, icon: Option<&'static str>, colour: &'static str) {
    out.tags.push(Tag { at: place.centre(), words, icon, colour });
}

/// Lays a pattern over the whole floor of a place.
pub fn lay_place(batch: &mut Batch, place: Place, material: &Material) {
    lay_on(batch, place, ABOVE, Vec2::X, Vec2::splat(0.96), Rect::UNIT, material);
}

fn hatch(batch: &mut Batch, place: Place, colour: [u8; 3]) {
    lay_place(batch, place, &Material::drawn(Fill::Hatch, colour, 230));
}

fn surface_to_be(out: &mut Foreseen<'_>, brush: &SceneContext<'_>, book: &Rulebook, place: Place, surface: u8) {
    let name = surface.checked_sub(1).and_then(|index| book.surfaces.get(index as usize)).map(|kind| &kind.name);
    let Some(name) = name else {
        lay_place(out.flat, place, &Material::drawn(Fill::Ring, brush.art.colour("dim"), 200));
        return;
    };
    if let Some(region) = brush.art.frame(&format!("surfaces/{name}"), "flat1") {
        let uv = super::uv_of(brush.art, region);
        let material = Material { colour: [255, 255, 255, 120], own: 0.7, ..Material::ART };
        lay_on(out.flat, place, ABOVE, Vec2::X, Vec2::splat(0.92), uv, &material);
    }
    lay_place(out.flat, place, &Material::drawn(Fill::Ring, brush.art.colour("white"), 160));
}

/// The height at which a line between two places beside each other bends, so that it stays above both: that of the higher
/// of their edges. `None` where it is straight.
fn bend(from: Place, to: Place) -> Option<f32> {
    let (dx, dy) = from.cell.offset_to(to.cell);
    let is_level = from.height == to.height && from.slant == Vec2::ZERO && to.slant == Vec2::ZERO;
    let beside = dx.abs().max(dy.abs()) == 1;
    (beside && !is_level).then(|| from.edge((dx, dy)).max(to.edge((-dx, -dy))))
}

/// An arrow through the middles of cells: a line of one width and a head at its end.
fn arrow(batch: &mut Batch, brush: &SceneContext<'_>, cells: &[Cell], colour: [u8; 3], certainty: Certainty) {
    let patch = if certainty == Certainty::Will { Fill::Plain } else { Fill::Dashes };
    let alpha = if certainty == Certainty::May { 150 } else { 245 };
    let line = Material::drawn(patch, colour, alpha);
    let shade = Material::drawn(Fill::Plain, brush.art.colour("outline"), 120);
    let last = cells.len().saturating_sub(2);
    for (index, pair) in cells.windows(2).enumerate() {
        let [here, there] = [pair[0], pair[1]].map(|cell| brush.columns.place(cell));
        let (from, to) = (here.centre(), there.centre());
        let flat = Vec2::new(to.x - from.x, to.z - from.z);
        let length = flat.length();
        if length < 0.01 {
            continue;
        }
        let along = flat / length;
        let start = if index == 0 { 0.28 } else { -LINE / 2.0 };
        let end = if index == last { length - 0.30 } else { length - LINE / 2.0 };
        let side = Vec2::new(-along.y, along.x);
        let bend = bend(here, there);
        let height = |share: f32| match bend {
            Some(edge) if share < 0.5 => from.y + (edge - from.y) * share * 2.0,
            Some(edge) => edge + (to.y - edge) * (share * 2.0 - 1.0),
            None => from.y + (to.y - from.y) * share,
        };
        let place = |distance: f32, off: f32, above: f32| {
            let share = (distance / length).clamp(0.0, 1.0);
            let flat = Vec2::new(from.x, from.z) + along * distance + side * off;
            Vec3::new(flat.x, height(share) + ABOVE + above, flat.y)
        };
        let strip = |batch: &mut Batch, half: f32, above: f32, material: &Material| {
            let vertex = |d: f32, off: f32, v: f32| material.vertex(place(d, off, above), Vec2::new(d, v), Vec3::Y);
            let mut piece = |start: f32, end: f32| {
                batch.quad([
                    vertex(start, -half, 0.0),
                    vertex(end, -half, 0.0),
                    vertex(end, half, 1.0),
                    vertex(start, half, 1.0),
                ]);
            };
            let middle = length / 2.0;
            if bend.is_some() {
                piece(start, middle);
                piece(middle, end);
            } else {
                piece(start, end);
            }
        };
        strip(batch, LINE / 2.0 + 0.035, 0.004, &shade);
        strip(batch, LINE / 2.0, 0.008, &line);
        if index == last {
            let solid = Material::drawn(Fill::Plain, colour, alpha);
            for (grow, above, material) in [(0.05, 0.004, &shade), (0.0, 0.010, &solid)] {
                let tip = place(length - 0.06 + grow, 0.0, above);
                let (left, right) = (place(end - grow, 0.2 + grow, above), place(end - grow, -0.2 - grow, above));
                let vertex = |at| material.vertex(at, Vec2::ZERO, Vec3::Y);
                batch.quad([vertex(left), vertex(tip), vertex(tip), vertex(right)]);
            }
        }
    }
}
