//! Pictures from text grids: a palette and sheets of frames, packed into one RGBA atlas. `palette.txt` has the colours,
//! `<group>/<name>.txt` is a sheet. Faults become messages; valid parts are drawn.

mod check;
mod figure;
mod pack;
mod parse;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

pub(crate) use check::check;

use crate::presentation::{self, Presentation};
use foretoken_editor::pixels::read_folder;
use parse::{Palette, Sheet};

const SOUNDS: &str = "sounds.txt";

/// Texels per cell edge.
pub const DENSITY: u32 = 24;
pub(crate) const PALETTE: &str = include_str!("built_in/palette.txt");

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("built_in/", $name, ".txt")))),*]
    };
}

/// Built-in drawings: figures, icons and ground marks. A pack's sheets of the same names replace them.
#[rustfmt::skip]
const BUILT_IN: [(&str, &str); 75] = built_in![
    "icons/action", "icons/arrow-down", "icons/arrow-left", "icons/arrow-right", "icons/arrow-up", "icons/check",
    "icons/cross", "icons/editor", "icons/goal", "icons/heart-empty", "icons/heart-full", "icons/heart-gained",
    "icons/heart-lost", "icons/help", "icons/hit", "icons/hourglass", "icons/load", "icons/lock", "icons/log", "icons/map", "icons/no-effect",
    "icons/pause", "icons/pip", "icons/play", "icons/push", "icons/quit", "icons/redo", "icons/restart", "icons/rewind", "icons/room-battle",
    "icons/room-choice", "icons/room-end", "icons/room-loot", "icons/room-other", "icons/room-rest", "icons/room-shop",
    "icons/room-unknown", "icons/round",
    "icons/save", "icons/settings", "icons/shield", "icons/skip", "icons/skull", "icons/sound", "icons/sound-off",
    "icons/speed", "icons/step", "icons/step-back", "icons/stun", "icons/turned", "icons/undo", "icons/veil",
    "icons/veiled", "ui/base-enemy", "ui/base-neutral", "ui/base-other", "ui/base-player", "ui/cursor", "ui/dust",
    "ui/figure", "ui/frame-enemy", "ui/frame-neutral", "ui/frame-player", "ui/glow", "ui/hatch", "ui/letters",
    "ui/puff", "ui/select", "ui/shadow", "ui/sign-flames", "ui/sign-teeth", "ui/sign-waves", "ui/spark",
    "ui/splash", "ui/zone",
];

/// A frame's rectangle in the atlas, in texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

/// A colour scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scheme {
    /// The palette as drawn.
    #[default]
    Usual,
    /// For red-green colour blindness.
    Deutan,
    /// For blue-yellow colour blindness.
    Tritan,
    /// High contrast.
    Contrast,
}

impl Scheme {
    /// All schemes, in settings order.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Deutan, Self::Tritan, Self::Contrast];

    fn key(self) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Deutan => Some("deutan"),
            Self::Tritan => Some("tritan"),
            Self::Contrast => Some("contrast"),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Placed {
    attributes: BTreeMap<String, String>,
    frames: Vec<(String, Region)>,
}

/// Atlas and the regions of its pictures.
#[derive(Clone, Debug)]
pub struct Art {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
    white: Region,
    sheets: BTreeMap<String, Placed>,
    figures: BTreeMap<char, Region>,
    palette: Palette,
    built_in: Palette,
    presentation: Presentation,
    sounds: String,
}

impl Art {
    /// Loads a folder of art. Also returns faults as messages with file and line. A missing folder gives figures only.
    #[must_use]
    pub fn load(folder: &Path, scheme: Scheme) -> (Self, Vec<String>) {
        Self::load_as(folder, scheme, &BTreeMap::new())
    }

    /// Loads a folder with edited texts, by path below it; `None` for deleted files.
    #[must_use]
    pub fn load_as(folder: &Path, scheme: Scheme, edited: &BTreeMap<String, Option<String>>) -> (Self, Vec<String>) {
        foretoken_session::long_work::note("reading art");
        let mut faults = Vec::new();
        let mut texts = read_folder(folder, &mut faults);
        for (path, text) in edited {
            match text {
                Some(text) => drop(texts.insert(path.clone(), text.clone())),
                None => drop(texts.remove(path)),
            }
        }
        let (art, more) = Self::from_texts(&texts, scheme);
        faults.extend(more);
        (art, faults)
    }

