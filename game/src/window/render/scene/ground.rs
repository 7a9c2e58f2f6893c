//! The ground's quads: tops, and sides where a neighbour is lower.

use super::columns::{Columns, Slab};
use super::{Material, uv_of};
use crate::art::{Art, Region};
use crate::window::render::gpu::Batch;
use foretoken_vm::Rulebook;
use glam::{Vec2, Vec3};

struct GroundArt {
    tops: Vec<Region>,
    side: Region,
    fluid: bool,
    /// White where it is drawn; what is not drawn has one colour all over.
    tint: [u8; 3],
}

impl GroundArt {
    /// Its tint under a shade, from 0 for dark to 255.
    fn shaded(&self, shade: u8) -> [u8; 4] {
        let [r, g, b] = self.tint.map(|part| (u16::from(part) * u16::from(shade) / 255) as u8);
        [r, g, b, 255]
    }
}

/// Fills a batch with the ground.
pub fn fill(batch: &mut Batch, book: &Rulebook, columns: &Columns, art: &Art) {
    batch.clear();
    let looks: Vec<GroundArt> = book.terrains.iter().map(|terrain| look(art, &terrain.name)).collect();
    let fallback = look(art, "");
    for y in 0..columns.depth {
        for x in 0..columns.width {
            for slab in columns.slabs(x, y) {
                let look = looks.get(slab.ground as usize).unwrap_or(&fallback);
                top(batch, columns, art, look, (x, y), slab);
                sides(batch, columns, art, look, (x, y), slab);
            }
        }
    }
}

fn look(art: &Art, name: &str) -> GroundArt {
    let sheet = format!("ground/{name}");
    let frame = |names: &[&str]| art.frame_or(&sheet, names);
    let mut tops: Vec<Region> = ["top", "top2", "top3"].iter().filter_map(|name| frame(&[name])).collect();
    let tint = if tops.is_empty() { art.colour("ground") } else { [255; 3] };
    if tops.is_empty() {
        tops.push(art.white());
    }
    let side = frame(&["side"]).unwrap_or(tops[0]);
    GroundArt { tops, side, fluid: art.attribute(&sheet, "fluid").is_some(), tint }
}

/// A number that looks like chance, for choosing between drawings of the same ground.
fn scatter(x: i32, y: i32) -> usize {
    let mixed = (x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663)) as u32;
    (mixed.wrapping_mul(2_654_435_761) >> 13) as usize
}

fn top(batch: &mut Batch, columns: &Columns, art: &Art, look: &GroundArt, (x, y): (i32, i32), slab: &Slab) {
    let pick = scatter(x, y) % 8;
    let which = if pick < 5 { 0 } else { (pick - 4) % look.tops.len() };
    let [left, up, right, down] = uv_of(art, look.tops[which]);
    let sway = if look.fluid { 0.6 } else { 0.0 };
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
    let vertex = |index: usize| {
        let (dx, dy) = corners[index];
        // Corners beside higher ground lie in its shadow.
        let around = [(dx - 1, dy - 1), (dx, dy - 1), (dx - 1, dy), (dx, dy)];
        let height = slab.top[index];
        let higher = |(ox, oy): &&(i32, i32)| {
            columns.slabs(x + ox, y + oy).last().is_some_and(|other| other.height() > height + 0.2)
        };
        let shade = 255 - 42 * around.iter().filter(higher).count().min(3) as u8;
        let material = Material { colour: look.shaded(shade), sway, ..Material::ART };
        let at = Vec3::new((x + dx) as f32, height, (y + dy) as f32);
        let uv = Vec2::new(if dx == 0 { left } else { right }, if dy == 0 { up } else { down });
        material.vertex(at, uv, Vec3::Y)
    };
    batch.quad([vertex(0), vertex(1), vertex(2), vertex(3)]);
}

/// The step to a neighbour, and the corners of this top and of the neighbour's at the common edge.
type Side = ((i32, i32), [usize; 2], [usize; 2]);

/// The four sides, by the step to the neighbour and the corners of both tops at the common edge.
const SIDES: [Side; 4] =
    [((0, 1), [3, 2], [0, 1]), ((1, 0), [2, 1], [3, 0]), ((0, -1), [1, 0], [2, 3]), ((-1, 0), [0, 3], [1, 2])];

