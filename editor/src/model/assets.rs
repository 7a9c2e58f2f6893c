//! Operations on whole assets: create, copy, rename, delete, and find references.

use super::{AssetId, Beside, Model, Swap};
use crate::Host;
use foretoken_action_assets::assets::{ColumnRule, Scenario};
use foretoken_action_assets::walk::{Value, add_reference, lists_of, references, walk};
use foretoken_action_assets::{AnyAsset, AssetType, Library, starter};

/// Largest side of a new map, in cells.
pub const LARGEST: i32 = 64;

impl Model {
    /// Returns the assets that refer to an asset, with the paths of the references.
    #[must_use]
    pub fn used_by(&self, host: &dyn Host, kind: AssetType, name: &str) -> Vec<(AssetId, String)> {
        let mut users = Vec::new();
        for (of, user, asset) in host.library().assets() {
            let found = references(asset.clone().inspect_mut());
            let to_it = found.into_iter().filter(|(_, to, to_name)| *to == kind.reference() && to_name == name);
            users.extend(to_it.map(|(path, ..)| ((of, user.to_owned()), path)));
            let is_ground = kind == AssetType::Terrain;
            if is_ground && asset.painting(host.library()).is_some_and(|map| map.has_picture(kind, name)) {
                users.push(((of, user.to_owned()), "map".to_owned()));
            }
        }
        users
    }

    /// Returns the assets that can list this asset: asset, field, and whether it is already listed.
    #[must_use]
    pub fn takers(&self, host: &dyn Host, kind: AssetType, name: &str) -> Vec<(AssetId, &'static str, bool)> {
        let mut takers = Vec::new();
        for (of, taker, asset) in host.library().assets() {
            let lists = lists_of(asset.clone().inspect_mut(), kind.reference(), name);
            takers.extend(lists.into_iter().map(|(field, has)| ((of, taker.to_owned()), field, has)));
        }
        takers
    }

    /// Appends an asset to a list of another one, such as the `actions` of a unit.
    pub fn give(&mut self, host: &mut dyn Host, name: &str, to: AssetId, field: &str) {
        let Some(mut taker) = host.library().asset(to.0, &to.1).cloned() else { return };
        if add_reference(taker.inspect_mut(), field, name) {
            let label = format!("{name} for {}", to.1);
            self.edit(host, &label, "", vec![(to, Some(taker))]);
        }
    }

    /// Returns a similar name that no asset of the type has.
    #[must_use]
    pub fn free_name(&self, host: &dyn Host, kind: AssetType, like: &str) -> String {
        let free = |name: &str| host.library().asset(kind, name).is_none();
        if free(like) {
            return like.to_owned();
        }
        let stem = like.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-').to_owned();
        let mut number = 2;
        loop {
            let name = format!("{stem}-{number}");
            if free(&name) {
                return name;
            }
            number += 1;
        }
    }

    /// Creates and opens an asset, as a copy of `like` or with default values.
    pub fn create(&mut self, host: &mut dyn Host, kind: AssetType, name: &str, like: Option<&str>) {
        if let Some(name) = self.make(host, kind, name, like) {
            self.open(kind, &name);
        }
    }

    /// Creates an asset without opening it, with its own title and no demonstrations. Returns its name; a notice
    /// reports why it failed.
    pub fn make(&mut self, host: &mut dyn Host, kind: AssetType, name: &str, like: Option<&str>) -> Option<String> {
        if let Some(objection) = objection(host, kind, name) {
            self.tell(objection);
            return None;
        }
        let name = name_in_pack(kind, name);
        let mut template = like.and_then(|like| host.library().asset(kind, like).cloned());
        if let Some(drawn) = template.as_mut().and_then(AnyAsset::demonstrations_mut) {
            // The demonstrations show the original asset and would soon be wrong.
            drawn.clear();
        }
        self.add(host, kind, &name, template.unwrap_or_else(|| kind.make()));
        Some(name)
    }

    fn add(&mut self, host: &mut dyn Host, kind: AssetType, name: &str, asset: AnyAsset) {
        let label = format!("new {} {name}", kind.reference());
        self.edit(host, &label, "", vec![((kind, name.to_owned()), Some(titled(asset, name)))]);
    }

    /// Creates and opens a scenario with a map of cells across and down on one ground.
    pub fn create_scenario(&mut self, host: &mut dyn Host, name: &str, (across, down): (i32, i32), ground: &str) {
        if let Some(objection) = objection(host, AssetType::Scenario, name) {
            return self.tell(objection);
        }
        let name = name_in_pack(AssetType::Scenario, name);
        let glyph = host.library().terrain(ground).map_or_else(String::new, |terrain| terrain.glyph.clone());
        let count = |number: i32| number.clamp(1, LARGEST).unsigned_abs() as usize;
        let map = if glyph.is_empty() { Vec::new() } else { vec![glyph.repeat(count(across)); count(down)] };
        let scenario = Scenario { map, ground: ground.to_owned(), ..Scenario::default() };
        self.add(host, AssetType::Scenario, &name, AnyAsset::Scenario(scenario));
        self.open(AssetType::Scenario, &name);
    }

    /// Copies an asset under a new name and selects the copy.
    pub fn duplicate(&mut self, host: &mut dyn Host, kind: AssetType, name: &str) {
        let copy = self.free_name(host, kind, name);
        self.create(host, kind, &copy, Some(name));
    }

    /// Deletes an asset. References to it become faults.
    pub fn delete(&mut self, host: &mut dyn Host, kind: AssetType, name: &str) {
        let label = format!("delete {} {name}", kind.reference());
        self.edit(host, &label, "", vec![((kind, name.to_owned()), None)]);
    }

