//! What a scene is made of: quads of textured, lit vertices in three lists, lights, and a camera's matrix.

use crate::window::render::scene::ground::Chunk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};

/// How a quad is filled. The numbers are those of the shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Fill {
    /// With the art's texels.
    #[default]
    Art = 0,
    /// With slanted strokes: will be struck.
    Hatch = 1,
    /// With a border and a faint inside: may be picked.
    Tile = 2,
    /// With dashes along its length.
    Dashes = 3,
    /// With a soft disc.
    Glow = 4,
    /// With an even colour.
    Plain = 5,
    /// With a thin ring.
    Ring = 6,
    /// With corners alone, as a cursor has.
    Corners = 7,
    /// With dots: threatened.
    Dots = 8,
    /// With a dash and a dot in turn along its length.
    DashDot = 9,
}

/// A corner of a quad.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Vertex {
    /// Place in the world: cells east, heights up, cells south.
    pub at: [f32; 3],
    /// Place in the sheet of art, 0 to 1; for other patches, place in the quad.
    pub uv: [f32; 2],
    /// Colour by which it is multiplied, and opacity.
    pub colour: [u8; 4],
    /// Normal (x, y, z as signed bytes); the last is how much of the light it takes, 0 to 127.
    pub normal: [i8; 4],
    /// Whiteness of a flash, movement of water, own light, and the [`Fill`].
    pub fx: [u8; 4],
}

/// A point of light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Where.
    pub at: Vec3,
    /// How far it reaches, in cells.
    pub radius: f32,
    /// Its colour; more than 1 is brighter than white.
    pub colour: [f32; 3],
}

/// Quads to draw, four vertices each.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Corners, four a quad.
    pub vertices: Vec<Vertex>,
    left_out: usize,
}

/// Most quads of one list.
pub const MOST_QUADS: usize = 1 << 20;

impl Batch {
    /// Adds a quad by its corners, in order around it. Where there are [`MOST_QUADS`] it is left out, and counted.
    pub fn quad(&mut self, corners: [Vertex; 4]) {
        if self.vertices.len() < MOST_QUADS * 4 {
            self.vertices.extend(corners);
        } else {
            self.left_out += 1;
        }
    }

    /// Whether more than a quarter of all there can be is left, for what matters less than what is still to come.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.vertices.len() < MOST_QUADS * 3
    }

    /// How many quads found no room.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// Empties it and keeps its memory.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.left_out = 0;
    }

    /// How many quads there are.
    #[must_use]
    pub fn quads(&self) -> u32 {
        (self.vertices.len() / 4) as u32
    }
}

/// All that a frame of the scene needs.
#[derive(Clone, Copy, Debug)]
pub struct SceneFrame<'a> {
    /// The ground; a chunk is uploaded again only when its version is another.
    pub ground: &'a [Chunk],
    /// The chunks in sight.
    pub seen: &'a [usize],
    /// What lies on the ground, drawn in this order.
    pub flat: &'a Batch,
    /// What stands, from back to front.
    pub standing: &'a Batch,
    /// What is drawn over everything.
    pub over: &'a Batch,
    /// Lights; the shader takes the first [`MOST_LIGHTS`].
    pub lights: &'a [Light],
    /// World to picture.
    pub matrix: Mat4,
    /// Seconds, for what moves by itself.
    pub time: f32,
    /// How much there is of light that comes from nowhere.
    pub ambient: [f32; 3],
}

/// The most lights of a frame.
pub const MOST_LIGHTS: usize = 48;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Globals {
    matrix: [[f32; 4]; 4],
    /// Seconds, lights, width and height in pixels.
    time: [f32; 4],
    ambient: [f32; 4],
    /// Place and one by its radius, then colour.
    lights: [[[f32; 4]; 2]; MOST_LIGHTS],
}

impl Globals {
    pub(super) fn of(frame: &SceneFrame<'_>, size: (u32, u32)) -> Self {
        let mut lights = [[[0.0; 4]; 2]; MOST_LIGHTS];
        for (slot, light) in lights.iter_mut().zip(frame.lights) {
            let [r, g, b] = light.colour;
            // The shader divides by the radius at each pixel, for which a product is cheaper.
            let share = 1.0 / light.radius.max(0.001);
            *slot = [[light.at.x, light.at.y, light.at.z, share], [r, g, b, 0.0]];
        }
        let count = frame.lights.len().min(MOST_LIGHTS) as f32;
        let [r, g, b] = frame.ambient;
        Self {
            matrix: frame.matrix.to_cols_array_2d(),
            time: [frame.time, count, size.0 as f32, size.1 as f32],
            ambient: [r, g, b, 0.0],
            lights,
        }
    }
}
