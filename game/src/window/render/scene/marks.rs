//! Predictions on the board: arrows for moves, thin lines for attacks, hatched cells, ghosts and "????". Each unit has
//! a colour and dash pattern ([`Hand`]).

use super::columns::Standing;
use super::figures::Figure;
use super::{Material, SceneContext, lay_on};
use crate::art::Region;
use crate::window::battle::effects::{beyond_anchor, scale_of};
use crate::window::render::gpu::{Batch, Fill};
use foretoken_editor::Rect;
use foretoken_preview::{Certainty, Mark, MarkKind, Marks};
use foretoken_session::texts::{decks, names};
use foretoken_vm::state::flag;
use foretoken_vm::{Cell, ChangeKind, EntityId, GameState, Rulebook, Team};
use glam::{Vec2, Vec3};

/// A label over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Position.
    pub at: Vec3,
    /// Text.
    pub words: String,
    /// Icon.
    pub icon: Option<&'static str>,
    /// Palette colour.
    pub colour: &'static str,
    /// Predicted change that it describes.
    pub change: Option<u32>,
}

/// Number of a unit in the turn order, at its first arrow or attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Badge {
    /// Position.
    pub at: Vec3,
    /// Position in the turn order, from 1.
    pub number: u16,
    /// Actor, or `NONE`.
    pub actor: EntityId,
    /// Actor's style.
    pub hand: Hand,
    /// Whether the deed is certain.
    pub is_certain: bool,
    /// Health that it takes from the unit at its end; 0 if none.
    pub harm: i32,
    /// Predicted change that it describes.
    pub change: Option<u32>,
}

/// Dash pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stroke {
    /// No gaps.
    #[default]
    Solid,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
    /// Dashes and dots in turn.
    DashDot,
}

/// Style of a unit's deeds: colour, dash pattern and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Palette colour.
    pub colour: &'static str,
    /// Dash pattern.
    pub stroke: Stroke,
    /// Whether it belongs to the side at the screen.
    pub is_own: bool,
}

const COLOURS: [[&str; 4]; 2] = [
    ["deed-own-1", "deed-own-2", "deed-own-3", "deed-own-4"],
    ["deed-other-1", "deed-other-2", "deed-other-3", "deed-other-4"],
];

impl Hand {
    /// Returns the style of an actor, by its number within the side; white without an actor. The dead count, too.
    #[must_use]
    pub fn of(state: &GameState, actor: EntityId, own: Team) -> Self {
        let entity = state.entity(actor);
        let is_own = entity.team == own;
        if !actor.is_some() {
            return Self { colour: "white", stroke: Stroke::Solid, is_own: false };
        }
        let earlier = state.entities().iter().take(actor.index());
        let rank = earlier.filter(|other| other.team == entity.team && other.flags & flag::ACTS != 0).count();
        let strokes = [Stroke::Solid, Stroke::Long, Stroke::Short, Stroke::DashDot];
        let colour = COLOURS[usize::from(!is_own)][rank % 4];
        Self { colour, stroke: strokes[(rank + rank / 4) % 4], is_own }
    }
}

/// Output lists of a prediction.
#[derive(Debug)]
pub struct Foreseen<'a> {
    /// Decals.
    pub flat: &'a mut Batch,
    /// Lines over everything.
    pub over: &'a mut Batch,
    /// Ghosts.
    pub ghosts: &'a mut Vec<Figure>,
    /// Labels.
    pub tags: &'a mut Vec<Tag>,
    /// Badges.
    pub badges: &'a mut Vec<Badge>,
}

const ABOVE: f32 = 0.015;
const LINE: f32 = 0.085;
const THROUGH: f32 = 0.3;
const DIMMED: f32 = 0.22;
/// Opacity and width of lines that concern no other unit.
const THIN: f32 = 0.5;
const NARROW: f32 = 0.45;
/// Opacity of cells that a guess hits.
const GUESSED: f32 = 0.45;

/// A prediction on the screen.
#[derive(Clone, Copy, Debug)]
pub struct OnScreen<'a> {
    /// Known state.
    pub now: &'a GameState,
    /// Predicted state.
    pub then: &'a GameState,
    /// Side at the screen.
    pub own: Team,
    /// Focused unit; `NONE` for all.
    pub of: EntityId,
    /// Units by their positions in the turn order.
    pub order: &'a [EntityId],
    /// Whether marks that concern no other unit and no goal are as strong as the rest.
    pub is_everything_strong: bool,
}

