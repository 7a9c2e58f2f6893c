//! The ground's quads: tops, borders and sides, in chunks of 16 by 16 columns. Chunks are built when visible and
//! rebuilt on changes.

use super::columns::{CellRange, Columns, Slab, Slant};
use super::edges::{HALF, Rank, over_quarter, rank_of};
use super::shape::Shape;
use super::{Material, uv_of};
use crate::art::{Art, Region};
use crate::window::render::gpu::{Batch, Vertex};
use foretoken_editor::Rect;
use foretoken_vm::Rulebook;
use glam::{Vec2, Vec3};
use std::sync::atomic::{AtomicU64, Ordering};

const DEEPEST: f32 = 64.0;

/// Columns per side of a chunk.
pub const CHUNK: i32 = 16;

/// Chunk versions, unique in this process, because one device draws several battles.
static VERSIONS: AtomicU64 = AtomicU64::new(1);

/// Quads of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// Quads.
    pub batch: Batch,
    /// Unique version; 0 if not built.
    pub version: u64,
}

/// Ground in chunks.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    columns: Columns,
    across: i32,
    drawn_with: (u64, Vec<String>),
    chunks: Vec<Chunk>,
    seen: Vec<usize>,
}

impl Ground {
    /// Returns all chunks; unbuilt ones are empty.
    #[must_use]
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// Returns the visible chunks.
    #[must_use]
    pub fn seen(&self) -> &[usize] {
        &self.seen
    }

    /// Replaces the ground; chunks without changes in their columns and neighbours stay.
    pub fn exchange(&mut self, book: &Rulebook, columns: &Columns, art_version: u64) {
        let names: Vec<String> = book.terrains.iter().map(|terrain| terrain.name.clone()).collect();
        let same = self.drawn_with == (art_version, names.clone())
            && (self.columns.width, self.columns.depth) == (columns.width, columns.depth);
        let count = |cells: i32| (cells + CHUNK - 1) / CHUNK;
        if !same {
            self.across = count(columns.width);
            self.chunks.clear();
            self.chunks.resize_with((self.across * count(columns.depth)) as usize, Chunk::default);
            self.drawn_with = (art_version, names);
        }
        for (at, chunk) in self.chunks.iter_mut().enumerate().filter(|(_, chunk)| same && chunk.version != 0) {
            let CellRange { from, to } = range(self.across, at);
            let around = CellRange { from: (from.0 - 1, from.1 - 1), to: (to.0 + 1, to.1 + 1) };
            if around.cells().any(|(x, y)| self.columns.slabs(x, y) != columns.slabs(x, y)) {
                chunk.version = 0;
            }
        }
        self.columns.clone_from(columns);
    }

