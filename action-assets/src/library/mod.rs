//! A pack of assets: loaded in sorted order with every fault of every file, reloaded file by file, and compiled to the
//! rulebook of a scenario.
//!
//! While a file is broken, the last version of it that was whole stays in use. An asset that never was whole cannot be
//! used, nor what refers to it; the rest of the pack compiles without them.

mod auras;
pub(crate) mod book;
mod cell_lines;
mod deciders;
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

/// One file of a pack.
#[derive(Clone, Debug)]
struct Stored {
    /// The last whole version, or as much as could be read of a first one that is broken.
    asset: AnyAsset,
    spans: Spans,
    /// The text that `spans` are about.
    source: Source,
    /// Whether there never was a whole version.
    broken: bool,
    /// What is wrong with the file as it is now.
    faults: Diagnostics,
}

/// A pack of assets.
#[derive(Clone, Debug, Default)]
pub struct Library {
    registry: KindRegistry,
    /// By type and name. Copies of a pack share what does not differ.
    assets: BTreeMap<(AssetType, String), Arc<Stored>>,
    /// Files of which nothing could be read, by path.
    unread: BTreeMap<String, Diagnostics>,
    /// What was wrong with the folder itself.
    folder: Diagnostics,
}

impl Library {
    /// Loads a pack from its files.
    pub fn load(files: &Files, registry: KindRegistry) -> Self {
        let mut library = Library { registry, ..Library::default() };
        for (path, bytes) in &files.0 {
            library.reload(path, Some(bytes));
        }
        library
    }

    /// Loads a pack from its folder.
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

