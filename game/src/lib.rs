//! The game: sessions (whose decision it is, undo, rewind, save), records, the terminal front end and the command line.

mod achieved;
pub mod art;
pub mod cli;
pub mod controller;
pub mod editor_host;
pub mod escape;
pub mod files;
pub mod log;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "a terminal shows the news alone, without time or motion")
)]
pub(crate) mod playback;
pub mod presentation;
mod proof;
pub mod tui;
#[cfg(feature = "window")]
pub mod window;