    /// Builds the missing visible chunks.
    pub fn show(&mut self, book: &Rulebook, art: &Art, sight: CellRange) {
        self.seen.clear();
        let looks: Vec<GroundArt> =
            (0..).zip(&book.terrains).map(|(place, terrain)| look(art, &terrain.name, place)).collect();
        let fallback = GroundArt { rank: None, ..look(art, "", 0) };
        let chunk = |cells: (i32, i32)| (cells.0.div_euclid(CHUNK), cells.1.div_euclid(CHUNK));
        let chunks = CellRange { from: chunk(sight.from), to: chunk(sight.to) };
        for (x, y) in chunks.cells().filter(|(x, _)| (0..self.across).contains(x)) {
            let Ok(at) = usize::try_from(y * self.across + x) else { continue };
            let Some(chunk) = self.chunks.get_mut(at) else { continue };
            self.seen.push(at);
            if chunk.version == 0 {
                chunk.batch.clear();
                for (x, y) in range(self.across, at).cells() {
                    for slab in self.columns.slabs(x, y) {
                        let looks = Looks { all: &looks, fallback: &fallback };
                        if !looks.of(slab).shape.invisible {
                            top(&mut chunk.batch, &self.columns, art, looks.of(slab), (x, y), slab);
                            borders(&mut chunk.batch, &self.columns, art, looks, (x, y), slab);
                            sides(&mut chunk.batch, &self.columns, art, looks, (x, y), slab);
                        }
                    }
                }
                chunk.version = VERSIONS.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

const fn range(across: i32, at: usize) -> CellRange {
    let (x, y) = (at as i32 % across * CHUNK, at as i32 / across * CHUNK);
    CellRange { from: (x, y), to: (x + CHUNK - 1, y + CHUNK - 1) }
}

struct GroundArt {
    tops: Vec<Region>,
    sides: [Region; 4],
    fluid: bool,
    shape: Shape,
    rank: Option<Rank>,
    tint: [u8; 3],
}

impl GroundArt {
    fn drawing(&self, (x, y): (i32, i32)) -> Region {
        let pick = scatter(x, y) % 8;
        self.tops[if pick < 5 { 0 } else { (pick - 4) % self.tops.len() }]
    }

    fn shaded(&self, shade: u8) -> [u8; 4] {
        let [r, g, b] = self.tint.map(|part| (u16::from(part) * u16::from(shade) / 255) as u8);
        [r, g, b, 255]
    }
}

#[derive(Clone, Copy)]
struct Block<'l> {
    ground: &'l GroundArt,
    shape: Shape,
}

impl Block<'_> {
    fn is_stairs(&self, Slant { rise, twist }: Slant) -> bool {
        self.shape.steps > 1 && twist == 0.0 && (rise.x == 0.0) != (rise.y == 0.0)
    }

    fn rank(&self) -> Option<Rank> {
        self.ground.rank.filter(|_| self.shape.is_whole())
    }
}

#[derive(Clone, Copy)]
struct Looks<'l> {
    all: &'l [GroundArt],
    fallback: &'l GroundArt,
}

impl<'l> Looks<'l> {
    fn of(self, slab: &Slab) -> Block<'l> {
        let ground = self.all.get(usize::from(slab.ground)).unwrap_or(self.fallback);
        Block { ground, shape: ground.shape.with(slab.shape) }
    }
}

fn look(art: &Art, name: &str, place: u16) -> GroundArt {
    let sheet = format!("ground/{name}");
    let frame = |names: &[&str]| art.frame_or(&sheet, names);
    let mut tops: Vec<Region> = ["top", "top2", "top3"].iter().filter_map(|name| frame(&[name])).collect();
    let tint = if tops.is_empty() { art.colour("ground") } else { [255; 3] };
    if tops.is_empty() {
        tops.push(art.white());
    }
    let sides = ["north", "east", "south", "west"].map(|side| frame(&[side, "side"]).unwrap_or(tops[0]));
    let (fluid, shape) = (art.attribute(&sheet, "fluid").is_some(), Shape::of(art, &sheet));
    let rank = rank_of(art, &sheet, place);
    GroundArt { tops, sides, fluid, shape, rank, tint }
}

fn scatter(x: i32, y: i32) -> usize {
    let mixed = (x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663)) as u32;
    (mixed.wrapping_mul(2_654_435_761) >> 13) as usize
}

const VERTICES: [(f32, f32); 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];

fn top(batch: &mut Batch, columns: &Columns, art: &Art, look: Block<'_>, (x, y): (i32, i32), slab: &Slab) {
    let ground = look.ground;
    let Rect { left, top: up, right, bottom: down } = uv_of(art, ground.drawing((x, y)));
    let sway = if ground.fluid { 0.6 } else { 0.0 };
    let vertex = |Vec2 { x: east, y: south }: Vec2, height: f32, normal: Vec3| {
        let at = |east: f32, south: f32| shade(columns, (x + east.round() as i32, y + south.round() as i32), height);
        let shade = match (east, south) {
            (0.5, 0.5) => (VERTICES.map(|(east, south)| u16::from(at(east, south))).iter().sum::<u16>() / 4) as u8,
            _ => at(east, south),
        };
        let (shade, own) = if normal.y > 0.0 { (shade, 1.0) } else { (shade / 2, 0.6) };
        let own = own * shine(height - slab.stands);
        let material = Material { colour: ground.shaded(shade), sway, own, ..Material::ART };
        let at = Vec3::new(x as f32 + east, height, y as f32 + south);
        material.vertex(at, Vec2::new(left + (right - left) * east, up + (down - up) * south), normal)
    };
    let slant = slab.slant();
    if look.is_stairs(slant) {
        return stairs(batch, look.shape.steps, slant.rise, slab, vertex);
    }
    if slant.twist != 0.0 {
        return folded(batch, look, slab, vertex);
    }
    let normal = Vec3::new(-slant.rise.x, 1.0, -slant.rise.y).normalize();
    let mut corners = look.shape.outline().map(|corner| vertex(corner.at, slab.height_at(corner.at), normal));
    let (Some(first), Some(mut before)) = (corners.next(), corners.next()) else { return };
    while let Some(next) = corners.next() {
        let last = corners.next().unwrap_or(next);
        batch.quad([first, before, next, last]);
        before = last;
    }
}