    /// Takes over a file's new bytes, or forgets a file that is gone, and returns what is wrong with it. While
    /// anything is, the last whole version stays in use.
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
            let message = "an asset cannot be here, so the file is not read";
            faults.push(Diagnostic::warning("stray-file", message).file(path).help(help));
            self.unread.insert(path.to_owned(), faults.clone());
            return faults;
        };
        if !is_asset_name(&name) {
            let message = format!("`{name}` cannot be an asset's name: it needs letters, digits, `_` and `-` alone");
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

    /// Puts an asset in place, as an editor does that changed it. Lines of its faults are those of the canonical text
    /// that it would be saved as.
    pub fn put(&mut self, name: &str, asset: AnyAsset) {
        let kind = asset.asset_type();
        let path = kind.path(name);
        self.unread.remove(&path);
        let text = asset.to_text();
        let mut faults = Diagnostics::new();
        let again = AnyAsset::read(kind, &path, text.as_bytes(), &self.registry, &mut faults);
        // What nests too deep to be read is kept as it is, without places.
        let (asset, spans) = again.filter(|(again, _)| *again == asset).unwrap_or((asset, Spans::default()));
        if !is_asset_name(name) {
            let message = format!("`{name}` cannot be an asset's name: it needs letters, digits, `_` and `-` alone");
            faults.push(Diagnostic::error("bad-name", message).file(path));
        }
        let stored = Stored { asset, spans, source: Source::new(text), broken: false, faults };
        self.assets.insert((kind, name.to_owned()), Arc::new(stored));
    }

    /// The same without a text, for what is made for a moment only.
    pub(crate) fn place_asset(&mut self, name: &str, asset: AnyAsset) {
        let (source, faults) = (Source::new(String::new()), Diagnostics::new());
        let stored = Stored { asset, spans: Spans::default(), source, broken: false, faults };
        self.assets.insert((stored.asset.asset_type(), name.to_owned()), Arc::new(stored));
    }

    /// Takes an asset away; what names it is at fault from then on.
    pub fn remove(&mut self, kind: AssetType, name: &str) -> Option<AnyAsset> {
        self.unread.remove(&kind.path(name));
        self.assets.remove(&(kind, name.to_owned())).map(|stored| Arc::unwrap_or_clone(stored).asset)
    }

    /// The pack with one action alone and what it leads to: enough to compile or play it, also where others have faults.
    /// What happens on the ground may happen to anybody, so all ground is there; of units, those that are led to or drawn
    /// with one of `glyphs` are whole, and the others there by name alone. So is what is asked for by `also`, where there is such.
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
                // What answers events leads to actions, and there are none.
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

    /// What is wrong with the text of an asset, compiling aside.
    pub fn faults_of(&self, kind: AssetType, name: &str) -> Option<&Diagnostics> {
        self.stored(kind, name).map(|stored| &stored.faults)
    }

    /// The pack with another version of an asset in place of the one that is not whole, or without it.
    pub fn substitute(&mut self, kind: AssetType, name: &str, from: &Library) {
        let key = (kind, name.to_owned());
        match from.assets.get(&key) {
            Some(stored) => drop(self.assets.insert(key, stored.clone())),
            None => drop(self.assets.remove(&key)),
        }
        self.unread.remove(&kind.path(name));
    }

    /// The kinds it was loaded with.
    pub fn registry(&self) -> &KindRegistry {
        &self.registry
    }

    /// An asset by type and name.
    pub fn asset(&self, kind: AssetType, name: &str) -> Option<&AnyAsset> {
        self.stored(kind, name).map(|stored| &stored.asset)
    }

    /// All assets with their names, by type and name.
    pub fn assets(&self) -> impl Iterator<Item = (AssetType, &str, &AnyAsset)> {
        self.assets.iter().map(|((kind, name), stored)| (*kind, name.as_str(), &stored.asset))
    }

    /// The names of all assets of a type, sorted.
    pub fn names_of(&self, kind: AssetType) -> impl Iterator<Item = &str> {
        self.assets.keys().filter(move |(of, _)| *of == kind).map(|(_, name)| name.as_str())
    }

    /// An action.
    pub fn action(&self, name: &str) -> Option<&Action> {
        match self.asset(AssetType::Action, name) {
            Some(AnyAsset::Action(action)) => Some(action),
            _ => None,
        }
    }

    /// A unit.
    pub fn unit(&self, name: &str) -> Option<&UnitAsset> {
        match self.asset(AssetType::Unit, name) {
            Some(AnyAsset::Unit(unit)) => Some(unit),
            _ => None,
        }
    }

    /// A surface.
    pub fn surface(&self, name: &str) -> Option<&SurfaceAsset> {
        match self.asset(AssetType::Surface, name) {
            Some(AnyAsset::Surface(surface)) => Some(surface),
            _ => None,
        }
    }

    /// A terrain.
    pub fn terrain(&self, name: &str) -> Option<&TerrainAsset> {
        match self.asset(AssetType::Terrain, name) {
            Some(AnyAsset::Terrain(terrain)) => Some(terrain),
            _ => None,
        }
    }

    /// A scenario.
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        match self.asset(AssetType::Scenario, name) {
            Some(AnyAsset::Scenario(scenario)) => Some(scenario),
            _ => None,
        }
    }

    /// The pack's rules; the default ones where it has none.
    pub fn rules(&self) -> Rules {
        match self.asset(AssetType::Rules, "rules") {
            Some(AnyAsset::Rules(rules)) => rules.clone(),
            _ => Rules::default(),
        }
    }

    fn stored(&self, kind: AssetType, name: &str) -> Option<&Stored> {
        self.assets.get(&(kind, name.to_owned())).map(Arc::as_ref)
    }

    /// What is wrong with the files as they are now, all of them.
    pub fn faults(&self) -> Diagnostics {
        let mut all = self.folder.clone();
        for faults in self.unread.values().chain(self.assets.values().map(|stored| &stored.faults)) {
            all.append(faults.clone());
        }
        self.twins(&mut all);
        all
    }

    /// Warns of assets whose names differ in capitals alone: some file systems keep one file for both.
    fn twins(&self, faults: &mut Diagnostics) {
        let mut known: BTreeMap<(AssetType, String), &str> = BTreeMap::new();
        for (kind, name) in self.assets.keys() {
            let Some(other) = known.insert((*kind, name.to_lowercase()), name) else { continue };
            let message =
                format!("`{name}` and `{other}` differ in capitals alone; some systems keep one file for both");
            faults.push(Diagnostic::warning("twin-name", message).file(kind.path(name)));
        }
    }

    /// The rules of a scenario as they are, whole or not, to show its map while it is being made: what is at fault is as good as
    /// could be made of it. They are not to be played.
    /// Of units of whom only some would be there, all are.
    pub fn sketch(&self, scenario: &str) -> Option<CompiledScenario> {
        self.scenario(scenario)?;
        let mut made = self.build(Some(scenario)).0;
        made.opening.spawn_pools.clear();
        Some(made)
    }

    /// The whole pack as one text, stable and canonical: records embed it, and [`Self::from_canonical_text`] reads it.
    pub fn canonical_text(&self) -> String {
        let mut files: Vec<(String, String)> =
            self.assets.iter().map(|((kind, name), stored)| (kind.path(name), stored.asset.to_text())).collect();
        files.sort();
        Files::to_one_text(files.iter().map(|(path, text)| (path.as_str(), text)))
    }

    /// What compiling finds wrong with all actions, and with a scenario if one is named.
    pub(crate) fn compile_faults(&self, scenario: Option<&str>) -> Diagnostics {
        self.build(scenario).1
    }

    /// Compiles all there is but a scenario: the programs of every action, whole or not, with what is wrong.
    pub fn compile_actions(&self) -> (foretoken_vm::Rulebook, Diagnostics) {
        let mut diagnostics = self.faults();
        let (book, found, _) = self.build(None);
        diagnostics.append(found);
        (book.rules, diagnostics)
    }

    /// Compiles a scenario to its rules and its opening. There are none where something that the scenario needs has an
    /// error; the diagnostics are all there are of the pack, those of files that are broken at the moment included.
    pub fn compile(&self, scenario: &str) -> (Option<CompiledScenario>, Diagnostics) {
        let compiled = self.compile_usable(scenario);
        (compiled.scenario, compiled.faults)
    }
}

/// Letters, digits, `_` and `-`. Assets are named in quotes, so that words of the text format and of Rust are names as well.
fn is_asset_name(name: &str) -> bool {
    let plain = name.replace('-', "_");
    is_name(&plain) || matches!(name, "true" | "false") || name.chars().all(|c| c.is_ascii_digit())
}

/// A fault of an asset's field, placed where the field stands.
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
