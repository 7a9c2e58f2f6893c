//! Journal of unsaved edits, outside the assets and framed like records. Each finished edit is appended and synced. A
//! crash loses at most the field being typed and a pending write.

use super::history::Swap;
use super::swaps::{ArtSwap, AssetId};
use foretoken_action_assets::long_work;
use foretoken_action_assets::store::journal;
use foretoken_action_assets::store::{Appender, DURABLE, Disk, below, is_below, replace, sync_folder};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, KindRegistry};
use foretoken_vm::codec;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const EDIT: u16 = 1;
const BASE: u16 = 2;
const MOST: usize = 9;

/// Largest journal that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Folder within a pack for a journal without a config folder.
pub const IN_PACK: &str = ".edits";

const ART: &str = "art/";

type Written = (String, Vec<(String, Option<String>, Option<String>)>);
type OnDisk = (String, Option<String>);

/// Journal of unsaved edits.
#[derive(Debug)]
pub struct Journal {
    /// Path of the journal of the first editor of the pack.
    first: PathBuf,
    /// Path of this editor's journal, once claimed.
    own: Option<PathBuf>,
    open: Option<Open>,
    /// Whether appends block until written.
    waits: bool,
    notices: Vec<String>,
    /// Whether a notice named another editor of the pack.
    shared: bool,
    /// Whether the journal is in the pack. It could have come with the pack, so its edits are only offered.
    is_in_pack: bool,
    /// Journals in the pack whose edits are offered. They are never written to.
    offered: Vec<PathBuf>,
}

#[derive(Debug)]
struct Open {
    file: File,
    appender: Appender,
}

/// Entry of a journal.
#[derive(Clone, Debug)]
pub enum Found {
    /// An edit.
    Edit {
        /// Label of the edit.
        label: String,
        /// Changed assets.
        swaps: Vec<Swap>,
        /// Changed art texts.
        art: Vec<ArtSwap>,
    },
    /// Disk version of an asset that the following edits are based on.
    Base(AssetId, Box<Option<AnyAsset>>),
    /// Disk version of an art text, by its path.
    ArtBase(String, Option<String>),
}

