//! What goes by the names of assets beside them: drawings, sounds and the words of presentation. They follow when an asset is
//! renamed, at once in what is shown and with the next save on disk, and come back when that is undone.

use super::Model;
use crate::Host;
use foretoken_action_assets::{AssetType, store};
use std::path::Path;

/// Texts of a pack's art whose lines name assets.
const TEXTS: [&str; 2] = ["sounds.txt", "presentation.txt"];

impl Model {
    /// An asset has another name now.
    pub(super) fn note_rename(&mut self, host: &dyn Host, kind: AssetType, old: &str, new: &str) {
        self.renames.push((kind, old.to_owned(), new.to_owned()));
        self.follow_names(host);
    }

    /// What is shown goes by the names that there are now.
    pub(super) fn follow_names(&mut self, host: &dyn Host) {
        let there = |kind: AssetType, name: &str| host.library().asset(kind, name).is_some();
        let mut names = Vec::new();
        for (kind, chain) in self.chains() {
            let Some(folder) = art_folder(kind) else { continue };
            let Some(now) = chain.iter().find(|name| there(kind, name)) else { continue };
            let gone = chain.iter().filter(|name| *name != now && !there(kind, name));
            names.extend(gone.map(|name| (format!("{folder}/{name}"), format!("{folder}/{now}"))));
        }
        if names != self.art_names {
            self.art_names = names;
            self.art_moved = true;
        }
    }

    /// Sheets of the pack's art that go by other names than on disk, such as `units/rat` and `units/mouse`. Of those that
    /// are there under both names, nothing is to be changed.
    #[must_use]
    pub fn art_names(&self) -> &[(String, String)] {
        &self.art_names
    }

    /// Whether drawings go by other names since it was last asked.
    pub const fn took_art(&mut self) -> bool {
        std::mem::replace(&mut self.art_moved, false)
    }

    /// The names that each asset had one after another; what was renamed twice has three.
    fn chains(&self) -> Vec<(AssetType, Vec<String>)> {
        let mut chains: Vec<(AssetType, Vec<String>)> = Vec::new();
        for (kind, old, new) in &self.renames {
            let known =
                chains.iter_mut().find(|(of, chain)| of == kind && (chain.contains(old) || chain.contains(new)));
            let chain = match known {
                Some((_, chain)) => chain,
                None => {
                    chains.push((*kind, Vec::new()));
                    let Some((_, chain)) = chains.last_mut() else { continue };
                    chain
                }
            };
            for name in [old, new] {
                if !chain.contains(name) {
                    chain.push(name.clone());
                }
            }
        }
        chains
    }

    /// Gives what lies beside renamed assets on disk the names under which these are saved, or the old ones back where the
    /// renaming was taken back.
    pub(super) fn move_art(&mut self, host: &dyn Host) {
        for (kind, chain) in self.chains() {
            let saved =
                |name: &String| host.library().asset(kind, name).is_some() && !self.is_unsaved(host, kind, name);
            let gone = |name: &String| host.library().asset(kind, name).is_none() && !self.is_unsaved(host, kind, name);
            let Some(now) = chain.iter().find(|name| saved(name)).cloned() else { continue };
            let old: Vec<String> = chain.iter().filter(|name| gone(name)).cloned().collect();
            for name in old {
                if let Err(error) = self.move_files(kind, &name, &now) {
                    self.tell(format!("The art of {name} could not be renamed: {error}."));
                }
            }
        }
    }

    fn move_files(&mut self, kind: AssetType, from: &str, to: &str) -> std::io::Result<()> {
        let art = self.folder.join("art");
        if let Some(folder) = art_folder(kind).map(|folder| art.join(folder)) {
            let file = |name: &str| folder.join(format!("{name}.txt"));
            if file(from).is_file() && !file(to).exists() {
                std::fs::rename(file(from), file(to))?;
                self.keep_name(file(to));
                self.art_moved = true;
            }
        }
        self.move_beside(kind, from, to)?;
        for text in TEXTS {
            self.art_moved |= rename_in(&art.join(text), kind, from, to)?;
        }
        Ok(())
    }
}

impl Model {
    /// Moves what lies in a pack beside an asset's file and is called after it, such as the proof of a scenario.
    fn move_beside(&mut self, kind: AssetType, from: &str, to: &str) -> std::io::Result<()> {
        if kind.folder().is_empty() {
            return Ok(());
        }
        let folder = self.folder.join(kind.folder());
        let Ok(entries) = std::fs::read_dir(&folder) else { return Ok(()) };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let endings = names.filter_map(|name| Some(name.strip_prefix(from)?.to_owned()));
        let mut endings: Vec<String> =
            endings.filter(|ending| ending.starts_with('.') && !ending.starts_with(".ron")).collect();
        endings.sort();
        for ending in endings {
            let file = |name: &str| folder.join(format!("{name}{ending}"));
            if !file(to).exists() {
                std::fs::rename(file(from), file(to))?;
                self.keep_name(file(to));
            }
        }
        Ok(())
    }
}

/// Lets the lines of a file that name an asset name another; true where there were any.
fn rename_in(file: &Path, kind: AssetType, from: &str, to: &str) -> std::io::Result<bool> {
    // Without one, or where it is no text, it names nothing.
    let Ok(text) = std::fs::read_to_string(file) else { return Ok(false) };
    let Some(renamed) = renamed(&text, kind, from, to) else { return Ok(false) };
    store::replace(file, renamed.as_bytes())?;
    Ok(true)
}

/// A text of art with an asset's other name; `None` where it does not name it. Lines that do are `= FOLDER/NAME` with what a
/// sound is made of behind it, `terminal NAME COLOUR` of ground and surfaces, and `picture-... NAME`.
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
        ("terminal", Some(_)) if kind != AssetType::Unit => {
            let (name, colour) = rest.rsplit_once(' ')?;
            (name.trim() == from).then(|| format!("terminal {to} {colour}"))
        }
        (key, None) if key.starts_with("picture-") && matches!(kind, AssetType::Scenario | AssetType::Action) => {
            (rest.trim() == from).then(|| format!("{key} {to}"))
        }
        _ => None,
    }
}

/// The folder of a pack's art in which assets of a type have their drawings.
const fn art_folder(kind: AssetType) -> Option<&'static str> {
    match kind {
        AssetType::Unit => Some("units"),
        AssetType::Surface => Some("surfaces"),
        AssetType::Terrain => Some("ground"),
        AssetType::Action | AssetType::Formula | AssetType::Region => None,
        AssetType::Rules | AssetType::Scenario => None,
        AssetType::Item | AssetType::Skill | AssetType::Stat | AssetType::Status => None,
    }
}

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
        let pictures = "picture-battle oil\n";
        assert_eq!(renamed(pictures, AssetType::Scenario, "oil", "tar").as_deref(), Some("picture-battle tar\n"));
    }
}
