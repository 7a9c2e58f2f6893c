//! Writing files beside the frames: a save that goes on while frames are drawn, and what the editor remembers between
//! starts, the newest of each file.

use super::disk::counted;
use super::{AssetId, Model};
use crate::Host;
use foretoken_action_assets::demonstrate::is_of_demonstration;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostic, Severity, store};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// What a file is of.
#[derive(Debug)]
enum FileOf {
    /// An asset.
    Asset(AssetId, Option<Box<AnyAsset>>),
    /// A text of art, by its path below the folder of art.
    Art(String, Option<String>),
}

/// A file that is to be written, and what came of it.
#[derive(Debug)]
struct PackFile {
    of: FileOf,
    /// Its path within the pack.
    path: String,
    /// Its new content; `None` where the file is to go.
    bytes: Option<Vec<u8>>,
    done: io::Result<()>,
}

/// Threads that write, joined when this is dropped.
#[derive(Debug)]
struct Thread<T>(Option<JoinHandle<T>>);

impl<T: Default + Send + 'static> Thread<T> {
    fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(Some(std::thread::spawn(work)))
    }

    fn is_done(&self) -> bool {
        self.0.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// What came of it; nothing where it panicked.
    fn wait(mut self) -> T {
        self.0.take().and_then(|thread| thread.join().ok()).unwrap_or_default()
    }
}

impl<T> Drop for Thread<T> {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            let _ = thread.join();
        }
    }
}

/// A save that goes on beside the frames.
#[derive(Debug)]
pub(super) enum Saving {
    /// The disk is looked at first, until there are so many looks.
    Looking(u64),
    /// Files are written.
    Writing(Writing),
}

/// Files that are being written.
#[derive(Debug)]
pub(super) struct Writing(Thread<Written>);

/// What a save writes, and what came of it.
#[derive(Debug, Default)]
struct Written {
    files: Vec<PackFile>,
    /// Where the pack's folder is gone, all that was read of it: the folder is made anew of that and of what was edited.
    whole: Option<BTreeMap<String, Vec<u8>>>,
}

impl Model {
    /// Writes every changed asset; each is replaced whole, and its last ten versions are kept. What cannot be written
    /// stays unsaved, and nothing is lost. The disk is looked at first, so that nothing changed there is overwritten
    /// without a question, and so that a folder that is gone is made anew with all that was read of it. Returns whether all is saved; where nothing is waited for (see [`Self::set_waits`]) that is
    /// told once it is.
    pub fn save(&mut self, host: &mut dyn Host) -> bool {
        self.finish(host);
        if !self.waits {
            match self.saving {
                // What was edited since is saved after what is being written.
                Some(_) => self.save_again = true,
                None => self.saving = Some(Saving::Looking(host.disk().look_anew())),
            }
            return false;
        }
        self.poll(host);
        let unwritten = self.unwritten(host);
        let written = write(&self.folder, unwritten);
        self.take_written(host, written)
    }

    /// Whether a save goes on beside the frames.
    #[must_use]
    pub const fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Goes on with a save as far as that waits for nothing. To be called once a frame, after what a look at the disk
    /// found is taken over.
    pub(super) fn go_on_saving(&mut self, host: &mut dyn Host) {
        match self.saving.take() {
            None => {}
            Some(Saving::Looking(wanted)) if host.disk().looks() < wanted => {
                host.disk().look();
                self.saving = Some(Saving::Looking(wanted));
            }
            Some(Saving::Looking(_)) => {
                self.finish(host);
                let (folder, unwritten) = (self.folder.clone(), self.unwritten(host));
                host.disk().hold(true);
                self.saving = Some(Saving::Writing(Writing(Thread::begin(move || write(&folder, unwritten)))));
            }
            Some(Saving::Writing(Writing(thread))) if thread.is_done() => self.end_saving(host, thread),
            Some(Saving::Writing(writing)) => {
                // Another host may have come meanwhile.
                host.disk().hold(true);
                self.saving = Some(Saving::Writing(writing));
            }
        }
    }

