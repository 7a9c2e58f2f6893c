//! Files of a pack: bytes by path, from memory or from the text in records.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics};

pub(super) const MAX_FILES: usize = 10_000;
/// First line of each file in a canonical text; no canonical asset contains it.
const HEADING: &str = "=== ";

/// Bytes by path, relative to the pack's folder, with `/`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.into(), text.into());
        self
    }

    /// Joins all files into one text, sorted by path.
    pub fn to_one_text<'a, T: AsRef<str>>(files: impl IntoIterator<Item = (&'a str, T)>) -> String {
        let mut whole = String::new();
        for (path, text) in files {
            let text = text.as_ref();
            whole.reserve(HEADING.len() + path.len() + 1 + text.len());
            whole.push_str(HEADING);
            whole.push_str(path);
            whole.push('\n');
            whole.push_str(text);
        }
        whole
    }

    /// Splits such a text into files. Reports files beyond the limit.
    pub fn from_one_text(text: &str) -> (Self, Diagnostics) {
        let (mut files, mut diagnostics) = (Self::new(), Diagnostics::new());
        let mut path: Option<&str> = None;
        for line in text.split_inclusive('\n') {
            if let Some(heading) = line.strip_prefix(HEADING) {
                let name = heading.trim_end();
                if files.0.len() >= MAX_FILES && !files.0.contains_key(name) {
                    let message = format!("a pack has at most {MAX_FILES} files");
                    diagnostics.push(Diagnostic::error("too-many-files", message).file(name));
                    break;
                }
                path = Some(name);
                files.0.entry(name.to_owned()).or_default();
            } else if let Some(bytes) = path.and_then(|path| files.0.get_mut(path)) {
                bytes.extend_from_slice(line.as_bytes());
            }
        }
        (files, diagnostics)
    }
}
