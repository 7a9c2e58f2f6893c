//! Drawings as the texts that they are, to be altered: a palette, sheets of frames, strokes on one frame, and pictures that
//! are brought onto a palette. What an edit does not concern stays as it was written, byte by byte.
//!
//! * [`Palette`] and [`Sheet`] are texts of a pack's art, taken apart.
//! * [`Grid`] is one frame; `tools` are strokes on it.
//! * `import` brings a PNG onto a palette (feature `panels`).
//! * `folder` reads all texts of a pack's art.

mod folder;
mod grid;
#[cfg(feature = "panels")]
pub mod import;
mod palette;
mod sheet;
mod starter;
#[cfg(test)]
mod tests;
mod tools;

pub use folder::{ArtTexts, read_folder};
pub use grid::{Grid, NOTHING};
pub use palette::{Palette, PaletteColour};
pub use sheet::{Sheet, SheetFrame};
pub use starter::{FRAMES, starter};
pub use tools::{Stroke, Tool};

/// Most colours in a palette.
pub const MOST_COLOURS: usize = 32;
/// Longest edge of a frame, in texels.
pub const MOST_TEXELS: usize = 512;
/// A text of art that is longer, in bytes, is left out.
pub const MOST_BYTES: u64 = 256 * 1024;
/// More texts than this are left out.
pub const MOST_FILES: usize = 4096;

/// The lines of a text with their places, without comments and without the blanks at their ends.
fn meant(lines: &[String]) -> impl Iterator<Item = (usize, &str)> {
    lines.iter().enumerate().map(|(at, line)| (at, line.trim_end())).filter(|(_, line)| !line.starts_with(';'))
}

/// The only character of a word.
fn single(word: &str) -> Option<char> {
    let mut letters = word.trim().chars();
    letters.next().filter(|_| letters.next().is_none())
}
