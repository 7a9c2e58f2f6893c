//! Files that lie in a pack beside an asset's own and are called after it, such as the proof of a scenario. They follow a
//! new name with the save, each to its own asset, also when another asset takes a name that was given up.

use super::Model;
use crate::Host;
use foretoken_action_assets::{AssetType, store};
use std::io;
use std::path::{Path, PathBuf};

/// The suffix of a name while two files change names with each other.
const ASIDE: &str = ".renamed";

impl Model {
    /// Gives what lies beside renamed assets on disk the names under which these are saved.
    pub(super) fn move_beside(&mut self, host: &dyn Host) {
        let unsaved = self.unsaved(host);
        let is_saved =
            |kind: AssetType, name: &str| !unsaved.iter().any(|(of, unsaved)| *of == kind && unsaved == name);
        let mut moves: Vec<(PathBuf, PathBuf)> = Vec::new();
        for (kind, from, to) in self.file_names.take(is_saved) {
            if !kind.folder().is_empty() {
                // A folder of assets may be a link, and what lies outside of the pack is not renamed.
                let moved = files_beside(&self.folder.join(kind.folder()), &from, &to);
                moves.extend(moved.into_iter().filter(|(from, to)| self.is_within(from) && self.is_within(to)));
            }
        }
        let kept: Vec<PathBuf> = moves.iter().map(|(_, to)| to.clone()).collect();
        match move_all(moves) {
            Ok(()) => kept.into_iter().for_each(|path| self.keep_name(path)),
            Err(error) => self.tell(format!("What lies beside renamed assets could not be renamed: {error}.")),
        }
    }
}

impl Model {
    /// Tells whether a path of the pack leads nowhere out of it.
    fn is_within(&self, path: &Path) -> bool {
        let below = path.strip_prefix(&self.folder).ok().and_then(Path::to_str);
        below.is_some_and(|below| store::below(&self.folder, &below.replace('\\', "/")).is_ok())
    }
}

/// The files in a folder that are called after an asset, and what they are to be called.
fn files_beside(folder: &Path, from: &str, to: &str) -> Vec<(PathBuf, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let endings = names.filter_map(|name| Some(name.strip_prefix(from)?.to_owned()));
    let mut endings: Vec<String> =
        endings.filter(|ending| ending.starts_with('.') && !ending.starts_with(".ron")).collect();
    endings.sort();
    let file = |name: &str, ending: &str| folder.join(format!("{name}{ending}"));
    endings.into_iter().map(|ending| (file(from, &ending), file(to, &ending))).collect()
}

/// Moves files, each when its place is free; of files that wait for each other, one is put aside. A file that is there
/// already and goes nowhere stays.
fn move_all(mut moves: Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
    let stays = |to: &PathBuf, moves: &[(PathBuf, PathBuf)]| to.exists() && !moves.iter().any(|(from, _)| from == to);
    while !moves.is_empty() {
        let all = moves.clone();
        moves.retain(|(_, to)| !stays(to, &all));
        if let Some(free) = moves.iter().position(|(_, to)| !to.exists()) {
            let (from, to) = moves.remove(free);
            std::fs::rename(from, to)?;
        } else if let Some((from, _)) = moves.first_mut() {
            let mut aside = from.clone().into_os_string();
            aside.push(ASIDE);
            std::fs::rename(&*from, &aside)?;
            *from = aside.into();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_change_places() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b", "c", "e"] {
            std::fs::write(path(name), name).expect("written");
        }
        let moves = [("a", "b"), ("b", "a"), ("c", "d"), ("d", "e")];
        move_all(moves.iter().map(|(from, to)| (path(from), path(to))).collect()).expect("moved");
        let read = |name: &str| std::fs::read_to_string(path(name)).unwrap_or_default();
        assert_eq!((read("a"), read("b"), read("d"), read("e")), ("b".into(), "a".into(), "c".into(), "e".into()));
    }
}
