//! The scene of quads: board, figures and predictions, from a rulebook, a state and marks.

pub mod columns;
mod edges;
pub mod figures;
pub mod ground;
pub mod marks;
mod shape;

use crate::art::{Art, Region};
use crate::window::render::camera::Camera;
use crate::window::render::gpu::{Batch, Fill, Light, SceneFrame, Vertex};
use columns::{Columns, Slant, Standing};
use foretoken_editor::Rect;
use glam::{Vec2, Vec3};
use ground::Ground;

/// Inputs of the scene.
#[derive(Clone, Copy, Debug)]
pub struct SceneContext<'a> {
    /// Art.
    pub art: &'a Art,
    /// Camera.
    pub camera: &'a Camera,
    /// Columns.
    pub columns: &'a Columns,
    /// Seconds, for idle animations; constant with reduced motion.
    pub time: f32,
}

/// Quads of a picture, reused between frames.
#[derive(Debug, Default)]
pub struct Scene {
    /// Ground.
    pub ground: Ground,
    /// Decals on the ground.
    pub flat: Batch,
    /// Upright quads.
    pub standing: Batch,
    /// Quads over everything.
    pub over: Batch,
    /// Lights.
    pub lights: Vec<Light>,
    /// Number of visible lights without room.
    pub unlit: usize,
    /// Number of visible surfaces without room.
    pub bare: usize,
}

/// Items that do not fit a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Visible lights; the nearest are kept.
    pub lights: usize,
    /// Other quads.
    pub quads: usize,
    /// Visible surfaces; predictions and units have priority.
    pub surfaces: usize,
}

impl LeftOut {
    /// Returns a message; `None` if all fits.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let count = |number: usize, thing: &str| match number {
            0 => None,
            1 => Some(format!("1 {thing}")),
            more => Some(format!("{more} {thing}s")),
        };
        let all = [count(self.lights, "light"), count(self.surfaces, "surface"), count(self.quads, "quad")];
        let parts: Vec<String> = all.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("There is too much to draw, so the picture lacks {}.", parts.join(", ")))
    }
}

impl Scene {
    /// Returns the items that do not fit.
    #[must_use]
    pub fn left_out(&self) -> LeftOut {
        let quads = [&self.flat, &self.standing, &self.over].iter().map(|batch| batch.left_out()).sum();
        LeftOut { lights: self.unlit, quads, surfaces: self.bare }
    }

    /// Clears all but the ground.
    pub fn clear(&mut self) {
        self.flat.clear();
        self.standing.clear();
        self.over.clear();
        self.lights.clear();
        (self.unlit, self.bare) = (0, 0);
    }

    /// Returns the scene to draw.
    #[must_use]
    pub fn frame<'a>(&'a self, camera: &Camera, time: f32) -> SceneFrame<'a> {
        SceneFrame {
            ground: self.ground.chunks(),
            seen: self.ground.seen(),
            flat: &self.flat,
            standing: &self.standing,
            over: &self.over,
            lights: &self.lights,
            matrix: camera.matrix(),
            time,
            ambient: [0.50, 0.56, 0.78],
        }
    }
}

/// Colour and lighting of a quad.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Colour and opacity.
    pub colour: [u8; 4],
    /// Fill pattern.
    pub patch: Fill,
    /// Share of the light, 0 to 1.
    pub lit: f32,
    /// Flash, 0 to 1.
    pub flash: f32,
    /// Water movement, 0 to 1.
    pub sway: f32,
    /// Emission, 0 to 1.
    pub own: f32,
}

impl Material {
    /// Lit art without a tint.
    pub const ART: Self = Self { colour: [255; 4], patch: Fill::Art, lit: 1.0, flash: 0.0, sway: 0.0, own: 0.0 };

    /// Returns an emissive pattern of a colour.
    #[must_use]
    pub const fn drawn(patch: Fill, [r, g, b]: [u8; 3], alpha: u8) -> Self {
        Self { colour: [r, g, b, alpha], patch, lit: 0.0, flash: 0.0, sway: 0.0, own: 0.0 }
    }

    /// Returns a vertex with this material.
    #[must_use]
    pub fn vertex(&self, at: Vec3, uv: Vec2, normal: Vec3) -> Vertex {
        let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0) as u8;
        let n = (normal * 127.0).clamp(Vec3::splat(-127.0), Vec3::splat(127.0));
        Vertex {
            at: at.to_array(),
            uv: uv.to_array(),
            colour: self.colour,
            normal: [n.x as i8, n.y as i8, n.z as i8, (self.lit.clamp(0.0, 1.0) * 127.0) as i8],
            fx: [byte(self.flash), byte(self.sway), byte(self.own), self.patch as u8],
        }
    }
}

/// Returns a region as shares of the atlas.
#[must_use]
pub fn uv_of(art: &Art, region: Region) -> Rect {
    let (width, height) = art.size();
    let (w, h) = (width.max(1) as f32, height.max(1) as f32);
    let [x, y] = [region.x as f32, region.y as f32];
    Rect::new(x / w, y / h, (x + region.w as f32) / w, (y + region.h as f32) / h)
}

/// Adds a quad on level ground, `size` cells large; `along` is its width's direction.
pub fn lay(batch: &mut Batch, at: Vec3, along: Vec2, size: Vec2, uv: Rect, material: &Material) {
    lay_slanted(batch, (at, Vec2::ZERO), Slant::default(), along, size, uv, material);
}

/// Adds a quad at a distance above a surface.
pub fn lay_on(batch: &mut Batch, place: Standing, above: f32, along: Vec2, size: Vec2, uv: Rect, material: &Material) {
    lay_slanted(batch, (place.centre() + Vec3::Y * above, Vec2::ZERO), place.slant, along, size, uv, material);
}

/// Adds a quad on sloped ground. `middle` is its world position with its offset from the cell's middle.
pub fn lay_slanted(
    batch: &mut Batch,
    (middle, off): (Vec3, Vec2),
    slant: Slant,
    along: Vec2,
    size: Vec2,
    uv: Rect,
    material: &Material,
) {
    let flat = |side: Vec2| Vec3::new(side.x, slant.rise.dot(side), side.y);
    let right = flat(along) * size.x / 2.0;
    let down = flat(along.perp()) * size.y / 2.0;
    let corner = |x: f32, y: f32| {
        let [u, v] = [(x, uv.left, uv.right), (y, uv.top, uv.bottom)].map(|(at, first, last)| match at {
            ..0.0 => first,
            0.0 => f32::midpoint(first, last),
            _ => last,
        });
        let side = right * x + down * y;
        let bent = slant.bent(off + Vec2::new(side.x, side.z)) - slant.bent(off);
        material.vertex(middle + side + Vec3::Y * bent, Vec2::new(u, v), Vec3::Y)
    };
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| corner(x, y));
    if slant.twist == 0.0 || off != Vec2::ZERO {
        return batch.quad(corners);
    }
    for at in 0..corners.len() {
        let (from, to) = (corners[at], corners[(at + 1) % corners.len()]);
        batch.quad([corner(0.0, 0.0), from, to, to]);
    }
}