    fn end_saving(&mut self, host: &mut dyn Host, thread: Thread<Written>) {
        let written = thread.wait();
        self.take_written(host, written);
        host.disk().hold(false);
        if std::mem::take(&mut self.save_again) {
            self.save(host);
        }
    }

    /// Waits until a save that goes on is done, and until all that is kept beside the frames is written.
    pub fn finish_saving(&mut self, host: &mut dyn Host) {
        let waits = std::mem::replace(&mut self.waits, true);
        match self.saving.take() {
            None => {}
            Some(Saving::Looking(_)) => drop(self.save(host)),
            Some(Saving::Writing(Writing(thread))) => self.end_saving(host, thread),
        }
        self.waits = waits;
        let told = self.kept.wait();
        self.tell_kept(told);
    }

    /// What is to be written: all that is unsaved and that no conflict is about.
    fn unwritten(&mut self, host: &mut dyn Host) -> Written {
        let mut files = Vec::new();
        for (kind, name) in self.unsaved(host) {
            let path = kind.path(&name);
            if self.conflicts.iter().any(|conflict| conflict.is_about(kind, &name)) {
                self.tell(format!("{path} was changed on disk, too; say first whose changes to keep."));
                continue;
            }
            let asset = host.library().asset(kind, &name).cloned();
            let bytes = asset.as_ref().map(|asset| asset.to_text().into_bytes());
            let of = FileOf::Asset((kind, name), asset.map(Box::new));
            files.push(PackFile { of, path, bytes, done: Ok(()) });
        }
        for path in self.unsaved_art(host) {
            let text = self.art(host, &path).map(str::to_owned);
            let bytes = text.clone().map(String::into_bytes);
            let file = format!("art/{path}");
            files.push(PackFile { of: FileOf::Art(path, text), path: file, bytes, done: Ok(()) });
        }
        // What is gone under one name may be there under another: that is written first.
        files.sort_by_key(|file| file.bytes.is_none());
        let disk = host.disk();
        Written { files, whole: disk.is_gone().then(|| disk.whole()) }
    }

    /// Takes note of what was written. Returns whether all is saved.
    fn take_written(&mut self, host: &mut dyn Host, Written { files, whole: made }: Written) -> bool {
        let (mut written, mut written_art, mut failed) = (Vec::new(), Vec::new(), Vec::new());
        for PackFile { of, path, bytes, done } in files {
            match done {
                Ok(()) => match of {
                    FileOf::Asset(id, asset) => {
                        host.disk().expect(&path, bytes);
                        self.saved.insert(id.clone(), asset.map(|asset| *asset));
                        written.push(id);
                    }
                    FileOf::Art(path, text) => {
                        host.disk().expect_art(&path, text.clone());
                        written_art.push((path, text));
                    }
                },
                Err(error) => failed.push((path, error.to_string())),
            }
        }
        if made.is_some() {
            host.disk().made_anew();
            self.journal.let_go();
        }
        self.tell_unwritten(&failed);
        self.settle_art(host);
        self.move_beside(host);
        let whole = self.unsaved(host).is_empty() && self.unsaved_art(host).is_empty();
        if whole {
            self.came_back = false;
            if let Err(error) = self.journal.clear() {
                self.tell(format!("The journal of edits could not be emptied: {error}."));
            }
            self.tell(match (written.len(), written_art.len(), made) {
                (.., Some(all)) => {
                    format!("The pack's folder was gone: it is made anew, with all {} files.", all.len())
                }
                (0, 0, None) => "There is nothing to save.".to_owned(),
                (assets, art, None) => format!("Saved {}.", counted(assets, art)),
            });
        } else {
            // The journal goes on, and must not ask about what was written itself.
            written.iter().for_each(|id| self.write_base(id));
            written_art.iter().for_each(|(path, text)| self.write_art_base(path, text.as_deref()));
        }
        if !written.is_empty() {
            host.saved();
        }
        // The last that is told is seen.
        self.tell_faults(&written);
        self.keep_preferences();
        whole
    }

