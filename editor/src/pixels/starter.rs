//! First content of a new drawing: a plain visible shape.

use super::{Grid, NOTHING, Palette, Sheet};

/// Frames that the game draws from each folder's sheets; the first one is required.
pub const FRAMES: [(&str, &[&str]); 4] = [
    ("units", &["idle", "idle2", "act", "act2", "out"]),
    ("ground", &["top", "top2", "top3", "side", "north", "east", "south", "west"]),
    ("surfaces", &["flat1", "flat2", "flat3", "flat4", "stand1", "stand2", "stand3", "stand4"]),
    ("icons", &["icon"]),
];

const SHAPES: [(&str, (usize, usize), Shape); 4] = [
    ("units", (24, 32), Shape::Pawn),
    ("ground", (24, 24), Shape::Whole),
    ("surfaces", (24, 24), Shape::Round),
    ("icons", (16, 16), Shape::Round),
];

#[derive(Clone, Copy, Debug)]
enum Shape {
    Pawn,
    Whole,
    Round,
}

impl Shape {
    /// Returns whether a texel belongs to the shape. Coordinates are half texels from the middle.
    const fn is_inside(self, (x, y): (i32, i32), (w, h): (i32, i32)) -> bool {
        let (dx, dy) = (2 * x + 1 - w, 2 * y + 1 - h);
        match self {
            Self::Whole => true,
            Self::Round => dx * dx + dy * dy <= (w - 4) * (w - 4),
            Self::Pawn => {
                let head = dx * dx + (dy + 8) * (dy + 8) <= 81;
                let body = y >= h / 2 && y < h - 2 && dx.abs() <= 4 + (y - h / 2);
                head || body && dx.abs() <= 13
            }
        }
    }
}

/// Creates a sheet for an art folder; `None` if the game draws nothing from the folder, or the palette has no colours.
#[must_use]
pub fn starter(folder: &str, palette: &Palette) -> Option<Sheet> {
    let (_, (width, height), shape) = SHAPES.into_iter().find(|(of, ..)| *of == folder)?;
    let (_, frames) = FRAMES.into_iter().find(|(of, _)| *of == folder)?;
    let [dark, light] = [[150, 98, 60], [216, 166, 118]].map(|rgb| palette.nearest(rgb));
    let (dark, light) = (dark?, light?);
    let mut grid = Grid::new(width, height);
    let size = grid.size();
    for (y, x) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (y, x))) {
        let tone = if x + y < (size.0 + size.1) / 2 { light } else { dark };
        grid.set((x, y), if shape.is_inside((x, y), size) { tone } else { NOTHING });
    }
    let outline = palette.outline().filter(|_| !matches!(shape, Shape::Whole));
    Some(Sheet::new(outline, frames.first()?, &grid))
}
