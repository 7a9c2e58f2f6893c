//! Where content comes from: the packs under the assets folder, loaded with the kinds that the host registers.

use crate::record::CompileError;
use crate::referee::Setup;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::assets::LessonStep;
use foretoken_action_assets::{Compiled, Files, KindRegistry, Library, RegistryError, kinds};
use foretoken_vm::{CompiledScenario, Team};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The pack that is meant where none is named.
pub const DEFAULT_PACK: &str = "vigil";

/// Registers kinds: the core ones, or those and a crate's own.
pub type Register = fn(&mut KindRegistry) -> Result<(), RegistryError>;

/// The assets folder and the kinds to read it with.
#[derive(Clone, Debug)]
pub struct Content {
    root: PathBuf,
    register: Register,
    read: Arc<Mutex<Option<Read>>>,
}

/// The assets of a record as they were read last: a record in which they are exchanged has them compiled again and again
/// with a file or two changed.
#[derive(Debug)]
struct Read {
    files: Files,
    /// Whether nothing was wrong with the text as a whole, which is known to a library that read it at once.
    is_whole: bool,
    library: Library,
}

impl Read {
    /// The assets of these files, of which those that are as they were before are not read again.
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
            // A broken file does not fall back on what it was before.
            library.reload(path, None);
            library.reload(path, Some(bytes));
        }
        Self { files, is_whole, library }
    }
}

/// Why a scenario cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// There is no assets folder.
    #[error("there is no folder `assets` here or above; --assets says where it is")]
    NoAssets,
    /// The folder that was named is none.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// There is no such pack.
    #[error("there is no pack `{pack}` in {}; there are {}", root.display(), if there.is_empty() { "none".to_owned() } else { there.join(", ") })]
    NoPack {
        /// Its name.
        pack: String,
        /// Where it was looked for.
        root: PathBuf,
        /// The packs there.
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
    /// Content of the folder given, or else of the nearest `assets` folder here or above, or of the one this program
    /// was built beside.
    ///
    /// # Errors
    /// When there is none.
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

    /// The content of another assets folder, read with the same kinds.
    #[must_use]
    pub fn at(&self, root: PathBuf) -> Self {
        Self { root, register: self.register, read: Arc::default() }
    }

    /// The same content read with other kinds: the host adds those of other crates here.
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

    /// The kinds.
    ///
    /// # Errors
    /// When two share a name.
    pub fn registry(&self) -> Result<KindRegistry, RegistryError> {
        let mut registry = KindRegistry::new();
        (self.register)(&mut registry)?;
        Ok(registry)
    }

    /// Names of the packs, the usual one first, then sorted.
    #[must_use]
    pub fn packs(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.root).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
        // Old versions of files and the like are no packs.
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort_by(|a, b| (a != DEFAULT_PACK, a).cmp(&(b != DEFAULT_PACK, b)));
        names
    }

    /// A pack.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn library(&self, pack: &str) -> Result<Library, ContentError> {
        crate::long_work::note("reading a pack");
        Ok(Library::load_folder(&self.folder(pack)?, self.registry()?))
    }

    /// The folder of a pack.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn folder(&self, pack: &str) -> Result<PathBuf, ContentError> {
        let folder = self.root.join(pack);
        // A record from elsewhere names a pack too, and must lead nowhere else.
        let leads_away = pack.contains(['/', '\\']) || matches!(pack, "" | "." | "..");
        if leads_away || !folder.is_dir() {
            let (pack, root, there) = (pack.to_owned(), self.root.clone(), self.packs());
            return Err(ContentError::NoPack { pack, root, there });
        }
        Ok(folder)
    }

    /// The pack of a scenario named without one: the first that has it, the usual pack before others.
    fn pack_of(&self, scenario: &str) -> String {
        let packs = std::iter::once(DEFAULT_PACK.to_owned()).chain(self.packs());
        let file = AssetType::Scenario.path(scenario);
        let mut having = packs.filter(|pack| self.root.join(pack).join(&file).is_file());
        having.next().unwrap_or_else(|| self.usual_pack())
    }

    /// The pack that is meant where none is named: `vigil`, or the first there is.
    #[must_use]
    pub fn usual_pack(&self) -> String {
        let packs = self.packs();
        let usual = packs.iter().find(|pack| *pack == DEFAULT_PACK).or(packs.first());
        usual.cloned().unwrap_or_else(|| DEFAULT_PACK.to_owned())
    }

    /// What is needed to start a scenario, named `scenario` or `pack/scenario`.
    ///
    /// # Errors
    /// When there is none, or assets that it needs have faults: all faults of the pack are in the message.
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
        let setup = Setup { assets: library.canonical_text(), pack, ..setup };
        Ok(Ready { setup, title, note: asset.note, hints: asset.hints, lesson: asset.lesson })
    }

    /// Rules and opening of a record's asset text.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn compile_text(&self, text: &str, scenario: &str) -> Result<CompiledScenario, CompileError> {
        let registry = self.registry()?;
        // Threads that read records at once take turns with what was read last, and wait for none.
        let last = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last().take();
        let read = Read::of(before, text, registry);
        let (compiled, faults) = read.library.compile(scenario);
        *last() = Some(read);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
    }

    /// The assets of a battle as the seat of a side may have them, as one text; see [`Library::text_for_seats`].
    ///
    /// # Errors
    /// When two kinds of actions share a name, or the assets do not hold the scenario.
    pub fn text_for_seats(&self, setup: &Setup, side: Team) -> Result<String, ContentError> {
        let library = Library::from_canonical_text(&setup.assets, self.registry()?);
        let scenario = &setup.book.scenario;
        let text = library.text_for_seats(scenario, &setup.book, side);
        text.ok_or_else(|| ContentError::Faults(format!("the assets of the battle do not hold `{scenario}`")))
    }

    /// The scenarios of a pack in the order in which they are played: by the number before their name in `order`, else
    /// by name.
    ///
    /// # Errors
    /// When there is no such pack.
    pub fn scenarios(&self, pack: &str) -> Result<Vec<ScenarioInfo>, ContentError> {
        let library = self.library(pack)?;
        let mut infos: Vec<ScenarioInfo> = library
            .names_of(AssetType::Scenario)
            .filter_map(|name| {
                let scenario = library.scenario(name)?;
                let title = if scenario.title.is_empty() { name.to_owned() } else { scenario.title.clone() };
                let (note, map) = (scenario.note.clone(), scenario.map.clone());
                // Those of the player's side: a list of scenarios is its.
                let bonus = scenario.bonus_goals.iter().filter(|goal| goal.team == 0).map(|goal| goal.text.clone());
                let (name, bonus) = (name.to_owned(), bonus.collect());
                Some(ScenarioInfo { name, title, note, bonus, order: scenario.order, map })
            })
            .collect();
        infos.sort_by(|a, b| (a.order, &a.name).cmp(&(b.order, &b.name)));
        Ok(infos)
    }
}

/// A scenario ready to start.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Rules, assets and seed.
    pub setup: Setup,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub note: String,
    /// Hints, one a round.
    pub hints: Vec<String>,
    /// The steps that a new player is led through.
    pub lesson: Vec<LessonStep>,
}

/// A scenario in a list.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ScenarioInfo {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub note: String,
    /// What may be achieved beside winning.
    pub bonus: Vec<String>,
    /// Its place among the scenarios.
    pub order: i32,
    /// Its map, for telling whether a picture of it is still true.
    #[serde(skip)]
    pub map: Vec<String>,
}
