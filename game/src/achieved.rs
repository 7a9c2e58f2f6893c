//! Achievements by scenario, stored as JSON in the folder of records. An unreadable file counts as empty.

use crate::files::{self, KeepError};
use foretoken_session::Session;
use foretoken_session::rating::{Achieved, Rating};
use foretoken_session::saves;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const MAX_BYTES: u64 = 4 << 20;

/// Achievements by scenario (`PACK/NAME`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Achievements(BTreeMap<String, Achieved>);

/// A rating to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    scenario: String,
    rating: Rating,
}

impl Note {
    /// Returns the rating to store. `None` for battles that are not won, unrecorded, tests, edited or exchanged, and
    /// for several players.
    #[must_use]
    pub fn of(session: &Session) -> Option<Self> {
        let record = session.record_path()?.file_name()?.to_string_lossy().into_owned();
        if record.starts_with(saves::TEST) {
            return None;
        }
        let setup = session.setup();
        if session.is_edited() || session.is_exchanged() || session.seats().len() > 1 {
            return None;
        }
        let scenario = format!("{}/{}", setup.pack, setup.book.scenario);
        Some(Self { scenario, rating: Rating::of(session)? })
    }

    /// Merges it into a folder's achievements.
    ///
    /// # Errors
    ///
    /// Returns [`KeepError::Achieved`] if the write fails.
    pub fn keep(&self, folder: &Path) -> Result<(), KeepError> {
        self.add_to(folder).map_err(|error| KeepError::Achieved(Box::new(error)))
    }

    fn add_to(&self, folder: &Path) -> Result<(), KeepError> {
        let mut all = match Achievements::read(folder) {
            Ok(all) => all,
            // An unreadable file can be from a newer version, so it is moved aside.
            Err(_) => {
                let aside = folder.join("achieved.json.damaged");
                if aside.exists() {
                    return Err(KeepError::LiesAside);
                }
                std::fs::rename(file(folder), aside)?;
                Achievements::default()
            }
        };
        if !all.0.entry(self.scenario.clone()).or_default().add(&self.rating) {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&all)?;
        Ok(files::replace(&file(folder), text.as_bytes())?)
    }
}

impl Achievements {
    /// Loads the achievements of a folder.
    #[must_use]
    pub fn load(folder: &Path) -> Self {
        Self::read(folder).unwrap_or_default()
    }

    fn read(folder: &Path) -> Result<Self, KeepError> {
        let file = file(folder);
        let size = match std::fs::metadata(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            data => data?.len(),
        };
        if size > MAX_BYTES {
            return Err(KeepError::TooLarge(size));
        }
        let text = std::fs::read_to_string(file)?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Describes the achievement of a scenario; `None` if it was never won.
    #[must_use]
    pub fn words(&self, pack: &str, scenario: &str) -> Option<String> {
        self.of(pack, scenario).map(foretoken_session::texts::rating::achieved)
    }

    /// Whether a bonus goal, by its text, was ever achieved.
    #[must_use]
    #[cfg(any(test, feature = "window"))]
    pub fn has_bonus(&self, pack: &str, scenario: &str, bonus: &str) -> bool {
        self.of(pack, scenario).is_some_and(|achieved| achieved.bonus.contains(bonus))
    }

    fn of(&self, pack: &str, scenario: &str) -> Option<&Achieved> {
        let name = if scenario.contains('/') { scenario.to_owned() } else { format!("{pack}/{scenario}") };
        self.0.get(&name)
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("achieved.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_achieved_is_kept_and_what_is_broken_is_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let rating = Rating { rounds: 4, level: "normal".to_owned(), ..Rating::default() };
        let note = Note { scenario: "vigil/first-light".to_owned(), rating };
        note.keep(folder.path()).expect("it is written");
        let all = Achievements::load(folder.path());
        assert_eq!(all.words("vigil", "first-light").as_deref(), Some("*** 4 rounds, normal"));
        assert_eq!(all.words("", "vigil/first-light"), all.words("vigil", "first-light"));
        assert_eq!(all.words("vigil", "powder"), None);
        let rating =
            Rating { bonus: vec![("Unseen.".to_owned(), true), ("Quick.".to_owned(), false)], ..note.rating.clone() };
        Note { rating, ..note.clone() }.keep(folder.path()).expect("it is written");
        let all = Achievements::load(folder.path());
        assert!(all.has_bonus("vigil", "first-light", "Unseen.") && !all.has_bonus("vigil", "first-light", "Quick."));
        std::fs::write(file(folder.path()), "[").expect("it is written");
        assert_eq!(Achievements::load(folder.path()), Achievements::default());
        note.keep(folder.path()).expect("it is written");
        let aside = std::fs::read_to_string(folder.path().join("achieved.json.damaged"));
        assert_eq!(aside.expect("what could not be read lies aside"), "[");
        std::fs::write(file(folder.path()), "{").expect("it is written");
        assert!(note.keep(folder.path()).is_err(), "no second one is put over the first");
    }
}
