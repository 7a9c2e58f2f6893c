//! Pictures of assets for the editor.

use crate::art::{Art, Region};
use crate::window::render::scene::uv_of;
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::{Picture, Rect};
use std::collections::BTreeMap;

pub(super) type Letters = Vec<(String, char)>;

const PICTURES: [(&str, &str, &[&str]); 6] = [
    ("terrains", "ground", &["top", "flat"]),
    ("surfaces", "surfaces", &["top", "flat", "idle"]),
    ("units", "units", &["idle"]),
    ("actions", "icons", &["icon"]),
    ("items", "icons", &["icon"]),
    ("statuses", "icons", &["icon"]),
];

pub(super) fn pictures(art: &Art, letters: &Letters, texture: usize) -> BTreeMap<String, Picture> {
    let mut pictures = BTreeMap::new();
    let mut put = |path: String, region: Region| {
        let region = art.drawn(region);
        let Rect { left, top, right, bottom } = uv_of(art, region);
        let size = [region.w as f32, region.h as f32];
        pictures
            .insert(path, Picture { texture, uv: [left, top, right, bottom], size, colour: from_afar(art, region) });
    };
    for (unit, letter) in letters {
        put(format!("units/{unit}"), art.figure(*letter));
    }
    for (folder, drawn_in, frames) in PICTURES {
        for sheet in art.sheets() {
            let Some(name) = sheet.strip_prefix(drawn_in).and_then(|rest| rest.strip_prefix('/')) else { continue };
            let first = || art.frames(sheet).next().map(|(_, region)| region);
            let Some(region) = art.frame_or(sheet, frames).or_else(first) else { continue };
            put(format!("{folder}/{name}"), region);
        }
    }
    pictures
}

fn from_afar(art: &Art, Region { x, y, w, h }: Region) -> [f32; 4] {
    let wide = art.size().0;
    let texels = (y..y + h).flat_map(|y| (x..x + w).map(move |x| (y * wide + x) as usize * 4));
    let mut sums = [0_u32; 4];
    for texel in texels.filter_map(|at| art.rgba().get(at..at + 4)).filter(|texel| texel[3] > 0) {
        let [r, g, b, count] = &mut sums;
        (*r, *g, *b, *count) =
            (*r + u32::from(texel[0]), *g + u32::from(texel[1]), *b + u32::from(texel[2]), *count + 1);
    }
    let [r, g, b, count] = sums.map(|sum| sum as f32);
    let mean = |sum: f32| sum / count.max(1.0) / 255.0;
    [mean(r), mean(g), mean(b), 1.0]
}

pub(super) fn letters(library: &Library) -> Letters {
    let letter = |name: &str| library.unit(name)?.glyph.chars().next();
    library.names_of(AssetType::Unit).map(|name| (name.to_owned(), letter(name).unwrap_or('?'))).collect()
}
