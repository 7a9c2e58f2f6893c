//! A prediction on the board: a thick arrow moves, a thin one in the air strikes, a hatched cell is struck, a white ghost
//! is where somebody will stand, "????" is veiled. Each unit has a colour and a dash of its own for what it does
//! ([`Hand`]); what is only being chosen has a white rim, what may be otherwise is faint. Numbers of the deeds in the order
//! in which they are carried out are [`Badge`]s, words and other numbers are [`Tag`]s; the user interface writes both over
//! the picture.

use super::columns::Standing;
use super::figures::Figure;
use super::{Material, SceneContext, lay_on};
use crate::art::Region;
use crate::window::battle::effects::{beyond_anchor, scale_of};
use crate::window::render::gpu::{Batch, Fill};
use foretoken_editor::Rect;
use foretoken_preview::{Certainty, Mark, MarkKind, Marks};
use foretoken_session::texts::names;
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
    /// The change of the prediction that it tells of; none where it tells of something else.
    pub change: Option<u32>,
}

/// The number of a deed, at an arrow or a blow of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Badge {
    /// Over which place.
    pub at: Vec3,
    /// When it is carried out, from 1.
    pub number: u16,
    /// Who does it; `NONE` for what nobody does.
    pub actor: EntityId,
    /// Whose it is.
    pub hand: Hand,
    /// Whether it is certain.
    pub is_certain: bool,
    /// The change of the prediction that it tells of; none where it tells of something else.
    pub change: Option<u32>,
}

/// How a line is dashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stroke {
    /// Without gaps.
    #[default]
    Solid,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
    /// A dash and a dot in turn.
    DashDot,
}

/// By what the deeds of a unit are told from those of others: a colour, a dash, and the shape of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The colour, by the palette's name.
    pub colour: &'static str,
    /// How its lines are dashed.
    pub stroke: Stroke,
    /// Whether it is of the side at the screen.
    pub is_own: bool,
}

/// The colours of the deeds of units of the side at the screen, and of all others.
const COLOURS: [[&str; 4]; 2] = [
    ["deed-own-1", "deed-own-2", "deed-own-3", "deed-own-4"],
    ["deed-other-1", "deed-other-2", "deed-other-3", "deed-other-4"],
];

impl Hand {
    /// That of an actor: units of a side have colours and dashes by their number, so that they keep them while others come
    /// and go. What nobody does is white.
    #[must_use]
    pub fn of(state: &GameState, actor: EntityId, own: Team) -> Self {
        let entity = state.entity(actor);
        let is_own = entity.team == own;
        if !actor.is_some() {
            return Self { colour: "white", stroke: Stroke::Solid, is_own: false };
        }
        let earlier = state.entities().iter().take(actor.index());
        let rank = earlier.filter(|other| other.team == entity.team && other.acts()).count();
        let strokes = [Stroke::Solid, Stroke::Long, Stroke::Short, Stroke::DashDot];
        let colour = COLOURS[usize::from(!is_own)][rank % 4];
        // The fifth has the first one's colour and another dash.
        Self { colour, stroke: strokes[(rank + rank / 4) % 4], is_own }
    }
}

/// Where predictions are drawn to.
#[derive(Debug)]
pub struct Foreseen<'a> {
    /// Decals.
    pub flat: &'a mut Batch,
    /// Lines over everything.
    pub over: &'a mut Batch,
    /// Ghosts.
    pub ghosts: &'a mut Vec<Figure>,
    /// Words.
    pub tags: &'a mut Vec<Tag>,
    /// Numbers of deeds.
    pub badges: &'a mut Vec<Badge>,
}

/// How far decals lie above the ground, so that the ground does not swallow them.
const ABOVE: f32 = 0.015;
/// Width of an arrow's line in cell edges.
const LINE: f32 = 0.085;
/// How much of an arrow is seen through who stands before it.
const THROUGH: f32 = 0.3;
/// How much is left of the colour of what is neither the doing nor the fate of whom one looks at.
const DIMMED: f32 = 0.22;

/// What a prediction is of.
#[derive(Clone, Copy, Debug)]
pub struct OnScreen<'a> {
    /// What is known now.
    pub now: &'a GameState,
    /// What is foreseen.
    pub then: &'a GameState,
    /// The side at the screen.
    pub own: Team,
    /// Whose doing and fate alone is to be seen; all where that is `NONE`.
    pub of: EntityId,
}

