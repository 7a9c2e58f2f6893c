//! The terminal front end: draws marks and events, knows no token. Input comes as the app's own [`Input`] events,
//! translated from crossterm in one place, so that tests play the real app without a terminal.

mod app;
mod board;
mod draw;
mod escape_keys;
mod help;
mod input;
mod lists;
mod menu;
mod mouse;
mod panel;
mod playback;
mod terminal;

pub use app::{App, AppRequest, Mode};
pub use draw::draw;
pub use input::{Bindings, Command, Input};
pub use menu::Menu;
pub use terminal::{Ended, choose, run};
