//! Edits of a demonstration's drawing: paint, move, resize.

use foretoken_action_assets::demonstrate::CAST;
use foretoken_action_assets::demonstration::Demonstration;
use foretoken_action_assets::{AnyAsset, Library};
use foretoken_vm::Cell;

pub(super) fn at(drawn: &Demonstration, cell: Cell) -> Option<char> {
    drawn.before.get(cell.y() as usize)?.chars().nth(cell.x() as usize)
}

pub(super) fn painted(drawn: &Demonstration, cell: Cell, glyph: char) -> Demonstration {
    let mut drawn = drawn.clone();
    let is_cast = CAST.iter().any(|&(letter, _)| letter == glyph);
    for (y, row) in drawn.before.iter_mut().enumerate() {
        let paint = |(x, old): (usize, char)| match (x as i32, y as i32) == (cell.x(), cell.y()) {
            true => glyph,
            false if is_cast && old == glyph => '.',
            false => old,
        };
        *row = row.chars().enumerate().map(paint).collect();
    }
    drawn
}

pub(super) fn resized(drawn: &Demonstration, width: usize, height: usize) -> Demonstration {
    let mut drawn = drawn.clone();
    drawn.before.resize(height, ".".repeat(width));
    for row in &mut drawn.before {
        *row = row.chars().chain(std::iter::repeat('.')).take(width).collect();
    }
    drawn
}

pub(super) fn is_somebody(library: &Library, glyph: char) -> bool {
    let unit = |asset: &AnyAsset| matches!(asset, AnyAsset::Unit(unit) if unit.glyph.chars().eq([glyph]));
    CAST.iter().any(|(letter, _)| *letter == glyph) || library.assets().any(|(_, _, asset)| unit(asset))
}
