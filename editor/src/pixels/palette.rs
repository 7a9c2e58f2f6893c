//! Palette text: a line `CHARACTER RRGGBB NAME...` for each colour, with `SCHEME=RRGGBB` for other colour schemes.

use super::{MOST_COLOURS, NOTHING, meant, single};

const KEYS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Colour of a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteColour {
    /// Character in drawings.
    pub key: char,
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// Name; empty for none.
    pub name: String,
    line: usize,
}

/// Parsed palette text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    lines: Vec<String>,
    colours: Vec<PaletteColour>,
}

impl Palette {
    /// Parses a text as the game does: other lines are kept but ignored, the last colour of a character counts, and at
    /// most [`MOST_COLOURS`] are used.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let mut colours: Vec<PaletteColour> = Vec::new();
        for (line, words) in meant(&lines) {
            if colours.len() == MOST_COLOURS {
                break;
            }
            let mut words = words.split_whitespace();
            let (Some(key), Some(rgb)) = (words.next().and_then(single), words.next().and_then(rgb)) else { continue };
            if matches!(key, NOTHING | '=') {
                continue;
            }
            let name = words.find(|word| !word.contains('=')).unwrap_or_default().to_owned();
            colours.retain(|known| known.key != key);
            colours.push(PaletteColour { key, rgb, name, line });
        }
        Self { lines, colours }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// Returns the colours in order.
    #[must_use]
    pub fn colours(&self) -> &[PaletteColour] {
        &self.colours
    }

    /// Returns the colour of a character; `None` if it is transparent or unknown.
    #[must_use]
    pub fn rgb(&self, key: char) -> Option<[u8; 3]> {
        self.colours.iter().find(|colour| colour.key == key).map(|colour| colour.rgb)
    }

    /// Returns the character for outlines: the colour named `outline` or `ink`, else the darkest.
    #[must_use]
    pub fn outline(&self) -> Option<char> {
        let darkest = || self.colours.iter().min_by_key(|colour| colour.rgb.map(u32::from).iter().sum::<u32>());
        self.called("outline").or_else(|| self.called("ink")).or_else(|| darkest().map(|colour| colour.key))
    }

    fn called(&self, name: &str) -> Option<char> {
        let is_called = |colour: &&PaletteColour| {
            let words = self.lines.get(colour.line).map(|line| line.split_whitespace().skip(2));
            words.is_some_and(|mut words| words.any(|word| word == name))
        };
        self.colours.iter().find(is_called).map(|colour| colour.key)
    }

    /// Changes the colour of a character and keeps its names and other schemes. Returns false if it has none.
    pub fn set(&mut self, key: char, to: [u8; 3]) -> bool {
        let Some(colour) = self.colours.iter_mut().find(|colour| colour.key == key) else { return false };
        let line = &mut self.lines[colour.line];
        let behind = line.trim_start().find(char::is_whitespace).map(|at| at + line.len() - line.trim_start().len());
        let start = behind.and_then(|at| Some(at + line[at..].find(|c: char| !c.is_whitespace())?));
        let Some(start) = start else { return false };
        line.replace_range(start..start + 6, &hex(to));
        colour.rgb = to;
        true
    }

    /// Adds a colour under a free character; `None` if the palette is full.
    pub fn add(&mut self, rgb: [u8; 3]) -> Option<char> {
        if self.colours.len() >= MOST_COLOURS {
            return None;
        }
        let key = KEYS.chars().find(|&key| self.rgb(key).is_none())?;
        let name = self.free_name(key);
        // Inserts after the last line with content, so that the end of the text stays.
        let end = self.lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
        self.lines.insert(end, format!("{key} {} {name}", hex(rgb)));
        if end + 1 == self.lines.len() {
            self.lines.push(String::new());
        }
        self.colours.push(PaletteColour { key, rgb, name, line: end });
        Some(key)
    }

    /// Returns an unused colour name. It differs from the game's colour names, which the game's own drawings refer to.
    fn free_name(&self, key: char) -> String {
        let is_taken = |name: &str| self.called(name).is_some();
        let first = format!("hue-{key}");
        let further = (2..).map(|number: u32| format!("{first}-{number}"));
        std::iter::once(first.clone()).chain(further).find(|name| !is_taken(name)).unwrap_or(first)
    }

    /// Returns the character of the most similar colour. Green differences weigh most, blue ones least.
    #[must_use]
    pub fn nearest(&self, [r, g, b]: [u8; 3]) -> Option<char> {
        let apart = |colour: &&PaletteColour| {
            let [own_r, own_g, own_b] = colour.rgb;
            let square = |a: u8, b: u8| i32::from(a).abs_diff(i32::from(b)).pow(2);
            3 * square(own_r, r) + 4 * square(own_g, g) + 2 * square(own_b, b)
        };
        self.colours.iter().min_by_key(apart).map(|colour| colour.key)
    }
}

fn rgb(text: &str) -> Option<[u8; 3]> {
    if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let [_, r, g, b] = u32::from_str_radix(text, 16).ok()?.to_be_bytes();
    Some([r, g, b])
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("{r:02X}{g:02X}{b:02X}")
}
