//! Files of other append-only journals with the frames, locks and durable writes of records: runs and profiles.

use super::files::{hold, open_file, read_all};
use super::read::MAX_RECORD;
use super::{Disk, WriteError};
use foretoken_action_assets::store::journal::{self, HEADER};
use foretoken_action_assets::store::{Appender, sync_folder};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// A locked journal file that can be appended to.
#[derive(Debug)]
pub struct JournalFile {
    appender: Appender,
    path: PathBuf,
}

/// The bytes of a locked file. No other process can write it until it is dropped.
#[derive(Debug)]
pub struct HeldJournal {
    file: std::fs::File,
    path: PathBuf,
    /// The whole file.
    pub bytes: Vec<u8>,
}

impl HeldJournal {
    /// Locks a file and reads it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or another process writes it.
    pub fn open(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        let mut file = open_file(path, OpenOptions::new().read(true).write(true)).map_err(fail)?;
        hold(&file, path)?;
        let bytes = read_all(&mut file).map_err(fail)?;
        Ok(Self { file, path: path.to_owned(), bytes })
    }

    /// Continues at the byte `end`; cuts off the bytes after it.
    ///
    /// # Errors
    ///
    /// If the file cannot be cut.
    pub fn go_on(self, end: u64) -> Result<JournalFile, WriteError> {
        let Self { mut file, path, .. } = self;
        file.cut(end).map_err(|source| WriteError::Io { path: path.clone(), source })?;
        Ok(JournalFile { appender: Appender::new(Box::new(file), end), path })
    }
}

impl JournalFile {
    /// Creates a file with a header.
    ///
    /// # Errors
    ///
    /// If the file exists or cannot be written.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(fail)?;
        hold(&file, path)?;
        let appender = Appender::new(Box::new(file), 0);
        appender.push(journal::header().to_vec());
        appender.flush().map_err(fail)?;
        sync_folder(path);
        Ok(Self { appender, path: path.to_owned() })
    }

    /// Returns the file path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends entries, all or none, and waits until they are on the disk.
    ///
    /// # Errors
    ///
    /// If they are too large or cannot be written; a later write tries them again.
    pub fn push(&self, entries: &[(u16, Vec<u8>)]) -> Result<(), WriteError> {
        let mut bytes = Vec::new();
        for (kind, payload) in entries {
            bytes.extend(journal::frame(*kind, payload)?);
        }
        if self.appender.length().max(HEADER as u64) + bytes.len() as u64 > MAX_RECORD {
            return Err(WriteError::Full(self.path.clone()));
        }
        self.appender.push(bytes);
        self.appender.flush().map_err(|source| WriteError::Io { path: self.path.clone(), source })
    }
}
