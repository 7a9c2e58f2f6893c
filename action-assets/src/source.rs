//! Places in a text: byte spans, and the lines and columns people count in.

use std::sync::Arc;

use serde::Serialize;

/// A range of bytes in a file; `end` is the first byte after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset of the first byte after the range.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, and without, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// A line and a column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The character within the line, from 1.
    pub column: u32,
}

/// A file's text, with its line starts found once. Copies share both.
#[derive(Clone, Debug)]
pub struct Source {
    text: Arc<str>,
    starts: Arc<[usize]>,
}

impl Source {
    /// Keeps a copy of the text, so that excerpts can be shown after the file has changed on disk.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Source { text: text.into(), starts }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset. An offset past the end means the end; one inside a character means its start.
    pub fn position(&self, offset: usize) -> Position {
        let offset = floor_char_boundary(&self.text, offset);
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = self.text.get(start..offset).unwrap_or("").chars().count();
        Position { line: count(line + 1), column: count(column + 1) }
    }

    /// The text of a line counted from 1, without its line break; empty where there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let index = (line as usize).saturating_sub(1);
        let start = self.starts.get(index).copied().unwrap_or(self.text.len());
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}

/// Line and column counts fit 32 bits because files are limited to [`super::MAX_BYTES`].
fn count(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The start of the character that holds a byte. The standard library's own `floor_char_boundary` is newer than the
/// Rust version this workspace promises.
fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
