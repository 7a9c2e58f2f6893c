//! A pack of assets. While a file has faults, its last valid version stays in use.

mod auras;
pub(crate) mod book;
mod campaigns;
mod cell_lines;
mod deciders;
mod decks;
mod effect_source_checks;
mod effect_sources;
mod endless;
mod files;
#[cfg(feature = "std-io")]
mod folders;
mod layers;
mod lesson;
mod links;
mod map;
mod miniature;
mod policies;
mod reactions;
mod region;
mod relief;
mod renaming;
mod searches;
mod shared_actions;
mod spawns;
mod starts;
mod timetable;
mod usable;

pub use campaigns::{CAMP, CompiledCamp};
pub use files::Files;
pub use miniature::{Miniature, Tile};
pub use usable::Compiled;

use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "std-io")]
use std::path::Path;
use std::sync::Arc;

use foretoken_vm::CompiledScenario;

use crate::assets::{
    Action, AnyAsset, AssetType, ItemAsset, Rules, Scenario, SkillAsset, StatusAsset, SurfaceAsset, TerrainAsset,
    UnitAsset,
};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::kind::KindRegistry;
use crate::part::Spans;
use crate::syntax::{Source, is_name};
use crate::walk;

#[derive(Clone, Debug)]
struct Stored {
    /// The last valid version, or the readable parts of a first one with faults.
    asset: AnyAsset,
    spans: Spans,
    source: Source,
    broken: bool,
    faults: Diagnostics,
}

/// A pack of assets.
#[derive(Clone, Debug, Default)]
pub struct Library {
    registry: KindRegistry,
    assets: BTreeMap<(AssetType, String), Arc<Stored>>,
    unread: BTreeMap<String, Diagnostics>,
    folder: Diagnostics,
    /// Columns of campaigns that were left out because of a fault. Actions still name them.
    left_columns: Vec<foretoken_vm::rulebook::Column>,
}

impl Library {
    /// Loads a pack from files.
    pub fn load(files: &Files, registry: KindRegistry) -> Self {
        let mut library = Library { registry, ..Library::default() };
        for (path, bytes) in &files.0 {
            library.reload(path, Some(bytes));
        }
        library
    }

    /// Loads a pack from a folder.
    #[cfg(feature = "std-io")]
    pub fn load_folder(folder: &Path, registry: KindRegistry) -> Self {
        let (files, faults) = Files::from_folder(folder);
        Library { folder: faults, ..Library::load(&files, registry) }
    }

    /// Loads a pack from its [`Self::canonical_text`].
    pub fn from_canonical_text(text: &str, registry: KindRegistry) -> Self {
        let (files, faults) = Files::from_one_text(text);
        Library { folder: faults, ..Library::load(&files, registry) }
    }

    /// Replaces or removes a file and returns its faults.
    pub fn reload(&mut self, path: &str, bytes: Option<&[u8]>) -> Diagnostics {
        let mut faults = Diagnostics::new();
        self.unread.remove(path);
        let known = AssetType::of_path(path).map(|(kind, name)| (kind, name.to_owned()));
        let Some(bytes) = bytes else {
            known.and_then(|key| self.assets.remove(&key));
            return faults;
        };
        let Some((kind, name)) = known else {
            let folders: Vec<&str> =
                AssetType::ALL.iter().map(|kind| kind.folder()).filter(|name| !name.is_empty()).collect();
            let help = format!("a pack has `rules.ron` and files `NAME.ron` in the folders {}", folders.join(", "));
            let message = "an asset cannot be here, so the file is ignored";
            faults.push(Diagnostic::warning("stray-file", message).file(path).help(help));
            self.unread.insert(path.to_owned(), faults.clone());
            return faults;
        };
        if !is_asset_name(&name) {
            let message = format!("`{name}` cannot be an asset's name: use only letters, digits, `_` and `-`");
            faults.push(Diagnostic::error("bad-name", message).file(path));
        }
        let read = AnyAsset::read(kind, path, bytes, &self.registry, &mut faults);
        let key = (kind, name);
        let Some((asset, spans)) = read else {
            match self.assets.get_mut(&key) {
                Some(stored) => Arc::make_mut(stored).faults = faults.clone(),
                None => drop(self.unread.insert(path.to_owned(), faults.clone())),
            }
            return faults;
        };
        let broken = faults.has_errors();
        match self.assets.get_mut(&key) {
            Some(stored) if broken && !stored.broken => Arc::make_mut(stored).faults = faults.clone(),
            _ => {
                let source = Source::new(String::from_utf8_lossy(bytes));
                let stored = Stored { asset, spans, source, broken, faults: faults.clone() };
                self.assets.insert(key, Arc::new(stored));
            }
        }
        faults
    }

