//! Reading the texts of a pack's art.

use super::{MOST_BYTES, MOST_FILES};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Texts by path below the art folder, such as `units/rat.txt`.
pub type ArtTexts = BTreeMap<String, String>;

/// Reads all texts in an art folder and its direct subfolders. Adds a sentence to `faults` for each unreadable file. A
/// missing folder is empty.
pub fn read_folder(folder: &Path, faults: &mut Vec<String>) -> ArtTexts {
    let mut texts = ArtTexts::new();
    gather(folder, "", &mut texts, faults);
    texts
}

fn gather(folder: &Path, below: &str, texts: &mut ArtTexts, faults: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_dir() {
            if below.is_empty() && !name.starts_with('.') {
                gather(&path, &format!("{name}/"), texts, faults);
            }
        } else if name.ends_with(".txt") {
            let place = format!("{below}{name}");
            if texts.len() >= MOST_FILES {
                faults.push(format!("{place}: more than {MOST_FILES} drawings; this one is ignored"));
                return;
            }
            // Reading a special file, such as a pipe, could block.
            if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
                faults.push(format!("{place}: not a file; ignored"));
                continue;
            }
            if fs::metadata(&path).is_ok_and(|data| data.len() > MOST_BYTES) {
                faults.push(format!("{place}: larger than {} KiB; ignored", MOST_BYTES / 1024));
                continue;
            }
            match fs::read_to_string(&path) {
                Ok(text) => drop(texts.insert(place, text)),
                Err(error) => faults.push(format!("{place}: cannot be read: {error}")),
            }
        }
    }
}
