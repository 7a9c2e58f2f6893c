//! Change events of the operating system. Scans compare contents, so an extra event only costs a scan, and a missing
//! one only delays it.

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signal that a folder could have changed.
pub(super) trait Waker: Debug + Send {
    fn woke(&mut self) -> bool;
}

#[derive(Debug)]
pub(super) struct FolderWaker {
    changed: Arc<AtomicBool>,
    /// Active until dropped.
    _watcher: RecommendedWatcher,
}

impl FolderWaker {
    pub(super) fn of(folder: &Path) -> Option<Box<dyn Waker>> {
        let changed = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&changed);
        let listen = move |event: notify::Result<Event>| {
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
                tracing::info!(folder = %folder.display(), %error, "the folder is checked for changes at intervals");
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
