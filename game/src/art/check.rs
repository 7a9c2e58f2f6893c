//! Checks of a pack's art, as diagnostics.

use std::path::Path;

use foretoken_action_assets::{Diagnostic, Diagnostics, Span};
use foretoken_editor::pixels::read_folder;

use super::{Art, SOUNDS, Scheme};
use crate::presentation;

/// Reads a folder of art as the game does; paths are relative to it. `sounds` returns the faults of a sounds text.
pub(crate) fn check(folder: &Path, sounds: impl Fn(&str) -> Vec<String>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let mut faults = Vec::new();
    let texts = read_folder(folder, &mut faults);
    faults.extend(Art::from_texts(&texts, Scheme::Usual).1);
    if let Some(text) = texts.get(presentation::FILE).filter(|text| text.len() as u64 > presentation::MOST_BYTES) {
        let (file, bytes, most) = (presentation::FILE, text.len(), presentation::MOST_BYTES);
        faults.push(format!("{file}: {bytes} bytes; the limit is {most}"));
    }
    if let Some(text) = texts.get(SOUNDS) {
        faults.extend(sounds(text).into_iter().map(|fault| format!("{SOUNDS}:{fault}")));
    }
    for (file, text) in &texts {
        found.add_source(file.as_str(), text.as_str());
    }
    for fault in faults {
        let (place, line, words) = parts(&fault);
        let sheet = format!("{place}.txt");
        let file = if texts.contains_key(&sheet) { sheet.as_str() } else { place };
        let span = texts.get(file).and_then(|text| span(text, line?));
        let diagnostic = Diagnostic::error("art", words).file(file);
        found.push(match span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        });
    }
    found
}

fn parts(fault: &str) -> (&str, Option<usize>, &str) {
    let (place, words) = fault.split_once(": ").unwrap_or(("", fault));
    match place.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => (file, Some(line), words),
        _ => (place, None, words),
    }
}

fn span(text: &str, line: usize) -> Option<Span> {
    let start = match line.checked_sub(1)? {
        0 => 0,
        before => text.match_indices('\n').nth(before - 1)?.0 + 1,
    };
    let length = text.get(start..)?.lines().next().map_or(0, str::len);
    Some(Span { start, end: start + length })
}
