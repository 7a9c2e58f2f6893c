//! What wakes a look at a pack's folder: the system's word that something in it changed. What changed is found by the
//! contents alone, so a word too many costs a look, and one too few costs time.

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says whether something in a folder may have changed.
pub(super) trait Waker: Debug + Send {
    /// Whether anything may have changed since this was asked last.
    fn woke(&mut self) -> bool;
}

/// Wakes by what the system tells of a folder and all that is in it.
#[derive(Debug)]
pub(super) struct FolderWaker {
    changed: Arc<AtomicBool>,
    /// Tells for as long as it is kept.
    _watcher: RecommendedWatcher,
}

impl FolderWaker {
    /// Listens to what the system tells of a folder; `None` where it tells nothing.
    pub(super) fn of(folder: &Path) -> Option<Box<dyn Waker>> {
        let changed = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&changed);
        let listen = move |event: notify::Result<Event>| {
            // Reading changes nothing, and looks read.
            let read =
                event.as_ref().is_ok_and(|event| matches!(event.kind, EventKind::Access(_)) && !event.need_rescan());
            if !read {
                told.store(true, Ordering::Relaxed);
            }
        };
        let begun = notify::recommended_watcher(listen).and_then(|mut watcher| {
            watcher.watch(folder, RecursiveMode::Recursive)?;
            Ok(watcher)
        });
        match begun {
            Ok(watcher) => Some(Box::new(Self { changed, _watcher: watcher })),
            Err(error) => {
                tracing::info!(folder = %folder.display(), %error, "the folder is looked at at intervals");
                None
            }
        }
    }
}

impl Waker for FolderWaker {
    fn woke(&mut self) -> bool {
        self.changed.swap(false, Ordering::Relaxed)
    }
}