impl Journal {
    /// Creates the journal at a path. The file is created with the first edit.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        let (notices, offered) = (Vec::new(), Vec::new());
        Self { first: path, own: None, open: None, waits: true, notices, shared: false, is_in_pack: false, offered }
    }

    /// Creates the journal in a pack, for an editor without a config folder.
    #[must_use]
    pub fn in_pack(folder: &Path) -> Self {
        Self { is_in_pack: true, ..Self::at(folder.join(IN_PACK).join("journal")) }
    }

    /// Reads the journals in the pack without changing them. Returns the files that their edits change.
    pub fn offer(&mut self) -> BTreeSet<String> {
        let mut files = BTreeSet::new();
        if !self.is_in_pack {
            return files;
        }
        for path in self.paths() {
            let Ok(Some((_file, bytes))) = held(&path) else { continue };
            let named = files_of(&bytes);
            if !named.is_empty() {
                files.extend(named);
                self.offered.push(path);
            }
        }
        files
    }

    /// Takes the offered journals; see [`Self::recover`].
    pub fn take_offered(&mut self, registry: &KindRegistry) -> Vec<Found> {
        let offered = std::mem::take(&mut self.offered);
        self.take_all(offered, registry)
    }

    /// Moves the offered journals aside, so that no editor finds them.
    ///
    /// # Errors
    /// If a journal cannot be moved; it is offered again then.
    pub fn decline(&mut self) -> io::Result<()> {
        for path in std::mem::take(&mut self.offered) {
            let (aside, _) = free_beside(&path, "declined")?;
            std::fs::rename(&path, aside)?;
        }
        Ok(())
    }

    /// Returns the path of the journal file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.own.as_ref().unwrap_or(&self.first)
    }

    /// Sets whether an edit is on disk before its call returns (default). Otherwise [`Self::news`] reports the result,
    /// and dropping the journal waits for all writes.
    pub const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Returns a change of the write state since the last call, if edits are not waited for: a failure, or all written
    /// again.
    pub fn news(&self) -> Option<io::Result<()>> {
        self.open.as_ref().filter(|_| !self.waits)?.appender.news()
    }

    /// Takes the new notices about journals.
    pub fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Appends an edit. If the write fails, the edit is kept and written before the next one.
    ///
    /// # Errors
    /// If the write fails and is waited for, or no journal is available.
    pub fn append(&mut self, label: &str, swaps: &[Swap], art: &[ArtSwap]) -> io::Result<()> {
        let of = |swap: &Swap| (swap.kind.path(&swap.name), text(swap.before.as_ref()), text(swap.after.as_ref()));
        let of_art = |swap: &ArtSwap| (format!("{ART}{}", swap.path), swap.before.clone(), swap.after.clone());
        let written: Written = (label.to_owned(), swaps.iter().map(of).chain(art.iter().map(of_art)).collect());
        self.write(EDIT, codec::encode(&written))
    }

    /// Appends the disk version that later edits of the asset are based on.
    ///
    /// # Errors
    /// If the write fails.
    pub fn base(&mut self, (kind, name): &AssetId, asset: Option<&AnyAsset>) -> io::Result<()> {
        let written: OnDisk = (kind.path(name), text(asset));
        self.write(BASE, codec::encode(&written))
    }

    /// Appends the disk version of an art text.
    ///
    /// # Errors
    /// If the write fails.
    pub fn art_base(&mut self, path: &str, text: Option<&str>) -> io::Result<()> {
        let written: OnDisk = (format!("{ART}{path}"), text.map(str::to_owned));
        self.write(BASE, codec::encode(&written))
    }

    fn write<E: std::fmt::Display>(&mut self, kind: u16, payload: Result<Vec<u8>, E>) -> io::Result<()> {
        let invalid = |error: &dyn std::fmt::Display| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
        let payload = payload.map_err(|error| invalid(&error))?;
        let frame = journal::frame(kind, &payload).map_err(|error| invalid(&error))?;
        let waits = self.waits;
        let appender = &self.open()?.appender;
        appender.push(frame);
        if waits {
            long_work::note(DURABLE);
            appender.flush()
        } else {
            Ok(())
        }
    }

    fn open(&mut self) -> io::Result<&Open> {
        let open = match self.open.take() {
            Some(open) => open,
            None => self.claim()?,
        };
        Ok(self.open.insert(open))
    }

    fn claim(&mut self) -> io::Result<Open> {
        let paths = self.own.clone().map_or_else(|| self.paths(), |own| vec![own]);
        for path in paths.into_iter().filter(|path| !self.offered.contains(path)) {
            let Some((file, bytes)) = open(&path, &mut self.notices)? else { continue };
            if path != self.first && !self.offered.contains(&self.first) {
                self.tell_of_another();
            }
            let path_of_own = path.clone();
            self.own = Some(path);
            return Open::of(&path_of_own, file, bytes.len());
        }
        Err(io::Error::other("too many editors have this pack open; close one of them"))
    }

    fn paths(&self) -> Vec<PathBuf> {
        let further = (2..=MOST).map(|number| with_suffix(&self.first, &format!("-{number}")));
        std::iter::once(self.first.clone()).chain(further).collect()
    }

    fn tell_of_another(&mut self) {
        if !std::mem::replace(&mut self.shared, true) {
            let notice = "Another editor has this pack open. Both keep their own unsaved edits. Save in one before you continue in the other.";
            self.notices.push(notice.to_owned());
        }
    }

    /// Returns the entries of all unlocked journals, oldest first. The first journal becomes this editor's and receives
    /// all entries. Unreadable journals are kept and reported.
    pub fn recover(&mut self, registry: &KindRegistry) -> Vec<Found> {
        self.take_all(self.paths(), registry)
    }

    fn take_all(&mut self, paths: Vec<PathBuf>, registry: &KindRegistry) -> Vec<Found> {
        let mut found = Vec::new();
        for path in paths {
            if path.try_exists().is_ok_and(|there| !there) {
                continue;
            }
            match self.take_in(&path, registry) {
                Ok(Some(entries)) => found.extend(entries),
                Ok(None) => self.tell_of_another(),
                Err(error) => {
                    let path = path.display();
                    self.notices.push(format!("The file {path} with unsaved edits cannot be read: {error}."));
                }
            }
        }
        found
    }

    fn take_in(&mut self, path: &Path, registry: &KindRegistry) -> io::Result<Option<Vec<Found>>> {
        let Some((mut file, mut bytes)) = open(path, &mut self.notices)? else { return Ok(None) };
        let (found, end) = if bytes.is_empty() { (Vec::new(), 0) } else { entries(&bytes, registry) };
        if end < bytes.len() {
            // Entries after the readable part are kept for versions that understand them.
            let aside = keep_aside(path, &bytes)?;
            self.notices.push(format!(
                "Only {} of the unsaved edits could be read. All of them are kept in {}.",
                found.len(),
                aside.display()
            ));
            bytes.truncate(end);
            file.set_len(end as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        if self.own.is_none() {
            (self.own, self.open) = (Some(path.to_owned()), Some(Open::of(path, file, bytes.len())?));
        } else if bytes.len() > journal::HEADER
            && let Some(own) = &self.open
        {
            own.appender.push(bytes[journal::HEADER..].to_vec());
            own.appender.flush()?;
            file.set_len(journal::HEADER as u64)?;
        }
        Ok(Some(found))
    }

    /// Closes the file. The next edit opens it again, because its folder can be a new one.
    pub fn let_go(&mut self) {
        self.open = None;
    }

    /// Empties the journal after a save and keeps the old content in a file beside it.
    ///
    /// # Errors
    /// If the write fails and is waited for.
    pub fn clear(&mut self) -> io::Result<()> {
        let Some(own) = self.own.clone() else { return Ok(()) };
        let waits = self.waits;
        let Open { file, appender } = self.open()?;
        if !waits {
            let file = file.try_clone()?;
            appender.push_work(journal::HEADER as u64, move || empty(&file, &own));
            return Ok(());
        }
        long_work::note(DURABLE);
        let _ = appender.flush();
        empty(file, &own)?;
        appender.restart(journal::HEADER as u64);
        Ok(())
    }
}

fn empty(mut file: &File, own: &Path) -> io::Result<()> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    if bytes.len() > journal::HEADER {
        replace(&with_suffix(own, ".saved"), &bytes)?;
        // A new file under the name would not have the lock, so the file is truncated.
        file.set_len(journal::HEADER as u64)?;
        file.sync_all()?;
    }
    Ok(())
}

