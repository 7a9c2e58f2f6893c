//! Key caps: the name of a key in brackets, such as "(E)" or "(Shift+A)", is drawn as a key of the same width. In buttons
//! two spaces stand before it, so that a count as in "Flask (2)" is no key.

use super::Hud;
use crate::window::platform::input::Key;
use foretoken_editor::Colour;
use imgui::DrawListMut;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'w> {
    Words(&'w str),
    /// Name of a key, without its brackets.
    Key(&'w str),
}

fn is_key(name: &str) -> bool {
    let key = name.strip_prefix("Ctrl+").unwrap_or(name);
    Key::named(key.strip_prefix("Shift+").unwrap_or(key)).is_some()
}

fn pieces<'w>(words: &'w str, before: &str) -> Vec<Piece<'w>> {
    let (mut pieces, mut begin, mut at) = (Vec::new(), 0, 0);
    while let Some(open) = words[at..].find('(').map(|open| at + open) {
        at = open + 1;
        let Some(close) = words[at..].find(')').map(|close| at + close) else { break };
        if is_key(&words[at..close]) && words[..open].ends_with(before) {
            pieces.extend((begin < open).then(|| Piece::Words(&words[begin..open])));
            pieces.push(Piece::Key(&words[at..close]));
            begin = close + 1;
            at = begin;
        }
    }
    pieces.extend((begin < words.len()).then(|| Piece::Words(&words[begin..])));
    pieces
}

impl Hud<'_> {
    /// Draws the label of a button, with its key as a key cap. It is as wide as the plain text.
    pub(super) fn keyed(&self, list: &DrawListMut<'_>, at: [f32; 2], colour: Colour, words: &str) {
        self.draw_pieces(list, at, colour, pieces(words, "  "));
    }

    fn draw_pieces(&self, list: &DrawListMut<'_>, [mut x, y]: [f32; 2], colour: Colour, pieces: Vec<Piece<'_>>) {
        let (ui, s) = (self.ui, self.s);
        for piece in pieces {
            match piece {
                Piece::Words(words) => {
                    list.add_text([x, y], colour, words);
                    x += ui.calc_text_size(words)[0];
                }
                Piece::Key(key) => {
                    let [wide, high] = ui.calc_text_size(format!("({key})"));
                    let (min, max) = ([x, y], [x + wide, y + high]);
                    let rim = Colour { alpha: colour.alpha * 0.8, ..colour };
                    list.add_rect(min, max, self.colour("outline", colour.alpha))
                        .filled(true)
                        .rounding(3.0 * s)
                        .build();
                    list.add_rect(min, max, rim).rounding(3.0 * s).thickness(s.max(1.0)).build();
                    let lower = max[1] - (1.5 * s).max(1.0);
                    list.add_line([x + 2.0 * s, lower], [max[0] - 2.0 * s, lower], rim).thickness(s.max(1.0)).build();
                    list.add_text([x + (wide - ui.calc_text_size(key)[0]) / 2.0, y], colour, key);
                    x += wide;
                }
            }
        }
    }

    /// Draws text with key caps that wraps at a width.
    pub(super) fn wrapped_keys(&self, colour: &str, width: f32, words: &str) {
        let lines = self.broken_lines(words, width);
        let ([x, y], line) = (self.ui.cursor_screen_pos(), self.ui.text_line_height());
        let list = self.ui.get_window_draw_list();
        for (at, words) in lines.iter().enumerate() {
            self.draw_pieces(&list, [x, y + at as f32 * line], self.colour(colour, 1.0), pieces(words, ""));
        }
        self.ui.dummy(self.size_of_lines(&lines));
    }

    /// Returns the size of text that wraps at a width.
    pub(super) fn wrapped_size(&self, words: &str, width: f32) -> [f32; 2] {
        self.size_of_lines(&self.broken_lines(words, width))
    }

    fn size_of_lines(&self, lines: &[String]) -> [f32; 2] {
        let wide = lines.iter().map(|words| self.ui.calc_text_size(words)[0]).fold(0.0, f32::max);
        [wide, lines.len() as f32 * self.ui.text_line_height()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_keys_in_brackets_are_keys() {
        let words = "Use Shove (2) on the rat (it dies), then play (Shift+E)";
        let expected = [
            Piece::Words("Use Shove "),
            Piece::Key("2"),
            Piece::Words(" on the rat (it dies), then play "),
            Piece::Key("Shift+E"),
        ];
        assert_eq!(pieces(words, ""), expected);
        assert_eq!(pieces("(a (b", ""), [Piece::Words("(a (b")]);
        assert_eq!(pieces("", ""), []);
        assert_eq!(pieces("Flask (2)  (E)", "  "), [Piece::Words("Flask (2)  "), Piece::Key("E")]);
    }
}
