//! The board as columns of slabs with heights, ramps and floors. [`Columns::of`] derives heights from the board and the
//! art. Slabs above a level are neither drawn nor picked.

use crate::art::Art;
use foretoken_vm::space::{CellShape, Slope, Terrain};
use foretoken_vm::{Cell, Rulebook};
use glam::{Vec2, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;

/// A solid part of a column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slab {
    /// Heights of the top corners in cell edges: northwest, northeast, southeast, southwest.
    pub top: [f32; 4],
    /// Height of its underside.
    pub bottom: f32,
    /// Additional height of the art, as for walls.
    pub stands: f32,
    /// Ground index in the rulebook.
    pub ground: u16,
    /// Floor.
    pub floor: u8,
    /// Cell's own shape.
    pub shape: CellShape,
}

impl Slab {
    /// Returns the height of its top's middle.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.top.iter().sum::<f32>() / 4.0
    }

    /// Returns its height at a point of the cell, in cell edges east and south.
    #[must_use]
    pub fn height_at(&self, at: Vec2) -> f32 {
        let [nw, ne, se, sw] = self.top;
        let slant = self.slant();
        if slant.twist != 0.0 {
            return self.height() + slant.above(at - 0.5);
        }
        let (north, south) = (nw + (ne - nw) * at.x, sw + (se - sw) * at.x);
        north + (south - north) * at.y
    }

    /// Returns the slope of its top.
    #[must_use]
    pub fn slant(&self) -> Slant {
        let [nw, ne, se, sw] = self.top;
        let twist = (nw + se - ne - sw) / 4.0;
        Slant {
            rise: Vec2::new(ne + se - nw - sw, sw + se - nw - ne) / 2.0,
            twist: if twist.abs() < 1e-4 { 0.0 } else { twist },
        }
    }
}

/// Slope of a surface: a plane, or four triangles around the middle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slant {
    /// Rise per cell edge, east and south.
    pub rise: Vec2,
    /// Offset of the northwest and southeast corners, opposite for the others; 0 for a plane.
    pub twist: f32,
}

impl Slant {
    /// Returns the height above the middle at an offset in cell edges.
    #[must_use]
    pub fn above(self, off: Vec2) -> f32 {
        self.rise.dot(off) + self.bent(off)
    }

    /// Returns the part of [`Self::above`] beyond the plane.
    #[must_use]
    pub fn bent(self, off: Vec2) -> f32 {
        let along = if off.x.abs() > off.y.abs() { off.y * off.x.signum() } else { off.x * off.y.signum() };
        2.0 * self.twist * along
    }

    /// Whether it is level.
    #[must_use]
    pub fn is_level(self) -> bool {
        self == Self::default()
    }
}

/// A cell with its surface height and slope.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Cell.
    pub cell: Cell,
    /// Height of the surface's middle.
    pub height: f32,
    /// Slope.
    pub slant: Slant,
    /// Middle in the world, east and south.
    pub middle: Vec2,
}

impl Standing {
    /// Returns the surface's middle in the world.
    #[must_use]
    pub fn centre(self) -> Vec3 {
        Vec3::new(self.middle.x, self.height, self.middle.y)
    }

    /// Returns the height of the edge to a neighbour.
    #[must_use]
    pub fn edge(self, (dx, dy): (i32, i32)) -> f32 {
        self.height + self.slant.above(Vec2::new(dx as f32, dy as f32) / 2.0)
    }
}

/// A rectangle of cells, inclusive; empty if `from` is after `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellRange {
    /// Northwest corner.
    pub from: (i32, i32),
    /// Southeast corner.
    pub to: (i32, i32),
}

impl CellRange {
    /// Returns its cells by row.
    pub fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        (self.from.1..=self.to.1).flat_map(move |y| (self.from.0..=self.to.0).map(move |x| (x, y)))
    }
}

/// Extent of a board along its diagonals, in cell edges, for the camera.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Floor {
    across: (f32, f32),
    along: (f32, f32),
    x: (f32, f32),
    z: (f32, f32),
}

impl Floor {
    const NOTHING: Self = Self {
        across: (f32::MAX, f32::MIN),
        along: (f32::MAX, f32::MIN),
        x: (f32::MAX, f32::MIN),
        z: (f32::MAX, f32::MIN),
    };