/// Draws a prediction's marks as a side sees them. `drawing` says how an entity looks.
pub fn draw(
    out: &mut Foreseen<'_>,
    brush: &SceneContext<'_>,
    book: &Rulebook,
    of: &OnScreen<'_>,
    marks: &Marks,
    drawing: &dyn Fn(&GameState, EntityId) -> Region,
) {
    let white = brush.art.colour("white");
    let danger = brush.art.colour("danger");
    let OnScreen { now, then, own, of: looked_at } = *of;
    let on = |cell: Cell| brush.columns.place(cell);
    let mut blows = Blows::default();
    for mark in &marks.marks {
        let change = change_of(mark);
        let told_before = out.tags.len();
        let mine = !looked_at.is_some() || mark.concerns(looked_at);
        let hand = Hand::of(then, mark.actor, own);
        let line = Line { hand, certainty: mark.certainty, faint: if mine { 1.0 } else { DIMMED } };
        blows.draw(out, brush, of, mark, line, mine);
        match mark.kind {
            MarkKind::Ghost { unit, cell } | MarkKind::Appears { unit, cell } => {
                let faint = if mine { 165 } else { 50 };
                let material =
                    Material { colour: [235, 240, 255, faint], flash: 0.32, lit: 0.2, own: 0.9, ..Material::ART };
                let size = book.footprint_of(then.entity(unit));
                let at = on(cell).centre() + beyond_anchor(size);
                let figure = Figure::new(at, drawing(then, unit));
                out.ghosts.push(Figure { material, size: figure.size * scale_of(size), ..figure });
                if mine && matches!(mark.kind, MarkKind::Appears { .. }) {
                    let name = names::foreseen(book, now, then, unit);
                    out.tags.push(Tag { at: figure.top(brush), words: name, icon: None, colour: "text-soft", change });
                }
            }
            MarkKind::Arrow { unit, first, count } => {
                let cells = marks.arrow(first, count);
                blows.stand.extend(cells.last().map(|cell| (unit, *cell)));
                arrow(out.flat, brush, cells, line);
                // Where it leads behind somebody it shows through.
                arrow(out.over, brush, cells, Line { faint: line.faint * THROUGH, ..line });
                if mine
                    && mark.deed > 0
                    && let Some(at) = middle(brush, cells)
                {
                    out.badges.push(badge(mark, hand, at));
                }
            }
            MarkKind::Struck { cell, .. } => hatch(out.flat, on(cell), danger, line.faint),
            MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. } if after < before => {
                hatch(out.flat, on(cell), danger, line.faint);
            }
            MarkKind::Veiled { cell } if mine => {
                lay_place(out.flat, on(cell), &Material::drawn(Fill::Tile, brush.art.colour("veiled"), 230));
            }
            MarkKind::Pending { cell, .. } if mine => {
                lay_place(out.flat, on(cell), &Material::drawn(Fill::Ring, danger, 170));
            }
            MarkKind::Bump { cell, .. } if mine => {
                lay_place(out.flat, on(cell), &Material::drawn(Fill::Ring, white, 235));
            }
            MarkKind::Surface { cell, surface } if mine => surface_to_be(out, brush, book, on(cell), surface),
            _ => {}
        }
        if let Some(Written { cell, words, icon, colour }) = written(book, of, mark.kind).filter(|_| mine) {
            tag(out, on(cell), words, icon, colour);
        }
        out.tags[told_before..].iter_mut().for_each(|tag| tag.change = change);
    }
}

/// The change that a mark tells of; none where it tells of something else.
fn change_of(mark: &Mark) -> Option<u32> {
    (mark.change != u32::MAX).then_some(mark.change)
}

fn badge(mark: &Mark, hand: Hand, at: Vec3) -> Badge {
    let is_certain = matches!(mark.certainty, Certainty::Will | Certainty::Would);
    Badge { at, number: mark.deed, actor: mark.actor, hand, is_certain, change: change_of(mark) }
}

/// The blows of a prediction, mark by mark.
#[derive(Default)]
struct Blows {
    /// Where units are by the mark at hand, as far as they moved.
    stand: Vec<(EntityId, Cell)>,
    /// Which cells each deed was drawn to.
    told: Vec<(u16, Cell)>,
}

