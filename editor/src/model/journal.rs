//! The journal of edits that are not saved yet: each is appended and synced as soon as it is finished, so that whatever
//! kills the program takes at most the field being typed. It lies outside the assets, framed as records are.

use super::history::Swap;
use foretoken_action_assets::store::{replace, sync_folder};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, KindRegistry};
use foretoken_vm::{codec, journal};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The frame of an edit.
const EDIT: u16 = 1;

/// An edit as it is written: label, and for each asset its path with its text before and after.
type Written = (String, Vec<(String, Option<String>, Option<String>)>);

/// The journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
}

/// An edit that was found in a journal.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was done.
    pub label: String,
    /// What it altered.
    pub swaps: Vec<Swap>,
}

impl Journal {
    /// The journal at a path; it is made when the first edit is written.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path, file: None }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends an edit, synced to the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, label: &str, swaps: &[Swap]) -> io::Result<()> {
        let text = |asset: &Option<AnyAsset>| asset.as_ref().map(AnyAsset::to_text);
        let of = |swap: &Swap| (swap.kind.path(&swap.name), text(&swap.before), text(&swap.after));
        let written: Written = (label.to_owned(), swaps.iter().map(of).collect());
        let invalid = |error: &dyn std::fmt::Display| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
        let payload = codec::encode(&written).map_err(|error| invalid(&error))?;
        let frame = journal::frame(EDIT, &payload).map_err(|error| invalid(&error))?;
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(open(&self.path)?),
        };
        let done = file.write_all(&frame).and_then(|()| file.sync_data());
        if done.is_err() {
            // What may be torn is cut off when it is opened again.
            self.file = None;
        }
        done
    }

    /// The edits in it, oldest first; what is torn or makes no sense ends the list.
    #[must_use]
    pub fn read(&self, registry: &KindRegistry) -> Vec<Found> {
        let Ok(bytes) = std::fs::read(&self.path) else { return Vec::new() };
        let Ok((frames, _)) = journal::read(&bytes) else { return Vec::new() };
        let edits = frames.iter().filter(|frame| frame.kind == EDIT);
        edits.map_while(|frame| found(codec::decode(frame.payload).ok()?, registry)).collect()
    }

    /// All is saved: the journal begins anew. What was in it is kept beside it as a backup.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn clear(&mut self) -> io::Result<()> {
        self.file = None;
        if !self.path.exists() {
            return Ok(());
        }
        replace(&self.path, &journal::header())
    }
}

/// Opens a journal to append to, made if it is not there, without what is torn at its end.
fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let whole = std::fs::read(path).ok().and_then(|bytes| {
        let (frames, damage) = journal::read(&bytes).ok()?;
        let end = frames.last().map_or(journal::HEADER, |last| last.offset + 10 + last.payload.len());
        Some(damage.map_or(bytes.len(), |damage| damage.bytes.start).max(end.min(bytes.len())) as u64)
    });
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    match whole {
        Some(end) => {
            file.set_len(end)?;
            io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
        }
        None => {
            file.set_len(0)?;
            file.write_all(&journal::header())?;
            file.sync_all()?;
            sync_folder(path);
        }
    }
    Ok(file)
}

fn found((label, swaps): Written, registry: &KindRegistry) -> Option<Found> {
    let asset = |kind, path: &str, text: Option<String>| match text {
        None => Some(None),
        Some(text) => {
            let mut faults = Diagnostics::new();
            let read = AnyAsset::read(kind, path, text.as_bytes(), registry, &mut faults);
            // A kind that is no longer registered would be lost.
            (!faults.has_errors()).then(|| read.map(|(asset, _)| asset))
        }
    };
    let swap = |(path, before, after): (String, Option<String>, Option<String>)| {
        let (kind, name) = AssetType::of_path(&path)?;
        let name = name.to_owned();
        Some(Swap { kind, name, before: asset(kind, &path, before)?, after: asset(kind, &path, after)? })
    };
    let swaps: Option<Vec<Swap>> = swaps.into_iter().map(swap).collect();
    Some(Found { label, swaps: swaps? })
}