    /// Returns the extent of a whole board.
    #[must_use]
    pub fn whole(size: Vec2) -> Self {
        Self::NOTHING.with(Vec2::ZERO, size)
    }

    fn with(self, from: Vec2, to: Vec2) -> Self {
        let reach = |(least, most): (f32, f32), low: f32, high: f32| (least.min(low), most.max(high));
        Self {
            across: reach(self.across, from.x - to.y, to.x - from.y),
            along: reach(self.along, from.x + from.y, to.x + to.y),
            x: reach(self.x, from.x, to.x),
            z: reach(self.z, from.y, to.y),
        }
    }

    /// Returns its middle in cells.
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        let middle = |(least, most): (f32, f32)| (least + most) / 2.0;
        let (across, along) = (middle(self.across), middle(self.along));
        Vec2::new(along + across, along - across) / 2.0
    }

    /// Returns width and depth seen straight from above, by quarters from the south; at least 1.
    #[must_use]
    pub fn seen_from_above(&self, quarters: i32) -> (f32, f32) {
        let [x, z] = [self.x, self.z].map(|(least, most)| (most - least).max(1.0));
        if quarters % 2 == 0 { (x, z) } else { (z, x) }
    }

    /// Returns its middle in cells, seen straight from above.
    #[must_use]
    pub fn middle_above(&self) -> Vec2 {
        Vec2::new(f32::midpoint(self.x.0, self.x.1), f32::midpoint(self.z.0, self.z.1))
    }

    /// Returns width and depth seen from a corner, by quarters from the southeast; at least 1.
    #[must_use]
    pub fn seen_from(&self, quarters: i32) -> (f32, f32) {
        let reach = |(least, most): (f32, f32)| ((most - least) * FRAC_1_SQRT_2).max(1.0);
        let (across, along) = (reach(self.across), reach(self.along));
        if quarters % 2 == 0 { (across, along) } else { (along, across) }
    }
}

/// All columns of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// Width in cells.
    pub width: i32,
    /// Depth in cells.
    pub depth: i32,
    slabs: Vec<Slab>,
    starts: Vec<u32>,
    heights: (f32, f32),
    level: u8,
    row: Vec<(Cell, f32)>,
}

/// Height of a board step in cell edges; units are about two steps high.
pub const STEP: f32 = 0.5;
const WALL: f32 = 0.5;
const CUT: f32 = 0.22;
/// Height of the board's underside.
pub const FOOT: f32 = -1.6;
const THICK: f32 = 0.2;

fn slab_of(cell: Cell, slope: Slope, ground: u8, stands: f32) -> Slab {
    let lies = slope.corners.map(|corner| (f32::from(slope.height) + f32::from(corner)) * STEP);
    let bottom = if cell.floor() == 0 { FOOT } else { f32::from(slope.height) * STEP - THICK };
    let (ground, floor, shape) = (ground.into(), cell.floor(), CellShape::default());
    Slab { top: lies.map(|height| height + stands), bottom, stands, ground, floor, shape }
}

impl Columns {
    /// Creates columns from slabs by row, each from bottom to top.
    #[must_use]
    pub fn new(width: i32, depth: i32, cells: impl IntoIterator<Item = impl IntoIterator<Item = Slab>>) -> Self {
        let (mut slabs, mut starts) = (Vec::new(), vec![0]);
        for column in cells {
            slabs.extend(column);
            starts.push(slabs.len() as u32);
        }
        Self { width, depth, slabs, starts, heights: (0.0, 0.0), level: u8::MAX, row: Vec::new() }.measured()
    }

    fn measured(mut self) -> Self {
        let corners = self.slabs.iter().flat_map(|slab| slab.top);
        let (high, low) = corners.fold((f32::MIN, f32::MAX), |(high, low), at| (high.max(at), low.min(at)));
        self.heights = if high < low { (0.0, 0.0) } else { (high, low) };
        self
    }

    /// Returns the range of all cells.
    #[must_use]
    pub const fn all(&self) -> CellRange {
        CellRange { from: (0, 0), to: (self.width - 1, self.depth - 1) }
    }

