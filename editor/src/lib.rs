//! Editing assets while a battle runs. The editor reaches the battle through [`Host`] alone, which the game implements;
//! the panels come with the window. What is here already serves the terminal: files changed outside are live at once.

mod watch;

pub use watch::{Notice, Watch};

use foretoken_action_assets::{Diagnostics, Library};

/// The running game as an editor sees it.
pub trait Host {
    /// The assets in force, the last whole version of each.
    fn library(&self) -> &Library;

    /// Takes over the new content of a file of the pack, or that it is gone. The battle goes on under it at once, from
    /// between two programs; while anything is wrong, what was in force stays so. Returns what is wrong.
    fn exchange(&mut self, path: &str, bytes: Option<&[u8]>) -> Diagnostics;
}
