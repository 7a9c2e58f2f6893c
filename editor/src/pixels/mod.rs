//! Editing drawings in their text form. Edits keep all other text byte for byte.
//!
//! * [`Palette`] and [`Sheet`] are parsed art texts.
//! * [`Grid`] is one frame; `tools` are strokes on it.
//! * `import` imports a PNG (feature `panels`), whole or in [`Slicing`].
//! * `folder` reads all texts of a pack's art.

mod folder;
mod grid;
#[cfg(feature = "panels")]
pub mod import;
mod palette;
mod sheet;
mod slices;
mod starter;
#[cfg(test)]
mod tests;
mod tools;

pub use folder::{ArtTexts, read_folder};
pub use grid::{Grid, NOTHING};
pub use palette::{Palette, PaletteColour};
pub use sheet::{Sheet, SheetFrame};
pub use slices::Slicing;
pub use starter::{FRAMES, starter};
pub use tools::{Stroke, Tool};

/// Maximum number of colours in a palette.
pub const MOST_COLOURS: usize = 32;
/// Maximum edge of a frame, in texels.
pub const MOST_TEXELS: usize = 512;
/// Maximum size of an art text, in bytes; longer ones are skipped.
pub const MOST_BYTES: u64 = 256 * 1024;
/// Maximum number of art texts; further ones are skipped.
pub const MOST_FILES: usize = 4096;

fn meant(lines: &[String]) -> impl Iterator<Item = (usize, &str)> {
    lines.iter().enumerate().map(|(at, line)| (at, line.trim_end())).filter(|(_, line)| !line.starts_with(';'))
}

fn single(word: &str) -> Option<char> {
    let mut letters = word.trim().chars();
    letters.next().filter(|_| letters.next().is_none())
}