    /// Loads art from texts by path, such as `units/rat.txt`.
    #[must_use]
    pub fn from_texts(texts: &BTreeMap<String, String>, scheme: Scheme) -> (Self, Vec<String>) {
        let mut faults = Vec::new();
        let mut all: BTreeMap<&str, &str> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (presentation, wrong) = Presentation::read(all.remove(presentation::FILE).unwrap_or_default());
        faults.extend(wrong.into_iter().map(|fault| format!("{}:{fault}", presentation::FILE)));
        let sounds = all.remove(SOUNDS).unwrap_or_default().to_owned();
        let built_in = Palette::read("built_in/palette.txt", PALETTE, scheme, &mut faults);
        let of_pack = all.remove("palette.txt");
        let palette = of_pack.map(|text| Palette::read("palette.txt", text, scheme, &mut faults));
        let palette = palette.unwrap_or_else(|| built_in.clone());
        let own = built_in.following(&palette);
        let mut sheets = BTreeMap::new();
        for (name, text) in BUILT_IN {
            sheets.insert(name.to_owned(), Sheet::read(name, text, &own, &mut faults));
        }
        for (path, text) in all {
            let Some(name) = path.strip_suffix(".txt") else { continue };
            sheets.insert(name.to_owned(), Sheet::read(path, text, &palette, &mut faults));
        }
        let figures = figure::all(&sheets);
        let mut pictures = vec![("white", parse::Picture::filled(4, 4, [255; 4]))];
        let mut places: BTreeMap<String, Placed> = BTreeMap::new();
        for (name, sheet) in &mut sheets {
            let attributes = std::mem::take(&mut sheet.attributes);
            places.insert(name.clone(), Placed { attributes, frames: Vec::new() });
        }
        for (name, sheet) in &sheets {
            pictures.extend(sheet.frames.iter().map(|(_, picture)| (name.as_str(), picture.clone())));
        }
        pictures.extend(figures.iter().map(|(_, picture)| ("a figure", picture.clone())));
        let packed = pack::pack(&pictures, &mut faults);
        let mut regions = packed.regions.into_iter();
        let white = regions.next().flatten().unwrap_or_default();
        for (name, sheet) in sheets {
            let place = places.entry(name).or_default();
            for (frame, _) in sheet.frames {
                place.frames.extend(regions.next().flatten().map(|region| (frame, region)));
            }
        }
        let figures = figures.into_iter().zip(regions).filter_map(|((glyph, _), region)| Some((glyph, region?)));
        let art = Self {
            width: packed.width,
            height: packed.height,
            rgba: packed.rgba,
            white,
            sheets: places,
            figures: figures.collect(),
            palette,
            built_in,
            presentation,
            sounds,
        };
        (art, faults)
    }

    /// Returns the atlas size.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the atlas by rows, four bytes a texel, alpha not premultiplied.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Returns the opacity of a texel; 0 outside the atlas.
    #[must_use]
    pub fn alpha(&self, x: u32, y: u32) -> u8 {
        let at = (x < self.width).then_some((y as usize * self.width as usize + x as usize) * 4 + 3);
        at.and_then(|at| self.rgba.get(at)).copied().unwrap_or(0)
    }

    /// Returns the bounding box of a region's visible texels; the region if there are none.
    #[must_use]
    pub fn drawn(&self, region: Region) -> Region {
        let rows = region.y..region.y + region.h;
        let columns = region.x..region.x + region.w;
        let row = |&y: &u32| columns.clone().any(|x| self.alpha(x, y) > 0);
        let column = |&x: &u32| rows.clone().any(|y| self.alpha(x, y) > 0);
        let (top, bottom) = (rows.clone().find(row), rows.clone().rev().find(row));
        let (left, right) = (columns.clone().find(column), columns.clone().rev().find(column));
        let edges = (|| Some((left?, top?, right?, bottom?)))();
        edges.map_or(region, |(left, top, right, bottom)| Region {
            x: left,
            y: top,
            w: right + 1 - left,
            h: bottom + 1 - top,
        })
    }

    /// Returns a white region for plain coloured quads.
    #[must_use]
    pub fn white(&self) -> Region {
        self.white
    }

    /// Returns a frame by sheet and name, such as `units/warden` and `idle`.
    #[must_use]
    pub fn frame(&self, sheet: &str, frame: &str) -> Option<Region> {
        self.sheets.get(sheet)?.frames.iter().find(|(name, _)| name == frame).map(|(_, region)| *region)
    }

    /// Returns the first existing frame of a list.
    #[must_use]
    pub fn frame_or(&self, sheet: &str, frames: &[&str]) -> Option<Region> {
        frames.iter().find_map(|frame| self.frame(sheet, frame))
    }

    /// Returns a sheet's frames in file order; empty if it does not exist.
    pub fn frames(&self, sheet: &str) -> impl Iterator<Item = (&str, Region)> {
        let placed = self.sheets.get(sheet);
        placed.into_iter().flat_map(|placed| &placed.frames).map(|(name, region)| (name.as_str(), *region))
    }

    /// Returns the value of a key in a sheet's header.
    #[must_use]
    pub fn attribute(&self, sheet: &str, key: &str) -> Option<&str> {
        self.sheets.get(sheet)?.attributes.get(key).map(String::as_str)
    }

    /// Returns a point in a sheet's drawings in texels, such as the middle of a face.
    #[must_use]
    pub fn point(&self, sheet: &str, key: &str) -> Option<(f32, f32)> {
        let (x, y) = self.attribute(sheet, key)?.split_once(' ')?;
        Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
    }

    /// Returns all sheet names, sorted.
    pub fn sheets(&self) -> impl Iterator<Item = &str> {
        self.sheets.keys().map(String::as_str)
    }

    /// Returns the pawn with this letter or digit, else with a question mark.
    #[must_use]
    pub fn figure(&self, glyph: char) -> Region {
        self.figures.get(&glyph).or_else(|| self.figures.get(&'?')).copied().unwrap_or(self.white)
    }

    /// Returns a colour by name, from the pack's palette or the built-in one; white if missing.
    #[must_use]
    pub fn colour(&self, name: &str) -> [u8; 3] {
        self.palette.named(name).or_else(|| self.built_in.named(name)).unwrap_or([255; 3])
    }

    /// Returns the pack's presentation.
    #[must_use]
    pub const fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// Returns the pack's sounds text.
    #[must_use]
    pub fn sounds(&self) -> &str {
        &self.sounds
    }
}
