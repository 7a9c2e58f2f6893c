//! Text fitting: truncation and line breaks.

use super::Hud;

impl Hud<'_> {
    /// Cuts text to a width with an ellipsis.
    #[must_use]
    pub fn fitted(&self, words: &str, width: f32) -> String {
        if self.ui.calc_text_size(words)[0] <= width {
            return words.to_owned();
        }
        let mut short: String = words.to_owned();
        while short.pop().is_some() {
            let cut = format!("{}…", short.trim_end());
            if self.ui.calc_text_size(&cut)[0] <= width {
                return cut;
            }
        }
        String::new()
    }

    /// Breaks text into lines of a width, at its line ends and spaces, and within a word that is wider.
    #[must_use]
    pub fn broken_lines(&self, words: &str, width: f32) -> Vec<String> {
        let is_wider = |line: &str| self.ui.calc_text_size(line.trim_end())[0] > width;
        let mut lines = Vec::new();
        for paragraph in words.split('\n') {
            let mut line = String::new();
            for word in paragraph.split_inclusive(' ') {
                if !line.is_empty() && is_wider(&format!("{line}{word}")) {
                    lines.push(std::mem::take(&mut line));
                }
                for letter in word.chars() {
                    line.push(letter);
                    if line.chars().count() > 1 && is_wider(&line) {
                        line.pop();
                        lines.push(std::mem::replace(&mut line, letter.to_string()));
                    }
                }
            }
            lines.push(line);
        }
        lines
    }

    /// Breaks text into at most `most` lines of a width; the rest becomes an ellipsis.
    #[must_use]
    pub fn lines(&self, words: &str, width: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut left: Vec<&str> = words.split_whitespace().rev().collect();
        while let Some(word) = left.pop() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|longer| self.ui.calc_text_size(longer)[0] <= width) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None if lines.len() < most => lines.push(self.fitted(word, width)),
                None => {
                    left.push(word);
                    left.reverse();
                    let last = lines.pop().unwrap_or_default();
                    lines.push(self.fitted(&format!("{last} {}", left.join(" ")), width));
                    break;
                }
            }
        }
        lines
    }
}
