//! Renaming files beside an asset's own file, such as the proof of a scenario. They follow on save, even if two assets
//! swap names.

use super::Model;
use crate::Host;
use foretoken_action_assets::{AssetType, store};
use std::io;
use std::path::{Path, PathBuf};

const ASIDE: &str = ".renamed";

impl Model {
    pub(super) fn move_beside(&mut self, host: &dyn Host) {
        let unsaved = self.unsaved(host);
        let is_saved =
            |kind: AssetType, name: &str| !unsaved.iter().any(|(of, unsaved)| *of == kind && unsaved == name);
        let mut moves: Vec<(PathBuf, PathBuf)> = Vec::new();
        for (kind, from, to) in self.file_names.take(is_saved) {
            if !kind.folder().is_empty() {
                // A folder of assets can be a link; files outside the pack are not renamed.
                let moved = files_beside(&self.folder.join(kind.folder()), &from, &to);
                moves.extend(moved.into_iter().filter(|(from, to)| self.is_within(from) && self.is_within(to)));
            }
        }
        let kept: Vec<PathBuf> = moves.iter().map(|(_, to)| to.clone()).collect();
        match move_all(moves) {
            Ok(()) => kept.into_iter().for_each(|path| self.keep_name(path)),
            Err(error) => self.tell(format!("Files that belong to renamed assets could not be renamed: {error}.")),
        }
    }
}

impl Model {
    fn is_within(&self, path: &Path) -> bool {
        let below = path.strip_prefix(&self.folder).ok().and_then(Path::to_str);
        below.is_some_and(|below| store::below(&self.folder, &below.replace('\\', "/")).is_ok())
    }
}

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

/// Moves files as soon as their targets are free, and breaks cycles by putting one file aside. A target that exists and
/// does not move stays.
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
