//! Finds the usable assets of a pack with faults: those that refer to no faulty asset.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::CompiledScenario;

use super::Library;
use crate::assets::{AnyAsset, AssetType};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, did_you_mean};
use crate::syntax::Span;
use crate::walk;

type Key = (AssetType, String);
type Users = BTreeMap<Key, Vec<(Key, String)>>;

/// Codes of faults that affect every asset, because table indices are invalid.
const WHOLE_PACK: [&str; 2] = ["too-many-names", "too-many-assets"];

const MAX_TOLD: usize = 10;

/// Unusable assets, each with the asset that has the fault.
#[derive(Clone, Debug, Default)]
pub(super) struct Unusable {
    roots: BTreeMap<Key, Key>,
    all: bool,
}

impl Unusable {
    /// Whether every asset is usable.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty() && !self.all
    }

    /// Whether an asset is unusable.
    pub fn is_unusable(&self, kind: AssetType, name: &str) -> bool {
        let rules = (AssetType::Rules, "rules".to_owned());
        self.all || self.roots.contains_key(&rules) || self.roots.contains_key(&(kind, name.to_owned()))
    }
}

/// Result of compiling a scenario.
#[derive(Clone, Debug)]
pub struct Compiled<'l> {
    /// The scenario; `None` if anything it needs is faulty.
    pub scenario: Option<CompiledScenario>,
    /// The assets used: all, or the usable ones.
    pub library: Cow<'l, Library>,
    /// Whether faulty assets were left out.
    pub left_out: bool,
    /// All faults of the pack.
    pub faults: Diagnostics,
}

impl Library {
    pub(super) fn unusable(&self, diagnostics: &mut Diagnostics) -> Unusable {
        let mut unusable = Unusable::default();
        let broken = self.assets.iter().filter(|(_, stored)| stored.broken).map(|(key, _)| key.clone());
        let unread = self.unread.iter().filter(|(_, faults)| faults.has_errors());
        let unread =
            unread.filter_map(|(path, _)| AssetType::of_path(path).map(|(kind, name)| (kind, name.to_owned())));
        unusable.roots.extend(broken.chain(unread).map(|key| (key.clone(), key)));
        if unusable.roots.is_empty() && !diagnostics.has_errors() {
            return unusable;
        }
        let users = self.users();
        let unread = users.iter().filter(|(key, _)| self.unread.contains_key(&key.0.path(&key.1)));
        let unread = unread.flat_map(|(_, users)| users).map(|((kind, name), path)| (kind.path(name), path.as_str()));
        let unread: BTreeSet<(String, &str)> = unread.collect();
        diagnostics.retain(|known| {
            known.code != "unknown-reference" || !unread.contains(&(known.file.clone(), known.path.as_str()))
        });
        for fault in diagnostics.iter().filter(|fault| fault.severity == Severity::Error) {
            unusable.all |= WHOLE_PACK.contains(&fault.code);
            match AssetType::of_path(&fault.file) {
                Some((kind, name)) => {
                    let key = (kind, name.to_owned());
                    unusable.roots.insert(key.clone(), key);
                }
                None => unusable.all = true,
            }
        }
        self.spread(users, &mut unusable, diagnostics);
        unusable
    }

    fn users(&self) -> Users {
        let mut users = Users::new();
        for ((kind, name), stored) in &self.assets {
            for (path, to, to_name) in walk::references(stored.asset.clone().inspect_mut()) {
                if let Some(to) = AssetType::ALL.iter().find(|kind| kind.reference() == to) {
                    users.entry((*to, to_name)).or_default().push(((*kind, name.clone()), path));
                }
            }
        }
        users
    }

