//! A sheet's text: lines `KEY VALUE`, then frames, each a line `= NAME` and rows of palette characters.

use super::{Grid, meant, single};

/// A frame of a sheet, and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFrame {
    /// What it is called, such as `idle`.
    pub name: String,
    head: usize,
    rows: Vec<usize>,
}

/// A sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    lines: Vec<String>,
    frames: Vec<SheetFrame>,
}

impl Sheet {
    /// Takes a text apart. Of two frames of one name the first is meant, as when the game reads it.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut sheet = Self { lines: text.split('\n').map(str::to_owned).collect(), frames: Vec::new() };
        sheet.find_frames();
        sheet
    }

    /// A new sheet of one frame.
    #[must_use]
    pub fn new(outline: Option<char>, frame: &str, grid: &Grid) -> Self {
        let mut sheet = Self::read(&outline.map_or_else(String::new, |key| format!("outline {key}\n")));
        sheet.add(frame, grid);
        sheet
    }

    fn find_frames(&mut self) {
        let mut frames: Vec<SheetFrame> = Vec::new();
        for (at, line) in meant(&self.lines).filter(|(_, line)| !line.is_empty()) {
            if let Some(name) = line.strip_prefix('=') {
                frames.push(SheetFrame { name: name.trim().to_owned(), head: at, rows: Vec::new() });
            } else if let Some(frame) = frames.last_mut() {
                frame.rows.push(at);
            }
        }
        let mut known: Vec<String> = Vec::new();
        frames.retain(|frame| {
            let is_first = !known.contains(&frame.name);
            known.push(frame.name.clone());
            is_first
        });
        self.frames = frames;
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// Its frames, in their order.
    #[must_use]
    pub fn frames(&self) -> &[SheetFrame] {
        &self.frames
    }

    /// A frame by its place; `None` where there is none, or it has no rows.
    #[must_use]
    pub fn grid(&self, frame: usize) -> Option<Grid> {
        let rows = &self.frames.get(frame)?.rows;
        (!rows.is_empty()).then(|| Grid::of_rows(rows.iter().map(|&at| self.lines[at].trim_end())))
    }

    /// The character of the line around figures, where the sheet has one.
    #[must_use]
    pub fn outline(&self) -> Option<char> {
        let end = self.frames.first().map_or(self.lines.len(), |frame| frame.head);
        let found = meant(&self.lines[..end]).filter_map(|(_, line)| line.strip_prefix("outline"));
        found.filter(|rest| rest.starts_with(char::is_whitespace)).last().and_then(single)
    }

    /// Draws a frame anew. Rows that are as they were are not written again.
    pub fn set(&mut self, frame: usize, grid: &Grid) {
        let (Some(before), Some(of)) = (self.grid(frame), self.frames.get(frame)) else { return };
        if before == *grid {
            return;
        }
        let new: Vec<String> = grid.rows().collect();
        if new.len() == of.rows.len() {
            for ((&at, row), was) in of.rows.iter().zip(&new).zip(before.rows()) {
                let wide = grid.size().0 == before.size().0;
                if !wide || *row != was {
                    let line = &mut self.lines[at];
                    let end = line.trim_end().len();
                    line.replace_range(..end, row);
                }
            }
            return;
        }
        // With another number of rows all of them stand where the first was.
        let first = of.rows.first().copied().unwrap_or(of.head + 1);
        let ending = if self.lines[first].ends_with('\r') { "\r" } else { "" };
        for at in of.rows.iter().rev() {
            self.lines.remove(*at);
        }
        self.lines.splice(first..first, new.into_iter().map(|row| row + ending));
        self.find_frames();
    }

    /// Adds a frame at the end; false where there is one of its name, or it has none.
    pub fn add(&mut self, name: &str, grid: &Grid) -> bool {
        let name = name.trim();
        if name.is_empty() || name.contains(['\n', '\r']) || self.frames.iter().any(|frame| frame.name == name) {
            return false;
        }
        while self.lines.last().is_some_and(|line| line.trim().is_empty()) {
            self.lines.pop();
        }
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.push(format!("= {name}"));
        self.lines.extend(grid.rows());
        self.lines.push(String::new());
        self.find_frames();
        true
    }

    /// Takes a frame out; the last one stays.
    pub fn remove(&mut self, frame: usize) -> bool {
        if self.frames.len() < 2 {
            return false;
        }
        let Some(head) = self.frames.get(frame).map(|frame| frame.head) else { return false };
        let next = self.frames.iter().map(|frame| frame.head).filter(|&other| other > head).min();
        self.lines.drain(head..next.unwrap_or(self.lines.len()));
        if next.is_none() {
            while self.lines.last().is_some_and(|line| line.trim().is_empty()) {
                self.lines.pop();
            }
            self.lines.push(String::new());
        }
        self.find_frames();
        true
    }
}