    /// Returns the maximum and minimum top heights.
    #[must_use]
    pub const fn heights(&self) -> (f32, f32) {
        self.heights
    }

    /// Returns the columns of a board with the heights of its art, or default heights.
    #[must_use]
    pub fn of(book: &Rulebook, art: &Art) -> Self {
        let height = |terrain: &Terrain| {
            let sheet = format!("ground/{}", terrain.name);
            let usual = match (art.frames(&sheet).next(), terrain.blocks_movement, terrain.avoided) {
                (Some(_), ..) | (None, false, false) => 0.0,
                (None, true, _) => 1.0,
                (None, false, true) => -0.4,
            };
            let told = art.attribute(&sheet, "height").and_then(|words| words.trim().parse().ok());
            told.filter(|height: &f32| height.is_finite()).unwrap_or(usual).clamp(-3.0, 3.0)
        };
        let stand: Vec<f32> = book.terrains.iter().map(height).collect();
        let board = &book.board;
        let column = |(x, y): (i32, i32)| {
            board.column(x, y).map(|cell| {
                let ground = board.terrain(cell);
                let stands = stand.get(usize::from(ground)).copied().unwrap_or(0.0);
                let shape = book.shapes.get(&cell).copied().unwrap_or_default();
                Slab { shape, ..slab_of(cell, board.slope(cell), ground, stands) }
            })
        };
        let all = CellRange { from: (0, 0), to: (board.width() - 1, board.height() - 1) };
        Self::new(board.width(), board.height(), all.cells().map(column))
    }

    fn floor_cells(&self) -> impl Iterator<Item = (i32, i32)> {
        let is_floor = |x, y| self.slabs(x, y).iter().any(|slab| slab.stands <= WALL);
        self.all().cells().filter(move |&(x, y)| is_floor(x, y))
    }

    /// Returns the range without outer walls; everything if all is wall.
    #[must_use]
    pub fn floor_range(&self) -> CellRange {
        let reach = |range: Option<CellRange>, (x, y): (i32, i32)| {
            let CellRange { from, to } = range.unwrap_or(CellRange { from: (x, y), to: (x, y) });
            Some(CellRange { from: (from.0.min(x), from.1.min(y)), to: (to.0.max(x), to.1.max(y)) })
        };
        self.floor_cells().fold(None, reach).unwrap_or_else(|| self.all())
    }

    /// Returns the extent without outer walls; everything if all is wall.
    #[must_use]
    pub fn floor(&self) -> Floor {
        let floor = self.floor_cells();
        let reach = floor.fold(Floor::NOTHING, |floor, (x, y)| {
            let from = Vec2::new(x as f32, y as f32);
            floor.with(from, from + Vec2::ONE)
        });
        if reach == Floor::NOTHING { Floor::whole(Vec2::new(self.width as f32, self.depth as f32)) } else { reach }
    }

    /// Returns the columns without floors above a level, and with low walls in front of entities. `behind` is the cell
    /// step away from the camera.
    #[must_use]
    pub fn cut(&self, behind: (i32, i32), level: u8) -> Self {
        let mut cut = Self { level, ..self.clone() };
        // From far to near, because a cut wall lowers what the next one can hide.
        let far_first = |step: i32, at: i32, most: i32| if step < 0 { at } else { most - 1 - at };
        for (x, y) in self.all().cells() {
            let (x, y) = (far_first(behind.0, x, self.width), far_first(behind.1, y, self.depth));
            if cut.has_hidden_columns((x, y), behind)
                && let Some(at) = cut.range(x, y).last()
                && let Some(slab) = cut.slabs.get_mut(at)
            {
                let lower = (slab.stands - CUT).max(0.0);
                slab.top = slab.top.map(|height| height - lower);
                slab.stands -= lower;
            }
        }
        cut.measured()
    }

    fn has_hidden_columns(&self, (x, y): (i32, i32), (bx, by): (i32, i32)) -> bool {
        let top = |x, y| self.slabs(x, y).last();
        let Some(own) = top(x, y).filter(|slab| slab.stands > WALL).map(Slab::height) else { return false };
        let hidden = [(bx, 0), (0, by), (bx, by)];
        hidden.iter().any(|(dx, dy)| top(x + dx, y + dy).is_some_and(|slab| slab.height() < own - 0.3))
    }

