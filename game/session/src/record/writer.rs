//! Writing records: entries are appended and synced one by one, so a process killed at any byte loses at most the entry
//! being written. Who writes a record holds a lock on it, which goes with the process, however that ends, and reads it
//! through the same file, for some systems let nobody else read what is locked.

use super::read::{MAX_RECORD, open_file, read_all};
use super::{Entry, Opened, ReplayError, parse};
use foretoken_action_assets::store::sync_folder;
use foretoken_vm::codec::CodecError;
use foretoken_vm::journal::{self, FrameError};
use std::fmt::Debug;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
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
    /// The record would be larger than records may be.
    #[error("the record {0} is full: it has {max} MiB", max = MAX_RECORD >> 20)]
    Full(PathBuf),
    /// The entry is too large.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The entry cannot be encoded.
    #[error(transparent)]
    Codec(#[from] CodecError),
}

/// Where a record's bytes are kept.
pub trait Disk: Debug + Send {
    /// Writes bytes at a place, and syncs them.
    ///
    /// # Errors
    /// When not all of them could be written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts off what lies behind a place.
    ///
    /// # Errors
    /// When it cannot be cut.
    fn cut(&mut self, at: u64) -> io::Result<()>;
}

impl Disk for File {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at))?;
        self.write_all(bytes)?;
        self.sync_data()
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.set_len(at)
    }
}

/// A record that nobody else goes on with for as long as this is held.
#[derive(Debug)]
pub struct HeldRecord {
    file: File,
    path: PathBuf,
}

impl HeldRecord {
    /// Holds a record of any content.
    ///
    /// # Errors
    /// When the file cannot be opened, or somebody goes on with it.
    pub fn new(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        let file = open_file(path, OpenOptions::new().read(true).write(true)).map_err(fail)?;
        hold(&file, path)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Reads it.
    ///
    /// # Errors
    /// When it cannot be read, is no record, or has no start.
    pub fn read(&mut self) -> Result<Opened, ReplayError> {
        parse(&read_all(&mut self.file)?)
    }

    /// Copies all of it as it is, synced.
    ///
    /// # Errors
    /// When it cannot be read, or the copy cannot be written.
    pub fn copy_to(&mut self, copy: &mut File) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.file, copy)?;
        copy.sync_all()
    }

    /// Goes on behind what was read of it; what lies behind that is cut off.
    ///
    /// # Errors
    /// When it cannot be cut.
    pub fn go_on(self, opened: &Opened) -> Result<RecordWriter, WriteError> {
        let Self { mut file, path } = self;
        file.cut(opened.end).map_err(|source| WriteError::Io { path: path.clone(), source })?;
        Ok(RecordWriter { disk: Box::new(file), path, end: opened.end, waiting: Vec::new() })
    }
}

/// Appends entries to a record.
#[derive(Debug)]
pub struct RecordWriter {
    disk: Box<dyn Disk>,
    path: PathBuf,
    /// Where the last entry ends that is on the disk.
    end: u64,
    /// Bytes that could not be written yet.
    waiting: Vec<u8>,
}

impl RecordWriter {
    /// Starts a new record; a file of the same name must not be there.
    ///
    /// # Errors
    /// When the folder or the file cannot be made; no part of it is left then.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(fail)?;
        match hold(&file, path).and_then(|()| Self::on(Box::new(file), path)) {
            Ok(writer) => {
                sync_folder(path);
                Ok(writer)
            }
            Err(error) => {
                // A file without its header is no record.
                let _ = std::fs::remove_file(path);
                Err(error)
            }
        }
    }

    /// Starts a new record on an empty disk, which is called by a path.
    ///
    /// # Errors
    /// When its header cannot be written.
    pub fn on(disk: Box<dyn Disk>, path: &Path) -> Result<Self, WriteError> {
        let waiting = journal::header().to_vec();
        let mut writer = Self { disk, path: path.to_owned(), end: 0, waiting };
        writer.flush()?;
        Ok(writer)
    }

    /// Where it is written.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether entries wait for being written.
    #[must_use]
    pub const fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Appends an entry, synced to the disk. Where that fails the entry is kept and written before the next one, and the
    /// file ends with its last whole entry.
    ///
    /// # Errors
    /// When it cannot be written. An entry that is too large, or for which the record is, is not kept.
    pub fn push(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let bytes = journal::frame(entry.kind(), &entry.payload()?)?;
        if self.end + (self.waiting.len() + bytes.len()) as u64 > MAX_RECORD {
            return Err(WriteError::Full(self.path.clone()));
        }
        self.waiting.extend_from_slice(&bytes);
        self.flush()
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// When it cannot be written; it goes on waiting.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        let Self { disk, end, waiting, path } = self;
        match disk.write_at(*end, waiting) {
            Ok(()) => {
                *end += waiting.len() as u64;
                waiting.clear();
                Ok(())
            }
            Err(source) => {
                // Half an entry is none. Where even that fails, the next reader cuts it off.
                let _ = disk.cut(*end);
                Err(WriteError::Io { path: path.clone(), source })
            }
        }
    }
}

/// Takes the lock on a record. A file system that knows no locks has none to refuse.
fn hold(file: &File, path: &Path) -> Result<(), WriteError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(WriteError::Taken(path.to_owned())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
