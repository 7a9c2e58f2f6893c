//! Editing the texts of a pack's art: drawings, palette, sounds and presentation. They share history, journal and save
//! with assets and follow renames.

use super::swaps::{ArtSwap, Beside};
use super::{EditContent, Model};
use crate::Host;
use crate::pixels::ArtTexts;
use foretoken_action_assets::AssetType;
use std::collections::BTreeMap;

const TEXTS: [&str; 2] = ["sounds.txt", "presentation.txt"];
const WITH_ICONS: [AssetType; 3] = [AssetType::Action, AssetType::Item, AssetType::Status];

#[derive(Debug, Default)]
pub(super) struct EditedArt {
    edited: BTreeMap<String, Option<String>>,
    moved: bool,
    revision: u64,
}

impl EditedArt {
    pub(super) fn put(&mut self, swaps: &[ArtSwap]) {
        if swaps.is_empty() {
            return;
        }
        self.moved = true;
        self.revision += 1;
        for swap in swaps {
            self.edited.insert(swap.path.clone(), swap.after.clone());
        }
    }
}

impl Model {
    /// Returns an edited or saved art text, by its path below the art folder.
    #[must_use]
    pub fn art<'a>(&'a self, host: &'a dyn Host, path: &str) -> Option<&'a str> {
        match self.art.edited.get(path) {
            Some(edited) => edited.as_deref(),
            None => host.art().get(path).map(String::as_str),
        }
    }

    /// Returns the paths of all art files, the unsaved ones included.
    #[must_use]
    pub fn art_paths(&self, host: &dyn Host) -> Vec<String> {
        let mut paths: Vec<String> = host.art().keys().chain(self.art.edited.keys()).cloned().collect();
        paths.sort();
        paths.dedup();
        paths.retain(|path| self.art(host, path).is_some());
        paths
    }

    /// Returns the art texts that were edited here, by path.
    #[must_use]
    pub const fn edited_art(&self) -> &BTreeMap<String, Option<String>> {
        &self.art.edited
    }

    /// Returns whether the art changed since the last call.
    pub const fn took_art(&mut self) -> bool {
        std::mem::replace(&mut self.art.moved, false)
    }

    /// Returns a counter of art edits, for caches.
    #[must_use]
    pub const fn art_revision(&self) -> u64 {
        self.art.revision
    }

    /// Returns the paths of art texts that differ from the disk.
    #[must_use]
    pub fn unsaved_art(&self, host: &dyn Host) -> Vec<String> {
        let is_unsaved = |(path, edited): &(&String, &Option<String>)| host.art().get(*path) != edited.as_ref();
        self.art.edited.iter().filter(is_unsaved).map(|(path, _)| path.clone()).collect()
    }

    /// Edits art texts. Consecutive edits with the same key form one edit.
    pub fn edit_art(&mut self, host: &mut dyn Host, label: &str, key: &str, changes: Vec<(String, Option<String>)>) {
        let art = self.art_swaps(host, changes);
        self.edit_with(host, label, key, Vec::new(), Beside { art, names: Vec::new() });
    }

    fn art_swaps(&self, host: &dyn Host, changes: Vec<(String, Option<String>)>) -> Vec<ArtSwap> {
        let swap = |(path, after): (String, Option<String>)| {
            let before = self.art(host, &path).map(str::to_owned);
            (before != after).then_some(ArtSwap { path, before, after })
        };
        changes.into_iter().filter_map(swap).collect()
    }

    /// Returns the art changes of a renamed asset: its drawing and the lines that name it. An icon that other assets
    /// share stays under the old name too.
    pub(super) fn renamed_art(&self, host: &dyn Host, kind: AssetType, old: &str, new: &str) -> Vec<ArtSwap> {
        let mut changes = Vec::new();
        if let Some(folder) = art_folder(kind) {
            let file = |name: &str| format!("{folder}/{name}.txt");
            if let Some(text) = self.art(host, &file(old))
                && self.art(host, &file(new)).is_none()
            {
                changes.push((file(new), Some(text.to_owned())));
                let has_icon = |other: &AssetType| *other != kind && host.library().asset(*other, old).is_some();
                if !WITH_ICONS.contains(&kind) || !WITH_ICONS.iter().any(has_icon) {
                    changes.push((file(old), None));
                }
            }
        }
        for path in TEXTS {
            let other = self.art(host, path).and_then(|text| renamed(text, kind, old, new));
            changes.extend(other.map(|text| (path.to_owned(), Some(text))));
        }
        self.art_swaps(host, changes)
    }

