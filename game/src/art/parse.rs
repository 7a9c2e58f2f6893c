//! Reads palettes and sheets. A palette line is `<char> <RRGGBB> <name>...` with overrides such as `deutan=RRGGBB`. A
//! sheet has `key value` lines, then frames: `= <name>` and rows of palette characters, `.` for transparent. `;` starts
//! a comment line.

use std::collections::BTreeMap;

use super::Scheme;
pub(super) use foretoken_editor::pixels::{MOST_COLOURS, MOST_TEXELS};

const MOST_FAULTS: usize = 20;

#[derive(Clone, Debug, Default)]
pub(super) struct Palette {
    keys: BTreeMap<char, [u8; 3]>,
    names: BTreeMap<String, [u8; 3]>,
    spoken: BTreeMap<char, String>,
}

impl Palette {
    pub(super) fn read(path: &str, text: &str, scheme: Scheme, faults: &mut Vec<String>) -> Self {
        let mut palette = Self::default();
        let mut told = FaultList::new(path, faults);
        for (number, line) in lines(text) {
            if line.is_empty() {
                continue;
            }
            let mut words = line.split_whitespace();
            let (key, usual) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let mut letters = key.chars();
            let (Some(key), None) = (letters.next(), letters.next()) else {
                told.fault(number, format!("a colour starts with a key of one character, not `{key}`"));
                continue;
            };
            if matches!(key, '.' | '=') {
                told.fault(number, format!("`{key}` is reserved and cannot be the key of a colour"));
                continue;
            }
            let Some(mut colour) = hex(usual) else {
                told.fault(number, format!("`{usual}` is not a colour such as 1F4E80"));
                continue;
            };
            let mut names = Vec::new();
            for word in words {
                match word.split_once('=') {
                    None => names.push(word),
                    Some((other, value)) => match hex(value) {
                        Some(value) if scheme.key() == Some(other) => colour = value,
                        Some(_) if Scheme::ALL.iter().any(|scheme| scheme.key() == Some(other)) => {}
                        Some(_) => told.fault(number, format!("unknown scheme `{other}`")),
                        None => told.fault(number, format!("`{value}` is not a colour such as 1F4E80")),
                    },
                }
            }
            if palette.keys.len() == MOST_COLOURS {
                told.fault(number, format!("more than {MOST_COLOURS} colours; the rest is ignored"));
                break;
            }
            if names.is_empty() {
                told.fault(number, format!("the colour `{key}` has no name"));
            }
            if palette.keys.insert(key, colour).is_some() {
                told.fault(number, format!("`{key}` is the key of two colours"));
            }
            palette.spoken.extend(names.first().map(|name| (key, (*name).to_owned())));
            for name in names {
                if palette.names.insert(name.to_owned(), colour).is_some() {
                    told.fault(number, format!("two colours are called `{name}`"));
                }
            }
        }
        palette
    }

    pub(super) fn following(&self, other: &Self) -> Self {
        let mut own = self.clone();
        for (key, name) in &self.spoken {
            own.keys.extend(other.names.get(name).map(|&colour| (*key, colour)));
        }
        own
    }

    pub(super) fn of(&self, key: char) -> Option<[u8; 3]> {
        self.keys.get(&key).copied()
    }

    pub(super) fn named(&self, name: &str) -> Option<[u8; 3]> {
        self.names.get(name).copied()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) w: usize,
    pub(super) h: usize,
    pub(super) rgba: Vec<u8>,
}

impl Picture {
    pub(super) fn filled(w: usize, h: usize, colour: [u8; 4]) -> Self {
        Self { w, h, rgba: colour.repeat(w * h) }
    }

    pub(super) fn at(&self, x: usize, y: usize) -> [u8; 4] {
        let inside = x < self.w && y < self.h;
        let texel = inside.then(|| self.rgba.get((y * self.w + x) * 4..)?.first_chunk::<4>().copied());
        texel.flatten().unwrap_or_default()
    }

    pub(super) fn set(&mut self, x: usize, y: usize, colour: [u8; 4]) {
        if x < self.w && y < self.h {
            let start = (y * self.w + x) * 4;
            if let Some(texel) = self.rgba.get_mut(start..start + 4) {
                texel.copy_from_slice(&colour);
            }
        }
    }