    /// Replaces an asset, as an editor does.
    pub fn put(&mut self, name: &str, asset: AnyAsset) {
        let kind = asset.asset_type();
        let path = kind.path(name);
        self.unread.remove(&path);
        let text = asset.to_text();
        let mut faults = Diagnostics::new();
        let again = AnyAsset::read(kind, &path, text.as_bytes(), &self.registry, &mut faults);
        // An asset nested too deeply to read is kept without spans.
        let (asset, spans) = again.filter(|(again, _)| *again == asset).unwrap_or((asset, Spans::default()));
        if !is_asset_name(name) {
            let message = format!("`{name}` cannot be an asset's name: use only letters, digits, `_` and `-`");
            faults.push(Diagnostic::error("bad-name", message).file(path));
        }
        let stored = Stored { asset, spans, source: Source::new(text), broken: false, faults };
        self.assets.insert((kind, name.to_owned()), Arc::new(stored));
    }

    pub(crate) fn place_asset(&mut self, name: &str, asset: AnyAsset) {
        let (source, faults) = (Source::new(String::new()), Diagnostics::new());
        let stored = Stored { asset, spans: Spans::default(), source, broken: false, faults };
        self.assets.insert((stored.asset.asset_type(), name.to_owned()), Arc::new(stored));
    }

    /// Removes an asset.
    pub fn remove(&mut self, kind: AssetType, name: &str) -> Option<AnyAsset> {
        self.unread.remove(&kind.path(name));
        self.assets.remove(&(kind, name.to_owned())).map(|stored| Arc::unwrap_or_clone(stored).asset)
    }

    /// Returns the pack reduced to one action and its dependencies, all terrains and surfaces, units with one of
    /// `glyphs`, and the asset `also`. Other units keep only their names.
    #[must_use]
    pub fn around(
        &self,
        action: &str,
        glyphs: &BTreeSet<char>,
        also: impl IntoIterator<Item = (AssetType, String)>,
    ) -> Self {
        let mut wanted = vec![(AssetType::Action, action.to_owned())];
        wanted.extend(also);
        for (kind, name, asset) in self.assets() {
            match asset {
                AnyAsset::Terrain(_) | AnyAsset::Surface(_) => wanted.push((kind, name.to_owned())),
                AnyAsset::Unit(unit) if unit.glyph.chars().all(|glyph| glyphs.contains(&glyph)) => {
                    wanted.push((kind, name.to_owned()));
                }
                _ => {}
            }
        }
        let mut kept = BTreeMap::new();
        while let Some(key) = wanted.pop() {
            let Some(stored) = self.assets.get(&key).filter(|_| !kept.contains_key(&key)) else { continue };
            for (_, to, name) in walk::references(stored.asset.clone().inspect_mut()) {
                wanted.extend(AssetType::ALL.iter().find(|kind| kind.reference() == to).map(|kind| (*kind, name)));
            }
            kept.insert(key, stored.clone());
        }
        for (key, stored) in self.assets.iter().filter(|((kind, _), _)| *kind != AssetType::Action) {
            kept.entry(key.clone()).or_insert_with(|| {
                let mut bare = stored.clone();
                let asset = &mut Arc::make_mut(&mut bare).asset;
                // Reactions would need actions that the reduced pack lacks.
                match asset {
                    AnyAsset::Item(ItemAsset { effect_source, .. })
                    | AnyAsset::Skill(SkillAsset { effect_source, .. })
                    | AnyAsset::Status(StatusAsset { effect_source, .. }) => effect_source.reactions.clear(),
                    _ => {}
                }
                if matches!(key.0, AssetType::Unit | AssetType::Item | AssetType::Skill | AssetType::Status) {
                    walk::walk(asset.inspect_mut(), "", &mut |_, _, value| {
                        if let walk::Value::Reference(name, _) = value {
                            name.clear();
                        }
                    });
                }
                bare
            });
        }
        Library { registry: self.registry.clone(), assets: kept, ..Library::default() }
    }

    /// Returns the faults of an asset's text, without compilation.
    pub fn faults_of(&self, kind: AssetType, name: &str) -> Option<&Diagnostics> {
        self.stored(kind, name).map(|stored| &stored.faults)
    }

    /// Replaces an asset by its version in another pack, or removes it.
    pub fn substitute(&mut self, kind: AssetType, name: &str, from: &Library) {
        let key = (kind, name.to_owned());
        match from.assets.get(&key) {
            Some(stored) => drop(self.assets.insert(key, stored.clone())),
            None => drop(self.assets.remove(&key)),
        }
        self.unread.remove(&kind.path(name));
    }

    /// Returns the registry.
    pub fn registry(&self) -> &KindRegistry {
        &self.registry
    }

    /// Returns an asset by type and name.
    pub fn asset(&self, kind: AssetType, name: &str) -> Option<&AnyAsset> {
        self.stored(kind, name).map(|stored| &stored.asset)
    }

