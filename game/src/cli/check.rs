//! `check`: every fault of packs or single files, with file, line, column and the excerpt.

use super::packs::{is_pack, path_of};
use super::{Found, json, print};
use crate::proof;
use anyhow::Context;
use foretoken_action_assets::{AssetType, Diagnostics, Library};
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
    anyhow::ensure!(metadata.is_file(), "{} is no regular file", path.display());
    // A file means what it means within its pack: the folder above, or for assets in a folder of their type, two above.
    let parent = path.parent().unwrap_or(Path::new("."));
    let pack = if path.file_name().is_some_and(|name| name == "rules.ron") { Some(parent) } else { parent.parent() };
    let pack = pack.filter(|pack| !pack.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.strip_prefix(pack).unwrap_or(path).to_string_lossy().replace('\\', "/");
    if AssetType::of_path(&name).is_none() {
        let places = AssetType::ALL.iter().map(|kind| kind.folder()).filter(|folder| !folder.is_empty());
        let places = places.collect::<Vec<_>>().join(", ");
        anyhow::bail!("{} is no asset: a pack has rules.ron and `.ron` files in {places}", path.display());
    }
    let all = Library::load_folder(pack, content.registry()?).check_all();
    Ok(all.of_file(&name).in_folder(&pack.display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_asset_is_not_without_faults() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::find(Some(&assets)).expect("content");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("notes/a.txt");
        std::fs::create_dir_all(folder.path().join("notes")).expect("made");
        std::fs::write(&file, "no asset").expect("written");
        let told = check(&content, &file).expect_err("it is no asset").to_string();
        assert!(told.contains("is no asset") && told.contains("scenarios"), "{told}");
        assert!(check(&content, &assets.join("vigil/rules.ron")).is_ok());
    }
}
