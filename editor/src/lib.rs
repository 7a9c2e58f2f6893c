//! Editing assets while a battle runs. The editor reaches the battle through [`Host`] alone, which the game implements;
//! what it edits it knows through `Inspect` alone, so kinds and asset types to come have their place here already.
//!
//! * [`Host`] and [`Watch`] serve the terminal as well.
//! * [`model`] is the editor without a screen: history, journal, selection, what changed on disk.
//! * With the feature `panels`, `Editor` is all of it in ImGui.

mod host;
pub mod model;
#[cfg(feature = "panels")]
mod spots;
mod watch;

pub use host::{AssetChange, Host, Moment, Turn, View};
#[cfg(feature = "panels")]
pub use spots::Spots;
pub use watch::Watch;
