//! Sheet text: lines `KEY VALUE`, then frames, each a line `= NAME` with rows of palette characters.

use super::{Grid, meant, single};

/// Frame of a sheet and its lines in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFrame {
    /// Name, such as `idle`.
    pub name: String,
    head: usize,
    rows: Vec<usize>,
}

/// Parsed sheet text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    lines: Vec<String>,
    frames: Vec<SheetFrame>,
}

impl Sheet {
    /// Parses a text as the game does: of two frames with one name, the first counts.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut sheet = Self { lines: text.split('\n').map(str::to_owned).collect(), frames: Vec::new() };
        sheet.find_frames();
        sheet
    }

    /// Creates a sheet with one frame.
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

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// Returns the frames in order.
    #[must_use]
    pub fn frames(&self) -> &[SheetFrame] {
        &self.frames
    }

    /// Returns a frame by index; `None` if it does not exist or has no rows.
    #[must_use]
    pub fn grid(&self, frame: usize) -> Option<Grid> {
        let rows = &self.frames.get(frame)?.rows;
        (!rows.is_empty()).then(|| Grid::of_rows(rows.iter().map(|&at| self.lines[at].trim_end())))
    }

    fn head(&self) -> impl Iterator<Item = (usize, &str)> {
        let end = self.frames.first().map_or(self.lines.len(), |frame| frame.head);
        meant(&self.lines[..end]).filter(|(_, line)| !line.is_empty())
    }

    /// Returns the value of a key before the frames. As in the game, the last one counts.
    #[must_use]
    pub fn attribute(&self, key: &str) -> Option<&str> {
        let value = |(_, line): (usize, &'_ str)| line.split_whitespace().next() == Some(key);
        let (at, _) = self.head().filter(|line| value(*line)).last()?;
        Some(self.lines[at].trim_end().strip_prefix(key)?.trim())
    }

    /// Sets or removes a key before the frames. An empty value writes the key alone.
    pub fn set_attribute(&mut self, key: &str, value: Option<&str>) {
        let line = value.map(|value| format!("{key} {value}").trim_end().to_owned());
        let is_it = |line: &str| line.split_whitespace().next() == Some(key);
        let known: Vec<usize> = self.head().filter(|(_, line)| is_it(line)).map(|(at, _)| at).collect();
        let behind = self.head().last().map(|(at, _)| at + 1);
        match (known.split_last(), line) {
            (Some((&last, _)), Some(line)) => self.lines[last] = line,
            (Some(_), None) => known.iter().rev().for_each(|&at| drop(self.lines.remove(at))),
            (None, Some(line)) => {
                let said = self.lines.iter().take_while(|line| line.starts_with(';')).count();
                let at = behind.unwrap_or(said);
                self.lines.insert(at, line);
                if self.lines.get(at + 1).is_some_and(|next| next.starts_with('=')) {
                    self.lines.insert(at + 1, String::new());
                }
            }
            (None, None) => return,
        }
        self.find_frames();
    }

    /// Returns the character of the outline, if any.
    #[must_use]
    pub fn outline(&self) -> Option<char> {
        self.attribute("outline").and_then(single)
    }

    /// Replaces a frame. Unchanged rows are not rewritten.
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
        let first = of.rows.first().copied().unwrap_or(of.head + 1);
        let ending = if self.lines[first].ends_with('\r') { "\r" } else { "" };
        for at in of.rows.iter().rev() {
            self.lines.remove(*at);
        }
        self.lines.splice(first..first, new.into_iter().map(|row| row + ending));
        self.find_frames();
    }

    /// Appends a frame; returns false if the name is empty or exists.
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

    /// Removes a frame; the last one stays.
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