    fn range(&self, x: i32, y: i32) -> std::ops::Range<usize> {
        let all = self.whole(x, y);
        let shown = self.slabs.get(all.clone()).unwrap_or_default().partition_point(|slab| slab.floor <= self.level);
        all.start..all.start + shown
    }

    fn whole(&self, x: i32, y: i32) -> std::ops::Range<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.depth).contains(&y);
        let at = (y * self.width + x) as usize;
        let bounds = inside.then(|| Some(*self.starts.get(at)? as usize..*self.starts.get(at + 1)? as usize));
        bounds.flatten().unwrap_or_default()
    }

    /// Returns the visible slabs of a column; empty off the board.
    #[must_use]
    pub fn slabs(&self, x: i32, y: i32) -> &[Slab] {
        self.slabs.get(self.range(x, y)).unwrap_or_default()
    }

    /// Returns the slabs of a column that are cut away.
    #[must_use]
    pub fn cut_away(&self, x: i32, y: i32) -> &[Slab] {
        self.slabs.get(self.range(x, y).end..self.whole(x, y).end).unwrap_or_default()
    }

    /// Whether a cell is above the visible level, or has no place in the row.
    #[must_use]
    pub fn is_cut_away(&self, cell: Cell) -> bool {
        cell.floor() > self.level || !self.row.is_empty() && self.row.iter().all(|(of, _)| *of != cell)
    }

    /// Returns the surface of a cell, visible or not; at height 0 off the board.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Standing {
        let column = self.slabs.get(self.whole(cell.x(), cell.y())).unwrap_or_default();
        let slab = column.iter().find(|slab| slab.floor == cell.floor());
        let (height, slant) = slab.map_or((0.0, Slant::default()), |slab| (slab.height(), slab.slant()));
        if let Some((_, x)) = self.row.iter().find(|(of, _)| *of == cell) {
            return Standing { cell, height: 0.0, slant: Slant::default(), middle: Vec2::new(*x, 0.5) };
        }
        Standing { cell, height, slant, middle: Vec2::new(cell.x() as f32 + 0.5, cell.y() as f32 + 0.5) }
    }

    /// Puts these cells into one row at these places, as units stand without a board.
    #[must_use]
    pub fn in_row(self, row: &[(Cell, f32)]) -> Self {
        Self { row: row.to_vec(), ..self }
    }

    /// As [`Self::place`], at the height of surrounding ground, for holes and water.
    #[must_use]
    pub fn rim(&self, cell: Cell) -> Standing {
        let place = self.place(cell);
        let column = self.slabs.get(self.whole(cell.x(), cell.y())).unwrap_or_default();
        let sunk = column.iter().find(|slab| slab.floor == cell.floor()).map_or(0.0, |slab| slab.stands.min(0.0));
        Standing { height: place.height - sunk, ..place }
    }

    /// Returns the cell that a downward ray hits first, on a top or a side.
    #[must_use]
    pub fn pick(&self, from: Vec3, along: Vec3) -> Option<Standing> {
        if along.y > -0.01 {
            return None;
        }
        let at_height = |height: f32| (height - from.y) / along.y;
        let (mut begin, end) = (at_height(self.heights.0 + 0.01), at_height(self.heights.1 - 0.01));
        let mut hole = None;
        while begin < end {
            let at = from + along * (begin + 1e-4);
            let (x, y) = (at.x.floor() as i32, at.z.floor() as i32);
            let leaves = |at: f32, along: f32| match along {
                _ if along > 1e-6 => (at.floor() + 1.0 - at) / along,
                _ if along < -1e-6 => (at.floor() - at) / along,
                _ => f32::INFINITY,
            };
            let leave = begin + 1e-4 + leaves(at.x, along.x).min(leaves(at.z, along.z)).max(0.0);
            let (enter, leave_at) = (from + along * begin, from + along * leave);
            let met = self.slabs(x, y).iter().rev().find(|slab| {
                let slant = slab.slant();
                let off = |point: Vec3| Vec2::new(point.x - x as f32 - 0.5, point.z - y as f32 - 0.5);
                let over = |point: Vec3| point.y - slab.height() - slant.above(off(point));
                // On folded tops, the surface can rise between the ends of the ray.
                let ridge = |way: Vec2| {
                    let (from, to) = (off(enter).dot(way), off(leave_at).dot(way));
                    let at = enter.lerp(leave_at, from / (from - to));
                    slant.twist != 0.0 && from * to < 0.0 && over(at) <= 0.0
                };
                let is_met =
                    || over(enter) <= 0.0 || over(leave_at) <= 0.0 || ridge(Vec2::ONE) || ridge(Vec2::new(1.0, -1.0));
                enter.y >= slab.bottom && is_met()
            });
            if let Some(slab) = met {
                let (x, y, slab) = hole.filter(|_| slab.stands <= 0.0).unwrap_or((x, y, slab));
                return Some(self.place(Cell::on_floor(x, y, slab.floor)?));
            }
            let under = self.slabs(x, y).iter().rfind(|slab| slab.bottom <= leave_at.y);
            let sunk = under.filter(|slab| slab.stands < 0.0 && leave_at.y < slab.height() - slab.stands);
            hole = sunk.map(|slab| (x, y, slab));
            begin = leave;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::render::camera::{Camera, Cue};
    use foretoken_vm::Dir;

    fn at(x: i32, y: i32, floor: u8) -> Cell {
        Cell::on_floor(x, y, floor).expect("a cell")
    }

    fn flat(height: f32, stands: f32) -> Slab {
        Slab { top: [height; 4], bottom: FOOT, stands, ground: 0, floor: 0, shape: CellShape::default() }
    }

    fn bridge() -> Columns {
        let slab = |cell, slope| slab_of(cell, slope, 0, 0.0);
        let all = CellRange { from: (0, 0), to: (7, 7) };
        let column = |(x, y): (i32, i32)| match (x, y) {
            (4, 0) => vec![slab(at(x, y, 0), Slope::ramp(0, Dir::South, 2))],
            (4, 1) => vec![slab(at(x, y, 0), Slope::ramp(2, Dir::South, 2))],
            (4, 2..=4) => vec![slab(at(x, y, 0), Slope::level(0)), slab(at(x, y, 1), Slope::level(4))],
            (4, 5) => vec![slab(at(x, y, 0), Slope::level(4))],
            _ => vec![slab(at(x, y, 0), Slope::level(0))],
        };
        Columns::new(8, 8, all.cells().map(column))
    }

    #[test]
    fn a_place_is_where_the_floor_of_its_cell_is() {
        let columns = bridge();
        let heights = [at(4, 3, 0), at(4, 3, 1), at(4, 0, 0), at(20, 20, 0)].map(|cell| columns.place(cell).height);
        assert_eq!(heights, [0.0, 2.0, 0.5, 0.0]);
        assert_eq!(columns.place(at(4, 0, 0)).slant, Slant { rise: Vec2::new(0.0, 1.0), twist: 0.0 });
        assert_eq!(columns.place(at(4, 0, 0)).edge((0, 1)), 1.0);
        assert_eq!(columns.heights(), (2.0, 0.0));
        let under = columns.cut((1, 1), 0);
        assert_eq!((under.slabs(4, 3).len(), under.cut_away(4, 3).len()), (1, 1));
        assert_eq!(under.place(at(4, 3, 1)), columns.place(at(4, 3, 1)), "what is cut away is still where it is");
    }

    #[test]
    fn a_surface_with_raised_corners_goes_through_them_and_its_middle() {
        for corners in [[1, 0, 0, 0], [0, 2, 0, 0], [1, 0, 3, 0], [2, 0, 1, 1], [0, 0, 2, 2]] {
            let slab = slab_of(at(0, 0, 0), Slope { height: 1, corners }, 0, 0.25);
            let place = Columns::new(1, 1, [[slab]]).place(at(0, 0, 0));
            for (corner, end) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].into_iter().enumerate() {
                let end = Vec2::from(end);
                let height = place.height + place.slant.above(end - 0.5);
                assert!(
                    (slab.height_at(end) - slab.top[corner]).abs() < 1e-5 && (height - slab.top[corner]).abs() < 1e-5
                );
            }
            let edge = (slab.top[0] + slab.top[1]) / 2.0;
            assert!((place.edge((0, -1)) - edge).abs() < 1e-5, "an edge leads straight from corner to corner");
            assert!((slab.height_at(Vec2::splat(0.5)) - slab.height()).abs() < 1e-5);
        }
    }

    #[test]
    fn a_ridge_is_picked_where_it_is_seen() {
        let peak = |cell, corners| slab_of(cell, Slope { height: 0, corners }, 0, 0.0);
        let columns = Columns::new(2, 1, [[peak(at(0, 0, 0), [6, 0, 0, 0])], [peak(at(1, 0, 0), [0; 4])]]);
        let over = Vec3::new(0.1, columns.slabs(0, 0)[0].height_at(Vec2::splat(0.1)) - 0.05, 0.1);
        let along = Vec3::new(1.0, -0.05, -1.0);
        let found = columns.pick(over - along * 0.3, along).map(|place| place.cell);
        assert_eq!(found, Some(at(0, 0, 0)));
    }

    #[test]
    fn every_cell_on_the_bridge_and_under_it_is_picked_where_it_is_seen() {
        let whole = bridge();
        let mut camera = Camera::new(Vec2::splat(8.0), Vec2::new(800.0, 600.0)).up_to(2.0);
        for quarters in 0..4 {
            for level in [0, 1] {
                let columns = whole.cut((1, 1), level);
                let picked = |pixel| {
                    let (from, along) = camera.ray(pixel);
                    columns.pick(from, along).map(|place| place.cell)
                };
                for (x, y) in columns.all().cells() {
                    for slab in columns.slabs(x, y) {
                        let cell = at(x, y, slab.floor);
                        let found = picked(camera.project(columns.place(cell).centre()));
                        let hidden = found.is_some_and(|found| columns.place(found).height > slab.height() + 0.4);
                        assert!(found == Some(cell) || hidden, "{cell} at level {level}, {quarters}: {found:?}");
                        assert!(found.is_some_and(|found| found.floor() <= level));
                    }
                }
                for y in 2..=4 {
                    let cell = at(4, y, level);
                    let found = picked(camera.project(columns.place(cell).centre()));
                    let behind_hill = level == 0 && found == Some(at(4, 5, 0));
                    assert!(found == Some(cell) || behind_hill, "{cell}, {quarters} quarters on: {found:?}");
                }
            }
            camera.cue(Cue::Turn(1));
            camera.step(0.1, true);
        }
    }

    #[test]
    fn the_side_of_a_block_is_the_block_and_the_inside_of_a_hole_the_hole() {
        let columns = Columns::new(4, 1, [[flat(0.0, 0.0)], [flat(1.0, 1.0)], [flat(0.0, 0.0)], [flat(-1.2, -1.2)]]);
        let along = Vec3::new(-1.0, -0.75, 0.0);
        let picked =
            |x: f32, y: f32| columns.pick(Vec3::new(x, y, 0.5) - along * 9.0, along).map(|place| place.cell.x());
        assert_eq!(picked(2.0, 0.5), Some(1), "the wall's side");
        assert_eq!(picked(1.5, 1.0), Some(1), "its top");
        assert_eq!(picked(2.5, 0.0), Some(2), "the ground before it");
        assert_eq!(picked(3.0, -0.4), Some(3), "the hole's inside");
        assert_eq!(picked(9.0, 0.0), None);
    }

    #[test]
    fn what_is_cut_low_stands_before_something_lower() {
        let wall = flat(1.5, 1.5);
        let columns = Columns::new(3, 1, [[flat(0.0, 0.0)], [wall], [flat(0.0, 0.0)]]);
        assert!(columns.cut((-1, 0), u8::MAX).place(at(1, 0, 0)).height < 0.5);
        let alone = Columns::new(1, 1, [[wall]]);
        assert_eq!(alone.cut((-1, 0), u8::MAX), alone);
        let hill = Columns::new(3, 1, [[flat(0.0, 0.0)], [flat(1.5, 0.0)], [flat(0.0, 0.0)]]);
        assert_eq!(hill.cut((-1, 0), u8::MAX), hill, "what lies high stays");
    }
}