impl Blows {
    /// A blow leads from where who strikes then stands to each cell that it alters.
    fn draw(
        &mut self,
        out: &mut Foreseen<'_>,
        brush: &SceneContext<'_>,
        of: &OnScreen<'_>,
        mark: &Mark,
        line: Line,
        mine: bool,
    ) {
        let Some(cell) = blow(mark).filter(|&cell| mark.deed > 0 && !self.told.contains(&(mark.deed, cell))) else {
            return;
        };
        let is_first = self.told.iter().all(|(deed, _)| *deed != mark.deed);
        self.told.push((mark.deed, cell));
        let is_felt = mark.unit().is_some();
        let moved = self.stand.iter().rev().find(|(unit, _)| *unit == mark.actor).map(|(_, cell)| *cell);
        let from = moved.unwrap_or_else(|| {
            if mark.actor.index() < of.now.entities().len() { of.now } else { of.then }.entity(mark.actor).cell
        });
        let [begins, ends] = [from, cell].map(|cell| brush.columns.place(cell).centre());
        let leads = mark.actor.is_some() && from != cell && from != Cell::NOWHERE;
        if leads && (is_felt || is_first) {
            strike(out.over, brush, (begins, ends), line);
        }
        if mine && (is_first || is_felt) {
            // On its own line, so that the numbers of several who strike the same do not gather there.
            let at = if leads { begins.lerp(ends, 0.5) + Vec3::Y * BLOW } else { ends };
            out.badges.push(badge(mark, line.hand, at));
        }
    }
}

/// What is written over a cell.
struct Written {
    cell: Cell,
    words: String,
    icon: Option<&'static str>,
    colour: &'static str,
}

/// What is written for a mark; nothing for what is drawn alone.
fn written(book: &Rulebook, of: &OnScreen<'_>, kind: MarkKind) -> Option<Written> {
    let say = |cell, words: String, icon, colour| Some(Written { cell, words, icon, colour });
    let sign = |cell, icon, colour| say(cell, String::new(), Some(icon), colour);
    match kind {
        MarkKind::Number { cell, what, column, before, after, .. } => match what {
            ChangeKind::Health if after >= before => {
                say(cell, format!("+{}", after - before), Some("heart-full"), "gain")
            }
            ChangeKind::Shield if after > before => say(cell, format!("+{}", after - before), Some("shield"), "white"),
            ChangeKind::Stunned if after > before => sign(cell, "stun", "white"),
            ChangeKind::Redirected if after != 0 => sign(cell, "turned", "white"),
            ChangeKind::Flags => sign(cell, "hourglass", "white"),
            ChangeKind::EntityColumn => {
                let of = foretoken_vm::rulebook::ColumnOf::Entity;
                let name = book.columns.of(of).nth(column as usize).map_or("", |column| column.name.as_str());
                say(cell, format!("{name} {before}→{after}"), None, "white")
            }
            _ => None,
        },
        // Who dies where it stands has the skull beside its health.
        MarkKind::Death { unit, cell } if of.now.entity(unit).is_alive() && of.now.entity(unit).cell == cell => None,
        MarkKind::Death { cell, .. } => sign(cell, "skull", "white"),
        MarkKind::Veiled { cell } => say(cell, "????".to_owned(), None, "veiled"),
        MarkKind::Pending { cell, rounds } => say(cell, rounds.to_string(), Some("hourglass"), "white"),
        MarkKind::CellNumber { cell, before, after, .. } => say(cell, format!("{before}→{after}"), None, "white"),
        MarkKind::NoEffect { cell, .. } => sign(cell, "no-effect", "dim"),
        MarkKind::Held { cell, what, comes, .. } => {
            let name = book.effect_source(what).map_or("", |effect_source| effect_source.title.as_str());
            say(cell, format!("{}{name}", if comes { '+' } else { '−' }), None, "white")
        }
        MarkKind::Skips { cell, .. } => sign(cell, "stun", "white"),
        // Whom the player decides for is seen in the order.
        MarkKind::Undecided { unit, .. } if of.now.entity(unit).team == of.own => None,
        MarkKind::Undecided { cell, .. } => sign(cell, "hourglass", "dim"),
        MarkKind::Ghost { .. }
        | MarkKind::Appears { .. }
        | MarkKind::Arrow { .. }
        | MarkKind::Struck { .. }
        | MarkKind::Surface { .. }
        | MarkKind::Bump { .. }
        | MarkKind::Trapped { .. }
        | MarkKind::Outcome { .. } => None,
    }
}

