//! Snapshot of a pack's files on disk. Assets are loaded from it, and scans compare contents with it, so clocks and
//! touched files do not matter. A [`Waker`] signals when to scan; without one, scans run at intervals.

mod waker;

use crate::model::ArtSwap;
use crate::pixels::{ArtTexts, read_folder};
use waker::{FolderWaker, Waker};

use foretoken_action_assets::{AssetType, Diagnostics, Files, KindRegistry, Library};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// Changed file: path within the pack, and new content or `None` if deleted.
pub type FileChange = (String, Option<Vec<u8>>);

#[derive(Debug)]
struct Look {
    written: u64,
    thread: JoinHandle<Seen>,
}

#[derive(Debug)]
struct Seen {
    files: Files,
    faults: Diagnostics,
    beside: Files,
    art: SeenArt,
    is_gone: bool,
}

type SeenArt = (ArtTexts, Vec<String>);

fn seen(folder: &Path) -> Seen {
    let (files, faults) = Files::from_folder(folder);
    let (beside, art) = (seen_beside(folder, &files), seen_art(folder));
    // Checked last: if the folder vanished during the scan, the result is incomplete.
    Seen { files, faults, beside, art, is_gone: !folder.is_dir() }
}

const MOST_LOOKS: usize = 50;

/// Scans a folder in which `known` files are known. If a scan finds fewer, repeats it until the number is stable,
/// because the folder could be under deletion.
fn settled(known: usize, mut look: impl FnMut() -> Seen) -> Seen {
    let count = |seen: &Seen| seen.files.0.len() + seen.art.0.len();
    let mut now = look();
    for _ in 0..MOST_LOOKS {
        if now.is_gone || count(&now) >= known {
            return now;
        }
        let before = std::mem::replace(&mut now, look());
        if count(&before) == count(&now) && !now.is_gone {
            return now;
        }
    }
    Seen { is_gone: true, ..now }
}

const MOST_BESIDE: u64 = 1 << 20;

/// Returns the files beside assets that are named after them. They are not edited, but restored if the folder is
/// recreated.
fn seen_beside(folder: &Path, files: &Files) -> Files {
    let mut beside = Files::new();
    for kind in AssetType::ALL.iter().filter(|kind| !kind.folder().is_empty()) {
        let Ok(entries) = std::fs::read_dir(folder.join(kind.folder())) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_called_after = |asset: &str| files.0.contains_key(&kind.path(asset));
            let is_meant =
                name.split_once('.').is_some_and(|(asset, _)| is_called_after(asset)) && !name.ends_with(".ron");
            if is_meant && entry.metadata().is_ok_and(|data| data.is_file() && data.len() <= MOST_BESIDE) {
                let bytes = std::fs::read(entry.path()).unwrap_or_default();
                beside.0.insert(format!("{}/{name}", kind.folder()), bytes);
            }
        }
    }
    beside
}

fn seen_art(folder: &Path) -> SeenArt {
    let mut unread = Vec::new();
    let art = read_folder(&folder.join("art"), &mut unread);
    (art, unread.into_iter().map(|fault| format!("art/{fault}.")).collect())
}

/// Watch of a pack's folder.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    seen: Files,
    beside: Files,
    is_gone: bool,
    /// Art texts, and changes not yet reported.
    art: ArtTexts,
    art_changes: Vec<ArtSwap>,
    /// Errors of reading art.
    unread_art: Vec<String>,
    /// Read errors, and those not yet reported.
    unread: Vec<String>,
    troubles: Vec<String>,
    /// Counter of own writes; scans that began before a write can be outdated.
    written: u64,
    look: Option<Look>,
    /// Whether scans block.
    waits: bool,
    /// Signals possible changes.
    waker: Option<Box<dyn Waker>>,
    listens: bool,
    /// Intervals since the last scan began.
    intervals: u32,
    /// Counter of completed scans.
    looks: u64,
    /// Whether own writes are in progress, so that scan results are ignored.
    held: bool,
}

/// Intervals after which a scan runs without a signal, because not every file system reports changes.
const UNWOKEN: u32 = 10;

