//! Loading of packs from the assets folder with the registered kinds.

use crate::record::CompileError;
use crate::referee::Setup;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::assets::LessonStep;
use foretoken_action_assets::{Compiled, Files, KindRegistry, Library, RegistryError, kinds};
use foretoken_vm::{CompiledScenario, Rulebook, Team};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Pack of names without a pack.
pub const DEFAULT_PACK: &str = "vigil";

/// Function that registers the core kinds, and those of other crates if any.
pub type Register = fn(&mut KindRegistry) -> Result<(), RegistryError>;

/// Assets folder and its kinds.
#[derive(Clone, Debug)]
pub struct Content {
    root: PathBuf,
    register: Register,
    read: Arc<Mutex<Option<Read>>>,
}

/// The assets of the last read record. A record with asset exchanges compiles them again and again with few changes.
#[derive(Debug)]
struct Read {
    files: Files,
    is_whole: bool,
    library: Library,
}

impl Read {
    fn of(before: Option<Self>, text: &str, registry: KindRegistry) -> Self {
        let (files, faults) = Files::from_one_text(text);
        let is_whole = faults.is_empty();
        let Some(Self { files: old, mut library, .. }) = before.filter(|before| is_whole && before.is_whole) else {
            return Self { files, is_whole, library: Library::from_canonical_text(text, registry) };
        };
        for path in old.0.keys().filter(|path| !files.0.contains_key(*path)) {
            library.reload(path, None);
        }
        for (path, bytes) in files.0.iter().filter(|(path, bytes)| old.0.get(*path) != Some(bytes)) {
            library.reload(path, None);
            library.reload(path, Some(bytes));
        }
        Self { files, is_whole, library }
    }
}

/// Reason why a scenario cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// There is no assets folder.
    #[error("no folder `assets` in this folder or above it; give its path with --assets")]
    NoAssets,
    /// The given folder does not exist.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// There is no such pack.
    #[error("there is no pack `{pack}` in {}; there are {}", root.display(), if there.is_empty() { "none".to_owned() } else { there.join(", ") })]
    NoPack {
        /// Name.
        pack: String,
        /// Searched folder.
        root: PathBuf,
        /// Packs in that folder.
        there: Vec<String>,
    },
    /// The assets have faults.
    #[error("{0}")]
    Faults(String),
    /// Two kinds share a name.
    #[error(transparent)]
    Kinds(#[from] RegistryError),
}

