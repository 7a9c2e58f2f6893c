//! Upright quads of units, objects and puffs, sorted back to front.

use super::{Material, SceneContext, uv_of};
use crate::art::{DENSITY, Region};
use crate::window::render::gpu::{Batch, Vertex};
use foretoken_editor::Rect;
use glam::{Vec2, Vec3};

const FACE: f32 = 5.0;
/// Size of a lying drawing, in cell edges.
const LYING: f32 = 0.84;

/// An upright figure.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Position of its feet.
    pub at: Vec3,
    /// Drawing.
    pub region: Region,
    /// Whether it is mirrored.
    pub flip: bool,
    /// Scale of the drawing.
    pub size: Vec2,
    /// Lean to the right, as a share of the height.
    pub lean: f32,
    /// Screen offset in cell edges.
    pub aside: f32,
    /// Material.
    pub material: Material,
    /// Whether it stays opaque in front of others, because it is pointed at.
    pub solid: bool,
    /// Colour of its rim, if it has one.
    pub rim: Option<[u8; 3]>,
}

impl Figure {
    /// Creates a plain figure.
    #[must_use]
    pub const fn new(at: Vec3, region: Region) -> Self {
        let (size, material) = (Vec2::ONE, Material::ART);
        Self { at, region, flip: false, size, lean: 0.0, aside: 0.0, material, solid: false, rim: None }
    }

    /// Returns the top of its head.
    #[must_use]
    pub fn top(&self, brush: &SceneContext<'_>) -> Vec3 {
        let high = self.region.h as f32 / DENSITY as f32 * brush.camera.stretch() * self.size.y;
        self.at + Vec3::Y * high
    }

    /// Returns the point above its head, without the drawing's empty rows.
    #[must_use]
    pub fn crown(&self, brush: &SceneContext<'_>, empty_rows: f32) -> Vec3 {
        let rows = (self.region.h as f32 - empty_rows).max(0.0);
        self.at + Vec3::Y * (rows / DENSITY as f32 * brush.camera.stretch() * self.size.y)
    }

    /// Returns its screen area without transparent margins.
    #[must_use]
    pub fn frame(&self, brush: &SceneContext<'_>) -> Rect {
        let (foot, head) = (brush.camera.project(self.at), brush.camera.project(self.top(brush)));
        let half = self.region.w as f32 / DENSITY as f32 * self.size.x * brush.camera.zoom() * 0.3;
        Rect::new(foot.x - half, head.y + (foot.y - head.y) * 0.15, foot.x + half, foot.y)
    }

    /// Returns the screen area of its face, or of the whole figure without a head point.
    #[must_use]
    pub fn face(&self, brush: &SceneContext<'_>, head: Option<(f32, f32)>) -> Rect {
        let (whole, Region { w, h, .. }) = (self.frame(brush), self.region);
        let Some((x, y)) = head else { return whole };
        let x = if self.flip { w as f32 - x } else { x };
        let foot = brush.camera.project(self.at);
        let texel = [
            self.size.x * brush.camera.zoom() / DENSITY as f32,
            (foot.y - brush.camera.project(self.top(brush)).y) / (h as f32).max(1.0),
        ];
        let (across, down) = (foot.x + (x - w as f32 / 2.0) * texel[0], foot.y - (h as f32 - y) * texel[1]);
        let half = texel.map(|texel| FACE * texel);
        Rect::new(across - half[0], down - half[1], across + half[0], down + half[1])
    }

    /// Whether its drawing covers a pixel, with one texel of tolerance.
    #[must_use]
    pub fn is_at(&self, pixel: Vec2, brush: &SceneContext<'_>) -> bool {
        let right = brush.camera.right();
        let lean = self.lean * self.region.h as f32 / DENSITY as f32;
        let foot = brush.camera.project(self.at + right * self.aside);
        let head = brush.camera.project(self.top(brush) + right * (self.aside + lean));
        let wide = self.region.w as f32 / DENSITY as f32 * self.size.x * brush.camera.zoom();
        let high = foot.y - head.y;
        if wide < 1.0 || high < 1.0 {
            return false;
        }
        let down = (pixel.y - head.y) / high;
        let along = (pixel.x - (head.x + (foot.x - head.x) * down)) / wide + 0.5;
        if !(0.0..1.0).contains(&down) || !(0.0..1.0).contains(&along) {
            return false;
        }
        let along = if self.flip { 1.0 - along } else { along };
        let Region { x, y, w, h } = self.region;
        let (column, row) = ((along * w as f32) as i32, (down * h as f32) as i32);
        [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(dx, dy)| {
            let (column, row) = (column + dx, row + dy);
            let inside = (0..w as i32).contains(&column) && (0..h as i32).contains(&row);
            inside && brush.art.alpha(x + column as u32, y + row as u32) >= 128
        })
    }

