//! Space: cells, places, directions, the fixed board, patterns, paths and lines. Nothing here changes during a battle
//! except through the state that is passed in.

mod board;
mod cell;
mod cell_shape;
mod dir;
mod footprint;
mod gait;
mod ground;
mod layout;
mod line;
mod links;
mod opacity;
mod path;
mod pattern;
mod safest;
mod shadow;
mod spot;
mod walk;
mod ways_to;
mod window;

pub use board::{Board, Slope, Terrain};
pub use cell::{Cell, NoCell};
pub use cell_shape::CellShape;
pub use dir::{Dir, Symmetry};
pub use footprint::Footprint;
pub use gait::{Gait, WalkStep};
pub(crate) use ground::Ground;
pub(crate) use layout::{Layout, Rows, Stride};
pub use layout::{Rectangle, TileId};
pub use line::{Trajectory, line_is_clear};
pub use links::{LinkSet, NoLink, WalkLink};
pub use opacity::Visibility;
pub use path::{PathFinder, Reach, UNREACHED};
pub use pattern::Pattern;
pub use safest::SafestPaths;
pub use shadow::{FieldOfView, line_of_sight, within_radius};
pub use spot::TilePos;
pub use walk::{NoPath, WalkPath};
pub(crate) use ways_to::WaysTo;
pub use window::{Coordinates, Size};
