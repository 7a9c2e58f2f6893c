//! `check`: all faults of packs or files, with file, line, column and excerpt.

use super::output::{Found, json, print};
use super::packs::{is_pack, path_of};
use crate::{art, proof};
use anyhow::Context;
use foretoken_action_assets::{AssetType, Diagnostics, Library};
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

/// Check assets and print all faults with file, line, column and excerpt
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// Packs by name or folder, or files; all packs by default
    paths: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let named = self.paths.iter().map(|path| path_of(content, path));
        let all = || content.packs().iter().map(|pack| from_here(&content.place_of(pack))).collect();
        let given: Vec<PathBuf> = if self.paths.is_empty() { all() } else { named.collect() };
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

fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(here) {
        Ok(within) if within.as_os_str().is_empty() => PathBuf::from("."),
        Ok(within) => within.to_owned(),
        Err(_) => path.to_owned(),
    }
}

fn packs_in(path: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut packs: Vec<PathBuf> = folders.filter(|path| is_pack(path)).collect();
    packs.sort();
    if packs.is_empty() { vec![path.to_owned()] } else { packs }
}

fn check(content: &Content, path: &Path) -> anyhow::Result<Diagnostics> {
    let metadata = std::fs::metadata(path).with_context(|| format!("cannot check {}", path.display()))?;
    if metadata.is_dir() {
        let library = Library::load_folder(path, content.registry()?);
        let mut found = library.check_all();
        let pack = path.file_name().unwrap_or_default().to_string_lossy();
        found.append(foretoken_campaign::check::check_all(&library, &pack, &foretoken_campaign::RoomKinds::default()));
        found.append(proof::check(path, &library));
        found.append(art::check(&path.join("art"), faults_of_sounds).in_folder("art"));
        return Ok(found.in_folder(&path.display().to_string()));
    }
    anyhow::ensure!(metadata.is_file(), "{} is not a regular file", path.display());
    if let Some((folder, name)) = in_art(path) {
        let found = art::check(&folder, faults_of_sounds).of_file(&name);
        return Ok(found.in_folder(&folder.display().to_string()));
    }
    let parent = path.parent().unwrap_or(Path::new("."));
    let pack = if path.file_name().is_some_and(|name| name == "rules.ron") { Some(parent) } else { parent.parent() };
    let pack = pack.filter(|pack| !pack.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.strip_prefix(pack).unwrap_or(path).to_string_lossy().replace('\\', "/");
    if AssetType::of_path(&name).is_none() {
        let places = AssetType::ALL.iter().map(|kind| kind.folder()).filter(|folder| !folder.is_empty());
        let places = places.collect::<Vec<_>>().join(", ");
        let places = format!("`.ron` files in {places} and `.txt` files in art");
        anyhow::bail!("{} is not an asset: a pack has rules.ron, {places}", path.display());
    }
    let all = Library::load_folder(pack, content.registry()?).check_all();
    Ok(all.of_file(&name).in_folder(&pack.display().to_string()))
}

fn in_art(path: &Path) -> Option<(PathBuf, String)> {
    path.extension().filter(|extension| *extension == "txt")?;
    let folder =
        path.ancestors().skip(1).take(2).find(|folder| folder.file_name().is_some_and(|name| name == "art"))?;
    is_pack(folder.parent()?).then_some(())?;
    Some((folder.to_owned(), path.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/")))
}

#[cfg(feature = "sound")]
fn faults_of_sounds(text: &str) -> Vec<String> {
    crate::window::sound_faults(text)
}

#[cfg(not(feature = "sound"))]
fn faults_of_sounds(_: &str) -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_a_packs_art_are_told_with_file_and_line() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::open(&assets).expect("content");
        let folder = tempfile::tempdir().expect("a folder");
        let pack = folder.path().join("own");
        let write = |name: &str, bytes: &[u8]| {
            let path = pack.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, bytes).expect("written");
        };
        write("units/rat.ron", b"Unit(glyph: \"r\")");
        write("art/palette.txt", b"k 0A0C17 ink\nab E5772B fire\n");
        write("art/units/rat.txt", b"= idle\nkk\nkqk\n");
        write("art/presentation.txt", b"; words\nwonn You won.\n");
        write("art/ground/floor.txt", b"\xff\xfe");
        let found = check(&content, &pack).expect("it is checked");
        let art = |found: &Diagnostics| -> Vec<String> {
            let of_art = found.sorted().into_iter().filter(|fault| fault.code == "art");
            let place = pack.display().to_string();
            let told = of_art.map(|fault| format!("{}:{}: {}", fault.file, fault.line, fault.message));
            told.map(|told| told.replace(&place, "own")).collect()
        };
        let all = art(&found);
        assert_eq!(
            all,
            [
                "own/art/ground/floor.txt:0: cannot be read: stream did not contain valid UTF-8",
                "own/art/palette.txt:2: a colour starts with a key of one character, not `ab`",
                "own/art/presentation.txt:2: unknown key `wonn`",
                "own/art/units/rat.txt:3: this row of `idle` has 3 characters, but its first row has 2; make all rows equally long",
                "own/art/units/rat.txt:3: the palette has no colour `q`",
            ]
        );
        assert!(found.has_errors() && found.render().contains("kqk"), "{}", found.render());
        let one = check(&content, &pack.join("art/units/rat.txt")).expect("it is checked");
        assert_eq!(art(&one), all[3..]);
        assert!(check(&content, &assets.join("vigil/art/palette.txt")).expect("it is checked").is_empty());
    }

    #[test]
    fn a_file_that_is_no_asset_is_not_without_faults() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::open(&assets).expect("content");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("notes/a.txt");
        std::fs::create_dir_all(folder.path().join("notes")).expect("made");
        std::fs::write(&file, "no asset").expect("written");
        let told = check(&content, &file).expect_err("it is no asset").to_string();
        assert!(told.contains("is not an asset") && told.contains("scenarios"), "{told}");
        assert!(check(&content, &assets.join("vigil/rules.ron")).is_ok());
    }

    #[test]
    fn broken_bytes_of_art_are_read_or_told() {
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["palette.txt", "presentation.txt", "sounds.txt", "units/warden.txt"];
        std::fs::create_dir(folder.path().join("units")).expect("made");
        let whole = files.map(|file| std::fs::read(pack.join("art").join(file)).expect("the shipped pack has it"));
        let mut state = 7_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut told = 0;
        for _ in 0..300 {
            for (file, whole) in files.iter().zip(&whole) {
                let mut bytes = whole.clone();
                for _ in 0..=random(4) {
                    let at = random(bytes.len());
                    bytes[at] = random(256) as u8;
                }
                std::fs::write(folder.path().join(file), bytes).expect("written");
            }
            let found = art::check(folder.path(), faults_of_sounds);
            told += usize::from(found.has_errors());
            assert!(found.iter().all(|fault| !fault.file.is_empty()), "{}", found.render());
        }
        assert!(told > 200, "{told} of 300 are told");
    }
}
