//! Figures for units without a sheet: a pawn from `ui/figure.txt` with a letter from `ui/letters.txt`.

use std::collections::BTreeMap;

use super::parse::{Picture, Sheet};

/// Returns all figures: capitals in the lanterns' colours, small letters in the dark's, digits and `?` neutral.
pub(super) fn all(sheets: &BTreeMap<String, Sheet>) -> Vec<(char, Picture)> {
    let nothing = Sheet::default();
    let pawns = sheets.get("ui/figure").unwrap_or(&nothing);
    let letters = sheets.get("ui/letters").unwrap_or(&nothing);
    let (left, top) = chest(pawns).unwrap_or((9, 18));
    let glyphs = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['?']);
    let figure = |glyph: char| {
        let pawn = match glyph {
            'A'..='Z' => "tall",
            'a'..='z' => "stooped",
            _ => "other",
        };
        let mut picture = pawns.frame(pawn)?.clone();
        if let Some(letter) = letters.frame(glyph.to_ascii_uppercase().encode_utf8(&mut [0; 4])) {
            stamp(&mut picture, letter, left, top);
        }
        Some((glyph, picture))
    };
    glyphs.filter_map(figure).collect()
}

fn chest(pawns: &Sheet) -> Option<(usize, usize)> {
    let (x, y) = pawns.attributes.get("chest")?.split_once(' ')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn stamp(picture: &mut Picture, letter: &Picture, left: usize, top: usize) {
    for y in 0..letter.h {
        for x in 0..letter.w {
            let texel = letter.at(x, y);
            if texel[3] > 0 {
                picture.set(left.saturating_add(x), top.saturating_add(y), texel);
            }
        }
    }
}