    fn uv(&self, brush: &SceneContext<'_>) -> Rect {
        let Rect { left, top, right, bottom } = uv_of(brush.art, self.region);
        if self.flip { Rect::new(right, top, left, bottom) } else { Rect::new(left, top, right, bottom) }
    }

    /// Returns its screen area in the view from above.
    #[must_use]
    pub fn lying(&self, brush: &SceneContext<'_>) -> Rect {
        let (middle, half) = (brush.camera.project(self.at), brush.camera.zoom() * LYING * 0.36);
        Rect::new(middle.x - half, middle.y - half, middle.x + half, middle.y + half)
    }

    /// Returns the quad of the view from above: the drawing lies in its cell.
    fn lying_quad(&self, brush: &SceneContext<'_>) -> [Vertex; 4] {
        let (right, forward) = (brush.camera.right(), brush.camera.forward());
        let Region { w, h, .. } = self.region;
        let scale = LYING / w.max(h).max(1) as f32;
        let (half, up) = (right * (w as f32 * scale / 2.0), forward * (h as f32 * scale / 2.0));
        let Rect { left, top, right: last, bottom } = self.uv(brush);
        let at = self.at + Vec3::Y * 0.02;
        let vertex = |at, u, v| self.material.vertex(at, Vec2::new(u, v), Vec3::Y);
        [
            vertex(at + up - half, left, top),
            vertex(at + up + half, last, top),
            vertex(at - up + half, last, bottom),
            vertex(at - up - half, left, bottom),
        ]
    }

    /// Returns its silhouette, shifted by one texel in four directions, to be drawn behind it.
    fn rim_quads(&self, brush: &SceneContext<'_>) -> Option<[[Vertex; 4]; 4]> {
        let [r, g, b] = self.rim?;
        let colour = [r, g, b, self.material.colour[3]];
        let material = Material { colour, flash: 1.0, own: 1.0, lit: 0.0, ..Material::ART };
        let texel = 1.0 / DENSITY as f32;
        let (right, up) = (brush.camera.right() * texel * self.size.x, Vec3::Y * texel * brush.camera.stretch());
        let shifted = |by: Vec3| Self { at: self.at + by, material, rim: None, ..*self }.quad(brush);
        Some([right, -right, up, -up].map(shifted))
    }

    fn quad(&self, brush: &SceneContext<'_>) -> [Vertex; 4] {
        let wide = self.region.w as f32 / DENSITY as f32 * self.size.x;
        let right = brush.camera.right();
        let Rect { left: left_u, top: up, right: right_u, bottom: down } = self.uv(brush);
        let foot = self.at + right * self.aside;
        let head = self.top(brush) + right * (self.aside + self.lean * self.region.h as f32 / DENSITY as f32);
        let half = right * wide / 2.0;
        let normal = (Vec3::Y * 0.6 - brush.camera.forward() * 0.4).normalize();
        let vertex = |at, u, v| self.material.vertex(at, Vec2::new(u, v), normal);
        [
            vertex(head - half, left_u, up),
            vertex(head + half, right_u, up),
            vertex(foot + half, right_u, down),
            vertex(foot - half, left_u, down),
        ]
    }
}

/// A target that must stay visible behind figures.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Screen area.
    pub frame: Rect,
    /// Position.
    pub at: Vec3,
}

impl Seen {
    /// Returns the target of a figure.
    #[must_use]
    pub fn figure(figure: &Figure, brush: &SceneContext<'_>) -> Self {
        Self { frame: figure.frame(brush), at: figure.at }
    }

    /// Returns the target of the ground at a position.
    #[must_use]
    pub fn ground(at: Vec3, brush: &SceneContext<'_>) -> Self {
        let (middle, half) = (brush.camera.project(at), brush.camera.zoom() * 0.35);
        let frame = Rect::new(middle.x - half, middle.y - half / 2.0, middle.x + half, middle.y + half / 2.0);
        Self { frame, at }
    }
}

const VEIL: u8 = 135;

/// Makes figures in front of the targets translucent, except the pointed one.
pub fn see_through(figures: &mut [Figure], seen: &[Seen], brush: &SceneContext<'_>) {
    let forward = brush.camera.forward();
    for figure in figures.iter_mut().filter(|figure| !figure.solid) {
        let frame = figure.frame(brush);
        let covers = |seen: &Seen| {
            let nearer = figure.at.dot(forward) < seen.at.dot(forward) - 0.05;
            let (of, whole) = (seen.frame, seen.frame.width() * seen.frame.height());
            let across = frame.right.min(of.right) - frame.left.max(of.left);
            let down = frame.bottom.min(of.bottom) - frame.top.max(of.top);
            nearer && across > 0.0 && down > 0.0 && across * down > 0.12 * whole
        };
        if seen.iter().any(covers) {
            figure.material.colour[3] = figure.material.colour[3].min(VEIL);
        }
    }
}