    /// Returns all assets by type and name.
    pub fn assets(&self) -> impl Iterator<Item = (AssetType, &str, &AnyAsset)> {
        self.assets.iter().map(|((kind, name), stored)| (*kind, name.as_str(), &stored.asset))
    }

    /// Returns the sorted names of a type.
    pub fn names_of(&self, kind: AssetType) -> impl Iterator<Item = &str> {
        self.assets.keys().filter(move |(of, _)| *of == kind).map(|(_, name)| name.as_str())
    }

    /// Returns an action.
    pub fn action(&self, name: &str) -> Option<&Action> {
        match self.asset(AssetType::Action, name) {
            Some(AnyAsset::Action(action)) => Some(action),
            _ => None,
        }
    }

    /// Returns a unit asset.
    pub fn unit(&self, name: &str) -> Option<&UnitAsset> {
        match self.asset(AssetType::Unit, name) {
            Some(AnyAsset::Unit(unit)) => Some(unit),
            _ => None,
        }
    }

    /// Returns a surface.
    pub fn surface(&self, name: &str) -> Option<&SurfaceAsset> {
        match self.asset(AssetType::Surface, name) {
            Some(AnyAsset::Surface(surface)) => Some(surface),
            _ => None,
        }
    }

    /// Returns a terrain.
    pub fn terrain(&self, name: &str) -> Option<&TerrainAsset> {
        match self.asset(AssetType::Terrain, name) {
            Some(AnyAsset::Terrain(terrain)) => Some(terrain),
            _ => None,
        }
    }

    /// Returns a scenario.
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        match self.asset(AssetType::Scenario, name) {
            Some(AnyAsset::Scenario(scenario)) => Some(scenario),
            _ => None,
        }
    }

    /// Returns the pack's rules, or the defaults.
    pub fn rules(&self) -> Rules {
        match self.asset(AssetType::Rules, "rules") {
            Some(AnyAsset::Rules(rules)) => rules.clone(),
            _ => Rules::default(),
        }
    }

    fn stored(&self, kind: AssetType, name: &str) -> Option<&Stored> {
        self.assets.get(&(kind, name.to_owned())).map(Arc::as_ref)
    }

    /// Returns the faults of all files.
    pub fn faults(&self) -> Diagnostics {
        let mut all = self.folder.clone();
        for faults in self.unread.values().chain(self.assets.values().map(|stored| &stored.faults)) {
            all.append(faults.clone());
        }
        self.twins(&mut all);
        all
    }

    fn twins(&self, faults: &mut Diagnostics) {
        let mut known: BTreeMap<(AssetType, String), &str> = BTreeMap::new();
        for (kind, name) in self.assets.keys() {
            let Some(other) = known.insert((*kind, name.to_lowercase()), name) else { continue };
            let message =
                format!("`{name}` and `{other}` differ only in capitals; some systems treat them as one file");
            faults.push(Diagnostic::warning("twin-name", message).file(kind.path(name)));
        }
    }

    /// Compiles a scenario for display, even with faults. The result is not playable.
    pub fn sketch(&self, scenario: &str) -> Option<CompiledScenario> {
        self.scenario(scenario)?;
        let mut made = self.build(Some(scenario)).0;
        made.opening.spawn_pools.clear();
        Some(made)
    }

    /// Returns the whole pack as one canonical text, for records.
    pub fn canonical_text(&self) -> String {
        let mut files: Vec<(String, String)> =
            self.assets.iter().map(|((kind, name), stored)| (kind.path(name), stored.asset.to_text())).collect();
        files.sort();
        Files::to_one_text(files.iter().map(|(path, text)| (path.as_str(), text)))
    }

    pub(crate) fn compile_faults(&self, scenario: Option<&str>) -> Diagnostics {
        self.build(scenario).1
    }

    /// Compiles the programs of all actions and returns the faults.
    pub fn compile_actions(&self) -> (foretoken_vm::Rulebook, Diagnostics) {
        let mut diagnostics = self.faults();
        let (book, found, _) = self.build(None);
        diagnostics.append(found);
        (book.rules, diagnostics)
    }

    /// Compiles a scenario; `None` if anything it needs has an error. Returns all faults.
    pub fn compile(&self, scenario: &str) -> (Option<CompiledScenario>, Diagnostics) {
        let compiled = self.compile_usable(scenario);
        (compiled.scenario, compiled.faults)
    }
}

/// Asset names are quoted, so keywords are valid names.
fn is_asset_name(name: &str) -> bool {
    let plain = name.replace('-', "_");
    is_name(&plain) || matches!(name, "true" | "false") || name.chars().all(|c| c.is_ascii_digit())
}

fn field_fault(
    severity: Severity,
    file: &str,
    spans: &Spans,
    path: &str,
    code: &'static str,
    message: String,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(code, message).file(file).path(path);
    diagnostic.severity = severity;
    diagnostic.span = spans.nearest(path);
    diagnostic
}
