//! Space: cells, places, directions, the fixed board, patterns, paths and lines. Nothing here changes during a battle
//! except through the state that is passed in.

mod board;
mod cell;
mod dir;
mod ground;
mod layout;
mod line;
mod path;
mod pattern;
mod spot;
mod walk;

pub use board::{Board, Slope, Terrain};
pub use cell::{Cell, NoCell};
pub use dir::{Dir, Symmetry};
pub(crate) use ground::Ground;
pub(crate) use layout::Layout;
pub use layout::{Place, Rectangle};
pub use line::line_is_clear;
pub use path::{PathFinder, Reach, UNREACHED};
pub use pattern::Pattern;
pub use spot::Spot;
pub use walk::{NoPath, WalkPath};
