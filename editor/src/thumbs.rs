//! Thumbnails of assets in lists, pickers and palettes. An asset without a drawing gets a small map, its cells or its
//! initial.

use crate::Colour;
use crate::panels::{PanelContext, Picture};
use foretoken_action_assets::{AssetType, Miniature, Tile};
use imgui::{DrawListMut, StyleColor, TextureId, Ui};
use std::collections::BTreeMap;
use std::rc::Rc;

const SIDE: f32 = 1.25;
const GAP: f32 = 5.0;

#[derive(Clone, Debug)]
pub(crate) enum Thumb {
    Drawn(Picture),
    Cells((i32, i32), Rc<[(i32, i32, Colour)]>),
    Letter(char),
}

/// Cached small drawings by type and name, with the revision of each.
#[derive(Debug, Default)]
pub(crate) struct Miniatures {
    made: BTreeMap<(AssetType, String), (u64, Option<Thumb>)>,
    busy: bool,
}

impl Miniatures {
    /// Begins a frame.
    pub const fn begin(&mut self) {
        self.busy = false;
    }
}

pub(crate) fn side(ui: &Ui) -> f32 {
    (ui.text_line_height() * SIDE).round()
}

pub(crate) fn of(cx: &mut PanelContext<'_>, kind: AssetType, name: &str) -> Option<Thumb> {
    if let Some(picture) = cx.shared.pictures.get(&format!("{}/{name}", kind.folder())) {
        return Some(Thumb::Drawn(*picture));
    }
    if kind.has_miniatures() {
        return in_cells(cx, kind, name);
    }
    let letter = name.chars().next()?.to_ascii_uppercase();
    (has_thumb(cx, kind) && cx.host.library().asset(kind, name).is_some()).then_some(Thumb::Letter(letter))
}

fn in_cells(cx: &mut PanelContext<'_>, kind: AssetType, name: &str) -> Option<Thumb> {
    let id = (kind, name.to_owned());
    let known = cx.shared.miniatures.made.get(&id);
    let is_new = known.is_some_and(|(revision, _)| *revision == cx.shared.revision);
    if is_new || cx.shared.miniatures.busy {
        return known.and_then(|(_, thumb)| thumb.clone());
    }
    let thumb = cx.host.library().miniature(kind, name).map(|small| coloured(cx, &small));
    cx.shared.miniatures.busy = true;
    cx.shared.miniatures.made.insert(id, (cx.shared.revision, thumb.clone()));
    thumb
}

fn coloured(cx: &PanelContext<'_>, Miniature { size, tiles }: &Miniature) -> Thumb {
    let style = |colour| Colour::from(cx.ui.style_color(colour));
    let colour = |tile: &Tile| match tile {
        Tile::Ground(name) => {
            let drawn = cx.shared.pictures.get(&format!("{}/{name}", AssetType::Terrain.folder()));
            drawn.map_or_else(|| style(StyleColor::TextDisabled), |picture| Colour::from(picture.colour))
        }
        Tile::Unit(side) => crate::board::team_colour(u8::try_from(*side).unwrap_or_default()),
        Tile::From => style(StyleColor::Text),
        Tile::Held => crate::theme::AMBER,
    };
    Thumb::Cells(*size, tiles.iter().map(|(x, y, tile)| (*x, *y, colour(tile))).collect())
}

pub(crate) fn has_thumb(cx: &PanelContext<'_>, kind: AssetType) -> bool {
    let prefix = format!("{}/", kind.folder());
    let drawn = || cx.shared.pictures.range(prefix.clone()..).next();
    kind.has_miniatures() || drawn().is_some_and(|(path, _)| path.starts_with(&prefix))
}

fn draw(ui: &Ui, list: &DrawListMut<'_>, thumb: &Thumb, [x, y]: [f32; 2], side: f32) {
    match thumb {
        Thumb::Drawn(picture) => draw_picture(list, *picture, [x, y], side),
        Thumb::Cells((width, depth), cells) => {
            let cell = side / (*width).max(*depth).max(1) as f32;
            let cell = if cell >= 1.0 { cell.floor() } else { cell };
            let left = (x + (side - cell * *width as f32) / 2.0).round();
            let top = (y + (side - cell * *depth as f32) / 2.0).round();
            for (column, row, colour) in cells.iter() {
                let at = [left + cell * *column as f32, top + cell * *row as f32];
                list.add_rect(at, [at[0] + cell, at[1] + cell], *colour).filled(true).build();
            }
        }
        Thumb::Letter(letter) => {
            let text = letter.to_string();
            let [w, h] = ui.calc_text_size(&text);
            let at = [(x + (side - w) / 2.0).round(), (y + (side - h) / 2.0).round()];
            list.add_text(at, ui.style_color(StyleColor::TextDisabled), text);
        }
    }
}

/// Draws a picture centred in a square. Only integer scales enlarge it, so that texels stay even.
pub(crate) fn draw_picture(list: &DrawListMut<'_>, picture: Picture, [x, y]: [f32; 2], side: f32) {
    let [w, h] = picture.size;
    let fits = side / w.max(h).max(1.0);
    let scale = if fits >= 1.0 { fits.floor() } else { fits };
    let (w, h) = ((w * scale).round(), (h * scale).round());
    let at = [(x + (side - w) / 2.0).round(), (y + (side - h) / 2.0).round()];
    let [left, top, right, bottom] = picture.uv;
    let image = list.add_image(TextureId::new(picture.texture), at, [at[0] + w, at[1] + h]);
    image.uv_min([left, top]).uv_max([right, bottom]).build();
}

/// Draws a line with thumbnail and name; returns whether it was pressed. The name has the text colour, and `id` is the
/// widget ID.
pub(crate) fn line(
    cx: &mut PanelContext<'_>,
    (kind, name): (AssetType, &str),
    words: &str,
    id: &str,
    selected: bool,
) -> bool {
    let (ui, side) = (cx.ui, side(cx.ui));
    let pressed = ui.selectable_config(format!("##{id}")).selected(selected).size([0.0, side]).build();
    let min = ui.item_rect_min();
    let thumb = if ui.is_item_visible() { of(cx, kind, name) } else { None };
    let list = ui.get_window_draw_list();
    if let Some(thumb) = thumb {
        draw(ui, &list, &thumb, min, side);
        cx.widget_rects.rect(format!("thumb/{}/{name}", kind.reference()), min, [min[0] + side, min[1] + side]);
    }
    let high = ui.item_rect_max()[1] - min[1];
    let at = [min[0] + side + GAP, (min[1] + (high - ui.text_line_height()) / 2.0).round()];
    list.add_text(at, ui.style_color(StyleColor::Text), words);
    pressed
}

pub(crate) fn indented(ui: &Ui, name: &str) -> String {
    let space = ui.calc_text_size(" ")[0].max(1.0);
    let width = ui.text_line_height() + GAP;
    format!("{}{name}", " ".repeat((width / space).ceil() as usize))
}

pub(crate) fn over(ui: &Ui, thumb: &Thumb) {
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    let side = max[1] - min[1] - 2.0;
    draw(ui, &ui.get_window_draw_list(), thumb, [min[0] + 3.0, min[1] + 1.0], side);
}