fn sides(batch: &mut Batch, columns: &Columns, art: &Art, look: &GroundArt, (x, y): (i32, i32), slab: &Slab) {
    let corner = |index: usize| [(0, 0), (1, 0), (1, 1), (0, 1)][index];
    for ((dx, dy), own, theirs) in SIDES {
        let (nx, ny) = (x + dx, y + dy);
        // The neighbour that covers most of this side.
        let neighbour = columns.slabs(nx, ny).iter().rfind(|other| other.bottom <= slab.bottom + 0.01);
        let ends = own.map(|index| slab.top[index]);
        let feet = match &neighbour {
            Some(other) => theirs.map(|index| other.top[index].max(slab.bottom)),
            None => [slab.bottom; 2],
        };
        if ends[0] - feet[0] < 0.01 && ends[1] - feet[1] < 0.01 {
            continue;
        }
        let normal = Vec3::new(dx as f32, 0.0, dy as f32);
        let places = own.map(|index| {
            let (cx, cy) = corner(index);
            Vec2::new((x + cx) as f32, (y + cy) as f32)
        });
        let [left, up, right, down] = uv_of(art, look.side);
        // One drawing for each cell's edge of height, counted from the top.
        let deepest = (ends[0].max(ends[1]) - feet[0].min(feet[1])).min(8.0);
        let mut from = 0.0;
        while from < deepest {
            let to: f32 = (from + 1.0f32).min(deepest);
            let at = |side: usize, depth: f32| (ends[side] - depth).max(feet[side]);
            // Towards the foot of the board it goes dark.
            let material = |height: f32| {
                let shade = (255.0 * (1.0 + (height.min(0.0)) / 1.7).clamp(0.12, 1.0)) as u8;
                Material { colour: look.shaded(shade), ..Material::ART }
            };
            let v = |depth: f32| up + (down - up) * (depth - from).clamp(0.0, 1.0);
            let vertex = |side: usize, depth: f32| {
                let height = at(side, depth);
                let place = Vec3::new(places[side].x, height, places[side].y);
                let u = if side == 0 { left } else { right };
                material(height).vertex(place, Vec2::new(u, v(depth)), normal)
            };
            batch.quad([vertex(0, from), vertex(1, from), vertex(1, to), vertex(0, to)]);
            from = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn count(cells: Vec<Vec<Slab>>, width: i32, depth: i32) -> (u32, u32) {
        let (art, _) = Art::from_texts(&BTreeMap::new(), crate::art::Scheme::Usual);
        let book = Rulebook::default();
        let mut batch = Batch::default();
        fill(&mut batch, &book, &Columns::new(width, depth, cells), &art);
        let tops = batch.vertices.chunks_exact(4).filter(|quad| quad[0].normal[1] > 0).count() as u32;
        (tops, batch.quads() - tops)
    }

    fn flat(height: f32) -> Slab {
        Slab { top: [height; 4], bottom: -1.0, ground: 0 }
    }

    #[test]
    fn level_ground_has_sides_at_its_border_alone() {
        assert_eq!(count(vec![vec![flat(0.0)]; 4], 2, 2), (4, 8));
    }

    #[test]
    fn a_step_shows_its_riser_and_a_bridge_both_floors() {
        // Two border sides of each of two cells are three; the step adds one, split at each cell's edge of height.
        assert_eq!(count(vec![vec![flat(0.0)], vec![flat(0.4)]], 2, 1), (2, 3 + 2 * 3 + 1));
        let bridge = Slab { top: [1.0; 4], bottom: 0.8, ground: 0 };
        assert_eq!(count(vec![vec![flat(0.0), bridge]], 1, 1), (2, 8));
    }

    #[test]
    fn a_ramp_is_one_slanted_top_with_its_wedges() {
        let ramp = Slab { top: [0.0, 0.5, 0.5, 0.0], bottom: -0.2, ground: 0 };
        let low = Slab { top: [0.0; 4], bottom: -0.2, ground: 0 };
        let high = Slab { top: [0.5; 4], bottom: -0.2, ground: 0 };
        // The ramp meets both neighbours without a riser.
        let (tops, sides) = count(vec![vec![low], vec![ramp], vec![high]], 3, 1);
        assert_eq!((tops, sides), (3, 8));
    }
}
