//! Settings of the player, stored as JSON. An unreadable file gives the defaults.

use crate::art::Scheme;
use crate::files::{self, KeepError};
use crate::window::audio::Volumes;
use crate::window::platform::input::Chord;
use crate::window::screens::commands::Bindings;
use foretoken_preview::Level;
pub use foretoken_session::playback::SPEEDS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Player's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Interface scale in percent, 75 to 200.
    pub scale: u32,
    /// Text scale in percent, 75 to 200.
    pub text: u32,
    /// Palette: 0 default, 1 red-green, 2 blue-yellow, 3 contrast.
    pub palette: usize,
    /// Whether shaking, flashes and swaying are disabled.
    pub reduced_motion: bool,
    /// Loudness of everything in percent.
    pub volume: u32,
    /// Loudness of wind and water in percent.
    pub ambience: u32,
    /// Loudness of what units do in percent.
    pub effects: u32,
    /// Loudness of presses and choices in percent.
    pub interface: u32,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Computer's level in new battles, as [`Level::code`].
    pub level: u8,
    /// Whether new battles are ironman.
    pub ironman: bool,
    /// Index into [`SPEEDS`].
    pub speed: usize,
    /// Whether cell borders are drawn.
    pub grid: bool,
    /// Changed key bindings by command.
    pub keys: BTreeMap<String, Vec<Chord>>,
}

/// Palette names.
pub const PALETTES: [&str; 4] = ["usual", "red-green", "blue-yellow", "contrast"];

impl Default for Settings {
    fn default() -> Self {
        Self {
            scale: 100,
            text: 100,
            palette: 0,
            reduced_motion: false,
            volume: 60,
            ambience: 100,
            effects: 100,
            interface: 100,
            full_screen: false,
            level: Level::default().code(),
            ironman: false,
            speed: 0,
            grid: true,
            keys: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Loads the settings of a folder, clamped to their ranges.
    #[must_use]
    pub fn load(folder: &Path) -> Self {
        let text = std::fs::read_to_string(file(folder)).unwrap_or_default();
        let mut settings: Self = serde_json::from_str(&text).unwrap_or_default();
        settings.scale = settings.scale.clamp(75, 200);
        settings.text = settings.text.clamp(75, 200);
        for volume in [&mut settings.volume, &mut settings.ambience, &mut settings.effects, &mut settings.interface] {
            *volume = (*volume).min(100);
        }
        settings.speed = settings.speed.min(SPEEDS.len() - 1);
        settings.palette = settings.palette.min(PALETTES.len() - 1);
        settings
    }

    /// Stores the settings in a folder.
    ///
    /// # Errors
    ///
    /// Returns [`KeepError::Settings`] if the write fails.
    pub fn save(&self, folder: &Path) -> Result<(), KeepError> {
        let write = || -> Result<(), KeepError> {
            let text = serde_json::to_string_pretty(self)?;
            Ok(files::replace(&file(folder), text.as_bytes())?)
        };
        write().map_err(|error| KeepError::Settings(Box::new(error)))
    }

    /// Returns the loudness of each kind of sound.
    #[must_use]
    pub const fn volumes(&self) -> Volumes {
        Volumes { all: self.volume, ambience: self.ambience, effects: self.effects, interface: self.interface }
    }

    /// Returns the colour scheme.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        match self.palette {
            1 => Scheme::Deutan,
            2 => Scheme::Tritan,
            3 => Scheme::Contrast,
            _ => Scheme::Usual,
        }
    }

    /// Returns the level of new battles; the default if the number is unknown.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::from_code(self.level).unwrap_or_default()
    }

    /// Returns the key bindings.
    #[must_use]
    pub fn bindings(&self) -> Bindings {
        Bindings::with(&self.keys)
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("settings.json")
}
