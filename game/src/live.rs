//! The running battle as an editor's host: a changed file is in force at once, or the last whole version stays so.

use crate::session::Session;
use foretoken_action_assets::{Diagnostic, Diagnostics, Library};
use foretoken_editor::{Host, Watch};
use std::path::Path;
use std::sync::Arc;

/// The assets of a running battle, watched for changes.
#[derive(Debug)]
pub struct Live {
    library: Library,
    watch: Watch,
}

impl Live {
    /// Watches the folder of a pack that is loaded as `library`.
    #[must_use]
    pub fn new(library: Library, folder: &Path) -> Self {
        Self { library, watch: Watch::new(folder) }
    }

    /// Takes over what changed on disk. Returns what to tell the player, if anything changed.
    pub fn poll(&mut self, session: &mut Session) -> Option<String> {
        let Self { library, watch } = self;
        let notices = watch.poll(&mut Running { library, session });
        let last = notices.last()?;
        let broken = notices.iter().find(|notice| notice.faults.has_errors());
        Some(match broken {
            Some(notice) => {
                let first = notice.faults.iter().find(|d| d.severity == foretoken_action_assets::Severity::Error);
                let why = first.map_or_else(String::new, |d| format!("{}:{} {}", d.line, d.column, d.message));
                format!("{}:{why} (the old version stays)", notice.path)
            }
            None => format!("{} changed and is in force.", last.path),
        })
    }
}

struct Running<'a> {
    library: &'a mut Library,
    session: &'a mut Session,
}

impl Host for Running<'_> {
    fn library(&self) -> &Library {
        self.library
    }

    fn exchange(&mut self, path: &str, bytes: Option<&[u8]>) -> Diagnostics {
        let mut faults = self.library.reload(path, bytes);
        if faults.has_errors() {
            return faults;
        }
        let scenario = self.session.book().scenario.clone();
        let (book, found) = self.library.compile(&scenario);
        match book {
            Some(mut book) => {
                book.planned_teams.clone_from(&self.session.book().planned_teams);
                if let Err(reason) = self.session.exchange_assets(Arc::new(book), self.library.canonical_text()) {
                    faults.push(Diagnostic::error("battle-goes-on", reason).file(path));
                }
            }
            None => faults.append(found),
        }
        faults
    }
}