/// The cell that a mark says somebody strikes, or acts upon from elsewhere.
fn blow(mark: &Mark) -> Option<Cell> {
    match mark.kind {
        MarkKind::Struck { cell, .. } => Some(cell),
        MarkKind::Number {
            unit,
            cell,
            what: ChangeKind::Health | ChangeKind::Stunned | ChangeKind::Redirected | ChangeKind::Flags,
            ..
        }
        | MarkKind::NoEffect { unit, cell, .. } => (unit != mark.actor).then_some(cell),
        _ => None,
    }
}

/// How the line of a deed is drawn.
#[derive(Clone, Copy, Debug)]
struct Line {
    hand: Hand,
    certainty: Certainty,
    /// How much of its opacity is left, 0 to 1.
    faint: f32,
}

impl Line {
    fn alpha(self, alpha: u8) -> u8 {
        let may = if matches!(self.certainty, Certainty::May | Certainty::Beyond) { 0.62 } else { 1.0 };
        (f32::from(alpha) * self.faint * may) as u8
    }

    /// The line itself, and by how much its length is stretched for the shader's dashes.
    fn material(self, brush: &SceneContext<'_>, alpha: u8) -> (Material, f32) {
        let (fill, stretch) = match self.hand.stroke {
            Stroke::Solid => (Fill::Plain, 1.0),
            Stroke::Long => (Fill::Dashes, 0.8),
            Stroke::Short => (Fill::Dashes, 1.9),
            Stroke::DashDot => (Fill::DashDot, 1.0),
        };
        (Material::drawn(fill, brush.art.colour(self.hand.colour), self.alpha(alpha)), stretch)
    }

    /// What lies under it: dark, or white for what is only being chosen.
    fn rim(self, brush: &SceneContext<'_>) -> Material {
        let (colour, alpha) = if self.certainty == Certainty::Would { ("white", 190) } else { ("outline", 150) };
        Material::drawn(Fill::Plain, brush.art.colour(colour), self.alpha(alpha))
    }
}

/// The middle of the way along an arrow, in the world.
fn middle(brush: &SceneContext<'_>, cells: &[Cell]) -> Option<Vec3> {
    let at = |index: usize| cells.get(index).map(|&cell| brush.columns.place(cell).centre());
    let half = cells.len() / 2;
    if cells.len() % 2 == 1 { at(half) } else { Some((at(half.checked_sub(1)?)? + at(half)?) / 2.0) }
}

/// How high over the ground a blow's line leads, in cell edges.
const BLOW: f32 = 0.3;

/// A thin line from who strikes to what is struck, with a point at its end, that faces who looks.
fn strike(batch: &mut Batch, brush: &SceneContext<'_>, (from, to): (Vec3, Vec3), line: Line) {
    let (from, to) = (from + Vec3::Y * BLOW, to + Vec3::Y * BLOW);
    let along = (to - from).normalize_or_zero();
    let side = along.cross(brush.camera.sight()).normalize_or_zero();
    let (from, to) = (from + along * 0.2, to - along * 0.16);
    let (material, stretch) = line.material(brush, 225);
    let neck = to - along * 0.2;
    let length = from.distance(neck);
    for (half, tip, material, stretch) in [(0.065, 0.05, line.rim(brush), 1.0), (0.036, 0.0, material, stretch)] {
        let at = |at: Vec3, u: f32, v: f32| material.vertex(at, Vec2::new(u * stretch, v), Vec3::Y);
        batch.quad([
            at(from - side * half, 0.0, 0.0),
            at(neck - side * half, length, 0.0),
            at(neck + side * half, length, 1.0),
            at(from + side * half, 0.0, 1.0),
        ]);
        let solid = Material { patch: Fill::Plain, ..material };
        let corner = |at: Vec3| solid.vertex(at, Vec2::ZERO, Vec3::Y);
        let wide = 0.09 + tip;
        let (left, right) = (neck - along * tip - side * wide, neck - along * tip + side * wide);
        let point = to + along * tip;
        batch.quad([corner(left), corner(point), corner(point), corner(right)]);
    }
}

