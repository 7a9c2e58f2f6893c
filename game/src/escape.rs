//! Escapes control characters in foreign texts, which could control a terminal.

use foretoken_action_assets::is_hidden;
use ratatui::buffer::Buffer;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Replaces control and direction characters by escapes such as `\u{1b}`. Line feeds and tabs stay.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let alters = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    if !text.contains(alters) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match alters(c) {
            true => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Replaces such characters in a JSON document by JSON escapes with equal meaning.
#[must_use]
pub fn json(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    for c in document.chars() {
        match is_hidden(c) && c != '\n' {
            // All of them are in the basic plane.
            true => drop(write!(out, "\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

/// Replaces such characters in a terminal buffer; cell widths stay.
pub fn screen(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(is_hidden) {
            let shown: String = cell.symbol().chars().filter(|c| !is_hidden(*c)).collect();
            cell.set_symbol(if shown.is_empty() { "\u{fffd}" } else { &shown });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    const HOSTILE: &str = "a\u{1b}]0;owned\u{7}b\u{9d}0;owned\u{9c}c\rd\u{202e}e\u{2066}f\u{61c}g\u{7f}h";

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        let shown = printable(HOSTILE);
        assert!(!shown.contains(is_hidden), "{shown:?}");
        assert!(shown.starts_with("a\\u{1b}]0;owned\\u{7}b\\u{9d}"), "{shown}");
        assert_eq!(printable("one\n\ttwo — drei ▶"), "one\n\ttwo — drei ▶");
    }

    #[test]
    fn json_means_the_same() {
        let document = serde_json::to_string_pretty(&[HOSTILE]).expect("a document");
        let shown = json(&document);
        assert!(!shown.contains(|c| is_hidden(c) && c != '\n'), "{shown:?}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).expect("a document"), [HOSTILE]);
    }

    #[test]
    fn a_screen_keeps_its_cells() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 1));
        buffer.set_string(0, 0, HOSTILE, Style::new());
        buffer.content[39].set_symbol("\u{202e}");
        screen(&mut buffer);
        let shown: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(!shown.contains(is_hidden), "{shown:?}");
        assert_eq!(shown.chars().count(), 40);
    }
}
