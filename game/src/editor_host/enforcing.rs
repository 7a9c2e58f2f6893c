//! Puts edits into force. The last compilation is cached.

use super::{EditorHost, Playable, Running};
use foretoken_action_assets::{AssetType, Diagnostic, Diagnostics, Library};
use foretoken_session::texts::asking;
use foretoken_vm::state::{Named, Renames};
use foretoken_vm::{Opening, Rulebook};
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) scenario: String,
    pub(super) edits: u64,
    pub(super) book: Arc<Rulebook>,
    pub(super) opening: Opening,
    pub(super) faults: Diagnostics,
}

impl Compiled {
    pub(super) fn is_untouched(&self, changed: &[(AssetType, String)], host: &EditorHost) -> bool {
        let is_other = |(kind, name): &(AssetType, String)| *kind == AssetType::Scenario && *name != self.scenario;
        self.edits + 1 == host.edits && host.lent.is_none() && changed.iter().all(is_other)
    }

    pub(super) fn faults_after(&self, changed: &[(AssetType, String)], library: &Library) -> Diagnostics {
        let is_changed = |fault: &&Diagnostic| changed.iter().any(|(kind, name)| kind.path(name) == fault.file);
        let mut faults = Diagnostics::new();
        self.faults.iter().filter(|fault| !is_changed(fault)).for_each(|fault| faults.push(fault.clone()));
        library.faults().iter().filter(is_changed).for_each(|fault| faults.push(fault.clone()));
        faults
    }
}

impl Running<'_> {
    /// Puts edits into force. Faulty assets keep their version in force; if that does not compile either, nothing
    /// changes.
    pub(super) fn enforce(&mut self, changed: &[(AssetType, String)], file: &str, write: bool) -> Diagnostics {
        let Some(session) = self.session.as_deref_mut() else {
            let (_, faults) = self.editor_host.library.compile_actions();
            if !faults.has_errors() {
                self.editor_host.in_force = Arc::new(self.editor_host.library.clone());
                self.editor_host.renames = Renames::default();
            }
            return faults;
        };
        let renames = self.editor_host.renames.clone();
        let scenario = renames.name(Named::Scenario, &session.book().scenario).into_owned();
        let compiled = self.editor_host.compiled.take();
        let apart = self.editor_host.apart(session);
        let is_apart = apart.is_some();
        let still = compiled.filter(|_| !is_apart && renames.is_empty());
        let still = still.filter(|still| still.scenario == scenario && still.is_untouched(changed, self.editor_host));
        let ((book, opening), library, played, mut faults, is_whole) = match (still, apart) {
            (Some(still), _) => {
                let library = Arc::new(self.editor_host.library.clone());
                let faults = still.faults_after(changed, &library);
                ((still.book, still.opening), Arc::clone(&library), self.editor_host.played(&library), faults, true)
            }
            (None, apart) => {
                let edited = apart.unwrap_or(&self.editor_host.library);
                let Playable { scenario: compiled, library, played, faults, is_whole } =
                    self.editor_host.playable_of(edited, &scenario);
                let Some(compiled) = compiled else { return faults };
                ((Arc::new(compiled.rules), compiled.opening), library, played, faults, is_whole && !is_apart)
            }
        };
        if is_whole {
            let (book, faults) = (Arc::clone(&book), faults.clone());
            self.editor_host.compiled =
                Some(Compiled { scenario, edits: self.editor_host.edits, book, opening, faults });
        }
        let done = match write {
            true => session.exchange_assets(book, played.canonical_text(), &renames),
            false => session.exchange_edited(book, played, &renames),
        };
        match done {
            Ok(notices) => {
                self.editor_host.notices.extend(notices.iter().map(asking::dropped));
                if !is_apart {
                    self.editor_host.in_force = library;
                } else if !faults.has_errors() {
                    self.editor_host.in_force = Arc::new(self.editor_host.library.clone());
                }
                self.editor_host.refused = None;
                self.editor_host.renames = Renames::default();
            }
            Err(reason) => {
                let refused = Diagnostic::error("battle-goes-on", reason.to_string()).file(file);
                self.editor_host.refused = Some(refused.clone());
                faults.push(refused);
            }
        }
        faults
    }
}
