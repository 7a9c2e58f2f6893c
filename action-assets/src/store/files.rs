//! Atomic replacement of files and folders, with backups, never outside through links.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::assets::AssetType;
use crate::long_work;

/// Number of versions in `.backup`.
const BACKUPS: usize = 10;
/// Folder of a pack's drawings.
const ART: &str = "art";

/// Name of a file sync in [`long_work`].
pub const DURABLE: &str = "making a file durable";

/// Replaces a file atomically, with a backup. Follows a link to its file.
///
/// # Errors
///
/// If writing fails; the old content stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, keep_backup)
}

/// Replaces a file without a backup.
///
/// # Errors
///
/// If writing fails.
pub fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |_| Ok(()))
}

fn put(path: &Path, bytes: &[u8], keep: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let target = if is_link { Some(path.canonicalize()?) } else { None };
    let path = target.as_deref().unwrap_or(path);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    put_below(path, bytes, keep)
}

fn put_below(path: &Path, bytes: &[u8], keep: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    long_work::note(DURABLE);
    // Unique, because two processes may replace one file. Removed on failure.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(path.file_name().unwrap_or_default()).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    if let Ok(old) = fs::metadata(path) {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    keep(path)?;
    temporary.persist(path)?;
    sync_folder(path);
    Ok(())
}

/// Whether a path stays below its folder: plain names separated by `/`.
#[must_use]
pub fn is_below(path: &str) -> bool {
    let is_plain = |step: &str| !matches!(step, "" | "." | "..") && !step.contains(['\\', ':', '\0']);
    path.split('/').all(is_plain)
}

/// Returns the full path of a file in a folder, for all writes with foreign paths.
///
/// # Errors
///
/// If the path leaves the folder, also by a link.
pub fn below(folder: &Path, path: &str) -> io::Result<PathBuf> {
    let outside = || io::Error::new(io::ErrorKind::InvalidInput, format!("`{path}` is outside the folder"));
    if !is_below(path) {
        return Err(outside());
    }
    let mut at = folder.to_owned();
    for step in path.split('/') {
        at.push(step);
        if fs::symlink_metadata(&at).is_ok_and(|found| found.is_symlink()) {
            let target = at.canonicalize().map_err(|_| outside())?;
            if !target.starts_with(folder.canonicalize()?) {
                return Err(outside());
            }
        }
    }
    Ok(at)
}

/// Replaces a file in an existing folder.
///
/// # Errors
///
/// If the folder is missing, the path leaves it, or writing fails.
pub fn replace_in(folder: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let file = below(folder, path)?;
    let mut below = folder.to_owned();
    for step in Path::new(path).parent().into_iter().flat_map(Path::components) {
        below.push(step);
        match fs::create_dir(&below) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    // Do not recreate a folder that was deleted meanwhile.
    put_below(&file, bytes, keep_backup)
}

/// Creates a folder with files atomically.
///
/// # Errors
///
/// If it cannot be created or exists.
pub fn make_folder(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    long_work::note(DURABLE);
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(above)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let temporary = builder.tempdir_in(above)?;
    for (path, bytes) in files {
        let file = below(temporary.path(), path)?;
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut file = File::create(file)?;
        file.write_all(bytes)?;
        file.sync_all()?;
    }
    fs::rename(temporary.path(), folder)?;
    let _ = temporary.keep();
    sync_folder(folder);
    Ok(())
}

/// Copies a folder as a whole, without hidden files and links. A folder that already exists stays as it is.
///
/// # Errors
///
/// If a file cannot be read, or the copy cannot be created; then nothing is written.
pub fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    if to.is_dir() {
        return Ok(());
    }
    // Two programs can copy at the same time.
    make_folder(to, &files_below(from, "")?).or_else(|error| if to.is_dir() { Ok(()) } else { Err(error) })
}

fn files_below(folder: &Path, prefix: &str) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (kind, path) = (entry.file_type()?, format!("{prefix}{name}"));
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            files.extend(files_below(&entry.path(), &format!("{path}/"))?);
        } else if kind.is_file() {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// Removes a file in a folder, with a backup.
///
/// # Errors
///
/// If the path leaves the folder or removal fails.
pub fn remove_in(folder: &Path, path: &str) -> io::Result<()> {
    remove(&below(folder, path)?)
}

/// Removes a file, with a backup.
///
/// # Errors
///
/// If removal fails. A missing file is not an error.
pub fn remove(path: &Path) -> io::Result<()> {
    long_work::note(DURABLE);
    keep_backup(path)?;
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => {
            sync_folder(path);
            Ok(())
        }
    }
}

