//! The board as columns of slabs: heights, ramps and floors are data here. Where one stands is a [`Place`]: a cell and the
//! height of one of its floors. Heights come from [`slabs_of`] alone; boards of today have one slab a column, as high as the
//! art of its ground says.

use crate::art::Art;
use foretoken_vm::{Cell, Rulebook};
use glam::Vec3;

/// A solid piece of a column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slab {
    /// Heights of its top's corners in cell edges: north-west, north-east, south-east, south-west.
    pub top: [f32; 4],
    /// Height of its underside.
    pub bottom: f32,
    /// Ground, by the rulebook's index.
    pub ground: u16,
}

impl Slab {
    /// Height of the middle of its top.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.top.iter().sum::<f32>() / 4.0
    }
}

/// Somewhere to stand: a cell and the height of a floor of it, in cell edges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// The height of the floor.
    pub height: f32,
}

impl Place {
    /// The middle of the floor, in the world.
    #[must_use]
    pub fn centre(self) -> Vec3 {
        Vec3::new(self.cell.x() as f32 + 0.5, self.height, self.cell.y() as f32 + 0.5)
    }
}

/// Cells between two corners, both within; none where the first is not before the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellRange {
    /// The north-western corner.
    pub from: (i32, i32),
    /// The south-eastern corner.
    pub to: (i32, i32),
}

impl CellRange {
    /// All cells within, row by row.
    pub fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        (self.from.1..=self.to.1).flat_map(move |y| (self.from.0..=self.to.0).map(move |x| (x, y)))
    }
}

/// All columns of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// Cells across.
    pub width: i32,
    /// Cells down.
    pub depth: i32,
    /// The slabs of all columns, row by row, each from below to above.
    slabs: Vec<Slab>,
    /// Where each column's slabs begin, and where the last one's end.
    starts: Vec<u32>,
    /// The heights on which one can stand, from above, each once.
    levels: Vec<f32>,
}

/// How high ground stays that is cut low.
const CUT: f32 = 0.22;
/// How far below the floor the board ends.
pub const FOOT: f32 = -1.6;
/// Room that one needs to stand under a slab, in cell edges.
const HEADROOM: f32 = 0.6;
/// Heights that differ by less are the same.
const SAME: f32 = 0.01;

/// The slabs of a cell, from below to above: the one place where heights come from. The ground's art says how high it is;
/// boards say nothing of heights yet.
fn slabs_of(book: &Rulebook, heights: &[f32], cell: Cell) -> [Slab; 1] {
    let ground = u16::from(book.board.terrain(cell));
    let top = heights.get(ground as usize).copied().unwrap_or(0.0);
    [Slab { top: [top; 4], bottom: FOOT, ground }]
}

impl Columns {
    /// Columns from slabs, row by row, each from below to above.
    #[must_use]
    pub fn new(width: i32, depth: i32, cells: impl IntoIterator<Item = impl IntoIterator<Item = Slab>>) -> Self {
        let (mut slabs, mut starts) = (Vec::new(), vec![0]);
        for column in cells {
            slabs.extend(column);
            starts.push(slabs.len() as u32);
        }
        Self { width, depth, slabs, starts, levels: Vec::new() }.levelled()
    }

    fn levelled(mut self) -> Self {
        // Few heights differ, so each is looked for among those that were found.
        let mut levels: Vec<f32> = Vec::new();
        for (x, y) in self.all().cells() {
            for height in floors(self.slabs(x, y)) {
                if !levels.contains(&height) {
                    levels.push(height);
                }
            }
        }
        levels.sort_by(|a, b| b.total_cmp(a));
        self.levels = levels;
        self
    }

    /// All cells.
    #[must_use]
    pub const fn all(&self) -> CellRange {
        CellRange { from: (0, 0), to: (self.width - 1, self.depth - 1) }
    }

    /// The heights on which one can stand, from above, each once.
    #[must_use]
    pub fn levels(&self) -> &[f32] {
        &self.levels
    }

    /// The columns of a rulebook's board, each ground as high as its art says.
    #[must_use]
    pub fn of(book: &Rulebook, art: &Art) -> Self {
        let height = |name: &str| {
            let told = art.attribute(&format!("ground/{name}"), "height").and_then(|words| words.trim().parse().ok());
            told.filter(|height: &f32| height.is_finite()).unwrap_or(0.0).clamp(-3.0, 3.0)
        };
        let heights: Vec<f32> = book.terrains.iter().map(|terrain| height(&terrain.name)).collect();
        let cells = book.board.cells().map(|cell| slabs_of(book, &heights, cell));
        Self::new(book.board.width(), book.board.height(), cells)
    }

    /// The same with ground cut low where it stands before lower ground and would hide the entity there. `behind` is
    /// the step, in cells, away from who looks.
    #[must_use]
    pub fn cut(&self, behind: (i32, i32)) -> Self {
        let mut cut = self.clone();
        for (x, y) in self.all().cells() {
            if self.hides_something((x, y), behind)
                && let Some(last) = self.starts.get((y * self.width + x) as usize + 1)
                && let Some(slab) = (*last as usize).checked_sub(1).and_then(|at| cut.slabs.get_mut(at))
            {
                slab.top = slab.top.map(|height| height.min(CUT));
            }
        }
        cut.levelled()
    }