    fn outline(&mut self, [r, g, b]: [u8; 3]) {
        let from = self.clone();
        let opaque = |x: usize, y: usize| from.at(x, y)[3] > 0;
        for y in 0..self.h {
            for x in 0..self.w {
                let beside =
                    opaque(x + 1, y) || opaque(x, y + 1) || (x > 0 && opaque(x - 1, y)) || (y > 0 && opaque(x, y - 1));
                if !opaque(x, y) && beside {
                    self.set(x, y, [r, g, b, 255]);
                }
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub(super) attributes: BTreeMap<String, String>,
    pub(super) frames: Vec<(String, Picture)>,
}

impl Sheet {
    /// Reads a sheet. Malformed rows are reported and drawn as far as possible.
    pub(super) fn read(path: &str, text: &str, palette: &Palette, faults: &mut Vec<String>) -> Self {
        let mut told = FaultList::new(path, faults);
        let mut sheet = Self::default();
        let mut grids: Vec<Grid<'_>> = Vec::new();
        for (number, line) in lines(text) {
            if line.is_empty() {
                continue;
            }
            if let Some(name) = line.strip_prefix('=') {
                let name = name.trim();
                if name.is_empty() {
                    told.fault(number, "a frame needs a name after the `=`".to_owned());
                }
                if grids.iter().any(|grid| grid.name == name) {
                    told.fault(number, format!("two frames are called `{name}`"));
                }
                grids.push(Grid { name, number, rows: Vec::new() });
            } else if let Some(grid) = grids.last_mut() {
                grid.rows.push((number, line));
            } else {
                let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                if sheet.attributes.insert(key.to_owned(), value.trim().to_owned()).is_some() {
                    told.fault(number, format!("`{key}` appears twice"));
                }
                if key == "outline" && single(value).and_then(|key| palette.of(key)).is_none() {
                    told.fault(number, format!("the palette has no colour `{}`", value.trim()));
                }
            }
        }
        let outline = sheet.attributes.get("outline").and_then(|value| palette.of(single(value)?));
        for grid in grids {
            let Some(mut picture) = grid.picture(palette, &mut told) else { continue };
            if let Some(colour) = outline {
                picture.outline(colour);
            }
            if sheet.frames.iter().all(|(name, _)| name != grid.name) {
                sheet.frames.push((grid.name.to_owned(), picture));
            }
        }
        if sheet.frames.is_empty() {
            told.fault(1, "the file has no frame; begin one with a line such as `= idle`".to_owned());
        }
        sheet
    }

    pub(super) fn frame(&self, name: &str) -> Option<&Picture> {
        self.frames.iter().find(|(frame, _)| frame == name).map(|(_, picture)| picture)
    }
}

struct Grid<'a> {
    name: &'a str,
    number: usize,
    rows: Vec<(usize, &'a str)>,
}

impl Grid<'_> {
    fn picture(&self, palette: &Palette, told: &mut FaultList<'_>) -> Option<Picture> {
        let Some(w) = self.rows.first().map(|(_, row)| row.chars().count()) else {
            told.fault(self.number, format!("the frame `{}` has no rows", self.name));
            return None;
        };
        let h = self.rows.len();
        if w > MOST_TEXELS || h > MOST_TEXELS {
            told.fault(self.number, format!("the frame `{}` is {w} by {h}; the limit is {MOST_TEXELS}", self.name));
            return None;
        }
        let mut picture = Picture::filled(w, h, [0; 4]);
        for (y, (number, row)) in self.rows.iter().enumerate() {
            let count = row.chars().count();
            if count != w {
                told.fault(*number, format!("this row of `{}` has {count} characters, but its first row has {w}; make all rows equally long", self.name));
            }
            let mut unknown = None;
            for (x, key) in row.chars().take(w).enumerate() {
                match palette.of(key) {
                    Some([r, g, b]) => picture.set(x, y, [r, g, b, 255]),
                    None if key == '.' => {}
                    None => unknown = unknown.or(Some(key)),
                }
            }
            if let Some(key) = unknown {
                told.fault(*number, format!("the palette has no colour `{key}`"));
            }
        }
        Some(picture)
    }
}

struct FaultList<'a> {
    path: &'a str,
    count: usize,
    faults: &'a mut Vec<String>,
}

impl<'a> FaultList<'a> {
    fn new(path: &'a str, faults: &'a mut Vec<String>) -> Self {
        Self { path, count: 0, faults }
    }

    fn fault(&mut self, number: usize, words: String) {
        self.count += 1;
        if self.count < MOST_FAULTS {
            self.faults.push(format!("{}:{number}: {words}", self.path));
        } else if self.count == MOST_FAULTS {
            self.faults.push(format!("{}:{number}: there are more faults after this line", self.path));
        }
    }
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(str::trim_end)).filter(|(_, line)| !line.starts_with(';'))
}

pub(super) fn single(value: &str) -> Option<char> {
    let mut letters = value.trim().chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn hex(text: &str) -> Option<[u8; 3]> {
    if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let [_, r, g, b] = u32::from_str_radix(text, 16).ok()?.to_be_bytes();
    Some([r, g, b])
}
