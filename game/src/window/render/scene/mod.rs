//! The scene: what the board, the figures on it and what is foreseen look like, as quads. It is made from the
//! rulebook, a state and marks, and knows no token.

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

/// What the quads are made with: the art and where one looks from.
#[derive(Clone, Copy, Debug)]
pub struct SceneContext<'a> {
    /// The art.
    pub art: &'a Art,
    /// The camera.
    pub camera: &'a Camera,
    /// Heights.
    pub columns: &'a Columns,
    /// Seconds, for what moves by itself; still where motion is not wanted.
    pub time: f32,
}

/// The quads of a picture, kept from frame to frame.
#[derive(Debug, Default)]
pub struct Scene {
    /// The ground.
    pub ground: Ground,
    /// Decals on the ground.
    pub flat: Batch,
    /// What stands.
    pub standing: Batch,
    /// What is over everything.
    pub over: Batch,
    /// Lights.
    pub lights: Vec<Light>,
    /// Lights in sight for which a frame has no room.
    pub unlit: usize,
    /// Surfaces in sight for which a frame has no room.
    pub bare: usize,
}

/// What a frame has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Lights in sight; those nearest to what one looks at are kept.
    pub lights: usize,
    /// Quads of all else.
    pub quads: usize,
    /// Surfaces in sight; what is foreseen and who stands there is kept before them.
    pub surfaces: usize,
}

impl LeftOut {
    /// The same as a sentence; `None` where there was room for all.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let count = |number: usize, thing: &str| match number {
            0 => None,
            1 => Some(format!("1 {thing}")),
            more => Some(format!("{more} {thing}s")),
        };
        let all = [count(self.lights, "light"), count(self.surfaces, "surface"), count(self.quads, "quad")];
        let parts: Vec<String> = all.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("The picture has no room for {}.", parts.join(", ")))
    }
}

impl Scene {
    /// What the frame has no room for.
    #[must_use]
    pub fn left_out(&self) -> LeftOut {
        let quads = [&self.flat, &self.standing, &self.over].iter().map(|batch| batch.left_out()).sum();
        LeftOut { lights: self.unlit, quads, surfaces: self.bare }
    }

    /// Empties all but the ground.
    pub fn clear(&mut self) {
        self.flat.clear();
        self.standing.clear();
        self.over.clear();
        self.lights.clear();
        (self.unlit, self.bare) = (0, 0);
    }

    /// What to draw.
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

/// How a quad is coloured and lit.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Colour and opacity.
    pub colour: [u8; 4],
    /// How it is filled.
    pub patch: Fill,
    /// How much of the light it takes, 0 to 1.
    pub lit: f32,
    /// Whiteness of a flash, 0 to 1.
    pub flash: f32,
    /// Movement of water, 0 to 1.
    pub sway: f32,
    /// Light of its own, 0 to 1.
    pub own: f32,
}

impl Material {
    /// The art as it is, lit.
    pub const ART: Self = Self { colour: [255; 4], patch: Fill::Art, lit: 1.0, flash: 0.0, sway: 0.0, own: 0.0 };

    /// A drawn pattern of a colour, that shines by itself.
    #[must_use]
    pub const fn drawn(patch: Fill, [r, g, b]: [u8; 3], alpha: u8) -> Self {
        Self { colour: [r, g, b, alpha], patch, lit: 0.0, flash: 0.0, sway: 0.0, own: 0.0 }
    }

    /// The vertex of this ink at a place.
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

/// A region of the sheet as shares of it.
#[must_use]
pub fn uv_of(art: &Art, region: Region) -> Rect {
    let (width, height) = art.size();
    let (w, h) = (width.max(1) as f32, height.max(1) as f32);
    let [x, y] = [region.x as f32, region.y as f32];
    Rect::new(x / w, y / h, (x + region.w as f32) / w, (y + region.h as f32) / h)
}

/// Adds a quad that lies on level ground, `size` cells large. `along` is the direction of its width.
pub fn lay(batch: &mut Batch, at: Vec3, along: Vec2, size: Vec2, uv: Rect, material: &Material) {
    lay_slanted(batch, (at, Vec2::ZERO), Slant::default(), along, size, uv, material);
}

/// Adds a quad that lies on the surface of a place, so far above it.
pub fn lay_on(batch: &mut Batch, place: Standing, above: f32, along: Vec2, size: Vec2, uv: Rect, material: &Material) {
    lay_slanted(batch, (place.centre() + Vec3::Y * above, Vec2::ZERO), place.slant, along, size, uv, material);
}

/// Adds a quad that lies on slanted ground. `middle` is where its own middle is in the world, and how far that lies to the east
/// and to the south of its cell's middle.
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
    // Over the middle of bent ground it is folded as that is.
    for at in 0..corners.len() {
        let (from, to) = (corners[at], corners[(at + 1) % corners.len()]);
        batch.quad([corner(0.0, 0.0), from, to, to]);
    }
}