impl Watch {
    /// Watches a folder from its current content on.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        let Seen { files, faults, beside, art: (art, unread_art), is_gone } = seen(folder);
        Self {
            folder: folder.to_owned(),
            seen: files,
            beside,
            is_gone,
            art,
            art_changes: Vec::new(),
            unread: sentences(&faults),
            troubles: unread_art.clone(),
            unread_art,
            written: 0,
            look: None,
            waits: false,
            waker: None,
            listens: false,
            intervals: 0,
            looks: 0,
            held: false,
        }
    }

    /// Watches another folder from now on. The next scan compares it with the last known content.
    pub fn move_to(&mut self, folder: &Path) {
        folder.clone_into(&mut self.folder);
        self.made_anew();
        if self.listens {
            self.waker = FolderWaker::of(folder);
        }
    }

    /// Enables scans on change events of the operating system, if available.
    pub fn listen(&mut self) {
        if !std::mem::replace(&mut self.listens, true) {
            self.waker = FolderWaker::of(&self.folder);
        }
    }

    /// Starts a scan if something could have changed. Call it regularly; `interval` is whether an interval has passed.
    pub fn look_if_due(&mut self, interval: bool) {
        if self.look.is_some() || self.held {
            return;
        }
        self.intervals += u32::from(interval);
        let most = if self.waker.is_some() { UNWOKEN } else { 1 };
        let woken = self.waker.as_mut().is_some_and(|waker| waker.woke());
        if woken || self.intervals >= most {
            self.intervals = 0;
            self.look();
        }
    }

    /// Sets whether scans block, for tests whose frames are faster than the disk.
    pub const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Returns the assets as of the last scan.
    #[must_use]
    pub fn library(&self, registry: KindRegistry) -> Library {
        Library::load(&self.seen, registry)
    }

    /// Returns the watched folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a scan in a thread, unless one is running; [`Self::ready`] returns its changes.
    pub fn look(&mut self) {
        if self.look.is_none() && !self.held {
            let (folder, known) = (self.folder.clone(), self.known());
            let thread = std::thread::spawn(move || settled(known, || seen(&folder)));
            self.look = Some(Look { written: self.written, thread });
        }
    }

    /// Starts a scan of the current disk content. Returns the value that [`Self::looks`] has after it.
    pub fn look_anew(&mut self) -> u64 {
        let begun = u64::from(self.look.is_some());
        self.look();
        self.looks + 1 + begun
    }

    /// Returns the number of completed scans.
    #[must_use]
    pub const fn looks(&self) -> u64 {
        self.looks
    }

    /// Suspends scans during background writes. [`Self::expect`] records the writes before scans continue.
    pub const fn hold(&mut self, held: bool) {
        // A scan from before saw a mix of old and new files.
        self.written += (self.held && !held) as u64;
        self.held = held;
    }

    /// Returns the changes that a finished scan found; empty if none is finished.
    pub fn ready(&mut self) -> Vec<FileChange> {
        let waits = self.waits;
        if self.held {
            return Vec::new();
        }
        let Some(look) = self.look.take_if(|look| waits || look.thread.is_finished()) else { return Vec::new() };
        let current = look.written == self.written;
        match look.thread.join() {
            Ok(seen) if current => self.take(seen),
            _ => Vec::new(),
        }
    }

    /// Scans the folder and returns the changes since the last scan, ordered by path: new content, or `None` if
    /// deleted. Unreadable files are not reported.
    pub fn changes(&mut self) -> Vec<FileChange> {
        let seen = settled(self.known(), || seen(&self.folder));
        self.written += 1;
        self.take(seen)
    }

    fn take(&mut self, now: Seen) -> Vec<FileChange> {
        self.looks += 1;
        let was_gone = std::mem::replace(&mut self.is_gone, now.is_gone);
        if now.is_gone {
            if !was_gone {
                self.troubles
                    .push("The pack's folder is missing. Its assets stay open; save to write them again.".to_owned());
            }
            return Vec::new();
        }
        self.beside = now.beside;
        self.compare_art(now.art);
        self.compare(now.files, &now.faults)
    }

    fn known(&self) -> usize {
        self.seen.0.len() + self.art.len()
    }

    /// Returns whether the pack's folder was missing in the last scan. Its files do not count as deleted.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Returns all known files of the pack by path, to recreate a missing folder.
    #[must_use]
    pub fn whole(&self) -> BTreeMap<String, Vec<u8>> {
        let art = self.art.iter().map(|(path, text)| (format!("art/{path}"), text.clone().into_bytes()));
        art.chain(self.beside.0.clone()).chain(self.seen.0.clone()).collect()
    }

    /// Records that the folder was recreated.
    pub const fn made_anew(&mut self) {
        self.written += 1;
        self.is_gone = false;
    }

    fn compare(&mut self, mut now: Files, faults: &Diagnostics) -> Vec<FileChange> {
        for (path, bytes) in &self.seen.0 {
            if !now.0.contains_key(path) && is_unread(path, faults) {
                now.0.insert(path.clone(), bytes.clone());
            }
        }
        let unread = sentences(faults);
        self.troubles.extend(unread.iter().filter(|trouble| !self.unread.contains(trouble)).cloned());
        self.unread = unread;
        let changed = now.0.iter().filter(|(path, bytes)| self.seen.0.get(*path) != Some(bytes));
        let gone = self.seen.0.keys().filter(|path| !now.0.contains_key(*path));
        let mut changes: Vec<_> = changed.map(|(path, bytes)| (path.clone(), Some(bytes.clone()))).collect();
        changes.extend(gone.map(|path| (path.clone(), None)));
        self.seen = now;
        changes
    }

    fn compare_art(&mut self, (mut now, unread): SeenArt) {
        self.troubles.extend(unread.iter().filter(|trouble| !self.unread_art.contains(trouble)).cloned());
        if !unread.is_empty() {
            // A missing text could be an unreadable one.
            for (path, text) in &self.art {
                now.entry(path.clone()).or_insert_with(|| text.clone());
            }
        }
        self.unread_art = unread;
        if now == self.art {
            return;
        }
        let paths = self.art.keys().chain(now.keys().filter(|path| !self.art.contains_key(*path)));
        let swap = |path: &String| ArtSwap {
            path: path.clone(),
            before: self.art.get(path).cloned(),
            after: now.get(path).cloned(),
        };
        let changed: Vec<ArtSwap> = paths.map(swap).filter(|swap| swap.before != swap.after).collect();
        self.art_changes.extend(changed);
        self.art = now;
    }

    /// Takes the changed art texts, in the order found.
    pub fn art_changes(&mut self) -> Vec<ArtSwap> {
        std::mem::take(&mut self.art_changes)
    }

    /// Returns the art texts as of the last scan.
    #[must_use]
    pub const fn art(&self) -> &ArtTexts {
        &self.art
    }

    /// Records an own write of an art text.
    pub fn expect_art(&mut self, path: &str, text: Option<String>) {
        self.written += 1;
        match text {
            Some(text) => drop(self.art.insert(path.to_owned(), text)),
            None => drop(self.art.remove(path)),
        }
    }

    /// Takes new read errors as sentences.
    pub fn troubles(&mut self) -> Vec<String> {
        std::mem::take(&mut self.troubles)
    }

    /// Records an own write, which is not an outside change.
    pub fn expect(&mut self, path: &str, bytes: Option<Vec<u8>>) {
        self.written += 1;
        match bytes {
            Some(bytes) => drop(self.seen.0.insert(path.to_owned(), bytes)),
            None => drop(self.seen.0.remove(path)),
        }
    }

    /// Returns the content of a file as of the last scan.
    #[must_use]
    pub fn seen(&self, path: &str) -> Option<&[u8]> {
        self.seen.0.get(path).map(Vec::as_slice)
    }

    /// Returns all files as of the last scan.
    #[must_use]
    pub const fn files(&self) -> &Files {
        &self.seen
    }
}