impl Content {
    /// Returns content of the given folder, else of the nearest `assets` folder, else of the one beside this program's
    /// sources.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn find(given: Option<&Path>) -> Result<Self, ContentError> {
        let here = std::env::current_dir().ok();
        let above = here.iter().flat_map(|dir| dir.ancestors()).map(|dir| dir.join("assets"));
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let root = match given {
            Some(given) if given.is_dir() => given.to_owned(),
            Some(given) => return Err(ContentError::NoFolder(given.to_owned())),
            None => above.chain([built]).find(|path| path.is_dir()).ok_or(ContentError::NoAssets)?,
        };
        Ok(Self { root, register: kinds::register, read: Arc::default() })
    }

    /// Returns the content of another assets folder with the same kinds.
    #[must_use]
    pub fn at(&self, root: PathBuf) -> Self {
        Self { root, register: self.register, read: Arc::default() }
    }

    /// Returns the content with other kinds. The host adds those of other crates here.
    #[must_use]
    pub fn with_kinds(mut self, register: Register) -> Self {
        self.register = register;
        self.read = Arc::default();
        self
    }

    /// The assets folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the kinds.
    ///
    /// # Errors
    ///
    /// If two share a name.
    pub fn registry(&self) -> Result<KindRegistry, RegistryError> {
        let mut registry = KindRegistry::new();
        (self.register)(&mut registry)?;
        Ok(registry)
    }

    /// Returns the pack names: the default pack first, then sorted.
    #[must_use]
    pub fn packs(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.root).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort_by(|a, b| (a != DEFAULT_PACK, a).cmp(&(b != DEFAULT_PACK, b)));
        names
    }

    /// Loads a pack.
    ///
    /// # Errors
    ///
    /// If there is no such pack.
    pub fn library(&self, pack: &str) -> Result<Library, ContentError> {
        crate::long_work::note("reading a pack");
        Ok(Library::load_folder(&self.folder(pack)?, self.registry()?))
    }

    /// Returns the folder of a pack.
    ///
    /// # Errors
    ///
    /// If there is no such pack.
    pub fn folder(&self, pack: &str) -> Result<PathBuf, ContentError> {
        let folder = self.root.join(pack);
        // A foreign record also names a pack, which must not lead out of the folder.
        let leads_away = pack.contains(['/', '\\']) || matches!(pack, "" | "." | "..");
        if leads_away || !folder.is_dir() {
            let (pack, root, there) = (pack.to_owned(), self.root.clone(), self.packs());
            return Err(ContentError::NoPack { pack, root, there });
        }
        Ok(folder)
    }

    fn pack_of(&self, scenario: &str) -> String {
        let packs = std::iter::once(DEFAULT_PACK.to_owned()).chain(self.packs());
        let file = AssetType::Scenario.path(scenario);
        let mut having = packs.filter(|pack| self.root.join(pack).join(&file).is_file());
        having.next().unwrap_or_else(|| self.usual_pack())
    }

    /// Returns the default pack: `vigil`, or else the first.
    #[must_use]
    pub fn usual_pack(&self) -> String {
        let packs = self.packs();
        let usual = packs.iter().find(|pack| *pack == DEFAULT_PACK).or(packs.first());
        usual.cloned().unwrap_or_else(|| DEFAULT_PACK.to_owned())
    }

    /// Loads a scenario, named `scenario` or `pack/scenario`.
    ///
    /// # Errors
    ///
    /// If there is none, or its assets have faults; the message lists all faults of the pack.
    pub fn setup(&self, scenario: &str, seed: Option<u64>) -> Result<Ready, ContentError> {
        let (pack, name) = match scenario.split_once('/') {
            Some((pack, name)) => (pack.to_owned(), name),
            None => (self.pack_of(scenario), scenario),
        };
        let library = self.library(&pack)?;
        let Compiled { scenario: compiled, library, faults, .. } = library.compile_usable(name);
        let compiled = compiled.ok_or_else(|| ContentError::Faults(faults.render()))?;
        let asset = library.scenario(name).cloned().unwrap_or_default();
        let title = if asset.title.is_empty() { name.to_owned() } else { asset.title.clone() };
        let setup = Setup::of(compiled, seed.unwrap_or(asset.seed as u64));
        let setup = Setup { assets: library.canonical_text().into(), pack, ..setup };
        Ok(Ready { setup, title, note: asset.note, hints: asset.hints, lesson: asset.lesson })
    }

    /// Compiles the asset text of a record.
    ///
    /// # Errors
    ///
    /// If it does not compile.
    pub fn compile_text(&self, text: &str, scenario: &str) -> Result<CompiledScenario, CompileError> {
        let registry = self.registry()?;
        // Threads share the cache but never wait for each other.
        let last = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last().take();
        let read = Read::of(before, text, registry);
        let (compiled, faults) = read.library.compile(scenario);
        *last() = Some(read);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
    }

    /// Compiles the rules of a seat from the text of a server.
    ///
    /// # Errors
    ///
    /// If it does not compile.
    pub fn rules_of_text(&self, text: &str, scenario: &str) -> Result<Arc<Rulebook>, CompileError> {
        Ok(Arc::new(self.compile_text(text, scenario)?.rules))
    }

    /// Returns the assets for a side's seat as one text; see [`Library::text_for_seats`].
    ///
    /// # Errors
    ///
    /// If two action kinds share a name, or the assets lack the scenario.
    pub fn text_for_seats(&self, setup: &Setup, side: Team) -> Result<String, ContentError> {
        let library = Library::from_canonical_text(&setup.assets, self.registry()?);
        let scenario = &setup.book.scenario;
        let text = library.text_for_seats(scenario, &setup.book, side);
        text.ok_or_else(|| ContentError::Faults(format!("the assets of the battle have no scenario `{scenario}`")))
    }

    /// Returns the scenarios of a pack, sorted by their number in `order`, then by name.
    ///
    /// # Errors
    ///
    /// If there is no such pack.
    pub fn scenarios(&self, pack: &str) -> Result<Vec<ScenarioInfo>, ContentError> {
        let library = self.library(pack)?;
        let mut infos: Vec<ScenarioInfo> = library
            .names_of(AssetType::Scenario)
            .filter_map(|name| {
                let scenario = library.scenario(name)?;
                let title = if scenario.title.is_empty() { name.to_owned() } else { scenario.title.clone() };
                let (note, map) = (scenario.note.clone(), scenario.map.clone());
                let bonus = scenario.bonus_goals.iter().filter(|goal| goal.team == 0).map(|goal| goal.text.clone());
                let (name, bonus) = (name.to_owned(), bonus.collect());
                let badges = crate::texts::cards::badges(scenario);
                Some(ScenarioInfo { name, title, note, badges, bonus, order: scenario.order, map })
            })
            .collect();
        infos.sort_by(|a, b| (a.order, &a.name).cmp(&(b.order, &b.name)));
        Ok(infos)
    }
}

/// A scenario that can start.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Rules, assets and seed.
    pub setup: Setup,
    /// Title.
    pub title: String,
    /// Description.
    pub note: String,
    /// Hints, one a round.
    pub hints: Vec<String>,
    /// Steps of its lesson.
    pub lesson: Vec<LessonStep>,
}

/// A scenario in a list.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ScenarioInfo {
    /// Name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Description.
    pub note: String,
    /// Kind, length, enemies and turn order in a few words each.
    pub badges: Vec<String>,
    /// Texts of its bonus goals.
    pub bonus: Vec<String>,
    /// Number among the scenarios.
    pub order: i32,
    /// Map, to detect outdated pictures.
    #[serde(skip)]
    pub map: Vec<String>,
}