fn tag(out: &mut Foreseen<'_>, place: Standing, words: String, icon: Option<&'static str>, colour: &'static str) {
    out.tags.push(Tag { at: place.centre(), words, icon, colour, change: None });
}

/// Lays a pattern over the whole floor of a place.
pub fn lay_place(batch: &mut Batch, place: Standing, material: &Material) {
    lay_on(batch, place, ABOVE, Vec2::X, Vec2::splat(0.96), Rect::UNIT, material);
}

fn hatch(batch: &mut Batch, place: Standing, colour: [u8; 3], faint: f32) {
    lay_place(batch, place, &Material::drawn(Fill::Hatch, colour, (230.0 * faint) as u8));
}

fn surface_to_be(out: &mut Foreseen<'_>, brush: &SceneContext<'_>, book: &Rulebook, place: Standing, surface: u8) {
    let kind = surface.checked_sub(1).and_then(|index| book.surfaces.get(index as usize));
    let Some(name) = kind.map(|kind| &kind.name) else {
        lay_place(out.flat, place, &Material::drawn(Fill::Ring, brush.art.colour("dim"), 200));
        return;
    };
    if let Some(region) = brush.art.frame(&format!("surfaces/{name}"), "flat1") {
        let uv = super::uv_of(brush.art, region);
        let material = Material { colour: [255, 255, 255, 120], own: 0.7, ..Material::ART };
        lay_on(out.flat, place, ABOVE, Vec2::X, Vec2::splat(0.92), uv, &material);
    }
    if kind.is_some_and(|kind| kind.avoided) {
        sign(out.flat, brush, place, &format!("surfaces/{name}"), 120);
    }
    lay_place(out.flat, place, &Material::drawn(Fill::Ring, brush.art.colour("white"), 160));
}

/// Lays the sign of ground that does harm around a place: the one that its sheet says, or teeth. Told by their shape, and
/// seen beside whatever else lies there.
pub fn sign(batch: &mut Batch, brush: &SceneContext<'_>, place: Standing, sheet: &str, alpha: u8) {
    let named = brush.art.attribute(sheet, "sign").map(|name| format!("ui/sign-{}", name.trim()));
    let region = named.and_then(|name| brush.art.frame(&name, "sign"));
    if let Some(region) = region.or_else(|| brush.art.frame("ui/sign-teeth", "sign")) {
        let uv = super::uv_of(brush.art, region);
        let material = Material { colour: [255, 255, 255, alpha], own: 0.75, ..Material::ART };
        lay_on(batch, place, 0.01, Vec2::X, Vec2::ONE, uv, &material);
    }
}

/// The height at which a line between two places beside each other bends, so that it stays above both: that of the higher
/// of their edges. `None` where it is straight.
fn bend(from: Standing, to: Standing) -> Option<f32> {
    let (dx, dy) = from.cell.offset_to(to.cell);
    let is_level = from.height == to.height && from.slant.is_level() && to.slant.is_level();
    let beside = dx.abs().max(dy.abs()) == 1;
    (beside && !is_level).then(|| from.edge((dx, dy)).max(to.edge((-dx, -dy))))
}

/// An arrow through the middles of cells: a line of one width and a head at its end.
fn arrow(batch: &mut Batch, brush: &SceneContext<'_>, cells: &[Cell], of: Line) {
    let ((line, stretch), shade) = (of.material(brush, 245), of.rim(brush));
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
            let vertex =
                |d: f32, off: f32, v: f32| material.vertex(place(d, off, above), Vec2::new(d * stretch, v), Vec3::Y);
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
            let solid = Material { patch: Fill::Plain, ..line };
            for (grow, above, material) in [(0.05, 0.004, &shade), (0.0, 0.010, &solid)] {
                let tip = place(length - 0.06 + grow, 0.0, above);
                let (left, right) = (place(end - grow, 0.2 + grow, above), place(end - grow, -0.2 - grow, above));
                let vertex = |at| material.vertex(at, Vec2::ZERO, Vec3::Y);
                batch.quad([vertex(left), vertex(tip), vertex(tip), vertex(right)]);
            }
        }
    }
}
