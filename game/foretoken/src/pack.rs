//! Packs of assets and their scenarios.

use crate::recording::titles;
use crate::{Battle, Error};
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_preview::Level;
use foretoken_session::Setup;
use foretoken_session::simulate::{self, Tally};
use foretoken_vm::{Opening, Rulebook};
#[cfg(feature = "std-io")]
use std::path::Path;
use std::sync::Arc;

/// A pack of assets.
#[derive(Clone, Debug)]
pub struct Pack {
    name: String,
    library: Library,
}

impl Pack {
    /// Opens the pack in a folder, with the core action kinds.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NoPack`] if the folder has no assets. [`Self::scenario`] and [`Self::faults`] report faulty
    /// assets.
    #[cfg(feature = "std-io")]
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(folder, KindRegistry::core())
    }

    /// Opens a pack with a registry of further kinds, turn orders, regions and functions.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    #[cfg(feature = "std-io")]
    pub fn open_with(folder: impl AsRef<Path>, registry: KindRegistry) -> Result<Self, Error> {
        let folder = folder.as_ref();
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let pack = Self { name, library: Library::load_folder(folder, registry) };
        if pack.has_assets() { Ok(pack) } else { Err(Error::NoPack(folder.display().to_string())) }
    }

    /// Creates a pack from files in memory, with paths such as `actions/push.ron`.
    #[must_use]
    pub fn from_files(name: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self::from_files_with(name, files, KindRegistry::core())
    }

    /// Creates a pack from files in memory, with a registry.
    #[must_use]
    pub fn from_files_with(
        name: &str,
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
        registry: KindRegistry,
    ) -> Self {
        let files = files.into_iter().fold(Files::new(), |files, (path, bytes)| files.with(path, bytes));
        Self { name: name.to_owned(), library: Library::load(&files, registry) }
    }

    /// Whether it has an asset of any type, also with faults.
    #[must_use]
    pub fn has_assets(&self) -> bool {
        AssetType::ALL.iter().any(|&own| self.library.names_of(own).next().is_some())
    }

    pub(crate) const fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the name, which is that of its folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Creates a pack from the text that [`Self::text`] returns.
    #[must_use]
    pub fn from_text(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), library: Library::from_canonical_text(text, KindRegistry::core()) }
    }

    /// Returns all assets as one text. Equal assets give equal texts.
    #[must_use]
    pub fn text(&self) -> String {
        self.library.canonical_text()
    }

    /// Returns the pack with some files replaced; `None` removes a file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Faults`] for the first file that cannot be read as an asset.
    pub fn with_files(&self, files: impl IntoIterator<Item = (String, Option<Vec<u8>>)>) -> Result<Self, Error> {
        let mut pack = self.clone();
        for (path, bytes) in files {
            let faults = pack.library.reload(&path, bytes.as_deref());
            if faults.has_errors() {
                return Err(Error::Faults(faults.render()));
            }
        }
        Ok(pack)
    }

    /// Returns the sorted scenario names.
    pub fn scenarios(&self) -> impl Iterator<Item = &str> {
        self.library.names_of(AssetType::Scenario)
    }

    /// Returns all faults of its assets as text with positions; empty if there are none.
    #[must_use]
    pub fn faults(&self) -> String {
        self.library.check_all().render()
    }

    /// Compiles a scenario.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NoScenario`] or [`Error::Faults`].
    pub fn scenario(&self, name: &str) -> Result<Scenario, Error> {
        if self.library.scenario(name).is_none() {
            let there = self.scenarios().map(str::to_owned).collect();
            return Err(Error::NoScenario { name: name.to_owned(), there });
        }
        let compiled = self.library.compile_usable(name);
        let scenario = compiled.scenario.ok_or_else(|| Error::Faults(compiled.faults.render()))?;
        let library = Arc::new(compiled.library.into_owned());
        let setup =
            Setup { pack: self.name.clone(), assets: library.canonical_text().into(), ..Setup::of(scenario, 1) };
        let titles = titles(&setup.book);
        Ok(Scenario { setup, library, titles })
    }
}

/// A compiled scenario.
#[derive(Clone)]
pub struct Scenario {
    pub(crate) setup: Setup,
    pub(crate) library: Arc<Library>,
    titles: Arc<[Arc<str>]>,
}

impl std::fmt::Debug for Scenario {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Scenario").field(&self.setup.book.scenario).finish()
    }
}

impl Scenario {
    /// Returns the rules, which all sides know.
    #[must_use]
    pub fn rules(&self) -> &Rulebook {
        &self.setup.book
    }

    /// Returns the opening, which only the referee knows.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.setup.opening
    }

    /// Returns the same rules with another opening: other units, cells or deciders. The level sets the difficulty.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Opening`] with all faults.
    pub fn with_opening(&self, opening: Opening) -> Result<Self, Error> {
        let setup = self.setup.clone().with_opening(opening).map_err(Error::Opening)?;
        Ok(self.with_setup(setup))
    }

    /// Returns the scenario at a level of the computer. Some scenarios have more units at [`Level::Hard`].
    #[must_use]
    pub fn at_level(&self, level: Level) -> Self {
        self.with_setup(self.setup.clone().at_level(level))
    }

    /// Returns the scenario without the computer: every side decides through [`Battle::step`].
    #[must_use]
    pub fn without_computer(&self) -> Self {
        self.with_setup(self.setup.clone().hot_seat())
    }

    fn with_setup(&self, setup: Setup) -> Self {
        Self { setup, library: Arc::clone(&self.library), titles: Arc::clone(&self.titles) }
    }

    /// Starts a battle. The seed replaces that of the opening.
    #[must_use]
    pub fn battle(&self, seed: u64) -> Battle {
        Battle::new(Arc::new(self.setup.clone().with_seed(seed)), Arc::clone(&self.titles))
    }

    /// Plays one battle of the computer against itself for each seed.
    ///
    /// ```
    /// # fn main() -> Result<(), foretoken::Error> {
    /// let scenario = foretoken::Pack::open("../../assets/vigil")?.scenario("first-light")?;
    /// let tallies = scenario.at_level(foretoken::Level::Easy).simulate(1..3);
    /// assert_eq!(tallies.len(), 2);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn simulate(&self, seeds: impl IntoIterator<Item = u64>) -> Vec<Tally> {
        let options = self.setup.level.options();
        let play = |seed| simulate::play(&self.setup.book, &self.setup.opening.seeded(seed), &options);
        seeds.into_iter().map(play).collect()
    }
}
