//! The board as columns of slabs: heights, ramps and floors are data here. Boards of today have one slab a column, as
//! high as the art of its ground says.

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

/// All columns of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// Cells across.
    pub width: i32,
    /// Cells down.
    pub depth: i32,
    cells: Vec<Vec<Slab>>,
    /// The heights on which one can stand, from above, each once.
    levels: Vec<f32>,
}

/// How high ground stays that is cut low.
const CUT: f32 = 0.22;

/// How far below the floor the board ends.
pub const FOOT: f32 = -1.6;

impl Columns {
    /// Columns from slabs, row by row, each from below to above.
    #[must_use]
    pub fn new(width: i32, depth: i32, cells: Vec<Vec<Slab>>) -> Self {
        let mut levels: Vec<f32> = cells.iter().map(|slabs| standing_height(slabs)).collect();
        levels.sort_by(|a, b| b.total_cmp(a));
        levels.dedup();
        Self { width, depth, cells, levels }
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
        let column = |cell: Cell| {
            let ground = u16::from(book.board.terrain(cell));
            let top = heights.get(ground as usize).copied().unwrap_or(0.0);
            vec![Slab { top: [top; 4], bottom: FOOT, ground }]
        };
        let cells = book.board.cells().map(column).collect();
        Self::new(book.board.width(), book.board.height(), cells)
    }

    /// The same with ground cut low where it stands before lower ground and would hide the entity there. `behind` is
    /// the step, in cells, away from who looks.
    #[must_use]
    pub fn cut(&self, behind: (i32, i32)) -> Self {
        let mut cells = self.cells.clone();
        for y in 0..self.depth {
            for x in 0..self.width {
                if self.hides_something((x, y), behind)
                    && let Some(slab) = cells.get_mut((y * self.width + x) as usize).and_then(|slabs| slabs.last_mut())
                {
                    slab.top = slab.top.map(|height| height.min(CUT));
                }
            }
        }
        Self::new(self.width, self.depth, cells)
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
        let at = inside.then_some((y * self.width + x) as usize);
        at.and_then(|at| self.cells.get(at)).map_or(&[], Vec::as_slice)
    }

    /// The height on which one stands in a cell: the top of the highest slab.
    #[must_use]
    pub fn height(&self, cell: Cell) -> f32 {
        standing_height(self.slabs(cell.x(), cell.y()))
    }

    /// The middle of a cell's top.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Vec3 {
        Vec3::new(cell.x() as f32 + 0.5, self.height(cell), cell.y() as f32 + 0.5)
    }
}

/// The height on which one stands on these slabs: the top of the highest.
fn standing_height(slabs: &[Slab]) -> f32 {
    slabs.last().map_or(0.0, Slab::height)
}
