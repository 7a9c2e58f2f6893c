//! The game: records, front ends and the command line.

mod achieved;
pub mod art;
pub mod cli;
pub mod editor_host;
pub mod escape;
pub mod files;
pub mod log;
pub mod online;
pub mod places;
pub mod presentation;
mod proof;
pub mod runs;
pub mod tui;
#[cfg(feature = "window")]
pub mod window;
