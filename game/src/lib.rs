//! The game: sessions (whose decision it is, undo, rewind, save), records, the terminal front end and the command line.

pub mod art;
pub mod cli;
pub mod controller;
pub mod editor_host;
pub mod escape;
pub mod files;
pub mod log;
pub(crate) mod playback;
pub mod presentation;
pub mod tui;
#[cfg(feature = "window")]
pub mod window;