/// Draws figures from above, the lowest first.
pub fn lie(batch: &mut Batch, figures: &mut [Figure], brush: &SceneContext<'_>) {
    figures.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    for figure in figures.iter() {
        batch.quad(figure.lying_quad(brush));
    }
}

/// Share of a figure's screen area that another side's figure must cover before both get rims.
const CROWDED: f32 = 0.06;

/// Finds the figures that overlap a figure of another side. Each element is a screen area with the side.
#[must_use]
pub fn crowded<S: PartialEq>(areas: &[(Rect, S)]) -> Vec<bool> {
    let mut found = vec![false; areas.len()];
    for (at, (one, side)) in areas.iter().enumerate() {
        for (beside, (other, of)) in areas.iter().enumerate().skip(at + 1) {
            let across = one.right.min(other.right) - one.left.max(other.left);
            let down = one.bottom.min(other.bottom) - one.top.max(other.top);
            let least = CROWDED * (one.width() * one.height()).min(other.width() * other.height());
            if side != of && across > 0.0 && down > 0.0 && across * down > least {
                (found[at], found[beside]) = (true, true);
            }
        }
    }
    found
}

/// Draws figures back to front.
pub fn stand(batch: &mut Batch, figures: &mut [Figure], brush: &SceneContext<'_>) {
    let forward = brush.camera.forward();
    let depth = |figure: &Figure| figure.at.dot(forward);
    figures.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
    for figure in figures.iter() {
        figure.rim_quads(brush).into_iter().flatten().for_each(|quad| batch.quad(quad));
        batch.quad(figure.quad(brush));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::{Art, Scheme};
    use crate::window::render::camera::Camera;
    use crate::window::render::scene::columns::Columns;
    use std::collections::BTreeMap;

    #[test]
    fn who_stands_before_what_is_looked_at_is_seen_through() {
        let (art, _) = Art::from_texts(&BTreeMap::new(), Scheme::Usual);
        let camera = Camera::new(Vec2::splat(8.0), Vec2::new(800.0, 600.0));
        let columns = Columns::default();
        let brush = SceneContext { art: &art, camera: &camera, columns: &columns, time: 0.0 };
        let at = |steps: f32| Vec3::new(4.0, 0.0, 4.0) - camera.forward() * steps;
        let region = Region { w: 24, h: 32, ..art.white() };
        let veiled = |looked_at: usize| {
            let mut figures =
                [at(0.0), at(1.0), at(2.0), at(1.0) + camera.right() * 3.0].map(|at| Figure::new(at, region));
            let seen = Seen::figure(&figures[looked_at], &brush);
            see_through(&mut figures, &[seen], &brush);
            figures.map(|figure| figure.material.colour[3] < 255)
        };
        assert_eq!(veiled(0), [false, true, false, false], "the next one covers it, the one after does not");
        assert_eq!(veiled(1), [false, false, true, false]);
        assert_eq!(veiled(2), [false; 4], "what is behind stays as it is");
        let mut pointed_at = Figure { solid: true, ..Figure::new(at(1.0), region) };
        let behind = Seen::figure(&Figure::new(at(0.0), region), &brush);
        see_through(std::slice::from_mut(&mut pointed_at), &[behind], &brush);
        assert_eq!(pointed_at.material.colour[3], 255, "who is pointed at is seen whole");
    }

    #[test]
    fn figures_of_both_sides_that_overlap_are_found() {
        let area = |left: f32, side: u8| (Rect::new(left, 0.0, left + 20.0, 40.0), side);
        assert_eq!(crowded(&[area(0.0, 0), area(10.0, 1), area(60.0, 1)]), [true, true, false]);
        assert_eq!(crowded(&[area(0.0, 0), area(10.0, 0)]), [false, false], "of one side");
        assert_eq!(crowded(&[area(0.0, 0), area(19.0, 1)]), [false, false], "a twentieth is covered");
    }

    #[test]
    fn a_figure_is_where_its_drawing_is_and_not_where_it_is_empty() {
        let (art, _) = Art::from_texts(&BTreeMap::new(), Scheme::Usual);
        let camera = Camera::new(Vec2::splat(8.0), Vec2::new(800.0, 600.0));
        let columns = Columns::default();
        let brush = SceneContext { art: &art, camera: &camera, columns: &columns, time: 0.0 };
        let figure = Figure::new(Vec3::new(4.0, 0.0, 4.0), art.figure('W'));
        let foot = camera.project(figure.at);
        let head = camera.project(figure.top(&brush));
        assert!(figure.is_at((foot + head) / 2.0, &brush), "its body");
        let half = figure.region.w as f32 / DENSITY as f32 * camera.zoom() / 2.0;
        assert!(!figure.is_at(head + Vec2::new(2.0 - half, 2.0), &brush), "the empty corner of its drawing");
        assert!(!figure.is_at(foot + Vec2::new(0.0, 8.0), &brush), "the ground before it");
    }
}