    /// Deletes an asset and replaces all references by another asset of its type, in one edit.
    pub fn delete_for(&mut self, host: &mut dyn Host, kind: AssetType, name: &str, instead: &str) {
        let library = host.library();
        if name == instead || library.asset(kind, instead).is_none() {
            return self.tell(format!("The replacement {} `{instead}` does not exist.", kind.reference()));
        }
        let mut changes = vec![((kind, name.to_owned()), None)];
        for (of, user, asset) in library.assets().filter(|(of, user, _)| (*of, *user) != (kind, name)) {
            let mut other = asset.clone();
            library.rename_in(&mut other, kind, name, instead);
            if let Some(mut map) = other.painting(library).filter(|map| map.has_picture(kind, name)) {
                map.exchange_ground(name, instead);
                other = map.into_asset();
            }
            if other != *asset {
                changes.push(((of, user.to_owned()), Some(other)));
            }
        }
        let label = format!("delete {} {name} for {instead}", kind.reference());
        self.edit(host, &label, "", changes);
    }

    /// Renames an asset and all references to it.
    pub fn rename(&mut self, host: &mut dyn Host, kind: AssetType, old: &str, new: &str) {
        let new = asset_name(new);
        if kind.folder().is_empty() {
            return self.tell(format!("A pack has exactly one {}; it cannot be renamed.", kind.reference()));
        }
        if new == old {
            return;
        }
        if let Some(objection) = objection(host, kind, &new) {
            return self.tell(objection);
        }
        let Some(mut renamed) = host.library().asset(kind, old).cloned() else { return };
        host.library().rename_in(&mut renamed, kind, old, &new);
        let mut changes = vec![((kind, old.to_owned()), None), ((kind, new.clone()), Some(renamed))];
        for (of, name, asset) in host.library().assets().filter(|(of, name, _)| (*of, *name) != (kind, old)) {
            let mut asset = asset.clone();
            if host.library().rename_in(&mut asset, kind, old, &new) > 0 {
                changes.push(((of, name.to_owned()), Some(asset)));
            }
        }
        let was_open = self.open.as_ref().is_some_and(|(of, name)| *of == kind && name == old);
        let favourite = self.preferences.is_favourite(&kind.path(old));
        let label = format!("rename {old} to {new}");
        let art = self.renamed_art(host, kind, old, &new);
        let names = vec![(kind, old.to_owned(), new.clone())];
        self.edit_with(host, &label, "", changes, Beside { art, names });
        if favourite {
            self.preferences.toggle_favourite(&kind.path(old));
            self.preferences.toggle_favourite(&kind.path(&new));
        }
        if was_open {
            self.open(kind, &new);
        }
    }

    /// Makes an empty pack playable in one edit; existing content stays. Returns the scenario to play.
    pub fn begin_pack(&mut self, host: &mut dyn Host) -> &'static str {
        let library = host.library();
        let new = starter::assets(library.registry()).into_iter();
        let new = new.filter(|(kind, name, _)| library.asset(*kind, name).is_none());
        let new = new.map(|(kind, name, asset)| ((kind, name.to_owned()), Some(asset))).collect();
        self.edit(host, "new pack", "", new);
        self.check(host);
        starter::SCENARIO
    }
}

pub(super) fn facts_of_columns(library: &Library, edited: &[Swap]) -> Vec<(AssetId, Option<AnyAsset>)> {
    let mut names = Vec::new();
    for swap in edited {
        let (Some(AnyAsset::Rules(before)), Some(AnyAsset::Rules(after))) = (&swap.before, &swap.after) else {
            continue;
        };
        let has = |columns: &[ColumnRule], name: &str| columns.iter().any(|column| column.name == name);
        let pairs = before.columns.iter().zip(&after.columns).filter(|_| before.columns.len() == after.columns.len());
        let renamed = pairs.filter(|(old, new)| !has(&after.columns, &old.name) && !has(&before.columns, &new.name));
        let renamed = renamed.filter(|(_, new)| !new.name.is_empty());
        names.extend(renamed.map(|(old, new)| (old.name.as_str(), new.name.as_str())));
    }
    if names.is_empty() { Vec::new() } else { library.with_facts_about(&names) }
}

/// Returns the name of a new asset. Types in the pack's root folder have exactly one asset.
fn name_in_pack(kind: AssetType, typed: &str) -> String {
    if kind.folder().is_empty() { kind.reference().to_owned() } else { asset_name(typed) }
}

/// Returns a sentence about why a typed name is invalid, or `None`.
#[must_use]
pub fn objection(host: &dyn Host, kind: AssetType, typed: &str) -> Option<String> {
    let (name, word) = (name_in_pack(kind, typed), kind.reference());
    if name.is_empty() {
        return Some("An asset name consists of letters, digits, - and _.".to_owned());
    }
    host.library().asset(kind, &name)?;
    if kind.folder().is_empty() {
        return Some(format!("The pack already has a {word}, and can have only one."));
    }
    let article = if word.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    Some(format!("The pack already has {article} {word} `{name}`."))
}

fn titled(mut asset: AnyAsset, name: &str) -> AnyAsset {
    let words = name.split(['_', '-']).filter(|word| !word.is_empty()).map(|word| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    });
    let title = words.collect::<Vec<_>>().join(" ");
    walk(asset.inspect_mut(), "", &mut |path, _, value| {
        if let Value::Text(text) = value
            && path == "title"
        {
            text.clone_from(&title);
        }
    });
    asset
}

/// Returns typed text as an asset name: lower case, with `-` for invalid characters.
#[must_use]
pub fn asset_name(typed: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let lower = typed.trim().to_lowercase();
    lower.chars().map(|c| if fits(c) { c } else { '-' }).collect::<String>().trim_matches('-').to_owned()
}