/// Syncs a file's folder, if the platform can.
pub fn sync_folder(path: &Path) {
    long_work::note(DURABLE);
    // The parent of a bare name is empty.
    let folder = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    if let Some(Ok(folder)) = folder.map(File::open) {
        let _ = folder.sync_all();
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// Returns the folder of a file's backups: `.backup` beside it, or `.backup/PACK` beside a pack.
#[must_use]
pub fn backup_folder(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new("."));
    let named = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let holds_assets = |name: &str| !name.is_empty() && AssetType::ALL.iter().any(|kind| kind.folder() == name);
    let pack = match named(folder) {
        _ if folder.parent().is_some_and(|above| named(above) == ART) => folder.parent().and_then(Path::parent),
        name if name == ART || holds_assets(&name) => folder.parent(),
        _ => AssetType::of_path(&named(file)).map(|_| folder),
    };
    // A pack such as `.` has no known parent.
    let beside = pack.and_then(|pack| Some((pack, pack.parent()?, pack.file_name()?)));
    match beside {
        Some((pack, above, name)) => {
            above.join(".backup").join(name).join(folder.strip_prefix(pack).unwrap_or(Path::new("")))
        }
        None => folder.join(".backup"),
    }
}

fn keep_backup(path: &Path) -> io::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let folder = backup_folder(path);
    fs::create_dir_all(&folder)?;
    let base = folder.join(path.file_name().unwrap_or_default());
    let numbered = |number: usize| with_suffix(&base, &format!(".{number}"));
    for number in (1..BACKUPS).rev() {
        if numbered(number).exists() {
            fs::rename(numbered(number), numbered(number + 1))?;
        }
    }
    fs::copy(path, numbered(1))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_outside_the_folder() {
        let outer = tempfile::tempdir().expect("a folder");
        let (folder, secret) = (outer.path().join("pack"), outer.path().join("secret.txt"));
        fs::create_dir_all(folder.join("art")).expect("made");
        fs::write(&secret, "kept").expect("written");
        let paths =
            ["art/../../secret.txt", "../secret.txt", "/secret.txt", "art//a.txt", "./a.txt", "", "art\\a", "C:a"];
        for path in paths {
            assert!(replace_in(&folder, path, b"new").is_err() && remove_in(&folder, path).is_err(), "{path}");
            let files = [(path.to_owned(), b"new".to_vec())].into();
            assert!(make_folder(&outer.path().join("made"), &files).is_err(), "{path}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path(), folder.join("out")).expect("linked");
            assert!(
                replace_in(&folder, "out/secret.txt", b"new").is_err() && remove_in(&folder, "out/secret.txt").is_err()
            );
        }
        assert_eq!(fs::read_to_string(&secret).expect("it"), "kept");
        assert!(
            replace_in(&folder, "art/units/a.txt", b"new").is_ok() && remove_in(&folder, "art/units/a.txt").is_ok()
        );
    }

    #[test]
    fn backups_of_assets_stand_outside_the_pack() {
        let of = |file: &str| backup_folder(Path::new(file));
        assert_eq!(of("assets/vigil/actions/walk.ron"), Path::new("assets/.backup/vigil/actions"));
        assert_eq!(of("assets/vigil/rules.ron"), Path::new("assets/.backup/vigil"));
        assert_eq!(of("config/settings.ron"), Path::new("config/.backup"));
        assert_eq!(of("actions/walk.ron"), Path::new("actions/.backup"));
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("pack/actions/walk.ron");
        replace(&file, b"one").expect("written");
        replace(&file, b"two").expect("written");
        let kept = folder.path().join(".backup/pack/actions/walk.ron.1");
        assert_eq!(fs::read(&kept).expect("kept"), b"one");
        let entries = fs::read_dir(folder.path().join("pack/actions")).expect("a folder").count();
        assert_eq!(entries, 1, "nothing but the asset is in the pack");
    }

    #[test]
    fn old_versions_of_a_packs_files_lie_outside_of_it() {
        let check = |file: &str, folder: &str| assert_eq!(backup_folder(Path::new(file)), Path::new(folder));
        check("all/pack/units/rat.ron", "all/.backup/pack/units");
        check("all/pack/scenarios/first.proof.json", "all/.backup/pack/scenarios");
        check("all/pack/rules.ron", "all/.backup/pack");
        check("all/pack/art/palette.txt", "all/.backup/pack/art");
        check("all/pack/art/units/rat.txt", "all/.backup/pack/art/units");
        check("all/settings.txt", "all/.backup");
    }

    #[test]
    fn a_folder_that_is_gone_is_made_whole_or_not_at_all() {
        let above = tempfile::tempdir().expect("a folder");
        let pack = above.path().join("pack");
        let error = replace_in(&pack, "actions/walk.ron", b"one").expect_err("there is no pack");
        assert!(error.kind() == io::ErrorKind::NotFound && !pack.exists(), "{error}");
        let files = [("rules.ron", "r"), ("art/units/rat.txt", "k"), ("actions/walk.ron", "w")];
        let files: BTreeMap<String, Vec<u8>> = files.map(|(path, text)| (path.to_owned(), text.into())).into();
        make_folder(&pack, &files).expect("made");
        assert!(files.iter().all(|(path, bytes)| fs::read(pack.join(path)).is_ok_and(|read| read == *bytes)));
        replace_in(&pack, "actions/walk.ron", b"one").expect("it is there");
        replace_in(&pack, "units/deep/rat.ron", b"u").expect("folders below are made");
        let error = make_folder(&pack, &files).expect_err("it is there");
        assert_eq!(fs::read(pack.join("actions/walk.ron")).expect("it"), b"one", "{error}");
        let mut beside: Vec<_> =
            fs::read_dir(above.path()).expect("it").flatten().map(|entry| entry.file_name()).collect();
        beside.sort();
        assert_eq!(beside, [".backup", "pack"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("settings.ron");
        replace(&file, b"one").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        replace(&file, b"two").expect("written");
        assert_eq!(fs::metadata(&file).expect("it").permissions().mode() & 0o777, 0o640);
    }
}
