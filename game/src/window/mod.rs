//! The window front end: the board in 3D with the prediction, and the editor. Input arrives as
//! [`platform::input::Input`] events, so tests run the app on an offscreen device.

mod audio;
pub mod battle;
pub mod film;
mod hud;
pub mod platform;
pub mod render;
pub mod screens;

pub use platform::driver::Driver;
pub use platform::runner::Runner;
pub use screens::app::App;

#[cfg(feature = "sound")]
pub(crate) use audio::faults as sound_faults;

use crate::online::Opener;
use foretoken_preview::Level;
use foretoken_session::content::Content;
use std::path::PathBuf;

/// Opener of links to servers.
#[derive(Clone)]
pub struct Links(pub Opener);

impl std::fmt::Debug for Links {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Links")
    }
}

/// Start options of the window.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Scenario; without one, the title screen.
    pub scenario: Option<String>,
    /// Seed; the scenario's own by default.
    pub seed: Option<u64>,
    /// A record to resume.
    pub resume: Option<PathBuf>,
    /// Folder for records.
    pub records: PathBuf,
    /// Folder for settings; `None` stores none.
    pub config: Option<PathBuf>,
    /// Whether the editor opens.
    pub editor: bool,
    /// Pack; the default pack if `None`.
    pub pack: Option<String>,
    /// Whether every side is played at this screen.
    pub hot_seat: bool,
    /// Computer's level; the settings' by default.
    pub level: Option<Level>,
    /// Whether battles are ironman, whatever the settings.
    pub ironman: bool,
    /// Whether a scenario's first battle starts with its lesson.
    pub lesson: bool,
    /// A record to watch.
    pub watch: Option<PathBuf>,
    /// Opens links to servers; by sockets if `None`.
    pub links: Option<Links>,
}

/// Opens the window and runs it until it closes. `lose_graphics` tests the recovery from graphics failures.
///
/// # Errors
///
/// If the window or the start content cannot be opened.
pub fn start(content: &Content, start: Start, lose_graphics: bool) -> anyhow::Result<()> {
    let content = content.clone();
    platform::shell::run(move || Ok(App::new(content, start)?.with_sound().with_workers()), lose_graphics)
}
