//! `fmt`: formats assets.

use super::output::{Found, print};
use super::packs::path_of;
use anyhow::Context;
use foretoken_action_assets::assets::fmt_text;
use foretoken_action_assets::syntax::MAX_BYTES;
use foretoken_session::content::Content;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Format assets in canonical form
#[derive(Debug, clap::Args)]
pub(super) struct Fmt {
    /// Packs by name or folder, or files; all packs by default
    paths: Vec<PathBuf>,
    /// Change nothing; list the files that differ
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let registry = content.registry()?;
        let mut found = Found::Fine;
        for (file, pack) in self.files(content)? {
            let text = read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            match fmt_text(&file.to_string_lossy(), &text, &registry) {
                Ok(formatted) if formatted == text => {}
                Ok(_) if self.check => {
                    found = Found::Problems;
                    print(&format!("{} is not in canonical form\n", file.display()))?;
                }
                Ok(formatted) => {
                    let file = match pack {
                        Some((pack, path)) => content.folder_to_edit(&pack)?.join(path),
                        None => file,
                    };
                    crate::files::replace(&file, formatted.as_bytes())
                        .with_context(|| format!("cannot write {}", file.display()))?;
                    print(&format!("{} formatted\n", file.display()))?;
                }
                Err(faults) => {
                    found = Found::Problems;
                    print(&faults.render())?;
                }
            }
        }
        Ok(found)
    }

    /// Returns the files in order. A file of a pack that is given by its name has this name and its path in the pack.
    fn files(&self, content: &Content) -> anyhow::Result<BTreeMap<PathBuf, Option<(String, PathBuf)>>> {
        let of_pack = |pack: String| (content.place_of(&pack), Some(pack));
        let named = |path: &PathBuf| {
            let is_pack = |name: &&str| path_of(content, path) != *path && content.folder(name).is_ok();
            path.to_str().filter(is_pack).map_or_else(|| (path.clone(), None), |name| of_pack(name.to_owned()))
        };
        let roots: Vec<_> = match self.paths.as_slice() {
            [] => content.packs().into_iter().map(of_pack).collect(),
            paths => paths.iter().map(named).collect(),
        };
        let mut all = BTreeMap::new();
        for (root, pack) in roots {
            let mut files = Vec::new();
            collect(&root, &mut files).with_context(|| format!("cannot read {}", root.display()))?;
            for file in files {
                let path = file.strip_prefix(&root).unwrap_or(&file).to_owned();
                let of = all.entry(file).or_insert(None);
                *of = of.take().or_else(|| pack.clone().map(|pack| (pack, path)));
            }
        }
        Ok(all)
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    // Opening a pipe would block.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_string(&mut text)?;
    if text.len() > MAX_BYTES {
        return Err(std::io::Error::other(format!("it is larger than {MAX_BYTES} bytes, the limit of an asset")));
    }
    Ok(text)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !std::fs::metadata(path)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|extension| extension == "ron") {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn fmt(paths: Vec<PathBuf>) -> anyhow::Result<Found> {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        Fmt { paths, check: false }.run(&Content::open(&assets).expect("content"))
    }

    #[test]
    fn a_shipped_pack_is_formatted_in_the_copy_of_the_user() {
        let folder = tempfile::tempdir().expect("a folder");
        let (shipped, own) = (folder.path().join("shipped"), folder.path().join("own"));
        let write = |path: &str, text: &str| {
            let file = shipped.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, text).expect("written");
        };
        write("one/actions/a.ron", "Action( title :\"A\")");
        write("one/actions/b.ron", "Action( title :\"B\")");
        write("two/actions/c.ron", "Action(\n    title: \"C\",\n)\n");
        let content = Content::open(&shipped).expect("content").with_own(own.clone());
        let all = Fmt { paths: Vec::new(), check: false };
        assert_eq!(all.run(&content).expect("formatted"), Found::Fine);
        let read = |file: PathBuf| fs::read_to_string(file).expect("it is there");
        assert_eq!(read(own.join("one/actions/a.ron")), "Action(\n    title: \"A\",\n)\n");
        assert_eq!(read(own.join("one/actions/b.ron")), "Action(\n    title: \"B\",\n)\n");
        assert_eq!(read(shipped.join("one/actions/a.ron")), "Action( title :\"A\")", "the shipped file stays");
        assert!(!own.join("two").exists(), "nothing of it changes");
        fs::write(own.join("one/actions/a.ron"), "Action( title :\"Own\")").expect("written");
        let named = Fmt { paths: vec!["one".into()], check: false };
        assert_eq!(named.run(&content).expect("formatted"), Found::Fine);
        assert!(read(own.join("one/actions/a.ron")).contains("    title: \"Own\""));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("a.ron"), folder.path().join("b.ron"));
        fs::write(&file, "Action( title :\"A\")").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
        symlink("a.ron", &link).expect("linked");
        assert_eq!(fmt(vec![link.clone()]).expect("formatted"), Found::Fine);
        assert!(fs::symlink_metadata(&link).expect("it").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("it"), "Action(\n    title: \"A\",\n)\n");
        assert_eq!(fs::metadata(&file).expect("it").permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn files_that_are_too_large_or_cannot_be_written_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let large = folder.path().join("large.ron");
        fs::write(&large, " ".repeat(MAX_BYTES + 1)).expect("written");
        let told = format!("{:#}", fmt(vec![large]).expect_err("it is too large"));
        assert!(told.contains("large.ron") && told.contains("larger than"), "{told}");
        let file = folder.path().join("a.ron");
        fs::write(&file, "Action( title :\"A\")").expect("written");
        let backups = foretoken_action_assets::store::backup_folder(&file);
        fs::create_dir_all(backups.join("a.ron.10")).expect("in its way");
        fs::write(backups.join("a.ron.9"), "").expect("written");
        let told = format!("{:#}", fmt(vec![file]).expect_err("something is in the way"));
        assert!(told.contains("cannot write") && told.contains("a.ron"), "{told}");
    }
}
