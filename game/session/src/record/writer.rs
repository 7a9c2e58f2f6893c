//! Writing records: entries are appended and synced one by one in a thread, which is waited for or not, so a process killed
//! at any byte loses at most the entries that are not synced yet, and the file ends with a whole entry or a torn one. The
//! writer of a record holds a lock on it, which ends with the process, and reads the record through the same file, because
//! some systems let no other handle read a locked file.

use super::Entry;
use super::read::MAX_RECORD;
use foretoken_action_assets::store::Appender;
use foretoken_action_assets::store::journal::{self, FrameError};
use foretoken_vm::codec::CodecError;
use std::io;
use std::path::{Path, PathBuf};

pub use foretoken_action_assets::store::Disk;

/// Why an entry was not written. The entries before it are whole.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file could not be written.
    #[error("the record {path} could not be written: {source}")]
    Io {
        /// The file.
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

/// Appends entries to a record.
#[derive(Debug)]
pub struct RecordWriter {
    pub(super) appender: Appender,
    pub(super) path: PathBuf,
    /// Whether each entry is waited for.
    pub(super) waits: bool,
    /// Whether the file was made by this writer and has no entry yet. Such a file is removed.
    pub(super) is_bare: bool,
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        #[cfg(feature = "std-io")]
        if self.is_bare {
            // A file that cannot be removed is only in the way.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl RecordWriter {
    /// Starts a new record on an empty disk, which is called by a path.
    ///
    /// # Errors
    /// When its header cannot be written.
    pub fn on(disk: Box<dyn Disk>, path: &Path) -> Result<Self, WriteError> {
        let appender = Appender::new(disk, 0);
        appender.push(journal::header().to_vec());
        let writer = Self { appender, path: path.to_owned(), waits: true, is_bare: false };
        writer.flush()?;
        Ok(writer)
    }

    /// Sets whether each entry is on the disk before [`Self::push`] returns, as it is at first. Otherwise a thread writes
    /// it, and a crash loses the entries that are not written yet; dropping this waits for all.
    pub const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether entries could not be written and wait for room.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.appender.is_behind()
    }

    /// Appends an entry. If that fails, the entry is kept and written before the next one, and the file ends with its
    /// last whole entry.
    ///
    /// # Errors
    /// When it cannot be written and is waited for; see also [`Self::news`]. An entry that is too large, or for which the
    /// record is, is not kept.
    pub fn push(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let bytes = journal::frame(entry.kind(), &entry.payload()?)?;
        if self.appender.length() + bytes.len() as u64 > MAX_RECORD {
            return Err(WriteError::Full(self.path.clone()));
        }
        self.appender.push(bytes);
        if !self.waits {
            self.is_bare = false;
            return Ok(());
        }
        crate::long_work::note("making a record durable");
        self.flush()?;
        self.is_bare = false;
        Ok(())
    }

    /// Appends the entries that a record begins with, all of them or none.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn begin(&mut self, entries: &[Entry]) -> Result<(), WriteError> {
        let mut bytes = Vec::new();
        for entry in entries {
            bytes.extend(journal::frame(entry.kind(), &entry.payload()?)?);
        }
        if self.appender.length() + bytes.len() as u64 > MAX_RECORD {
            return Err(WriteError::Full(self.path.clone()));
        }
        self.appender.push(bytes);
        self.flush()?;
        self.is_bare = false;
        Ok(())
    }

    /// Waits until every entry is on the disk.
    ///
    /// # Errors
    /// When not all could be written; they go on waiting.
    pub fn flush(&self) -> Result<(), WriteError> {
        self.appender.flush().map_err(|source| self.failed(source))
    }

    /// Returns the news of the disk since the last call: entries could not be written, or all are written again.
    pub fn news(&self) -> Option<Result<(), WriteError>> {
        Some(self.appender.news()?.map_err(|source| self.failed(source)))
    }

    fn failed(&self, source: io::Error) -> WriteError {
        WriteError::Io { path: self.path.clone(), source }
    }
}