    fn hides_something(&self, (x, y): (i32, i32), (bx, by): (i32, i32)) -> bool {
        let top = |x, y| self.slabs(x, y).last().map(Slab::height);
        let Some(own) = top(x, y).filter(|height| *height > 0.5) else { return false };
        let hidden = [(bx, 0), (0, by), (bx, by)];
        hidden.iter().any(|(dx, dy)| top(x + dx, y + dy).is_some_and(|height| height < own - 0.3))
    }

    /// The slabs of a column; none off the board.
    #[must_use]
    pub fn slabs(&self, x: i32, y: i32) -> &[Slab] {
        let inside = (0..self.width).contains(&x) && (0..self.depth).contains(&y);
        let at = (y * self.width + x) as usize;
        let bounds = inside.then(|| Some((*self.starts.get(at)? as usize, *self.starts.get(at + 1)? as usize)));
        bounds.flatten().and_then(|(from, to)| self.slabs.get(from..to)).unwrap_or_default()
    }

    /// The floors of a cell on which there is room to stand, from below to above.
    pub fn places(&self, cell: Cell) -> impl Iterator<Item = Place> {
        floors(self.slabs(cell.x(), cell.y())).map(move |height| Place { cell, height })
    }

    /// Where one stands in a cell: on its highest floor, as states do not tell floors apart yet.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Place {
        self.places(cell).last().unwrap_or(Place { cell, height: 0.0 })
    }

    /// The first place, from above, of which `at` says that it is met: given a height, the point there.
    #[must_use]
    pub fn pick(&self, at: impl Fn(f32) -> Vec3) -> Option<Place> {
        // From above, so that what is in front is found first.
        self.levels.iter().find_map(|&height| {
            let at = at(height);
            let cell = Cell::new(at.x.floor() as i32, at.z.floor() as i32)?;
            self.places(cell).find(|place| (place.height - height).abs() < SAME)
        })
    }
}

/// The heights of slabs' tops on which there is room to stand.
fn floors(slabs: &[Slab]) -> impl Iterator<Item = f32> {
    let roof = |above: usize| slabs.get(above).map_or(f32::INFINITY, |slab| slab.bottom);
    let open = slabs.iter().enumerate().filter(move |(at, slab)| roof(at + 1) - slab.height() >= HEADROOM);
    open.map(|(_, slab)| slab.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::render::camera::Camera;
    use glam::Vec2;

    fn cell(x: i32, y: i32) -> Cell {
        Cell::new(x, y).expect("a cell")
    }

    fn flat(height: f32) -> Slab {
        Slab { top: [height; 4], bottom: FOOT, ground: 0 }
    }

    /// Level ground of 8 by 8 with a bridge over the cell (4, 4).
    fn bridge() -> Columns {
        let roof = Slab { top: [1.2; 4], bottom: 1.0, ground: 0 };
        let column = |at: usize| if at == 4 * 8 + 4 { vec![flat(0.0), roof] } else { vec![flat(0.0)] };
        Columns::new(8, 8, (0..64).map(column))
    }

    #[test]
    fn a_cell_has_a_place_for_each_floor_with_room_over_it() {
        let columns = bridge();
        let heights = |columns: &Columns, at| columns.places(at).map(|place| place.height).collect::<Vec<_>>();
        assert_eq!(heights(&columns, cell(4, 4)), [0.0, 1.2]);
        assert_eq!(heights(&columns, cell(3, 4)), [0.0]);
        assert_eq!(heights(&columns, cell(20, 20)), [0.0; 0], "off the board");
        let low = Slab { top: [0.5; 4], bottom: 0.3, ground: 0 };
        assert_eq!(heights(&Columns::new(1, 1, [[flat(0.0), low]]), cell(0, 0)), [0.5], "nobody fits under that");
        assert_eq!(columns.levels(), [1.2, 0.0]);
    }

    #[test]
    fn a_pixel_means_the_floor_that_is_seen_there() {
        let columns = bridge();
        let mut camera = Camera::new(Vec2::splat(8.0), Vec2::new(800.0, 600.0));
        for _ in 0..4 {
            let picked = |place: Place| columns.pick(|height| camera.on_height(camera.project(place.centre()), height));
            let over = columns.place(cell(4, 4));
            assert_eq!(picked(over), Some(over), "the bridge");
            let beside = columns.place(cell(1, 6));
            assert_eq!(picked(beside), Some(beside), "the ground beside it");
            let under = columns.places(cell(4, 4)).next().expect("there is one");
            assert_ne!(picked(under).map(|place| (place.cell, place.height > 1.0)), Some((cell(4, 4), true)));
            camera.cue(crate::window::render::camera::Cue::Turn(1));
            camera.step(0.1, true);
        }
    }

    #[test]
    fn what_is_cut_low_stands_before_something_lower() {
        let wall = flat(1.5);
        let columns = Columns::new(3, 1, [[flat(0.0)], [wall], [flat(0.0)]]);
        assert!(columns.cut((-1, 0)).place(cell(1, 0)).height < 0.5);
        let alone = Columns::new(1, 1, [[wall]]);
        assert_eq!(alone.cut((-1, 0)), alone);
    }
}