impl OnScreen<'_> {
    /// Lists the actors whose turns concern somebody: own units, every effect on another unit, and walks into zones.
    fn concerning(&self, book: &Rulebook, marks: &Marks) -> Vec<EntityId> {
        let is_at_stake = |mark: &Mark| {
            let team = |unit: EntityId| self.then.entity(unit).team;
            let ends_in_zone = match mark.kind {
                MarkKind::Arrow { first, count, .. } => {
                    marks.arrow(first, count).last().is_some_and(|&cell| book.board.zones(cell) != 0)
                }
                _ => false,
            };
            let is_of_other = mark.unit().is_some_and(|unit| unit != mark.actor);
            team(mark.actor) == self.own || is_of_other || ends_in_zone
        };
        marks.marks.iter().filter(|mark| is_at_stake(mark)).map(|mark| mark.actor).collect()
    }

    fn number(&self, actor: EntityId) -> Option<u16> {
        self.order.iter().position(|&unit| unit == actor).map(|at| at as u16 + 1)
    }
}

/// Draws a prediction's marks for a side. `drawing` returns an entity's picture.
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
    let OnScreen { now, then, own, of: looked_at, .. } = *of;
    let concerning = of.concerning(book, marks);
    let strikers: Vec<EntityId> = marks.marks.iter().filter(|mark| is_felt_blow(mark)).map(|mark| mark.actor).collect();
    let on = |cell: Cell| brush.columns.place(cell);
    let mut blows = Blows::default();
    for mark in &marks.marks {
        let change = change_of(mark);
        let told_before = out.tags.len();
        // What happens only if a defeat is prevented stays in the background.
        let is_shown = !looked_at.is_some() && mark.certainty != Certainty::Beyond;
        let mine = is_shown || looked_at.is_some() && mark.is_about(looked_at);
        let hand = Hand::of(then, mark.actor, own);
        let is_strong =
            of.is_everything_strong || looked_at.is_some() || !mark.actor.is_some() || concerning.contains(&mark.actor);
        let faint = match (mine, is_strong) {
            (false, _) => DIMMED,
            (true, false) => THIN,
            (true, true) => 1.0,
        };
        let line = Line { hand, certainty: mark.certainty, faint, wide: if is_strong { 1.0 } else { NARROW } };
        blows.draw(out, brush, of, (mark, marks), line, mine && is_strong);
        match mark.kind {
            MarkKind::Ghost { unit, cell } | MarkKind::Appears { unit, cell } => {
                let faint = match (mine, mark.certainty) {
                    (false, _) => 50,
                    (true, Certainty::Guess) => 85,
                    (true, _) => 165,
                };
                // In the colour of the unit's arrows, so that both are seen to belong together.
                let tint = brush.art.colour(Hand::of(then, unit, own).colour);
                let [red, green, blue] =
                    [0, 1, 2].map(|at| ((3 * [235, 240, 255][at] + 2 * u16::from(tint[at])) / 5) as u8);
                let material =
                    Material { colour: [red, green, blue, faint], flash: 0.32, lit: 0.2, own: 0.9, ..Material::ART };
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
                arrow(out.over, brush, cells, Line { faint: line.faint * THROUGH, ..line });
                if mine && is_strong && mark.deed > 0 && !strikers.contains(&mark.actor) {
                    let is_first = out.badges.iter().all(|badge| badge.actor != mark.actor);
                    let badge = middle(brush, cells).and_then(|at| badge(of, mark, hand, at, 0));
                    out.badges.extend(badge.filter(|_| is_first));
                }
            }
            MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. }
                if mark.certainty == Certainty::Guess && after < before =>
            {
                hatch(out.flat, on(cell), danger, line.faint * GUESSED);
                tag(out, on(cell), format!("−{}?", before - after), None, "danger");
            }
            MarkKind::Struck { cell, .. } if mark.certainty == Certainty::Guess => {
                hatch(out.flat, on(cell), danger, line.faint * GUESSED);
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
        let is_told = mine && !is_undone(&marks.marks, mark.kind);
        if let Some(Written { cell, words, icon, colour }) = written(book, of, mark.kind).filter(|_| is_told) {
            tag(out, on(cell), words, icon, colour);
        }
        out.tags[told_before..].iter_mut().for_each(|tag| tag.change = change);
    }
}

/// Returns whether a unit gains and loses a status or item equally often, so that neither is worth a mark.
fn is_undone(marks: &[Mark], kind: MarkKind) -> bool {
    let MarkKind::Held { unit, what, .. } = kind else { return false };
    let balance = |mark: &Mark| match mark.kind {
        MarkKind::Held { unit: other, what: same, comes, .. } if (other, same) == (unit, what) => {
            i32::from(comes) * 2 - 1
        }
        _ => 0,
    };
    marks.iter().map(balance).sum::<i32>() == 0
}