    fn spread(&self, mut users: Users, unusable: &mut Unusable, diagnostics: &mut Diagnostics) {
        for (terrain, glyph) in self.drawn_terrains(&unusable.roots) {
            for name in self.names_of(AssetType::Scenario) {
                let Some(scenario) = self.scenario(name) else { continue };
                let own = scenario.legend.iter().any(|entry| entry.glyph == glyph);
                if !own && scenario.rows().any(|(_, _, row)| row.contains(&glyph)) {
                    let user = ((AssetType::Scenario, name.to_owned()), "map".to_owned());
                    users.entry((AssetType::Terrain, terrain.clone())).or_default().push(user);
                }
            }
        }
        let mut found = Vec::new();
        let mut reached: Vec<Key> = unusable.roots.keys().cloned().collect();
        while let Some(faulty) = reached.pop() {
            let Some(root) = unusable.roots.get(&faulty).cloned() else { continue };
            for (user, path) in users.get(&faulty).into_iter().flatten() {
                found.push((user, path, faulty.clone(), root.clone()));
                if !unusable.roots.contains_key(user) {
                    unusable.roots.insert(user.clone(), root.clone());
                    reached.push(user.clone());
                }
            }
        }
        found.sort();
        let causes = self.causes(diagnostics);
        let errors = diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        let mut told: BTreeSet<(String, String)> =
            errors.map(|fault| (fault.file.clone(), fault.path.clone())).collect();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for ((kind, name), path, faulty, root) in found {
            let file = kind.path(name);
            if counts.get(&file).is_some_and(|count| *count >= MAX_TOLD) || !told.insert((file.clone(), path.clone())) {
                continue;
            }
            *counts.entry(file.clone()).or_default() += 1;
            let its_own = faulty == root;
            let (word, root_word) = (faulty.0.reference(), root.0.reference());
            let whose = if its_own { "it".to_owned() } else { format!("{root_word} `{}`", root.1) };
            let message = format!("{word} `{}` cannot be used, because {whose} has a fault", faulty.1);
            let help = causes.get(&root.0.path(&root.1)).cloned();
            let mut fault = Diagnostic::error("faulty-reference", message).file(file).path(path).maybe_help(help);
            fault.span = self.span_of(*kind, name, path);
            let fault = fault.because_of(root.0.path(&root.1));
            diagnostics.push(fault);
        }
    }

    fn causes(&self, diagnostics: &Diagnostics) -> BTreeMap<String, String> {
        let stored = self.assets.values().map(|stored| &stored.faults);
        let all = [diagnostics].into_iter().chain(self.unread.values()).chain(stored).flat_map(Diagnostics::iter);
        let mut causes = BTreeMap::new();
        for fault in all.filter(|fault| fault.severity == Severity::Error) {
            causes.entry(fault.file.clone()).or_insert_with(|| match fault.line {
                0 => format!("{}: {}", fault.file, fault.message),
                line => format!("{}:{line}:{}: {}", fault.file, fault.column, fault.message),
            });
        }
        causes
    }

    fn drawn_terrains(&self, faulty: &BTreeMap<Key, Key>) -> Vec<(String, String)> {
        let glyph = |(_, name, asset): (_, &str, &AnyAsset)| match asset {
            AnyAsset::Terrain(terrain) => Some((name.to_owned(), terrain.glyph.clone())),
            _ => None,
        };
        let glyphs: Vec<(String, String)> = self.assets().filter_map(glyph).collect();
        let is_faulty = |name: &str| faulty.contains_key(&(AssetType::Terrain, name.to_owned()));
        let whole = |glyph: &str| glyphs.iter().any(|(name, other)| other == glyph && !is_faulty(name));
        let drawn = glyphs.iter().filter(|(name, glyph)| !glyph.is_empty() && is_faulty(name) && !whole(glyph));
        drawn.cloned().collect()
    }

    fn span_of(&self, kind: AssetType, name: &str, path: &str) -> Option<Span> {
        let stored = self.stored(kind, name)?;
        stored.asset.clone().span_of(&stored.spans, path)
    }

    /// Compiles a scenario without faulty assets, if it does not need them.
    pub fn compile_usable(&self, scenario: &str) -> Compiled<'_> {
        let mut faults = self.faults();
        if self.scenario(scenario).is_none() {
            if !self.unread.contains_key(&AssetType::Scenario.path(scenario)) {
                let message = format!("unknown scenario `{scenario}`");
                let help = did_you_mean(scenario, self.names_of(AssetType::Scenario));
                faults.push(Diagnostic::error("unknown-reference", message).maybe_help(help));
            }
            return Compiled { scenario: None, library: Cow::Borrowed(self), left_out: false, faults };
        }
        let (book, found, unusable) = self.build(Some(scenario));
        faults.append(found);
        if unusable.is_empty() {
            return Compiled { scenario: Some(book), library: Cow::Borrowed(self), left_out: false, faults };
        }
        let compiled = Compiled { scenario: None, library: Cow::Borrowed(self), left_out: true, faults };
        if unusable.is_unusable(AssetType::Scenario, scenario) {
            return compiled;
        }
        let rest = self.without(&unusable);
        let (book, found, _) = rest.build(Some(scenario));
        if found.has_errors() {
            return compiled;
        }
        Compiled { scenario: Some(book), library: Cow::Owned(rest), ..compiled }
    }

    fn without(&self, unusable: &Unusable) -> Library {
        let mut rest = Library { registry: self.registry.clone(), assets: self.assets.clone(), ..Library::default() };
        rest.left_columns = self.campaign_columns();
        rest.assets.retain(|(kind, name), _| !unusable.is_unusable(*kind, name));
        rest
    }
}
