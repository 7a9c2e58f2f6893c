//! Choice of the display: a window if possible, else the terminal.

use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "nobody reads it in a build without a window"))]
pub(super) struct Wanted {
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
    fn settled(mut self) -> Self {
        if let Some(path) = self.scenario.take_if(|name| Path::new(name).is_file()) {
            self.resume = Some(PathBuf::from(path));
        }
        self
    }
}

pub(super) fn is_there() -> bool {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let always = !cfg!(all(unix, not(target_os = "macos")));
    cfg!(feature = "window") && (always || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(named))
}

#[cfg(feature = "window")]
pub(super) fn open(content: &Content, wanted: Wanted) -> anyhow::Result<()> {
    let Wanted { scenario, seed, resume, records, editor, pack, hot_seat, level, ironman, lesson, lose_graphics } =
        wanted.settled();
    if let Some(scenario) = scenario.as_ref().filter(|_| !editor) {
        let name = match &pack {
            Some(pack) if !scenario.contains('/') => format!("{pack}/{scenario}"),
            _ => scenario.clone(),
        };
        content.setup(&name, seed)?;
    }
    let config = crate::places::settings_folder();
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
        links: None,
    };
    crate::window::start(content, start, lose_graphics)
}

#[cfg(feature = "window")]
pub(super) fn is_without_console(error: &anyhow::Error) -> bool {
    error.is::<crate::window::platform::shell::CannotOpen>()
}

#[cfg(not(feature = "window"))]
pub(super) fn open(_: &Content, wanted: Wanted) -> anyhow::Result<()> {
    let _ = wanted.settled();
    anyhow::bail!(
        "this build has no window. Build one with `./run play --window` or `cargo build --release -p foretoken-game`, or play in the terminal with `play --tty`"
    )
}

#[cfg(not(feature = "window"))]
pub(super) fn is_without_console(_: &anyhow::Error) -> bool {
    false
}