    /// Says what could not be written. Of files with one reason the first is named.
    fn tell_unwritten(&mut self, failed: &[(String, String)]) {
        for of_one in failed.chunk_by(|(_, one), (_, other)| one == other) {
            let [(path, error), others @ ..] = of_one else { continue };
            let others = match others.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            self.tell(format!("{path}{others} could not be written: {error}. Nothing is lost: the disk is as it was."));
        }
    }

    /// Says what of the pack is saved with a fault: it is safe on disk, and not in force, unless only a demonstration or a
    /// proof of it is at fault. What is not in force comes first, and of that what was written now.
    fn tell_faults(&mut self, written: &[AssetId]) {
        let errors = self.problems.iter().filter(|fault| fault.severity == Severity::Error);
        let is_new = |fault: &Diagnostic| written.iter().any(|(kind, name)| kind.path(name) == fault.file);
        let is_asset = |fault: &Diagnostic| AssetType::of_path(&fault.file).is_some();
        let is_in_force = |fault: &Diagnostic| is_of_demonstration(fault) || !is_asset(fault);
        let mut wrong: Vec<&Diagnostic> = errors.collect();
        wrong.sort_by_key(|fault| (is_in_force(fault), !is_new(fault)));
        let files: BTreeSet<&str> = wrong.iter().map(|fault| fault.file.as_str()).collect();
        let Some(first) = wrong.first().filter(|_| !written.is_empty()) else { return };
        let others = match files.len() {
            1 => String::new(),
            more => format!(" ({} more are, too)", more - 1),
        };
        let told = match is_in_force(first) {
            false => format!("is saved with a fault{others}, so what was in force before stays so"),
            true if is_asset(first) => format!("is saved with a fault{others} and in force all the same"),
            true => format!("is at fault{others}; what is saved is in force"),
        };
        // What follows in further lines is a board.
        let message = first.message.lines().next().unwrap_or_default().trim_end_matches(['.', ':']);
        self.tell(format!("{} {told}: {message}.", first.file));
    }

    /// Writes down what is remembered between starts.
    pub fn keep_preferences(&mut self) {
        if let Some((path, text)) = self.config.as_deref().map(|folder| self.preferences.file(folder)) {
            self.keep_file(path, text.into_bytes());
        }
    }

    /// Replaces a file of the editor's own, beside the frames where they are not to wait.
    pub fn keep_file(&mut self, path: PathBuf, bytes: Vec<u8>) {
        self.kept.put(path, Some(bytes));
        self.begin_keeping();
    }

    /// Makes a new name of a file durable, in the same way.
    pub(super) fn keep_name(&mut self, path: PathBuf) {
        self.kept.put(path, None);
        self.begin_keeping();
    }

    fn begin_keeping(&mut self) {
        let told = if self.waits { self.kept.wait() } else { self.kept.go_on() };
        self.tell_kept(told);
    }

    pub(super) fn go_on_keeping(&mut self) {
        let told = self.kept.go_on();
        self.tell_kept(told);
    }

    fn tell_kept(&mut self, told: Vec<(PathBuf, io::Error)>) {
        for (path, error) in told {
            self.tell(format!("{} could not be kept: {error}.", path.display()));
        }
    }
}

/// Writes files, each of them whole or not at all. Nothing is removed where something could not be written: it may be what
/// is to stand in the place of it.
fn write(folder: &Path, mut written: Written) -> Written {
    if let Some(whole) = written.whole.take() {
        return write_anew(folder, written.files, whole);
    }
    let mut is_whole = true;
    for file in &mut written.files {
        if let Some(bytes) = &file.bytes {
            file.done = store::replace_in(folder, &file.path, bytes);
            is_whole &= file.done.is_ok();
        }
    }
    for file in written.files.iter_mut().filter(|file| file.bytes.is_none()) {
        file.done = match is_whole {
            true => store::remove_in(folder, &file.path),
            false => Err(io::Error::other("it is removed when all else is written")),
        };
    }
    written
}