impl Open {
    fn of(path: &Path, file: File, end: usize) -> io::Result<Self> {
        let disk = NewFile { file: file.try_clone()?, path: (end == 0).then(|| path.to_owned()) };
        let appender = Appender::new(Box::new(disk), end as u64);
        if end == 0 {
            appender.push(journal::header().to_vec());
        }
        Ok(Self { file, appender })
    }
}

#[derive(Debug)]
struct NewFile {
    file: File,
    path: Option<PathBuf>,
}

impl Disk for NewFile {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_at(at, bytes)?;
        if let Some(path) = self.path.take() {
            sync_folder(&path);
        }
        Ok(())
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.file.cut(at)
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// Creates an empty file with an unused name beside a journal. Dangling links count as used.
fn free_beside(path: &Path, why: &str) -> io::Result<(PathBuf, File)> {
    let mut number = 1;
    loop {
        let aside = with_suffix(path, &format!(".{number}.{why}"));
        match OpenOptions::new().write(true).create_new(true).open(&aside) {
            Ok(file) => return Ok((aside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn keep_aside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let (aside, mut file) = free_beside(path, "unreadable")?;
    file.write_all(bytes)?;
    Ok(aside)
}

/// Refuses special files, and files in a pack that resolve outside of it.
fn look_at(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| folder.ends_with(IN_PACK));
    if let (Some(pack), Some(name)) = (folder.and_then(Path::parent), path.file_name().and_then(|name| name.to_str())) {
        below(pack, &format!("{IN_PACK}/{name}"))?;
    }
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is not a regular file")),
        Ok(found) if found.len() > MAX_BYTES => {
            let message = format!("it has {} bytes; the limit is {MAX_BYTES}", found.len());
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
        _ => Ok(()),
    }
}

fn held(path: &Path) -> io::Result<Option<(File, Vec<u8>)>> {
    look_at(path)?;
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    (&file).take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(Some((file, bytes)))
}

fn files_of(bytes: &[u8]) -> BTreeSet<String> {
    let frames = journal::read(bytes).map(|(frames, _)| frames).unwrap_or_default();
    let edits = frames.into_iter().filter(|frame| frame.kind == EDIT);
    let written = edits.filter_map(|frame| codec::decode::<Written>(frame.payload).ok());
    written.flat_map(|(_, swaps)| swaps.into_iter().map(|(path, ..)| path)).collect()
}

/// Opens a journal for appending, creates it if needed and cuts a torn end. An unreadable journal is moved aside.
/// Returns its bytes too; `None` if another editor holds it.
fn open(path: &Path, notices: &mut Vec<String>) -> io::Result<Option<(File, Vec<u8>)>> {
    match path.parent() {
        // If the pack is deleted, the journal does not recreate its folder.
        Some(folder) if folder.ends_with(IN_PACK) => match std::fs::create_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        },
        Some(folder) => std::fs::create_dir_all(folder)?,
        None => {}
    }
    look_at(path)?;
    let mut file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    if journal::header().starts_with(&bytes) {
        file.set_len(0)?;
        return Ok(Some((file, Vec::new())));
    }
    let damage = match journal::read(&bytes) {
        Ok((_, damage)) => damage,
        Err(reason) => {
            let (aside, _) = free_beside(path, "unreadable")?;
            std::fs::rename(path, &aside)?;
            notices.push(format!(
                "The file with unsaved edits cannot be read: {reason}. It is kept as {}, and a new file starts.",
                aside.display()
            ));
            drop(file);
            return open(path, notices);
        }
    };
    if let Some(damage) = damage {
        // Keeps all cut bytes, because a torn last entry and a damaged length look the same.
        let aside = keep_aside(path, &bytes)?;
        notices.push(format!(
            "The file with unsaved edits is damaged {}. Earlier edits are recovered. The whole file is kept as {}.",
            damage.reason,
            aside.display()
        ));
        bytes.truncate(damage.bytes.start);
        file.set_len(bytes.len() as u64)?;
    }
    file.seek(SeekFrom::End(0))?;
    Ok(Some((file, bytes)))
}

fn text(asset: Option<&AnyAsset>) -> Option<String> {
    asset.map(AnyAsset::to_text)
}

fn entries(bytes: &[u8], registry: &KindRegistry) -> (Vec<Found>, usize) {
    let Ok((frames, _)) = journal::read(bytes) else { return (Vec::new(), bytes.len()) };
    let mut found = Vec::new();
    for frame in frames {
        let entry = match frame.kind {
            EDIT => codec::decode(frame.payload).ok().and_then(|written| edit(written, registry)),
            BASE => codec::decode(frame.payload).ok().and_then(|written| base(&written, registry)),
            _ => None,
        };
        let Some(entry) = entry else { return (found, frame.offset) };
        found.push(entry);
    }
    (found, bytes.len())
}

/// Parses an asset; `None` if it is unreadable, because an unregistered kind would be lost.
fn asset(kind: AssetType, path: &str, text: Option<&str>, registry: &KindRegistry) -> Option<Option<AnyAsset>> {
    let Some(text) = text else { return Some(None) };
    let mut faults = Diagnostics::new();
    let read = AnyAsset::read(kind, path, text.as_bytes(), registry, &mut faults);
    (!faults.has_errors()).then(|| read.map(|(asset, _)| asset))
}

fn edit((label, swaps): Written, registry: &KindRegistry) -> Option<Found> {
    let (art, swaps): (Vec<_>, Vec<_>) = swaps.into_iter().partition(|(path, ..)| path.starts_with(ART));
    let art =
        art.into_iter().map(|(path, before, after)| ArtSwap { path: path[ART.len()..].to_owned(), before, after });
    let art: Vec<ArtSwap> = art.collect();
    // A stranger's journal could write outside the pack, so such paths are refused.
    if !art.iter().all(|swap| is_below(&swap.path)) {
        return None;
    }
    let swap = |(path, before, after): (String, Option<String>, Option<String>)| {
        let (kind, name) = AssetType::of_path(&path).filter(|_| is_below(&path))?;
        let read = |text: Option<String>| asset(kind, &path, text.as_deref(), registry);
        Some(Swap { kind, name: name.to_owned(), before: read(before)?, after: read(after)? })
    };
    let swaps: Option<Vec<Swap>> = swaps.into_iter().map(swap).collect();
    Some(Found::Edit { label, swaps: swaps?, art })
}

fn base((path, text): &OnDisk, registry: &KindRegistry) -> Option<Found> {
    if !is_below(path) {
        return None;
    }
    if let Some(path) = path.strip_prefix(ART) {
        return Some(Found::ArtBase(path.to_owned(), text.clone()));
    }
    let (kind, name) = AssetType::of_path(path)?;
    let asset = asset(kind, path, text.as_deref(), registry)?;
    Some(Found::Base((kind, name.to_owned()), Box::new(asset)))
}
