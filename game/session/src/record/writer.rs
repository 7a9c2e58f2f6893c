//! Writing of records: a thread appends and syncs each entry. The writer locks the file and also reads through its
//! handle, because some systems refuse a second one.

use super::Entry;
use super::read::MAX_RECORD;
use foretoken_action_assets::store::Appender;
use foretoken_action_assets::store::journal::{self, FrameError};
use foretoken_vm::codec::CodecError;
use std::io;
use std::path::{Path, PathBuf};

pub use foretoken_action_assets::store::Disk;

/// Reason why an entry was not written. Earlier entries are complete.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file cannot be written.
    #[error("the record {path} could not be written: {source}")]
    Io {
        /// File.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// Another process writes the record.
    #[error("the battle {0} is open in another window or terminal; leave it there first")]
    Taken(PathBuf),
    /// The record would exceed the size limit.
    #[error("the record {0} is full: its limit is {max} MiB", max = MAX_RECORD >> 20)]
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
    pub(super) waits: bool,
    /// Whether this writer created the file and it has no entry yet. Such a file is removed.
    pub(super) is_bare: bool,
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        #[cfg(feature = "std-io")]
        if self.is_bare {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl RecordWriter {
    /// Starts a record on an empty disk; messages use the path.
    ///
    /// # Errors
    ///
    /// If the header cannot be written.
    pub fn on(disk: Box<dyn Disk>, path: &Path) -> Result<Self, WriteError> {
        let appender = Appender::new(disk, 0);
        appender.push(journal::header().to_vec());
        let writer = Self { appender, path: path.to_owned(), waits: true, is_bare: false };
        writer.flush()?;
        Ok(writer)
    }

    /// Sets whether [`Self::push`] waits for the disk; the default is true. Otherwise, a crash loses queued entries.
    /// Dropping the writer waits for all.
    pub const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Returns the file path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether unwritten entries wait for disk space.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.appender.is_behind()
    }

    /// Appends an entry. If that fails, keeps the entry for the next write; the file ends with a complete entry.
    ///
    /// # Errors
    ///
    /// If an awaited write fails, or a size limit is exceeded; see [`Self::news`].
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

    /// Appends the first entries, all or none.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
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

    /// Waits until all entries are on the disk.
    ///
    /// # Errors
    ///
    /// If some could not be written; they stay queued.
    pub fn flush(&self) -> Result<(), WriteError> {
        self.appender.flush().map_err(|source| self.failed(source))
    }

    /// Returns a change of the disk status since the last call: a failure, or the recovery.
    pub fn news(&self) -> Option<Result<(), WriteError>> {
        Some(self.appender.news()?.map_err(|source| self.failed(source)))
    }

    fn failed(&self, source: io::Error) -> WriteError {
        WriteError::Io { path: self.path.clone(), source }
    }
}
