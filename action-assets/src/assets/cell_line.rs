//! Reader of text lines about one cell. Each fault has its text span in the line.

use std::ops::{Range, RangeInclusive};

use foretoken_vm::Cell;

pub(crate) struct LineFault {
    pub within: Range<usize>,
    pub code: &'static str,
    pub message: String,
    pub help: Option<&'static str>,
}

pub(super) struct LineReader<'l, 't> {
    line: &'l str,
    from: usize,
    how: &'static str,
    told: &'t mut dyn FnMut(LineFault),
    is_right: bool,
    is_blank: bool,
}

impl<'l, 't> LineReader<'l, 't> {
    pub fn new(line: &'l str, how: &'static str, told: &'t mut dyn FnMut(LineFault)) -> Self {
        Self { line, from: 0, how, told, is_right: true, is_blank: false }
    }

    /// Whether no fault was found.
    pub const fn is_right(&self) -> bool {
        self.is_right
    }

    /// Returns the next word with its span.
    pub fn word(&mut self) -> Option<(Range<usize>, &'l str)> {
        let rest = self.line.get(self.from..)?;
        let begin = self.from + rest.find(|c: char| !c.is_whitespace())?;
        let length = self.line[begin..].find(char::is_whitespace);
        let end = length.map_or(self.line.len(), |length| begin + length);
        self.from = end;
        Some((begin..end, &self.line[begin..end]))
    }

    /// Returns the next word with its index in `known`.
    pub fn word_of(&mut self, known: &[&str]) -> Option<(Range<usize>, usize)> {
        let before = self.from;
        let found = self.word().and_then(|(within, word)| Some((within, known.iter().position(|own| *own == word)?)));
        if found.is_none() {
            self.from = before;
        }
        found
    }

    /// Reads the cell at the beginning.
    pub fn cell(&mut self) -> Option<Cell> {
        let named = self.word();
        self.is_blank = named.is_none();
        let (within, word) = named.unwrap_or((0..self.line.len(), ""));
        let cell = word.parse().ok();
        if cell.is_none() {
            self.tell(within, "bad-cell", format!("`{word}` is not a cell"), Some(self.how));
        }
        cell
    }

    /// Reads the number after a word. `missing` is the fault's name and format.
    pub fn number(
        &mut self,
        behind: Range<usize>,
        bounds: RangeInclusive<u8>,
        missing: impl FnOnce() -> (&'static str, String),
    ) -> Option<u8> {
        let Some((within, word)) = self.word() else {
            let (code, message) = missing();
            self.tell(behind, code, message, Some(self.how));
            return None;
        };
        let number = word.parse().ok().filter(|number| bounds.contains(number));
        if number.is_none() {
            let message = format!("{word} is outside {} to {}", bounds.start(), bounds.end());
            self.tell(within, "out-of-range", message, None);
        }
        number
    }

    pub fn tell(&mut self, within: Range<usize>, code: &'static str, message: String, help: Option<&'static str>) {
        self.is_right = false;
        (self.told)(LineFault { within, code, message, help });
    }

    /// Reports a fault of the whole line, unless it is empty.
    pub fn tell_all(&mut self, code: &'static str, message: &str) {
        if !self.is_blank {
            self.tell(0..self.line.len(), code, message.to_owned(), Some(self.how));
        }
    }
}