/// Makes the pack's folder of all that was read of it, as it was edited: all of it, or nothing.
fn write_anew(folder: &Path, mut files: Vec<PackFile>, mut whole: BTreeMap<String, Vec<u8>>) -> Written {
    for file in &files {
        match &file.bytes {
            Some(bytes) => drop(whole.insert(file.path.clone(), bytes.clone())),
            None => drop(whole.remove(&file.path)),
        }
    }
    match store::make_folder(folder, &whole) {
        Ok(()) => Written { files, whole: Some(whole) },
        Err(error) => {
            let reason = format!("the pack's folder is gone and cannot be made anew: {error}");
            for file in &mut files {
                file.done = Err(io::Error::other(reason.clone()));
            }
            Written { files, whole: None }
        }
    }
}

/// What is to be done to a file: its new content, or its name alone is made durable.
type Keep = (PathBuf, Option<Vec<u8>>);
/// What could not be kept.
type Failed = Vec<(PathBuf, io::Error)>;

/// Small files that are kept in a thread. Of one that is kept again while it waits the newest content is written.
#[derive(Debug, Default)]
pub(super) struct Kept {
    waiting: Vec<Keep>,
    thread: Option<Thread<Failed>>,
}

impl Kept {
    fn put(&mut self, path: PathBuf, bytes: Option<Vec<u8>>) {
        self.waiting.retain(|(waiting, content)| *waiting != path || content.is_some() != bytes.is_some());
        self.waiting.push((path, bytes));
    }

    /// Begins what waits where nothing is being written. Returns what could not be.
    fn go_on(&mut self) -> Failed {
        let done = self.thread.take_if(|thread| thread.is_done()).map(Thread::wait).unwrap_or_default();
        if self.thread.is_none() && !self.waiting.is_empty() {
            let files = std::mem::take(&mut self.waiting);
            self.thread = Some(Thread::begin(move || keep_all(files)));
        }
        done
    }

    /// Waits until all is written. Returns what could not be.
    fn wait(&mut self) -> Failed {
        let mut failed = self.thread.take().map(Thread::wait).unwrap_or_default();
        failed.extend(keep_all(std::mem::take(&mut self.waiting)));
        failed
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        drop(self.wait());
    }
}

fn keep_all(files: Vec<Keep>) -> Failed {
    let keep = |(path, bytes): Keep| {
        let done = match &bytes {
            Some(bytes) if std::fs::read(&path).is_ok_and(|old| old == *bytes) => Ok(()),
            Some(bytes) => store::replace(&path, bytes),
            None => {
                store::sync_folder(&path);
                Ok(())
            }
        };
        done.err().map(|error| (path, error))
    };
    files.into_iter().filter_map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_file_that_is_kept_again_the_newest_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let mut kept = Kept::default();
        for number in 0..50 {
            kept.put(file("layout"), Some(format!("{number}").into_bytes()));
            assert!(kept.go_on().is_empty());
        }
        kept.put(file("settings"), Some(b"dark".to_vec()));
        drop(kept);
        let read = |name: &str| std::fs::read_to_string(file(name)).expect("it is there");
        assert_eq!((read("layout").as_str(), read("settings").as_str()), ("49", "dark"));
    }

    #[test]
    fn what_cannot_be_kept_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("file"), "").expect("written");
        let path = folder.path().join("file/within");
        let mut kept = Kept::default();
        kept.put(path.clone(), Some(b"x".to_vec()));
        let failed = kept.wait();
        assert_eq!(failed.iter().map(|(path, _)| path).collect::<Vec<_>>(), [&path]);
    }
}
