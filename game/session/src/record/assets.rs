//! Assets of a record: texts by path, shared between versions. Exchanges record only changed files.

use foretoken_action_assets::library::Files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The canonical text of a pack, shared by all battles that play it, and its files.
#[derive(Clone, Debug, Default)]
pub struct AssetText(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    text: String,
    files: OnceLock<Arc<AssetFiles>>,
}

impl AssetText {
    /// Returns the files of the text.
    #[must_use]
    pub fn files(&self) -> Arc<AssetFiles> {
        let files = || Arc::new(AssetFiles::from_one_text(&self.0.text));
        Arc::clone(self.0.files.get_or_init(files))
    }
}

impl From<String> for AssetText {
    fn from(text: String) -> Self {
        Self(Arc::new(Shared { text, files: OnceLock::new() }))
    }
}

impl From<Arc<AssetFiles>> for AssetText {
    fn from(files: Arc<AssetFiles>) -> Self {
        Self(Arc::new(Shared { text: files.to_one_text(), files: files.into() }))
    }
}

impl Deref for AssetText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl PartialEq for AssetText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for AssetText {}

/// A file that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Path within the pack, with `/` separators.
    pub path: String,
    /// Canonical text; `None` if deleted.
    pub text: Option<String>,
}

/// Files of a pack as canonical texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetFiles(BTreeMap<Arc<str>, Arc<str>>);

impl AssetFiles {
    /// Splits a pack's canonical text into files. Invalid UTF-8 becomes replacement characters.
    #[must_use]
    pub fn from_one_text(text: &str) -> Self {
        let files = Files::from_one_text(text).0.0.into_iter();
        Self(files.map(|(path, bytes)| (path.into(), String::from_utf8_lossy(&bytes).into())).collect())
    }

    /// Returns the pack's canonical text.
    #[must_use]
    pub fn to_one_text(&self) -> String {
        Files::to_one_text(self.0.iter().map(|(path, text)| (&**path, &**text)))
    }

    /// Returns the changes from these files to the others.
    #[must_use]
    pub fn changes_to(&self, others: &Self) -> Vec<ChangedFile> {
        let gone = self.0.keys().filter(|path| !others.0.contains_key(*path));
        let gone = gone.map(|path| ChangedFile { path: path.to_string(), text: None });
        let new = others.0.iter().filter(|(path, text)| self.0.get(*path) != Some(text));
        let new = new.map(|(path, text)| ChangedFile { path: path.to_string(), text: Some(text.to_string()) });
        gone.chain(new).collect()
    }

    /// Returns the files with some changed.
    #[must_use]
    pub fn with(&self, changes: &[ChangedFile]) -> Self {
        let mut files = self.clone();
        files.change(changes);
        files
    }

    /// Changes some files.
    pub fn change(&mut self, changes: &[ChangedFile]) {
        for ChangedFile { path, text } in changes {
            match text {
                Some(text) => drop(self.0.insert(path.as_str().into(), text.as_str().into())),
                None => drop(self.0.remove(path.as_str())),
            }
        }
    }

    pub(super) fn has_files_of(&self, changes: &[ChangedFile]) -> bool {
        changes.iter().all(|changed| self.0.get(changed.path.as_str()).map(|text| &**text) == changed.text.as_deref())
    }

    pub(super) fn has_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn length(&self) -> usize {
        self.0.values().map(|text| text.len()).sum()
    }

    /// Returns the approximate size in bytes without shared texts.
    pub(super) fn footprint(&self) -> usize {
        self.0.len() * 64
    }
}