fn folded(batch: &mut Batch, look: Block<'_>, slab: &Slab, vertex: impl Fn(Vec2, f32, Vec3) -> Vertex) {
    let middle = Vec2::splat(0.5);
    let outline: Vec<Vec2> = look.shape.outline().map(|corner| corner.at).collect();
    for (&from, &to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let [peak, first, second] = [middle, from, to].map(|at| Vec3::new(at.x, slab.height_at(at), at.y));
        let normal = (second - peak).cross(first - peak).normalize_or(Vec3::Y);
        let [peak, first, second] = [middle, from, to].map(|at| vertex(at, slab.height_at(at), normal));
        batch.quad([peak, first, second, second]);
    }
}

const fn round((x, y): (i32, i32)) -> [(i32, i32); 4] {
    [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
}

const CORNERS: [usize; 4] = [2, 3, 1, 0];

fn shade(columns: &Columns, vertex: (i32, i32), height: f32) -> u8 {
    let higher = |&(x, y): &(i32, i32)| columns.slabs(x, y).last().is_some_and(|other| other.height() > height + 0.2);
    255 - 42 * round(vertex).iter().filter(|cell| higher(cell)).count().min(3) as u8
}

fn ranks(
    columns: &Columns,
    looks: Looks<'_>,
    vertex: (i32, i32),
    (quarter, slab): (usize, &Slab),
) -> [Option<Rank>; 4] {
    let height = slab.top[CORNERS[quarter]];
    let mut ranks = [None; 4];
    for (at, (x, y)) in round(vertex).into_iter().enumerate() {
        let meets = |other: &&Slab| (other.top[CORNERS[at]] - height).abs() < 0.01;
        let other = if at == quarter { Some(slab) } else { columns.slabs(x, y).iter().rev().find(meets) };
        ranks[at] = other.and_then(|other| looks.of(other).rank());
    }
    ranks
}

const ABOVE: f32 = 0.002;

fn borders(batch: &mut Batch, columns: &Columns, art: &Art, looks: Looks<'_>, (x, y): (i32, i32), slab: &Slab) {
    let (own, slant) = (looks.of(slab), slab.slant());
    if own.rank().is_none() || own.is_stairs(slant) {
        return;
    }
    let vertices = [(1, 1), (0, 1), (1, 0), (0, 0)].map(|(dx, dy)| (x + dx, y + dy));
    let mut shades = [0.0; 4];
    for (quarter, vertex) in vertices.into_iter().enumerate() {
        shades[3 - quarter] = f32::from(shade(columns, vertex, slab.top[CORNERS[quarter]]));
    }
    for (quarter, vertex) in vertices.into_iter().enumerate() {
        let ground = ranks(columns, looks, vertex, (quarter, slab));
        let into = Vec2::new(if quarter % 2 == 0 { -1.0 } else { 1.0 }, if quarter < 2 { -1.0 } else { 1.0 });
        let origin = Vec2::new((vertex.0 - x) as f32, (vertex.1 - y) as f32);
        for (number, ((_, place), reach)) in (1..).zip(over_quarter(ground, quarter)) {
            let look = looks.all.get(usize::from(place)).unwrap_or(looks.fallback);
            let Rect { left, top: up, right, bottom: down } = uv_of(art, look.drawing((x, y)));
            let corner = |at: Vec2, normal: Vec3| {
                let [north, south] = [0, 2].map(|row| shades[row] + (shades[row + 1] - shades[row]) * at.x);
                let shade = (north + (south - north) * at.y) as u8;
                let height = slab.height_at(at);
                let sway = if own.ground.fluid && look.fluid { 0.6 } else { 0.0 };
                let shine = shine(height - slab.stands);
                let material = Material { colour: look.shaded(shade), sway, own: shine, ..Material::ART };
                let place = Vec3::new(x as f32 + at.x, height + ABOVE * number as f32, y as f32 + at.y);
                material.vertex(place, Vec2::new(left + (right - left) * at.x, up + (down - up) * at.y), normal)
            };
            let texel = |east: u8, south: u8| {
                origin + into * Vec2::new(f32::from(east), f32::from(south)) / (2.0 * f32::from(HALF))
            };
            for (row, from, to) in reach.runs() {
                for piece in pieces(row, from, to, slant.twist != 0.0) {
                    let mut flat = piece.map(|(east, south)| texel(east, south));
                    if into.x * into.y < 0.0 {
                        flat.reverse();
                    }
                    let [a, b, c, d] = flat.map(|at| Vec3::new(at.x, slab.height_at(at), at.y));
                    let normal = (c - a).cross(b - d).normalize_or(Vec3::Y);
                    let normal = if normal.y < 0.0 { -normal } else { normal };
                    batch.quad(flat.map(|at| corner(at, normal)));
                }
            }
        }
    }
}

/// Splits a texel run into quads. Bent tops fold between vertex and middle, so runs are cut there.
fn pieces(row: u8, from: u8, to: u8, is_bent: bool) -> impl Iterator<Item = [(u8, u8); 4]> {
    let whole = move |from: u8, to: u8| [(from, row), (to, row), (to, row + 1), (from, row + 1)];
    let crosses = is_bent && (from..to).contains(&row);
    let sides = match (is_bent, crosses) {
        (_, true) => [Some((from, row)), Some((row + 1, to))],
        _ => [Some((from, to)), None],
    };
    let triangles = crosses.then_some([
        [(row, row), (row + 1, row), (row + 1, row + 1), (row + 1, row + 1)],
        [(row, row), (row + 1, row + 1), (row, row + 1), (row, row + 1)],
    ]);
    let sides = sides.into_iter().flatten().filter(|(from, to)| from < to);
    sides.map(move |(from, to)| whole(from, to)).chain(triangles.into_iter().flatten())
}

/// Draws the treads and risers of a slope.
fn stairs(batch: &mut Batch, steps: usize, slant: Vec2, slab: &Slab, vertex: impl Fn(Vec2, f32, Vec3) -> Vertex) {
    let up = slant.normalize_or_zero();
    let across = Vec2::new(-up.y, up.x);
    let at = |along: f32, aside: f32| Vec2::splat(0.5) + up * (along - 0.5) + across * (aside - 0.5);
    let height = |along: f32| slab.height_at(at(along, 0.5));
    for step in 0..steps {
        let (from, to) = (step as f32 / steps as f32, (step + 1) as f32 / steps as f32);
        let (low, high) = (height(from), height(to));
        let corner = |along, aside, height, normal| vertex(at(along, aside), height, normal);
        batch.quad([(from, 0.0), (from, 1.0), (to, 1.0), (to, 0.0)].map(|(a, b)| corner(a, b, low, Vec3::Y)));
        let facing = Vec3::new(-up.x, 0.0, -up.y);
        batch.quad([(low, 0.0), (low, 1.0), (high, 1.0), (high, 0.0)].map(|(h, b)| corner(to, b, h, facing)));
    }
}

/// Emission by height, so that floors differ without lamps; none at the lowest level.
fn shine(height: f32) -> f32 {
    if height < 0.01 { 0.0 } else { (0.66 + 0.13 * height).min(1.0) }
}

const RIM_FROM: f32 = 0.3;
const RIM: f32 = 0.07;

fn rim(batch: &mut Batch, art: &Art, (x, y): (i32, i32), slab: &Slab, ends: [Vec2; 2], inward: Vec2) {
    let Rect { left, top, right, bottom } = uv_of(art, art.white());
    let uv = Vec2::new((left + right) / 2.0, (top + bottom) / 2.0);
    let [r, g, b] = art.colour("text-soft");
    let material = Material { colour: [r, g, b, 255], own: 0.8, ..Material::ART };
    let vertex = |at: Vec2| {
        let place = Vec3::new(x as f32 + at.x, slab.height_at(at) + 0.004, y as f32 + at.y);
        material.vertex(place, uv, Vec3::Y)
    };
    batch.quad([ends[0] + inward, ends[1] + inward, ends[1], ends[0]].map(vertex));
}

const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

fn sides(batch: &mut Batch, columns: &Columns, art: &Art, looks: Looks<'_>, (x, y): (i32, i32), slab: &Slab) {
    let look = looks.of(slab);
    let mut corners = look.shape.outline().peekable();
    let first = corners.peek().copied().unwrap_or_default();
    while let Some(corner) = corners.next() {
        let next = corners.peek().unwrap_or(&first).at;
        let ends = [next, corner.at];
        let along = (next - corner.at).normalize_or_zero();
        let outward = Vec2::new(along.y, -along.x);
        let tops = ends.map(|at| slab.height_at(at));
        let side = corner.side.unwrap_or_default();
        let feet = feet(columns, looks, (x, y), slab, corner.side.filter(|&side| look.shape.is_side_full(side)), ends);
        if tops[0] - feet[0] < 0.01 && tops[1] - feet[1] < 0.01 {
            continue;
        }
        let drop = (tops[0] - feet[0]).min(tops[1] - feet[1]);
        if drop > RIM_FROM && shine(slab.height() - slab.stands) > 0.0 {
            rim(batch, art, (x, y), slab, ends, -outward * RIM);
        }
        let normal = Vec3::new(outward.x, 0.0, outward.y);
        let Rect { left, top: up, right, bottom: down } = uv_of(art, look.ground.sides[side]);
        let deepest = (tops[0].max(tops[1]) - feet[0].min(feet[1])).min(DEEPEST);
        let mut from = 0.0;
        while from < deepest {
            let to: f32 = (from + 1.0f32).min(deepest);
            let at = |end: usize, depth: f32| (tops[end] - depth).max(feet[end]);
            let material = |height: f32| {
                let shade = (255.0 * (1.0 + (height.min(0.0)) / 1.7).clamp(0.12, 1.0)) as u8;
                Material { colour: look.ground.shaded(shade), ..Material::ART }
            };
            let v = |depth: f32| up + (down - up) * (depth - from).clamp(0.0, 1.0);
            let vertex = |end: usize, depth: f32| {
                let height = at(end, depth);
                let place = Vec3::new(x as f32 + ends[end].x, height, y as f32 + ends[end].y);
                let u = if end == 0 { left } else { right };
                material(height).vertex(place, Vec2::new(u, v(depth)), normal)
            };
            batch.quad([vertex(0, from), vertex(1, from), vertex(1, to), vertex(0, to)]);
            from = to;
        }
    }
}

fn feet(
    columns: &Columns,
    looks: Looks<'_>,
    (x, y): (i32, i32),
    slab: &Slab,
    side: Option<usize>,
    ends: [Vec2; 2],
) -> [f32; 2] {
    let Some(side) = side else { return [slab.bottom; 2] };
    let (dx, dy) = STEPS[side];
    let slabs = columns.slabs(x + dx, y + dy).iter();
    let neighbour = slabs.rev().find(|other| other.bottom <= slab.bottom + 0.01);
    let Some(other) = neighbour.filter(|other| looks.of(other).shape.is_side_full((side + 2) % 4)) else {
        return [slab.bottom; 2];
    };
    ends.map(|at| other.height_at(at - Vec2::new(dx as f32, dy as f32)).max(slab.bottom))
}

#[cfg(test)]
mod tests;
