//! Record files: reading, locking and creation.

use super::read::MAX_RECORD;
use super::{Disk, Opened, RecordWriter, ReplayError, Summary, WriteError, parse, summary_in};
use foretoken_action_assets::store::{Appender, sync_folder};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Opens a regular file. A pipe would block without end.
pub(super) fn open_file(path: &Path, options: &OpenOptions) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file"));
    }
    options.open(path)
}

pub(super) fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    if length > MAX_RECORD {
        let message = format!("the file has {length} bytes; a record has at most {MAX_RECORD}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(MAX_RECORD).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut file = open_file(path, OpenOptions::new().read(true)).map_err(named)?;
    read_all(&mut file).map_err(named)
}

/// Reads a record from a file.
///
/// # Errors
///
/// If it is unreadable, not a record, or has no start.
pub fn open(path: &Path) -> Result<Opened, ReplayError> {
    parse(&read_file(path)?)
}

/// A locked record.
#[derive(Debug)]
pub struct HeldRecord {
    file: File,
    path: PathBuf,
}

impl HeldRecord {
    /// Locks a record without reading it.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or another process writes it.
    pub fn new(path: &Path) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        let file = open_file(path, OpenOptions::new().read(true).write(true)).map_err(fail)?;
        hold(&file, path)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Reads the record.
    ///
    /// # Errors
    ///
    /// If it is unreadable, not a record, or has no start.
    pub fn read(&mut self) -> Result<Opened, ReplayError> {
        parse(&read_all(&mut self.file)?)
    }

    /// Copies the whole file and syncs the copy.
    ///
    /// # Errors
    ///
    /// If a read or write fails.
    pub fn copy_to(&mut self, copy: &mut File) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.file, copy)?;
        copy.sync_all()
    }

    /// Returns a writer behind the read entries; cuts off the bytes after them.
    ///
    /// # Errors
    ///
    /// If the file cannot be cut.
    pub fn go_on(self, opened: &Opened) -> Result<RecordWriter, WriteError> {
        self.go_on_with(opened, |file| Box::new(file))
    }

    /// Returns a writer behind the read entries on a disk that wraps the file; cuts off the bytes after them.
    ///
    /// # Errors
    ///
    /// If the file cannot be cut.
    pub fn go_on_with(
        self,
        opened: &Opened,
        disk: impl FnOnce(File) -> Box<dyn Disk>,
    ) -> Result<RecordWriter, WriteError> {
        let Self { mut file, path } = self;
        file.cut(opened.end).map_err(|source| WriteError::Io { path: path.clone(), source })?;
        Ok(RecordWriter { appender: Appender::new(disk(file), opened.end), path, waits: true, is_bare: false })
    }
}

/// Reads the summary of a record.
///
/// # Errors
///
/// If it is unreadable, not a record, or has no start.
pub fn summary(path: &Path) -> Result<Summary, ReplayError> {
    crate::long_work::note("reading a record");
    summary_in(&read_file(path)?)
}

impl RecordWriter {
    /// Creates a record in a new file. A writer without entries removes its file when dropped.
    ///
    /// # Errors
    ///
    /// If the folder or the file cannot be created.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        Self::create_on(path, |file| Box::new(file))
    }

    /// Creates a record on a disk that wraps the file.
    ///
    /// # Errors
    ///
    /// As [`Self::create`].
    pub fn create_on(path: &Path, disk: impl FnOnce(File) -> Box<dyn Disk>) -> Result<Self, WriteError> {
        let fail = |source| WriteError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(fail)?;
        match hold(&file, path).and_then(|()| Self::on(disk(file), path)) {
            Ok(mut writer) => {
                writer.is_bare = true;
                sync_folder(path);
                Ok(writer)
            }
            Err(error) => {
                let _ = std::fs::remove_file(path);
                Err(error)
            }
        }
    }
}

pub(super) fn hold(file: &File, path: &Path) -> Result<(), WriteError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(WriteError::Taken(path.to_owned())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
