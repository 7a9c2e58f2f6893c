//! The game: sessions (whose decision it is, undo, rewind, save), records, the terminal front end and the command line.

pub mod art;
pub mod auto;
pub mod cli;
pub mod content;
pub mod controller;
pub mod editor_host;
pub mod files;
pub mod forecast_text;
pub mod names;
pub mod record;
pub mod saves;
pub mod session;
pub mod text;
pub mod tui;
pub mod view;
#[cfg(feature = "window")]
pub mod window;
