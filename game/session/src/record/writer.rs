//! Writing records: entries are appended and synced one by one, so a process killed at any byte loses at most the entry
//! being written. A torn tail is cut off before anything is appended behind it. Who writes a record holds a lock on it,
//! which goes with the process, however that ends.

use super::{Entry, Opened};
use foretoken_action_assets::store::sync_folder;
use foretoken_vm::codec::CodecError;
use foretoken_vm::journal::{self, FrameError};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why an entry was not written. What was written before is whole.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file could not be written.
    #[error("the record {path} could not be written: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process goes on with the same battle.
    #[error("the battle {0} is being played elsewhere; leave it there first")]
    Taken(PathBuf),
    /// The entry is too large.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The entry cannot be encoded.
    #[error(transparent)]
    Codec(#[from] CodecError),
}

/// Appends entries to a record.
#[derive(Debug)]
pub struct RecordWriter {
    file: File,
    path: PathBuf,
    /// Number of the next entry.
    next: u32,
}

impl RecordWriter {
    /// Starts a new record; an older file of the same name must not be there.
    ///
    /// # Errors
    /// When the folder or the file cannot be made.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(fail)?;
        hold(&file, path)?;
        file.write_all(&journal::header()).map_err(fail)?;
        file.sync_all().map_err(fail)?;
        sync_folder(path);
        Ok(Self { file, path: path.to_owned(), next: 0 })
    }

    /// Takes a record to go on with, so that nobody else does. It is read and mended then, and appended to after
    /// [`Self::go_on`].
    ///
    /// # Errors
    /// When the file cannot be opened, or somebody else goes on with it.
    pub fn take_up(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
        hold(&file, path)?;
        Ok(Self { file, path: path.to_owned(), next: 0 })
    }

    /// Goes on behind what was read of the record; what lies behind that is cut off.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub fn go_on(mut self, opened: &Opened) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: self.path.clone(), source };
        self.file.set_len(opened.end).map_err(fail)?;
        io::Seek::seek(&mut self.file, io::SeekFrom::End(0)).map_err(fail)?;
        self.next = opened.entries.len() as u32;
        Ok(self)
    }

    /// Where it is written.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of the entry that was written last.
    #[must_use]
    pub const fn last(&self) -> u32 {
        self.next.saturating_sub(1)
    }

    /// Appends an entry, synced to the disk, and returns its number.
    ///
    /// # Errors
    /// When it cannot be written whole; the file may then end in a torn entry, which reading repairs.
    pub fn push(&mut self, entry: &Entry) -> Result<u32, WriteError> {
        let bytes = journal::frame(entry.kind(), &entry.payload()?)?;
        let fail = |source| WriteError::Io { path: self.path.clone(), source };
        self.file.write_all(&bytes).map_err(fail)?;
        self.file.sync_data().map_err(fail)?;
        self.next += 1;
        Ok(self.next - 1)
    }
}

/// Takes the lock on a record. A file system that knows no locks has none to refuse.
fn hold(file: &File, path: &Path) -> Result<(), WriteError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(WriteError::Taken(path.to_owned())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Cuts a torn tail off a record, if it has one; says what was cut.
///
/// # Errors
/// When the file cannot be read or cut, or is no record.
pub fn repair(path: &Path) -> io::Result<Option<String>> {
    let bytes = super::replay::read_file(path)?;
    let (_, damage) = journal::read(&bytes).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
    let Some(damage) = damage else { return Ok(None) };
    OpenOptions::new().write(true).open(path)?.set_len(damage.bytes.start as u64)?;
    Ok(Some(format!("{}; the {} bytes from there on were cut off", damage.reason, damage.bytes.len())))
}
