//! Saving in the background: the files of the pack, and the editor's own files.

use super::disk::counted;
use super::{AssetId, Model};
use crate::Host;
use foretoken_action_assets::demonstrate::is_of_demonstration;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostic, Severity, store};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

#[derive(Debug)]
enum FileOf {
    Asset(AssetId, Option<Box<AnyAsset>>),
    Art(String, Option<String>),
}

#[derive(Debug)]
struct PackFile {
    of: FileOf,
    path: String,
    bytes: Option<Vec<u8>>,
    done: io::Result<()>,
}

#[derive(Debug)]
struct Thread<T>(Option<JoinHandle<T>>);

impl<T: Default + Send + 'static> Thread<T> {
    fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(Some(std::thread::spawn(work)))
    }

    fn is_done(&self) -> bool {
        self.0.as_ref().is_none_or(JoinHandle::is_finished)
    }

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

/// State of a background save.
#[derive(Debug)]
pub(super) enum Saving {
    Looking(u64),
    Writing(Writing),
}

#[derive(Debug)]
pub(super) struct Writing(Thread<Written>);

#[derive(Debug, Default)]
struct Written {
    files: Vec<PackFile>,
    /// If the pack's folder is gone, its full known content, to recreate the folder.
    whole: Option<BTreeMap<String, Vec<u8>>>,
    /// Folder of a shipped pack, which is copied before the first write.
    shipped: Option<PathBuf>,
}

impl Model {
    /// Saves every changed asset. Each file is replaced atomically, and its last ten versions are kept. Failed files
    /// stay unsaved. A scan before the save detects outside changes and a missing folder. Returns whether all is saved;
    /// if writes do not block (see [`Self::set_waits`]), a notice reports the result.
    pub fn save(&mut self, host: &mut dyn Host) -> bool {
        self.finish(host);
        self.follow_copy(host);
        if !self.waits {
            match self.saving {
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

    /// Returns whether a background save is running.
    #[must_use]
    pub const fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

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

    /// Waits for the running save and for all pending writes.
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

    fn unwritten(&mut self, host: &mut dyn Host) -> Written {
        let mut files = Vec::new();
        for (kind, name) in self.unsaved(host) {
            let path = kind.path(&name);
            if self.conflicts.iter().any(|conflict| conflict.is_about(kind, &name)) {
                self.tell(format!("{path} was also changed on disk; first choose which changes to keep."));
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
        files.sort_by_key(|file| file.bytes.is_none());
        let disk = host.disk();
        let shipped = (disk.folder() != self.folder && !files.is_empty()).then(|| disk.folder().to_owned());
        Written { files, whole: disk.is_gone().then(|| disk.whole()), shipped }
    }

    fn take_written(&mut self, host: &mut dyn Host, Written { files, whole: made, shipped }: Written) -> bool {
        self.follow_copy(host);
        let is_copied = shipped.is_some() && self.folder.is_dir();
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
                self.tell(format!("The file that keeps unsaved edits could not be emptied: {error}."));
            }
            self.tell(match (written.len(), written_art.len(), made) {
                (.., Some(all)) => {
                    format!("The pack's folder was missing. It was created again with all {} files.", all.len())
                }
                (0, 0, None) => "There is nothing to save.".to_owned(),
                (assets, art, None) => format!("Saved {}.", counted(assets, art)),
            });
        } else {
            // The journal must not report the editor's own writes as changes.
            written.iter().for_each(|id| self.write_base(id));
            written_art.iter().for_each(|(path, text)| self.write_art_base(path, text.as_deref()));
        }
        if !written.is_empty() {
            host.saved();
        }
        if is_copied {
            self.tell(format!("Your edits of this shipped pack are in a copy: {}.", self.folder.display()));
        }
        self.tell_faults(&written);
        self.keep_preferences();
        whole
    }

    fn tell_unwritten(&mut self, failed: &[(String, String)]) {
        for of_one in failed.chunk_by(|(_, one), (_, other)| one == other) {
            let [(path, error), others @ ..] = of_one else { continue };
            let others = match others.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            self.tell(format!(
                "{path}{others} could not be written: {error}. The files on disk are unchanged and your edits are kept."
            ));
        }
    }

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
            more => format!(" (and {} more)", more - 1),
        };
        let told = match is_in_force(first) {
            false => format!("is saved with a fault{others}, so the battle still uses the earlier version"),
            true if is_asset(first) => format!("is saved with a fault{others}, but the battle uses it"),
            true => format!("has a fault{others}; the battle uses the saved assets"),
        };
        let message = first.message.lines().next().unwrap_or_default().trim_end_matches(['.', ':']);
        self.tell(format!("{} {told}: {message}.", first.file));
    }

    /// Saves the preferences.
    pub fn keep_preferences(&mut self) {
        if let Some((path, text)) = self.config.as_deref().map(|folder| self.preferences.file(folder)) {
            self.keep_file(path, text.into_bytes());
        }
    }

    /// Replaces one of the editor's own files, in the background if writes do not block.
    pub fn keep_file(&mut self, path: PathBuf, bytes: Vec<u8>) {
        self.kept.put(path, Some(bytes));
        self.begin_keeping();
    }

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
            self.tell(format!("{} could not be saved: {error}.", path.display()));
        }
    }
}

/// Writes files, each atomically. After a failure nothing is deleted, because a deleted file can be the old name of a
/// failed one.
fn write(folder: &Path, mut written: Written) -> Written {
    if let Some(whole) = written.whole.take() {
        return Written { shipped: written.shipped, ..write_anew(folder, written.files, whole) };
    }
    if let Some(Err(error)) = written.shipped.as_deref().map(|shipped| store::copy_whole(shipped, folder)) {
        let reason = format!("the shipped pack cannot be copied to {}: {error}", folder.display());
        written.files.iter_mut().for_each(|file| file.done = Err(io::Error::other(reason.clone())));
        return written;
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
            false => Err(io::Error::other("it is removed after all other files are written")),
        };
    }
    written
}

/// Recreates the pack's folder with the edited content: all of it, or nothing.
fn write_anew(folder: &Path, mut files: Vec<PackFile>, mut whole: BTreeMap<String, Vec<u8>>) -> Written {
    for file in &files {
        match &file.bytes {
            Some(bytes) => drop(whole.insert(file.path.clone(), bytes.clone())),
            None => drop(whole.remove(&file.path)),
        }
    }
    match store::make_folder(folder, &whole) {
        Ok(()) => Written { files, whole: Some(whole), shipped: None },
        Err(error) => {
            let reason = format!("the pack's folder is missing and cannot be created: {error}");
            for file in &mut files {
                file.done = Err(io::Error::other(reason.clone()));
            }
            Written { files, whole: None, shipped: None }
        }
    }
}

type Keep = (PathBuf, Option<Vec<u8>>);
type Failed = Vec<(PathBuf, io::Error)>;

/// Small files written by a thread. If a file is queued twice, the newest content is written.
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

    fn go_on(&mut self) -> Failed {
        let done = self.thread.take_if(|thread| thread.is_done()).map(Thread::wait).unwrap_or_default();
        if self.thread.is_none() && !self.waiting.is_empty() {
            let files = std::mem::take(&mut self.waiting);
            self.thread = Some(Thread::begin(move || keep_all(files)));
        }
        done
    }

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
