//! Loading of packs from the assets folder with the registered kinds.

use crate::record::CompileError;
use crate::referee::Setup;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::assets::LessonStep;
use foretoken_action_assets::{Compiled, Files, KindRegistry, Library, RegistryError, kinds, store};
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
    /// Folder of the user's packs, which lie over those of the root and take all edits.
    own: Option<PathBuf>,
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
    /// A shipped pack could not be copied to the user's folder.
    #[error("the pack `{pack}` cannot be copied to {}: {source}", to.display())]
    Copy {
        /// Name.
        pack: String,
        /// Folder of the copy.
        to: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// The assets have faults.
    #[error("{0}")]
    Faults(String),
    /// Two kinds share a name.
    #[error(transparent)]
    Kinds(#[from] RegistryError),
}

impl Content {
    /// Returns the content of a folder of packs, with the core kinds.
    ///
    /// # Errors
    ///
    /// If the folder does not exist.
    pub fn open(root: &Path) -> Result<Self, ContentError> {
        if !root.is_dir() {
            return Err(ContentError::NoFolder(root.to_owned()));
        }
        Ok(Self { root: root.to_owned(), own: None, register: kinds::register, read: Arc::default() })
    }

    /// Returns the content of another assets folder with the same kinds.
    #[must_use]
    pub fn at(&self, root: PathBuf) -> Self {
        Self { root, own: None, register: self.register, read: Arc::default() }
    }

    /// Returns the content with the user's packs over it. A pack of that folder replaces the pack of the same name.
    #[must_use]
    pub fn with_own(self, own: PathBuf) -> Self {
        Self { own: Some(own), ..self }
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
        let roots = self.own.iter().chain([&self.root]);
        let entries = roots.flat_map(|root| std::fs::read_dir(root).into_iter().flatten().flatten());
        let folders = entries.filter(|entry| entry.path().is_dir());
        let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort_by(|a, b| (a != DEFAULT_PACK, a).cmp(&(b != DEFAULT_PACK, b)));
        names.dedup();
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
        let folder = self.place_of(pack);
        // A foreign record also names a pack, which must not lead out of the folder.
        let leads_away = pack.contains(['/', '\\']) || matches!(pack, "" | "." | "..");
        if leads_away || !folder.is_dir() {
            let (pack, root, there) = (pack.to_owned(), self.root.clone(), self.packs());
            return Err(ContentError::NoPack { pack, root, there });
        }
        Ok(folder)
    }

    /// Returns the place of a pack, which need not exist: that of the user if there is one.
    #[must_use]
    pub fn place_of(&self, pack: &str) -> PathBuf {
        let own = self.own.iter().map(|own| own.join(pack)).find(|own| own.is_dir());
        own.unwrap_or_else(|| self.root.join(pack))
    }

    /// Returns the place to which edits of a pack are written. It is [`Self::place_of`], unless the pack is a shipped one
    /// without a copy of the user.
    #[must_use]
    pub fn place_to_edit(&self, pack: &str) -> PathBuf {
        self.own.as_ref().unwrap_or(&self.root).join(pack)
    }

    /// Returns the folder to which edits of a pack are written. A shipped pack is copied there first.
    ///
    /// # Errors
    ///
    /// If there is no such pack, or the copy fails; then nothing is written.
    pub fn folder_to_edit(&self, pack: &str) -> Result<PathBuf, ContentError> {
        let (from, to) = (self.folder(pack)?, self.place_to_edit(pack));
        if from != to {
            store::copy_whole(&from, &to).map_err(|source| ContentError::Copy {
                pack: pack.to_owned(),
                to: to.clone(),
                source,
            })?;
        }
        Ok(to)
    }

    /// Returns the folder of the shipped packs, if edits go to the user's folder.
    #[must_use]
    pub fn shipped_root(&self) -> Option<&Path> {
        self.own.as_ref().map(|_| self.root.as_path())
    }

    fn pack_of(&self, scenario: &str) -> String {
        let packs = std::iter::once(DEFAULT_PACK.to_owned()).chain(self.packs());
        let file = AssetType::Scenario.path(scenario);
        let mut having = packs.filter(|pack| self.place_of(pack).join(&file).is_file());
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

    /// Returns the title of a pack; its name if it has none or cannot be read.
    #[must_use]
    pub fn title_of(&self, pack: &str) -> String {
        let title = self.library(pack).map(|library| library.rules().title).unwrap_or_default();
        if title.is_empty() { pack.to_owned() } else { title }
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
                let (chapter, order) = (scenario.chapter.clone(), scenario.order);
                Some(ScenarioInfo { name, title, note, badges, bonus, chapter, order, map })
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
    /// Heading above it and the scenarios that follow it, or empty.
    pub chapter: String,
    /// Number among the scenarios.
    pub order: i32,
    /// Map, to detect outdated pictures.
    #[serde(skip)]
    pub map: Vec<String>,
}

impl ScenarioInfo {
    /// Returns the heading above the scenario in a list that names its pack; an empty name is left out.
    #[must_use]
    pub fn heading(&self, pack: &str) -> String {
        match (pack, self.chapter.as_str()) {
            (pack, "") => pack.to_owned(),
            ("", chapter) => chapter.to_owned(),
            (pack, chapter) => format!("{pack}: {chapter}"),
        }
    }
}