fn is_unread(path: &str, faults: &Diagnostics) -> bool {
    faults.iter().any(|fault| {
        let rest = path.strip_prefix(fault.file.as_str());
        let all = fault.file.is_empty() || fault.code == "too-many-files";
        all || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || fault.file.ends_with('/'))
    })
}

fn sentences(faults: &Diagnostics) -> Vec<String> {
    let name = |file: &str| if file.is_empty() { "The pack".to_owned() } else { file.trim_end_matches('/').to_owned() };
    faults
        .iter()
        .map(|fault| format!("{}: {}; the last read version stays open.", name(&fault.file), fault.message))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn changed_new_and_deleted_files_are_handed_over_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let actions = folder.path().join("actions");
        std::fs::create_dir(&actions).expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(actions.join(name), text).expect("written");
        write("a.ron", "Action(title: \"A\")");
        write("b.ron", "Action(title: \"B\")");
        let mut watch = Watch::new(folder.path());
        assert!(watch.changes().is_empty());
        write("a.ron", "Action(title: \"Changed\")");
        write("c.ron", "Action(titel: \"C\")");
        std::fs::remove_file(actions.join("b.ron")).expect("removed");
        let told: Vec<String> =
            watch.changes().iter().map(|(path, bytes)| format!("{path} {}", bytes.is_some())).collect();
        assert_eq!(told, ["actions/a.ron true", "actions/c.ron true", "actions/b.ron false"]);
        assert!(watch.changes().is_empty());
        write("a.ron", "Action(title: \"Ours\")");
        watch.expect("actions/a.ron", Some(b"Action(title: \"Ours\")".to_vec()));
        assert!(watch.changes().is_empty(), "what was written from here is no news");
    }

    #[test]
    fn a_look_in_a_thread_finds_the_same_and_what_was_written_since_is_no_news() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rules.ron");
        let ready = |watch: &mut Watch| {
            watch.look();
            while watch.look.as_ref().is_some_and(|look| !look.thread.is_finished()) {
                std::thread::yield_now();
            }
            watch.ready()
        };
        std::fs::write(&file, "Rules").expect("written");
        let mut watch = Watch::new(folder.path());
        assert!(ready(&mut watch).is_empty() && watch.ready().is_empty());
        std::fs::write(&file, "Rules()").expect("written");
        assert_eq!(ready(&mut watch), [("rules.ron".to_owned(), Some(b"Rules()".to_vec()))]);
        watch.look();
        std::fs::write(&file, "Rules(own: 1)").expect("written");
        watch.expect("rules.ron", Some(b"Rules(own: 1)".to_vec()));
        assert!(ready(&mut watch).is_empty() && watch.changes().is_empty());
    }

    #[test]
    fn looks_are_taken_when_something_woke_them_and_now_and_then() {
        #[derive(Debug)]
        struct Bell(Arc<AtomicBool>);
        impl Waker for Bell {
            fn woke(&mut self) -> bool {
                self.0.swap(false, Ordering::Relaxed)
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let bell = Arc::new(AtomicBool::new(false));
        let mut watch = Watch::new(folder.path());
        watch.set_waits(true);
        let looks = |watch: &mut Watch, interval: bool| {
            watch.look_if_due(interval);
            let begun = watch.look.is_some();
            watch.ready();
            begun
        };
        assert!(!looks(&mut watch, false) && looks(&mut watch, true), "without a waker at each interval");
        watch.waker = Some(Box::new(Bell(Arc::clone(&bell))));
        assert_eq!((0..25).filter(|_| looks(&mut watch, true)).count(), 2, "now and then");
        bell.store(true, Ordering::Relaxed);
        assert!(looks(&mut watch, false) && !looks(&mut watch, false), "once when woken");
        watch.look();
        bell.store(true, Ordering::Relaxed);
        watch.look_if_due(false);
        watch.ready();
        assert!(looks(&mut watch, false));
    }

    #[test]
    fn what_cannot_be_read_is_not_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let actions = folder.path().join("actions");
        std::fs::create_dir(&actions).expect("a folder");
        let file = actions.join("a.ron");
        std::fs::write(&file, "Action(title: \"A\")").expect("written");
        let mut watch = Watch::new(folder.path());
        std::fs::write(&file, "x".repeat(9 << 20)).expect("written");
        assert!(watch.changes().is_empty());
        assert!(watch.troubles().join(" ").contains("actions/a.ron"), "it is told");
        assert!(watch.changes().is_empty() && watch.troubles().is_empty(), "once");
        std::fs::write(&file, "Action(title: \"B\")").expect("written");
        assert_eq!(watch.changes(), [("actions/a.ron".to_owned(), Some(b"Action(title: \"B\")".to_vec()))]);
        let away = folder.path().with_extension("away");
        std::fs::rename(folder.path(), &away).expect("moved");
        assert!(watch.changes().is_empty() && watch.changes().is_empty() && watch.is_gone());
        assert!(watch.troubles().join(" ").contains("save to write them again"), "once");
        std::fs::rename(&away, folder.path()).expect("moved back");
        assert!(watch.changes().is_empty());
        std::fs::remove_file(&file).expect("removed");
        assert_eq!(watch.changes(), [("actions/a.ron".to_owned(), None)], "what is gone is gone");
    }

    #[test]
    fn a_folder_that_is_being_deleted_is_not_one_of_which_some_files_were() {
        let looks = |counts: &[Option<usize>]| {
            let mut left = counts.iter().copied();
            let seen = settled(5, || {
                let count = left.next().expect("no more looks than there are");
                let files = (0..count.unwrap_or_default()).map(|number| (format!("{number}.ron"), Vec::new()));
                Seen {
                    files: Files(files.collect()),
                    faults: Diagnostics::new(),
                    beside: Files::new(),
                    art: SeenArt::default(),
                    is_gone: count.is_none(),
                }
            });
            assert_eq!(left.next(), None, "all that there are");
            (!seen.is_gone).then_some(seen.files.0.len())
        };
        assert_eq!(looks(&[Some(5)]), Some(5));
        assert_eq!(looks(&[Some(4), Some(4)]), Some(4), "a file is gone");
        assert_eq!(looks(&[Some(4), Some(2), None]), None);
        assert_eq!(looks(&[Some(4), Some(2), Some(1), Some(1)]), Some(1));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_behind_a_link_is_not_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let actions = folder.path().join("actions");
        std::fs::create_dir(&actions).expect("a folder");
        std::fs::write(actions.join("a.ron"), "Action(title: \"A\")").expect("written");
        let mut watch = Watch::new(folder.path());
        std::fs::rename(&actions, folder.path().join(".actions")).expect("moved");
        std::os::unix::fs::symlink(folder.path().join(".actions"), &actions).expect("a link");
        let told = watch.changes();
        assert!(told.iter().all(|(_, bytes)| bytes.is_some()), "{told:?}");
        assert!(watch.troubles().join(" ").contains("links are not followed"));
    }
}
