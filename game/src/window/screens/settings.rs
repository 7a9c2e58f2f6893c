//! What the player set, kept as JSON in the configuration folder. What cannot be read is as if it had never been set.

use crate::art::Scheme;
use crate::files::{self, KeepError};
use crate::window::platform::input::Chord;
use crate::window::screens::commands::Bindings;
use foretoken_preview::Level;
pub use foretoken_session::playback::SPEEDS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What the player set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Size of the interface in per cent, 75 to 200.
    pub scale: u32,
    /// Size of the text in per cent, 75 to 200.
    pub text: u32,
    /// Palette: 0 the usual one, 1 and 2 for weak red-green and blue-yellow vision, 3 for contrast.
    pub palette: usize,
    /// Nothing shakes, flashes or sways.
    pub reduced_motion: bool,
    /// Loudness in per cent.
    pub volume: u32,
    /// How hard the computer plays in battles that begin, by [`Level::code`].
    pub level: u8,
    /// Whether nothing that was carried out can be taken back in battles that begin.
    pub ironman: bool,
    /// Index into [`SPEEDS`].
    pub speed: usize,
    /// Lines between the cells.
    pub grid: bool,
    /// Commands whose keys were changed.
    pub keys: BTreeMap<String, Vec<Chord>>,
}

/// The palettes by name.
pub const PALETTES: [&str; 4] = ["usual", "red-green", "blue-yellow", "contrast"];

impl Default for Settings {
    fn default() -> Self {
        Self {
            scale: 100,
            text: 100,
            palette: 0,
            reduced_motion: false,
            volume: 60,
            level: Level::default().code(),
            ironman: false,
            speed: 0,
            grid: true,
            keys: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// What a folder holds, within bounds.
    #[must_use]
    pub fn load(folder: &Path) -> Self {
        let text = std::fs::read_to_string(file(folder)).unwrap_or_default();
        let mut settings: Self = serde_json::from_str(&text).unwrap_or_default();
        settings.scale = settings.scale.clamp(75, 200);
        settings.text = settings.text.clamp(75, 200);
        settings.volume = settings.volume.min(100);
        settings.speed = settings.speed.min(SPEEDS.len() - 1);
        settings.palette = settings.palette.min(PALETTES.len() - 1);
        settings
    }

    /// Keeps them in a folder.
    ///
    /// # Errors
    /// [`KeepError::Settings`], when they cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), KeepError> {
        let write = || -> Result<(), KeepError> {
            let text = serde_json::to_string_pretty(self)?;
            Ok(files::replace(&file(folder), text.as_bytes())?)
        };
        write().map_err(|error| KeepError::Settings(Box::new(error)))
    }

    /// Which colours the art is drawn with.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        match self.palette {
            1 => Scheme::Deutan,
            2 => Scheme::Tritan,
            3 => Scheme::Contrast,
            _ => Scheme::Usual,
        }
    }

    /// How hard the computer plays in battles that begin; as usual where the number is none.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::from_code(self.level).unwrap_or_default()
    }

    /// The keys as they are bound.
    #[must_use]
    pub fn bindings(&self) -> Bindings {
        Bindings::with(&self.keys)
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("settings.json")
}
