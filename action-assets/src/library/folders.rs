//! Reads a pack's folder.

use std::fs;
use std::path::Path;

use super::files::{Files, MAX_FILES};
use crate::assets::AssetType;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::syntax::MAX_BYTES;

const MAX_FOLDERS: usize = 4;

fn is_asset_folder(prefix: &str) -> bool {
    AssetType::ALL.iter().any(|kind| prefix.strip_suffix('/') == Some(kind.folder()))
}

fn is_own_of_program(name: &str) -> bool {
    name.starts_with('.') || name.ends_with(".proof.json")
}

impl Files {
    /// Reads all `.ron` files in and below a folder. Links are skipped, to avoid loops and outside files.
    pub fn from_folder(folder: &Path) -> (Self, Diagnostics) {
        let (mut files, mut diagnostics) = (Self::new(), Diagnostics::new());
        files.read_folder(folder, "", 0, &mut diagnostics);
        (files, diagnostics)
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str, depth: usize, diagnostics: &mut Diagnostics) {
        let mut fault = |path: &str, severity: Severity, code: &'static str, message: String| {
            let fault = match severity {
                Severity::Error => Diagnostic::error(code, message),
                Severity::Warning => Diagnostic::warning(code, message),
            };
            diagnostics.push(fault.file(path));
        };
        let listed = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries = match listed {
            Ok(entries) => entries,
            Err(error) => {
                return fault(prefix, Severity::Error, "unreadable", format!("the folder cannot be read: {error}"));
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut folders = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let message = "the file's name is not UTF-8, so the file is ignored".to_owned();
                fault(&format!("{prefix}{}", name.to_string_lossy()), Severity::Warning, "file-name", message);
                continue;
            };
            let path = format!("{prefix}{name}");
            // This type does not follow links.
            let Ok(kind) = entry.file_type() else { continue };
            let is_asset = name.ends_with(".ron") && !name.starts_with('.');
            if kind.is_symlink() {
                fault(&path, Severity::Error, "link", "links are not followed; put the file itself here".to_owned());
            } else if kind.is_dir() && depth < MAX_FOLDERS {
                folders.push((entry.path(), format!("{path}/")));
            } else if kind.is_dir() && !name.starts_with('.') {
                let message = format!("folders are nested more than {MAX_FOLDERS} deep, so this one is ignored");
                fault(&path, Severity::Warning, "too-deep", message);
            } else if kind.is_file() && !is_asset && name.to_ascii_lowercase().ends_with(".ron") {
                let message =
                    "the file is ignored: an asset's name ends with `.ron` in lower case and does not begin with a dot";
                fault(&path, Severity::Warning, "file-name", message.to_owned());
            } else if kind.is_file() && !is_asset && !is_own_of_program(name) && is_asset_folder(prefix) {
                let message = "the file is ignored: an asset's name ends with `.ron`";
                fault(&path, Severity::Warning, "file-name", message.to_owned());
            } else if kind.is_file() && is_asset {
                let size = entry.metadata().map_or(0, |metadata| metadata.len());
                if size > MAX_BYTES as u64 {
                    fault(
                        &path,
                        Severity::Error,
                        "too-large",
                        format!("the file has {size} bytes; an asset has at most {MAX_BYTES}"),
                    );
                } else if self.0.len() >= MAX_FILES {
                    return fault(
                        &path,
                        Severity::Error,
                        "too-many-files",
                        format!("a pack has at most {MAX_FILES} files"),
                    );
                } else {
                    match fs::read(entry.path()) {
                        Ok(bytes) => drop(self.0.insert(path, bytes)),
                        Err(error) => {
                            fault(&path, Severity::Error, "unreadable", format!("the file cannot be read: {error}"))
                        }
                    }
                }
            }
        }
        for (folder, prefix) in folders {
            self.read_folder(&folder, &prefix, depth + 1, diagnostics);
        }
    }
}
