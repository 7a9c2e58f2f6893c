//! What a new drawing begins as: a plain shape that is seen, to be drawn over.

use super::{Grid, NOTHING, Palette, Sheet};

/// The frames that the game draws of each folder's sheets, the first being the one that each sheet has.
pub const FRAMES: [(&str, &[&str]); 4] = [
    ("units", &["idle", "idle2", "act", "act2", "out"]),
    ("ground", &["top", "top2", "top3", "side", "north", "east", "south", "west"]),
    ("surfaces", &["flat1", "flat2", "flat3", "flat4", "stand1", "stand2", "stand3", "stand4"]),
    ("icons", &["icon"]),
];

/// Texels of a new sheet, across and down, and how round what is drawn there is.
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
    /// Whether a texel belongs to it, seen from the middle in halves of texels.
    const fn has(self, (x, y): (i32, i32), (w, h): (i32, i32)) -> bool {
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

/// A new sheet for a folder of a pack's art; `None` for a folder that the game draws nothing of, or where the palette has no
/// colours.
#[must_use]
pub fn starter(folder: &str, palette: &Palette) -> Option<Sheet> {
    let (_, (width, height), shape) = SHAPES.into_iter().find(|(of, ..)| *of == folder)?;
    let (_, frames) = FRAMES.into_iter().find(|(of, _)| *of == folder)?;
    let [dark, light] = [[150, 98, 60], [216, 166, 118]].map(|rgb| palette.nearest(rgb));
    let (dark, light) = (dark?, light?);
    let mut grid = Grid::new(width, height);
    let size = grid.size();
    for (y, x) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (y, x))) {
        // The light comes from the upper left.
        let tone = if x + y < (size.0 + size.1) / 2 { light } else { dark };
        grid.set((x, y), if shape.has((x, y), size) { tone } else { NOTHING });
    }
    let outline = palette.outline().filter(|_| !matches!(shape, Shape::Whole));
    Some(Sheet::new(outline, frames.first()?, &grid))
}