    /// Takes changes of the art from the disk. Local edits stay and replace the disk version on save.
    pub(super) fn take_over_art(&mut self, host: &mut dyn Host) {
        let changes = host.disk().art_changes();
        if changes.is_empty() {
            return;
        }
        self.finish(host);
        let mut taken = Vec::new();
        for change in changes {
            let mine = self.art.edited.get(&change.path);
            if mine.is_none_or(|mine| *mine == change.before) {
                taken.push(change);
            } else if mine == Some(&change.after) {
                self.tell(format!("art/{} is the same here and on disk.", change.path));
            } else {
                self.write_art_base(&change.path, change.after.as_deref());
                self.tell(format!(
                    "art/{} was also changed on disk. Your edits stay. The next save overwrites the file and keeps its version as a backup.",
                    change.path
                ));
            }
        }
        let label = match taken.as_slice() {
            [] => return,
            [change] => format!("art/{} changed on disk", change.path),
            all => format!("{} drawings changed on disk", all.len()),
        };
        self.art.put(&taken);
        self.settle_art(host);
        self.history.push(&label, "", EditContent::Assets(Vec::new(), Beside { art: taken, names: Vec::new() }));
        self.tell(format!("{label}; the new version is shown."));
    }

    pub(super) fn recover_art(
        &mut self,
        host: &dyn Host,
        ends: BTreeMap<String, (Option<String>, Option<String>)>,
    ) -> usize {
        let count = ends.len();
        for (path, (base, mine)) in ends {
            let theirs = host.art().get(&path).cloned();
            if theirs != base {
                self.tell(format!("art/{path} was also changed on disk; the next save overwrites it."));
            }
            self.art.put(&[ArtSwap { path, before: theirs, after: mine }]);
        }
        count
    }

    pub(super) fn settle_art(&mut self, host: &dyn Host) {
        self.art.edited.retain(|path, edited| host.art().get(path) != edited.as_ref());
    }

    pub(super) const fn show_art_again(&mut self) {
        self.art.moved = true;
    }
}

/// Returns a text with the asset renamed; `None` if it does not name it. Such lines are `= FOLDER/NAME` before a sound,
/// `terminal NAME COLOUR` for ground and surfaces, and `picture-... NAME`.
fn renamed(text: &str, kind: AssetType, from: &str, to: &str) -> Option<String> {
    let mut found = false;
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            let other = renamed_line(line, kind, from, to);
            found |= other.is_some();
            other.unwrap_or_else(|| line.to_owned())
        })
        .collect();
    found.then(|| lines.join("\n"))
}

fn renamed_line(line: &str, kind: AssetType, from: &str, to: &str) -> Option<String> {
    let (key, rest) = line.split_once(' ')?;
    match (key, art_folder(kind)) {
        ("=", Some(folder)) => {
            let behind = rest.trim_start().strip_prefix(folder)?.strip_prefix('/')?.strip_prefix(from)?;
            (behind.is_empty() || behind.starts_with(' ')).then(|| format!("= {folder}/{to}{behind}"))
        }
        ("terminal", _) if matches!(kind, AssetType::Surface | AssetType::Terrain) => {
            let (name, colour) = rest.rsplit_once(' ')?;
            (name.trim() == from).then(|| format!("terminal {to} {colour}"))
        }
        (key, _) if key.starts_with("picture-") && matches!(kind, AssetType::Scenario | AssetType::Action) => {
            (rest.trim() == from).then(|| format!("{key} {to}"))
        }
        _ => None,
    }
}

/// Returns the art folder with the drawings of an asset type.
#[must_use]
pub const fn art_folder(kind: AssetType) -> Option<&'static str> {
    match kind {
        AssetType::Unit => Some("units"),
        AssetType::Surface => Some("surfaces"),
        AssetType::Terrain => Some("ground"),
        AssetType::Action | AssetType::Item | AssetType::Status => Some("icons"),
        AssetType::Formula | AssetType::Region | AssetType::Rules | AssetType::Scenario => None,
        AssetType::Campaign | AssetType::Deck | AssetType::Policy | AssetType::Skill | AssetType::Stat => None,
    }
}

pub(crate) static NO_ART: ArtTexts = ArtTexts::new();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_name_an_asset_follow_it_and_no_others() {
        let text = "; fire\n= surfaces/fire 0.4\nair 300 to 1100\n= surfaces/fireside 1\nterminal fire 208\nwon fire\n";
        let after =
            "; fire\n= surfaces/embers 0.4\nair 300 to 1100\n= surfaces/fireside 1\nterminal embers 208\nwon fire\n";
        assert_eq!(renamed(text, AssetType::Surface, "fire", "embers").as_deref(), Some(after));
        assert_eq!(renamed(after, AssetType::Surface, "embers", "fire").as_deref(), Some(text));
        assert_eq!(renamed(text, AssetType::Unit, "fire", "embers"), None);
        assert_eq!(renamed(text, AssetType::Action, "fire", "embers"), None);
        let pictures = "picture-battle oil\n";
        assert_eq!(renamed(pictures, AssetType::Scenario, "oil", "tar").as_deref(), Some("picture-battle tar\n"));
        assert_eq!(renamed(pictures, AssetType::Action, "oil", "tar").as_deref(), Some("picture-battle tar\n"));
    }
}
