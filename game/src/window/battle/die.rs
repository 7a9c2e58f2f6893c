//! The deck of a unit on the screen: a solid that turns its current slot to the viewer, or a row of cards if the slots do
//! not lie next to each other as the faces of a solid. It keeps the orientation and finds the slot at a pixel.

use crate::window::render::gpu::Fill;
use crate::window::render::scene::{Material, Scene, SceneContext};
use foretoken_editor::Rect;
use foretoken_preview::{Face, Solid};
use foretoken_session::texts::decks::{self, SlotText};
use foretoken_vm::{EntityId, GameState, Rulebook};
use glam::{Mat3, Quat, Vec2, Vec3};
use std::f32::consts::FRAC_PI_3;

/// Share of the way that is left after a second of turning.
const LEFT_AFTER_SECOND: f32 = 0.0008;
/// Share of the smaller side of the area that the radius takes.
const RADIUS: f32 = 0.45;
/// Tilt of the solid towards the viewer, in radians, so that it looks solid.
const TILT: f32 = 0.14;
/// Least radius in pixels.
const LEAST: f32 = 12.0;
/// Faces that look away further than this are hidden.
const EDGE_ON: f32 = 0.04;

/// The deck of a unit on the screen.
#[derive(Clone, Debug, Default)]
pub struct Die {
    /// Unit that owns it; `None` if no deck is shown.
    pub unit: Option<EntityId>,
    /// Its slots by number.
    pub slots: Vec<SlotText>,
    /// Slot under the pointer.
    pub pointed: Option<u16>,
    /// Slot that the list of orders marks.
    pub listed: Option<u16>,
    /// Area in the picture.
    pub area: Rect,
    /// Free area of the window and size of texts for which the area was placed.
    framed: Option<(Rect, f32)>,
    /// Areas of cards, without a solid.
    pub cards: Vec<(u16, Rect)>,
    solid: Option<Solid>,
    /// Rules and unit type of the solid.
    of: Option<(u64, u16)>,
    top: u16,
    now: Quat,
    goal: Quat,
}

/// A face in the picture.
#[derive(Clone, Copy, Debug)]
pub struct ShownFace {
    /// Slot.
    pub slot: u16,
    /// Corners in pixels.
    pub corners: [Vec2; 3],
    /// Share that looks at the viewer, 0 to 1.
    pub facing: f32,
}

impl ShownFace {
    /// Returns its middle in pixels.
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        (self.corners[0] + self.corners[1] + self.corners[2]) / 3.0
    }

    fn is_at(&self, pixel: Vec2) -> bool {
        let side = |at: usize| {
            let (from, to) = (self.corners[at], self.corners[(at + 1) % 3]);
            (to - from).perp_dot(pixel - from)
        };
        let sides = [side(0), side(1), side(2)];
        sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
    }
}

fn corner(index: usize) -> Vec3 {
    Vec3::from_array(Solid::corner(index))
}

fn normal(face: &Face) -> Vec3 {
    face.corners.iter().map(|&index| corner(index)).sum::<Vec3>().normalize_or(Vec3::Z)
}

/// Returns the orientation nearest to another one in which a face looks at the viewer with a corner up or down.
fn facing(face: &Face, now: Quat) -> Quat {
    let out = normal(face);
    let first = corner(face.corners[0]);
    let up = (first - out * first.dot(out)).normalize_or(Vec3::Y);
    let flat = Quat::from_mat3(&Mat3::from_cols(up.cross(out), up, out).transpose());
    let turned = (0..6).map(|sixth| Quat::from_rotation_z(sixth as f32 * FRAC_PI_3) * flat);
    turned.min_by(|a, b| a.angle_between(now).total_cmp(&b.angle_between(now))).unwrap_or(flat)
}

impl Die {
    /// Whether the deck is shown as a solid.
    #[must_use]
    pub const fn is_solid(&self) -> bool {
        self.solid.is_some()
    }

    /// Returns its solid; `None` for cards.
    #[must_use]
    pub const fn solid(&self) -> Option<&Solid> {
        self.solid.as_ref()
    }

