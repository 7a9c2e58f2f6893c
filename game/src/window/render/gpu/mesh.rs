//! Scene data for the GPU: lit quads in three lists, lights, and a matrix.

use crate::window::render::scene::ground::Chunk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};

/// Fill patterns of quads, with the shader's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Fill {
    /// The art's texels.
    #[default]
    Art = 0,
    /// Hatching: will be attacked.
    Hatch = 1,
    /// Border with a faint inside: can be picked.
    Tile = 2,
    /// Dashes.
    Dashes = 3,
    /// A soft disc.
    Glow = 4,
    /// A plain colour.
    Plain = 5,
    /// A thin ring.
    Ring = 6,
    /// Corners, for a cursor.
    Corners = 7,
    /// Dots: threatened.
    Dots = 8,
    /// Dashes and dots in turn.
    DashDot = 9,
}

/// A quad's corner.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Vertex {
    /// World position: east, up, south, in cells.
    pub at: [f32; 3],
    /// Atlas position, 0 to 1; for patterns, position in the quad.
    pub uv: [f32; 2],
    /// Colour factor and opacity.
    pub colour: [u8; 4],
    /// Normal in signed bytes; the last is the light share, 0 to 127.
    pub normal: [i8; 4],
    /// Flash, water movement, emission, and the [`Fill`].
    pub fx: [u8; 4],
}

/// A point light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Position.
    pub at: Vec3,
    /// Radius in cells.
    pub radius: f32,
    /// Colour; values above 1 are brighter than white.
    pub colour: [f32; 3],
}

/// A list of quads.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Vertices, four a quad.
    pub vertices: Vec<Vertex>,
    left_out: usize,
}

/// Maximum number of quads in a list.
pub const MOST_QUADS: usize = 1 << 20;

impl Batch {
    /// Adds a quad with corners in order. Beyond [`MOST_QUADS`], only counts it.
    pub fn quad(&mut self, corners: [Vertex; 4]) {
        if self.vertices.len() < MOST_QUADS * 4 {
            self.vertices.extend(corners);
        } else {
            self.left_out += 1;
        }
    }

    /// Whether more than a quarter of the list is free, for low-priority quads.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.vertices.len() < MOST_QUADS * 3
    }

    /// Returns the number of quads without room.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// Clears the list but keeps its memory.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.left_out = 0;
    }

    /// Returns the number of quads.
    #[must_use]
    pub fn quads(&self) -> u32 {
        (self.vertices.len() / 4) as u32
    }
}

/// Scene of a frame.
#[derive(Clone, Copy, Debug)]
pub struct SceneFrame<'a> {
    /// Ground chunks, uploaded if their version changes.
    pub ground: &'a [Chunk],
    /// Visible chunks.
    pub seen: &'a [usize],
    /// Decals on the ground, in order.
    pub flat: &'a Batch,
    /// Upright quads, back to front.
    pub standing: &'a Batch,
    /// Quads over everything.
    pub over: &'a Batch,
    /// Lights; the shader uses the first [`MOST_LIGHTS`].
    pub lights: &'a [Light],
    /// View projection matrix.
    pub matrix: Mat4,
    /// Seconds, for idle animations.
    pub time: f32,
    /// Ambient light.
    pub ambient: [f32; 3],
}

/// Maximum number of lights.
pub const MOST_LIGHTS: usize = 48;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Globals {
    matrix: [[f32; 4]; 4],
    time: [f32; 4],
    ambient: [f32; 4],
    lights: [[[f32; 4]; 2]; MOST_LIGHTS],
}

impl Globals {
    pub(super) fn of(frame: &SceneFrame<'_>, size: (u32, u32)) -> Self {
        let mut lights = [[[0.0; 4]; 2]; MOST_LIGHTS];
        for (slot, light) in lights.iter_mut().zip(frame.lights) {
            let [r, g, b] = light.colour;
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
