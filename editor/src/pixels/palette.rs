//! A palette's text: a line `CHARACTER RRGGBB NAME...` for each colour, with `SCHEME=RRGGBB` for other schemes of colour.

use super::{MOST_COLOURS, NOTHING, meant, single};

/// Characters for new colours, those that are told apart best first.
const KEYS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// A colour of a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteColour {
    /// The character that stands for it.
    pub key: char,
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// What it is called; empty for nothing.
    pub name: String,
    line: usize,
}

/// A palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    lines: Vec<String>,
    colours: Vec<PaletteColour>,
}

impl Palette {
    /// Takes a text apart. Lines that are no colours are kept and mean nothing; of two colours with one character the later
    /// one is meant, and no more than [`MOST_COLOURS`] are, as when the game reads it.
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

    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// Its colours, in their order.
    #[must_use]
    pub fn colours(&self) -> &[PaletteColour] {
        &self.colours
    }

    /// The colour of a character; `None` for what is transparent or unknown.
    #[must_use]
    pub fn rgb(&self, key: char) -> Option<[u8; 3]> {
        self.colours.iter().find(|colour| colour.key == key).map(|colour| colour.rgb)
    }

    /// The character for lines around figures: of the colour that is called `outline` or `ink`, else of the darkest.
    #[must_use]
    pub fn outline(&self) -> Option<char> {
        let darkest = || self.colours.iter().min_by_key(|colour| colour.rgb.map(u32::from).iter().sum::<u32>());
        self.called("outline").or_else(|| self.called("ink")).or_else(|| darkest().map(|colour| colour.key))
    }

    /// The character of the colour that has a name.
    fn called(&self, name: &str) -> Option<char> {
        let is_called = |colour: &&PaletteColour| {
            let words = self.lines.get(colour.line).map(|line| line.split_whitespace().skip(2));
            words.is_some_and(|mut words| words.any(|word| word == name))
        };
        self.colours.iter().find(is_called).map(|colour| colour.key)
    }

    /// Gives a character another colour. Its names, and its colours in other schemes, stay. False where it has none.
    pub fn set(&mut self, key: char, to: [u8; 3]) -> bool {
        let Some(colour) = self.colours.iter_mut().find(|colour| colour.key == key) else { return false };
        let line = &mut self.lines[colour.line];
        // The colour is the second word of its line.
        let behind = line.trim_start().find(char::is_whitespace).map(|at| at + line.len() - line.trim_start().len());
        let start = behind.and_then(|at| Some(at + line[at..].find(|c: char| !c.is_whitespace())?));
        let Some(start) = start else { return false };
        line.replace_range(start..start + 6, &hex(to));
        colour.rgb = to;
        true
    }

    /// Adds a colour under a character that nothing stands for; `None` where there are as many as there may be.
    pub fn add(&mut self, rgb: [u8; 3]) -> Option<char> {
        if self.colours.len() >= MOST_COLOURS {
            return None;
        }
        let key = KEYS.chars().find(|&key| self.rgb(key).is_none())?;
        let name = self.free_name(key);
        // Behind the last line that says something, so that a text ends as it did.
        let end = self.lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
        self.lines.insert(end, format!("{key} {} {name}", hex(rgb)));
        if end + 1 == self.lines.len() {
            self.lines.push(String::new());
        }
        self.colours.push(PaletteColour { key, rgb, name, line: end });
        Some(key)
    }

    /// A name for a colour that nothing is called by. The game's own drawings take colours that are called like theirs, so it is
    /// none of their names.
    fn free_name(&self, key: char) -> String {
        let is_taken = |name: &str| self.called(name).is_some();
        let first = format!("hue-{key}");
        let further = (2..).map(|number: u32| format!("{first}-{number}"));
        std::iter::once(first.clone()).chain(further).find(|name| !is_taken(name)).unwrap_or(first)
    }

    /// The character whose colour is most like one. Differences in green are seen most, those in blue least.
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
