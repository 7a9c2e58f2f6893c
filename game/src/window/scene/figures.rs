//! What stands: units, things and puffs, as upright quads that face whoever looks, sorted from back to front.

use super::{Brush, Ink, uv_of};
use crate::art::{DENSITY, Region};
use crate::window::gpu::{Batch, Vertex};
use glam::{Vec2, Vec3};

/// Something that stands.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Where its feet are.
    pub at: Vec3,
    /// Its drawing.
    pub region: Region,
    /// Drawn the other way round.
    pub flip: bool,
    /// Width and height as shares of the drawing's own.
    pub size: Vec2,
    /// Leaning to the right, as a share of its height.
    pub lean: f32,
    /// Added to its place, in cell edges along the picture.
    pub aside: f32,
    /// How it is coloured.
    pub ink: Ink,
}

impl Figure {
    /// A drawing that stands somewhere as it is.
    #[must_use]
    pub const fn new(at: Vec3, region: Region) -> Self {
        Self { at, region, flip: false, size: Vec2::ONE, lean: 0.0, aside: 0.0, ink: Ink::ART }
    }

    /// The place of its head's top.
    #[must_use]
    pub fn top(&self, brush: &Brush<'_>) -> Vec3 {
        let high = self.region.h as f32 / DENSITY as f32 * brush.camera.stretch() * self.size.y;
        self.at + Vec3::Y * high
    }

    /// The place over its head, where the drawing's empty rows above it do not count.
    #[must_use]
    pub fn crown(&self, brush: &Brush<'_>, empty_rows: f32) -> Vec3 {
        let rows = (self.region.h as f32 - empty_rows).max(0.0);
        self.at + Vec3::Y * (rows / DENSITY as f32 * brush.camera.stretch() * self.size.y)
    }

    fn quad(&self, brush: &Brush<'_>) -> [Vertex; 4] {
        let wide = self.region.w as f32 / DENSITY as f32 * self.size.x;
        let right = brush.camera.right();
        let [mut left_u, up, mut right_u, down] = uv_of(brush.art, self.region);
        if self.flip {
            std::mem::swap(&mut left_u, &mut right_u);
        }
        let foot = self.at + right * self.aside;
        let head = self.top(brush) + right * (self.aside + self.lean * self.region.h as f32 / DENSITY as f32);
        let half = right * wide / 2.0;
        // Upright things take light as if they looked up and at whoever looks at them.
        let normal = (Vec3::Y * 0.6 - brush.camera.forward() * 0.4).normalize();
        let vertex = |at, u, v| self.ink.vertex(at, Vec2::new(u, v), normal);
        [
            vertex(head - half, left_u, up),
            vertex(head + half, right_u, up),
            vertex(foot + half, right_u, down),
            vertex(foot - half, left_u, down),
        ]
    }
}

/// Adds figures from back to front.
pub fn stand(batch: &mut Batch, figures: &mut [Figure], brush: &Brush<'_>) {
    let forward = brush.camera.forward();
    let depth = |figure: &Figure| figure.at.dot(forward);
    figures.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
    for figure in figures.iter() {
        batch.quad(figure.quad(brush));
    }
}
