//! Space: cells, directions, the fixed board, patterns, paths and lines. Nothing here changes during a battle
//! except through the state that is passed in.

mod board;
mod cell;
mod dir;
mod ground;
mod line;
mod path;
mod pattern;
mod walk;

pub use board::{Board, Terrain};
pub use cell::Cell;
pub use dir::{Dir, Symmetry};
pub use ground::Place;
pub(crate) use ground::{Ground, Layout};
pub use line::line_is_clear;
pub use path::{PathFinder, UNREACHED};
pub use pattern::Pattern;
pub use walk::{NoPath, WalkPath};
