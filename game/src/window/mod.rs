//! The window front end: the board in three dimensions, the turn to come drawn on it, and the editor over it. Like the
//! terminal it draws marks and events and knows no token. Input comes as the app's own [`platform::input::Input`] events, so
//! tests play the real app on a device without a window.

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

use foretoken_preview::Level;
use foretoken_session::content::Content;
use std::path::PathBuf;

/// What the window begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The scenario to play; the title screen without one.
    pub scenario: Option<String>,
    /// The seed of its chance; the scenario's own without one.
    pub seed: Option<u64>,
    /// A recorded battle to go on with.
    pub resume: Option<PathBuf>,
    /// Where records are written to.
    pub records: PathBuf,
    /// Where settings are kept; nowhere without one.
    pub config: Option<PathBuf>,
    /// With the editor open.
    pub editor: bool,
    /// The pack; the usual one without.
    pub pack: Option<String>,
    /// Every side is played at this screen.
    pub hot_seat: bool,
    /// How hard the computer plays; as the settings say without one.
    pub level: Option<Level>,
    /// Whether nothing that was carried out can be taken back, whatever the settings say.
    pub ironman: bool,
    /// The first battle of a scenario begins with its lesson, where it has one.
    pub lesson: bool,
    /// The recorded battle to look at.
    pub watch: Option<PathBuf>,
}

/// Opens the window and stays until it is closed. With `lose_graphics` its surface and its device are lost a few times,
/// which proves that it goes on.
///
/// # Errors
/// When it cannot be opened, with what to do; when what to begin with cannot be.
pub fn start(content: &Content, start: Start, lose_graphics: bool) -> anyhow::Result<()> {
    let content = content.clone();
    platform::shell::run(move || Ok(App::new(content, start)?.with_sound().with_workers()), lose_graphics)
}
