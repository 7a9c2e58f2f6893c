//! Files of a map: in one folder, with limits on number and bytes.

use super::fault::MapFault;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::import::ImportError;

/// Limit of bytes. The largest board with 20 floors fits.
const MAX_BYTES: u64 = 64 << 20;
const MAX_FILES: usize = 64;

pub(super) struct Folder {
    shown: PathBuf,
    home: PathBuf,
    bytes: u64,
    files: usize,
}

impl Folder {
    /// Opens the folder of a map and returns the map's path in it. Without a root it is the map's own folder.
    pub(super) fn of(path: &Path, root: Option<&Path>) -> Result<(Self, PathBuf), ImportError> {
        let unread = |file: &Path, source: io::Error| ImportError::Unread { file: file.to_owned(), source };
        let name = path.file_name().ok_or_else(|| unread(path, io::ErrorKind::IsADirectory.into()))?;
        let own = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let folder = root.unwrap_or(own);
        let home = folder.canonicalize().map_err(|error| unread(folder, error))?;
        let own = own.canonicalize().map_err(|error| unread(own, error))?;
        let outside = |_| {
            let fault = MapFault::bad_file(format!("the map is outside {}", folder.display()));
            ImportError::Unfit { file: path.to_owned(), fault }
        };
        let name = own.strip_prefix(&home).map_err(outside)?.join(name);
        Ok((Folder { shown: folder.to_owned(), home, bytes: 0, files: 0 }, name))
    }

    pub(super) fn refused(&self, file: &Path, line: usize, fault: MapFault) -> ImportError {
        ImportError::Refused { file: self.shown.join(file), line, fault }
    }

    pub(super) fn map(&mut self, file: &Path) -> Result<Vec<u8>, ImportError> {
        self.open(file, true)
    }

    /// Reads a file that the map names. It must be in the folder.
    pub(super) fn read(&mut self, file: &Path) -> Result<Vec<u8>, ImportError> {
        self.open(file, false)
    }

    fn open(&mut self, file: &Path, is_map: bool) -> Result<Vec<u8>, ImportError> {
        let path = self.shown.join(file);
        let unread = |file: &Path, source: io::Error| ImportError::Unread { file: file.to_owned(), source };
        self.files += 1;
        if self.files > MAX_FILES {
            return Err(self.refused(file, 1, MapFault::too_large(format!("a map has at most {MAX_FILES} files"))));
        }
        let full = path.canonicalize().map_err(|error| unread(&path, error))?;
        if !is_map && !full.starts_with(&self.home) {
            return Err(self.refused(file, 1, MapFault::bad_file("a link leads out of the map's folder")));
        }
        // Opening a pipe would block.
        if !fs::metadata(&full).map_err(|error| unread(&full, error))?.is_file() {
            return Err(unread(&full, io::Error::other("it is not a regular file")));
        }
        let mut bytes = Vec::new();
        let opened = fs::File::open(&full).map(|opened| opened.take(MAX_BYTES - self.bytes + 1));
        opened.and_then(|mut opened| opened.read_to_end(&mut bytes)).map_err(|error| unread(&full, error))?;
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_BYTES {
            return Err(self.refused(
                file,
                1,
                MapFault::too_large(format!("the files of a map have at most {MAX_BYTES} bytes")),
            ));
        }
        Ok(bytes)
    }
}

/// Returns a path without `.` and `..`; `None` if it leaves the root.
pub(super) fn within(folder: &Path, named: &Path) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for component in named.components() {
        match component {
            Component::Normal(name) if !name.to_str()?.contains(['\\', ':']) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir if path.pop() => {}
            _ => return None,
        }
    }
    Some(path)
}

pub(super) fn named(by: &Path, source: &str) -> Result<PathBuf, MapFault> {
    let folder = by.parent().unwrap_or(Path::new(""));
    let path = within(folder, Path::new(source)).filter(|path| path != folder);
    let hint = if source.starts_with("../") { "; `--root DIR` allows a folder further up" } else { "" };
    path.ok_or_else(|| MapFault::bad_file(format!("`{source}` is outside the map's folder{hint}")))
}
