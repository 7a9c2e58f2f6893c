//! `check`: every fault of packs or single files, with file, line, column and the excerpt.

use super::packs::{is_pack, path_of};
use super::{Found, json, print};
use crate::proof;
use anyhow::Context;
use foretoken_action_assets::{Diagnostics, Library};
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

/// Check assets: all faults, with file, line, column and the excerpt.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// Packs, by their names or their folders, or files; all packs if none is given.
    paths: Vec<PathBuf>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let named = self.paths.iter().map(|path| path_of(content, path));
        let given = if self.paths.is_empty() { vec![from_here(content.root())] } else { named.collect() };
        let packs = given.into_iter().flat_map(|path| if is_pack(&path) { vec![path] } else { packs_in(&path) });
        let paths: Vec<PathBuf> = packs.collect();
        let mut problems = false;
        let mut all = Vec::new();
        for path in &paths {
            let found = check(content, path)?;
            problems |= found.has_errors();
            if self.json {
                all.push((path.display().to_string(), found));
            } else {
                let count = found.len();
                print(&found.render())?;
                if count == 0 {
                    print(&format!("{}: no faults\n", path.display()))?;
                }
            }
        }
        if self.json {
            json(&all)?;
        }
        Ok(if problems { Found::Problems } else { Found::Fine })
    }
}

/// A path as it is said from the folder one is in.
fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(here) {
        // The folder one is in has a name of its own.
        Ok(within) if within.as_os_str().is_empty() => PathBuf::from("."),
        Ok(within) => within.to_owned(),
        Err(_) => path.to_owned(),
    }
}

/// The packs of a folder, sorted; the path itself where there are none.
fn packs_in(path: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut packs: Vec<PathBuf> = folders.filter(|path| is_pack(path)).collect();
    packs.sort();
    if packs.is_empty() { vec![path.to_owned()] } else { packs }
}

/// What is wrong with a pack, or with one file of a pack.
fn check(content: &Content, path: &Path) -> anyhow::Result<Diagnostics> {
    let metadata = std::fs::metadata(path).with_context(|| format!("cannot check {}", path.display()))?;
    if metadata.is_dir() {
        let library = Library::load_folder(path, content.registry()?);
        let mut found = library.check_all();
        found.append(proof::check(path, &library));
        return Ok(found.in_folder(&path.display().to_string()));
    }
    // A file means what it means within its pack: the folder above, or for assets in a folder of their type, two above.
    let parent = path.parent().unwrap_or(Path::new("."));
    let pack = if path.file_name().is_some_and(|name| name == "rules.ron") { Some(parent) } else { parent.parent() };
    let pack = pack.filter(|pack| !pack.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.strip_prefix(pack).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let all = Library::load_folder(pack, content.registry()?).check_all();
    Ok(all.of_file(&name).in_folder(&pack.display().to_string()))
}