fn change_of(mark: &Mark) -> Option<u32> {
    (mark.change != u32::MAX).then_some(mark.change)
}

/// Returns the badge of an actor; `None` if it has no turn.
fn badge(of: &OnScreen<'_>, mark: &Mark, hand: Hand, at: Vec3, harm: i32) -> Option<Badge> {
    let number = of.number(mark.actor)?;
    let is_certain = matches!(mark.certainty, Certainty::Will | Certainty::Would);
    Some(Badge { at, number, actor: mark.actor, hand, is_certain, harm, change: change_of(mark) })
}

/// Returns whether a mark is a blow that a unit feels.
fn is_felt_blow(mark: &Mark) -> bool {
    mark.deed > 0 && mark.unit().is_some() && blow(mark).is_some()
}

/// Returns the health that a deed takes from the unit on a cell.
fn harm(marks: &Marks, deed: u16, cell: Cell) -> i32 {
    let lost = |mark: &Mark| match mark.kind {
        MarkKind::Number { cell: at, what: ChangeKind::Health, before, after, .. } if at == cell => before - after,
        _ => 0,
    };
    marks.marks.iter().filter(|mark| mark.deed == deed).map(lost).sum()
}

#[derive(Default)]
struct Blows {
    stand: Vec<(EntityId, Cell)>,
    told: Vec<(u16, Cell)>,
}

impl Blows {
    fn draw(
        &mut self,
        out: &mut Foreseen<'_>,
        brush: &SceneContext<'_>,
        of: &OnScreen<'_>,
        (mark, marks): (&Mark, &Marks),
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
            // On its own line, so that numbers of several attackers do not overlap at the target.
            let at = if leads { begins.lerp(ends, 0.5) + Vec3::Y * BLOW } else { ends };
            out.badges.extend(badge(of, mark, line.hand, at, harm(marks, mark.deed, cell).max(0)));
        }
    }
}

struct Written {
    cell: Cell,
    words: String,
    icon: Option<&'static str>,
    colour: &'static str,
}