    /// Whether it has no room in the picture.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.unit.is_none() || self.radius() < LEAST
    }

    /// Whether it does not turn.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.now == self.goal
    }

    /// Returns the slot that is looked at: the pointed one, else the marked one.
    #[must_use]
    pub fn focus(&self) -> Option<u16> {
        let is_other = |slot: &u16| *slot != self.top;
        self.pointed.filter(is_other).or(self.listed)
    }

    /// Returns a slot by number.
    #[must_use]
    pub fn slot(&self, number: u16) -> Option<&SlotText> {
        self.slots.get(usize::from(number).checked_sub(1)?)
    }

    /// Returns the slots that come next after the current one.
    pub fn next(&self) -> impl Iterator<Item = &SlotText> {
        self.slots.iter().filter(|text| text.slot.is_next)
    }

    /// Returns the radius in pixels.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.area.width().min(self.area.height()) * RADIUS
    }

    /// Returns the middle in pixels.
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        Vec2::from_array(self.area.middle())
    }

    /// Sets the area. As long as the window and its texts have one size, it only shrinks, so that the die stays where it is
    /// while panels change their width.
    pub(in crate::window) fn place(&mut self, area: Rect, frame: (Rect, f32)) {
        let last = self.area;
        let both = Rect {
            left: area.left.max(last.left),
            right: area.right.min(last.right),
            top: area.top.max(last.top),
            bottom: area.bottom.min(last.bottom),
        };
        let is_large = both.width() > 0.6 * area.width() && both.height() > 0.6 * area.height();
        let is_kept = self.framed.replace(frame) == Some(frame) && is_large;
        self.area = if is_kept { both } else { area };
    }

    fn view(&self) -> Quat {
        Quat::from_rotation_x(TILT) * self.now
    }

    /// Returns the faces that look at the viewer.
    pub fn faces(&self) -> impl Iterator<Item = ShownFace> {
        let (view, middle, radius) = (self.view(), self.middle(), self.radius());
        let shown = move |(at, face): (usize, &Face)| {
            let facing = (view * normal(face)).z;
            let place = |index: usize| {
                let at = view * corner(index);
                middle + Vec2::new(at.x, -at.y) * radius
            };
            (facing > EDGE_ON).then(|| ShownFace { slot: at as u16 + 1, corners: face.corners.map(place), facing })
        };
        self.solid.iter().flat_map(|solid| solid.faces().iter().enumerate()).filter_map(shown)
    }

    /// Returns the slot at a pixel.
    #[must_use]
    pub fn slot_at(&self, pixel: Vec2) -> Option<u16> {
        if self.is_hidden() {
            return None;
        }
        let card = self.cards.iter().find(|(_, card)| card.contains(pixel.to_array()));
        let card = card.filter(|_| !self.is_solid()).map(|(slot, _)| *slot);
        card.or_else(|| self.faces().find(|face| face.is_at(pixel)).map(|face| face.slot))
    }

    /// Returns the deck of a unit at rest.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, unit: EntityId) -> Self {
        let mut die = Self::default();
        die.show(book, state, unit);
        die
    }

    /// Shows the deck of a unit. A new current slot begins a turn.
    pub(super) fn show(&mut self, book: &Rulebook, state: &GameState, unit: EntityId) {
        self.unit = Some(unit);
        let deck = book.deck_of(state.entity(unit));
        let of = (book.id(), state.entity(unit).unit_type);
        if self.of != Some(of) {
            self.of = Some(of);
            self.solid = deck.filter(|deck| deck.current.is_some()).and_then(|deck| Solid::of(&deck.next));
            self.top = 0;
        }
        self.slots = decks::slots(book, state, unit);
        let top = state.sheet(book).current_slot(unit);
        if self.top != top {
            let is_first = self.top == 0;
            (self.top, self.pointed) = (top, None);
            if let Some(face) = self.solid.as_ref().and_then(|solid| solid.face(top)) {
                self.goal = facing(face, self.now);
                if is_first {
                    // One corner up at the start.
                    self.now = facing(face, self.goal);
                    self.goal = self.now;
                }
            }
        }
    }

    /// Turns on; at once if `still`.
    pub(super) fn turn(&mut self, seconds: f32, still: bool) {
        let share = if still { 1.0 } else { 1.0 - LEFT_AFTER_SECOND.powf(seconds.clamp(0.0, 0.25)) };
        self.now = self.now.slerp(self.goal, share).normalize();
        if self.now.angle_between(self.goal) < 0.004 {
            self.now = self.goal;
        }
    }

    /// Draws the solid: each face in one shade, the current, next and marked ones brighter.
    pub(super) fn draw(&self, scene: &mut Scene, brush: &SceneContext<'_>) {
        if self.is_hidden() || !self.is_solid() {
            return;
        }
        let camera = brush.camera;
        let (right, sight) = (camera.right(), camera.sight());
        let up = right.cross(sight);
        let scale = 1.0 / camera.zoom().max(1.0);
        let middle = camera.on_height(self.middle(), 0.0);
        let at = |pixel: Vec2, lift: f32| {
            let off = (pixel - self.middle()) * scale;
            middle + right * off.x - up * off.y - sight * (lift * self.radius() * scale)
        };
        let round = |scene: &mut Scene, wide: f32, down: f32, material: Material| {
            let (from, to) = (Vec2::new(-wide, -wide), Vec2::new(wide, wide));
            let corners = [from, Vec2::new(to.x, from.y), to, Vec2::new(from.x, to.y)];
            let shift = Vec2::new(0.0, down * self.radius());
            scene.over.quad(corners.map(|off| {
                let uv = (off / wide + 1.0) / 2.0;
                material.vertex(at(self.middle() + off * self.radius() + shift, 0.0), uv, -sight)
            }));
        };
        round(scene, 1.75, 0.0, Material::drawn(Fill::Glow, brush.art.colour("accent"), 46));
        round(scene, 1.25, 0.3, Material::drawn(Fill::Glow, brush.art.colour("outline"), 190));
        let focus = self.focus();
        let after = focus.and_then(|focus| self.slot(focus)).map_or(&[][..], |text| &text.next);
        let towards_light = Vec3::new(-0.42, 0.62, 0.66).normalize();
        let view = self.view();
        for shown in self.faces() {
            let Some(text) = self.slot(shown.slot) else { continue };
            let Some(face) = self.solid.as_ref().and_then(|solid| solid.face(shown.slot)) else { continue };
            let out = view * normal(face);
            let (base, mixed, share) = match () {
                () if focus == Some(shown.slot) => ("rim-bright", "accent", 0.5),
                () if text.slot.is_current => ("outline", "accent", 0.5),
                () if after.contains(&shown.slot) => ("rim", "accent", 0.32),
                () if text.slot.is_next && text.slot.left == 0 => ("rim-bright", "dim", 0.25),
                () if text.slot.left > 0 => ("panel", "panel-low", 0.5),
                () => ("panel-low", "rim", 0.45),
            };
            let light = 0.62 + 0.5 * out.dot(towards_light).max(0.0);
            let (base, mixed) = (brush.art.colour(base), brush.art.colour(mixed));
            let mix = |at: usize| {
                let (from, to) = (f32::from(base[at]), f32::from(mixed[at]));
                ((from + (to - from) * share) * light).clamp(0.0, 255.0) as u8
            };
            let material = Material::drawn(Fill::Plain, [mix(0), mix(1), mix(2)], 255);
            let world = right * out.x + up * out.y - sight * out.z;
            let [a, b, c] = shown.corners.map(|pixel| material.vertex(at(pixel, 0.0), Vec2::splat(0.5), world));
            scene.over.quad([a, b, c, c]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_6;

    fn usual() -> Solid {
        let next = [
            "7 13 19", "12 18 20", "16 17 19", "11 14 18", "13 15 18", "9 14 16", "1 15 17", "10 16 20", "6 11 19",
            "8 12 17", "4 9 13", "2 10 15", "1 5 11", "4 6 20", "5 7 12", "3 6 8", "3 7 10", "2 4 5", "1 3 9",
            "2 8 14",
        ];
        let row = |row: &str| row.split(' ').map(|slot| slot.parse().expect("a number")).collect();
        Solid::of(&next.map(row)).expect("the graph of a die")
    }

    fn die(top: u16) -> Die {
        let solid = usual();
        let now = facing(solid.face(top).expect("a face"), Quat::IDENTITY);
        let area = Rect::new(0.0, 0.0, 400.0, 400.0);
        Die { unit: Some(EntityId(0)), solid: Some(solid), now, goal: now, area, top, ..Die::default() }
    }

    #[test]
    fn each_face_comes_to_the_middle_and_its_neighbours_lie_around_it() {
        for top in 1..=20 {
            let die = die(top);
            let nearest = die.slot_at(die.middle());
            assert_eq!(nearest, Some(top));
            let beside = die.solid.as_ref().map(|solid| solid.beside(top)).unwrap_or_default();
            for slot in beside {
                let face = die.faces().find(|face| face.slot == slot).expect("it is seen");
                assert!(face.facing > 0.5, "face {slot} next to {top} is legible: {}", face.facing);
                assert_eq!(die.slot_at(face.middle()), Some(slot));
            }
        }
    }

    #[test]
    fn a_turn_ends_at_the_new_face_and_is_short() {
        let mut turning = die(1);
        let next = turning.solid.as_ref().map(|solid| solid.beside(1)).unwrap_or_default()[0];
        let face = *turning.solid.as_ref().and_then(|solid| solid.face(next)).expect("a face");
        turning.goal = facing(&face, turning.now);
        assert!(turning.now.angle_between(turning.goal) < 5.0 * FRAC_PI_6 / 2.0, "it does not spin");
        let mut still = turning.clone();
        still.turn(0.0, true);
        assert!(still.is_at_rest(), "reduced motion turns at once");
        turning.turn(0.05, false);
        assert!(!turning.is_at_rest());
        (0..100).for_each(|_| turning.turn(0.05, false));
        assert!(turning.is_at_rest());
        assert_eq!(turning.slot_at(turning.middle()), Some(next));
    }
}
