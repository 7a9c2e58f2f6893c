//! Where a battle is shown: in a window where there is a display for one, else in the terminal.

use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

/// What the window is to begin with.
#[derive(Debug, Default)]
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "nobody reads it in a build without a window"))]
pub(super) struct Wanted {
    /// The scenario, or the path of a record.
    pub(super) scenario: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) resume: Option<PathBuf>,
    pub(super) records: PathBuf,
    pub(super) editor: bool,
    pub(super) pack: Option<String>,
    pub(super) hot_seat: bool,
    pub(super) level: Option<foretoken_preview::Level>,
    pub(super) ironman: bool,
    pub(super) lesson: bool,
    pub(super) lose_graphics: bool,
}

impl Wanted {
    /// A scenario that is the path of a record means to go on with it.
    fn settled(mut self) -> Self {
        if let Some(path) = self.scenario.take_if(|name| Path::new(name).is_file()) {
            self.resume = Some(PathBuf::from(path));
        }
        self
    }
}

/// Whether this build has a window and there seems to be a display for it.
pub(super) fn is_there() -> bool {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let always = !cfg!(all(unix, not(target_os = "macos")));
    cfg!(feature = "window") && (always || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(named))
}

/// Opens the window and stays until it is closed.
#[cfg(feature = "window")]
pub(super) fn open(content: &Content, wanted: Wanted) -> anyhow::Result<()> {
    let Wanted { scenario, seed, resume, records, editor, pack, hot_seat, level, ironman, lesson, lose_graphics } =
        wanted.settled();
    // The editor opens a pack with any faults, and says what they are.
    if let Some(scenario) = scenario.as_ref().filter(|_| !editor) {
        // Said before a window comes and goes.
        let name = match &pack {
            Some(pack) if !scenario.contains('/') => format!("{pack}/{scenario}"),
            _ => scenario.clone(),
        };
        content.setup(&name, seed)?;
    }
    let config = directories::ProjectDirs::from("", "", "foretoken").map(|dirs| dirs.config_dir().to_owned());
    let start = crate::window::Start {
        scenario,
        seed,
        resume,
        records,
        config,
        editor,
        pack,
        hot_seat,
        level,
        ironman,
        lesson,
        watch: None,
    };
    crate::window::start(content, start, lose_graphics)
}

/// Whether an error says that there can be no window at all, so that the terminal may do instead.
#[cfg(feature = "window")]
pub(super) fn cannot_open(error: &anyhow::Error) -> bool {
    error.is::<crate::window::platform::shell::CannotOpen>()
}

/// Says how to build a window.
#[cfg(not(feature = "window"))]
pub(super) fn open(_: &Content, wanted: Wanted) -> anyhow::Result<()> {
    let _ = wanted.settled();
    anyhow::bail!(
        "this build has no window; `./run play --window` builds one that has, as does `cargo build --release -p \
         foretoken-game`; `play --tty` plays in the terminal"
    )
}

/// A build without a window never tries one.
#[cfg(not(feature = "window"))]
pub(super) fn cannot_open(_: &anyhow::Error) -> bool {
    false
}