fn written(book: &Rulebook, of: &OnScreen<'_>, kind: MarkKind) -> Option<Written> {
    let say = |cell, words: String, icon, colour| Some(Written { cell, words, icon, colour });
    let sign = |cell, icon, colour| say(cell, String::new(), Some(icon), colour);
    match kind {
        MarkKind::Number { unit, cell, what, column, before, after, .. } => match what {
            ChangeKind::Health if after >= before => {
                say(cell, format!("+{}", after - before), Some("heart-full"), "gain")
            }
            ChangeKind::Shield if after > before => say(cell, format!("+{}", after - before), Some("shield"), "white"),
            ChangeKind::Stunned if after > before => sign(cell, "stun", "white"),
            ChangeKind::Redirected if after != 0 => sign(cell, "turned", "white"),
            ChangeKind::Flags => sign(cell, "hourglass", "white"),
            ChangeKind::EntityColumn if decks::is_current(book, of.then, unit, column) => None,
            ChangeKind::EntityColumn => {
                let of = foretoken_vm::rulebook::ColumnOf::Entity;
                let name = book.columns.of(of).nth(column as usize).map_or("", |column| column.name.as_str());
                say(cell, format!("{name} {before}→{after}"), None, "white")
            }
            _ => None,
        },
        MarkKind::Death { unit, cell } if of.now.entity(unit).is_alive() && of.now.entity(unit).cell == cell => None,
        MarkKind::Death { cell, .. } => sign(cell, "skull", "white"),
        MarkKind::Veiled { cell } => say(cell, "????".to_owned(), None, "veiled"),
        MarkKind::Pending { cell, rounds } => say(cell, rounds.to_string(), Some("round"), "white"),
        MarkKind::CellNumber { cell, before, after, .. } => say(cell, format!("{before}→{after}"), None, "white"),
        MarkKind::NoEffect { cell, .. } => sign(cell, "no-effect", "dim"),
        MarkKind::Held { cell, what, comes, .. } => {
            let name = book.effect_source(what).map_or("", |effect_source| effect_source.title.as_str());
            say(cell, format!("{}{name}", if comes { '+' } else { '−' }), None, "white")
        }
        MarkKind::Skips { cell, .. } => sign(cell, "stun", "white"),
        MarkKind::Undecided { unit, .. } if of.now.entity(unit).team == of.own => None,
        MarkKind::Undecided { cell, .. } => say(cell, "…".to_owned(), None, "dim"),
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

#[derive(Clone, Copy, Debug)]
struct Line {
    hand: Hand,
    certainty: Certainty,
    faint: f32,
    wide: f32,
}

impl Line {
    fn alpha(self, alpha: u8) -> u8 {
        let may = match self.certainty {
            Certainty::May | Certainty::Beyond => 0.62,
            Certainty::Guess => 0.4,
            Certainty::Will | Certainty::Would => 1.0,
        };
        (f32::from(alpha) * self.faint * may) as u8
    }

    fn material(self, brush: &SceneContext<'_>, alpha: u8) -> (Material, f32) {
        let (fill, stretch) = match self.hand.stroke {
            Stroke::Solid => (Fill::Plain, 1.0),
            Stroke::Long => (Fill::Dashes, 0.8),
            Stroke::Short => (Fill::Dashes, 1.9),
            Stroke::DashDot => (Fill::DashDot, 1.0),
        };
        (Material::drawn(fill, brush.art.colour(self.hand.colour), self.alpha(alpha)), stretch)
    }

    fn rim(self, brush: &SceneContext<'_>) -> Material {
        let (colour, alpha) = if self.certainty == Certainty::Would { ("white", 190) } else { ("outline", 150) };
        Material::drawn(Fill::Plain, brush.art.colour(colour), self.alpha(alpha))
    }
}

fn middle(brush: &SceneContext<'_>, cells: &[Cell]) -> Option<Vec3> {
    let at = |index: usize| cells.get(index).map(|&cell| brush.columns.place(cell).centre());
    let half = cells.len() / 2;
    if cells.len() % 2 == 1 { at(half) } else { Some((at(half.checked_sub(1)?)? + at(half)?) / 2.0) }
}

const BLOW: f32 = 0.3;

fn strike(batch: &mut Batch, brush: &SceneContext<'_>, (from, to): (Vec3, Vec3), line: Line) {
    let (from, to) = (from + Vec3::Y * BLOW, to + Vec3::Y * BLOW);
    let along = (to - from).normalize_or_zero();
    let side = along.cross(brush.camera.sight()).normalize_or_zero();
    let (from, to) = (from + along * 0.2, to - along * 0.16);
    let (material, stretch) = line.material(brush, 225);
    let neck = to - along * 0.2;
    let length = from.distance(neck);
    let by = line.wide;
    for (half, tip, material, stretch) in
        [(0.065 * by, 0.05, line.rim(brush), 1.0), (0.036 * by, 0.0, material, stretch)]
    {
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

/// Covers a whole surface with a pattern.
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

/// Draws the danger sign around a surface: the sheet's own, or teeth.
pub fn sign(batch: &mut Batch, brush: &SceneContext<'_>, place: Standing, sheet: &str, alpha: u8) {
    let named = brush.art.attribute(sheet, "sign").map(|name| format!("ui/sign-{}", name.trim()));
    let region = named.and_then(|name| brush.art.frame(&name, "sign"));
    if let Some(region) = region.or_else(|| brush.art.frame("ui/sign-teeth", "sign")) {
        let uv = super::uv_of(brush.art, region);
        let material = Material { colour: [255, 255, 255, alpha], own: 0.75, ..Material::ART };
        lay_on(batch, place, 0.01, Vec2::X, Vec2::ONE, uv, &material);
    }
}

fn bend(from: Standing, to: Standing) -> Option<f32> {
    let (dx, dy) = from.cell.offset_to(to.cell);
    let is_level = from.height == to.height && from.slant.is_level() && to.slant.is_level();
    let beside = dx.abs().max(dy.abs()) == 1;
    (beside && !is_level).then(|| from.edge((dx, dy)).max(to.edge((-dx, -dy))))
}

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
        strip(batch, (LINE / 2.0 + 0.035) * of.wide, 0.004, &shade);
        strip(batch, LINE / 2.0 * of.wide, 0.008, &line);
        if index == last {
            let solid = Material { patch: Fill::Plain, ..line };
            for (grow, above, material) in [(0.05, 0.004, &shade), (0.0, 0.010, &solid)] {
                let tip = place(length - 0.06 + grow, 0.0, above);
                let barb = 0.2 * (0.4 + 0.6 * of.wide) + grow;
                let (left, right) = (place(end - grow, barb, above), place(end - grow, -barb, above));
                let vertex = |at| material.vertex(at, Vec2::ZERO, Vec3::Y);
                batch.quad([vertex(left), vertex(tip), vertex(tip), vertex(right)]);
            }
        }
    }
}
