//! Files changed outside: compared by content, so no clock is asked and a touched file is no change.

use crate::Host;
use foretoken_action_assets::{Diagnostics, Files};
use std::path::{Path, PathBuf};

/// A change that was taken over, or could not be.
#[derive(Debug)]
pub struct Notice {
    /// The file within the pack.
    pub path: String,
    /// What is wrong with it; without errors it is in force.
    pub faults: Diagnostics,
}

/// Watches the folder of a pack.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    seen: Files,
}

impl Watch {
    /// Watches a folder from its present content on.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), seen: Files::from_folder(folder).0 }
    }

    /// Hands what changed since the last call to the host, in order of paths.
    pub fn poll(&mut self, host: &mut dyn Host) -> Vec<Notice> {
        let now = Files::from_folder(&self.folder).0;
        let changed = now.0.iter().filter(|(path, bytes)| self.seen.0.get(*path) != Some(bytes));
        let gone = self.seen.0.keys().filter(|path| !now.0.contains_key(*path));
        let mut notices: Vec<Notice> = changed
            .map(|(path, bytes)| Notice { path: path.clone(), faults: host.exchange(path, Some(bytes)) })
            .collect();
        notices.extend(gone.map(|path| Notice { path: path.clone(), faults: host.exchange(path, None) }));
        self.seen = now;
        notices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::{KindRegistry, Library};

    struct Recorder {
        library: Library,
        told: Vec<String>,
    }

    impl Host for Recorder {
        fn library(&self) -> &Library {
            &self.library
        }

        fn exchange(&mut self, path: &str, bytes: Option<&[u8]>) -> Diagnostics {
            self.told.push(format!("{path} {}", if bytes.is_some() { "changed" } else { "gone" }));
            self.library.reload(path, bytes)
        }
    }

    #[test]
    fn changed_new_and_deleted_files_are_handed_over_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let actions = folder.path().join("actions");
        std::fs::create_dir(&actions).expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(actions.join(name), text).expect("written");
        write("a.ron", "Action(title: \"A\")");
        write("b.ron", "Action(title: \"B\")");
        let mut watch = Watch::new(folder.path());
        let library = Library::load_folder(folder.path(), KindRegistry::core());
        let mut host = Recorder { library, told: Vec::new() };
        assert!(watch.poll(&mut host).is_empty());
        write("a.ron", "Action(title: \"Changed\")");
        write("c.ron", "Action(titel: \"C\")");
        std::fs::remove_file(actions.join("b.ron")).expect("removed");
        let notices = watch.poll(&mut host);
        assert_eq!(host.told, ["actions/a.ron changed", "actions/c.ron changed", "actions/b.ron gone"]);
        assert!(notices[1].faults.has_errors(), "the misspelt field is told");
        assert!(watch.poll(&mut host).is_empty());
        assert_eq!(host.library.action("a").map(|a| a.title.as_str()), Some("Changed"));
    }
}
