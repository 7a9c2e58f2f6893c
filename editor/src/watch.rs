//! Files changed outside: compared by content, so no clock is asked and a touched file is no change.

use foretoken_action_assets::Files;
use std::path::{Path, PathBuf};

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

    /// What changed since the last call, in order of paths: new content, or `None` for what is gone.
    pub fn changes(&mut self) -> Vec<(String, Option<Vec<u8>>)> {
        let now = Files::from_folder(&self.folder).0;
        let changed = now.0.iter().filter(|(path, bytes)| self.seen.0.get(*path) != Some(bytes));
        let gone = self.seen.0.keys().filter(|path| !now.0.contains_key(*path));
        let mut changes: Vec<_> = changed.map(|(path, bytes)| (path.clone(), Some(bytes.clone()))).collect();
        changes.extend(gone.map(|path| (path.clone(), None)));
        self.seen = now;
        changes
    }

    /// Takes note of content that was written from here, which is no change from outside.
    pub fn expect(&mut self, path: &str, bytes: Option<Vec<u8>>) {
        match bytes {
            Some(bytes) => drop(self.seen.0.insert(path.to_owned(), bytes)),
            None => drop(self.seen.0.remove(path)),
        }
    }

    /// The content of a file when it was last looked at.
    #[must_use]
    pub fn seen(&self, path: &str) -> Option<&[u8]> {
        self.seen.0.get(path).map(Vec::as_slice)
    }

    /// All files when they were last looked at.
    #[must_use]
    pub const fn files(&self) -> &Files {
        &self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
