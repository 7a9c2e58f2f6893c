//! Pictures of assets beside their names: in lists, in pickers, and to paint with.

use crate::panels::{Cx, Picture};
use foretoken_action_assets::AssetType;
use imgui::{DrawListMut, TextureId, Ui};

/// Side of a picture in a list, in lines of text.
const SIDE: f32 = 1.25;
/// Pixels between a picture and the name behind it.
const GAP: f32 = 5.0;

/// Side of a picture in a list, on whole pixels.
pub(crate) fn side(ui: &Ui) -> f32 {
    (ui.text_line_height() * SIDE).round()
}

/// The picture of an asset, where it has one.
pub(crate) fn of(cx: &Cx<'_>, kind: AssetType, name: &str) -> Option<Picture> {
    cx.shared.pictures.get(&format!("{}/{name}", kind.folder())).copied()
}

/// Whether assets of a type have pictures, so that all their names leave room for one.
pub(crate) fn has(cx: &Cx<'_>, kind: AssetType) -> bool {
    let prefix = format!("{}/", kind.folder());
    cx.shared.pictures.range(prefix.clone()..).next().is_some_and(|(path, _)| path.starts_with(&prefix))
}

/// Draws a picture in the middle of a square. It is enlarged by whole numbers alone, so that its texels stay even.
pub(crate) fn draw(list: &DrawListMut<'_>, picture: Picture, [x, y]: [f32; 2], side: f32) {
    let [w, h] = picture.size;
    let fits = side / w.max(h).max(1.0);
    let scale = if fits >= 1.0 { fits.floor() } else { fits };
    let (w, h) = ((w * scale).round(), (h * scale).round());
    let at = [(x + (side - w) / 2.0).round(), (y + (side - h) / 2.0).round()];
    let [left, top, right, bottom] = picture.uv;
    let image = list.add_image(TextureId::new(picture.texture), at, [at[0] + w, at[1] + h]);
    image.uv_min([left, top]).uv_max([right, bottom]).build();
}

/// A line of a list with the picture of an asset before its name; true where it was pressed. The name is written in the
/// colour of text, and `id` tells the line from others.
pub(crate) fn line(cx: &Cx<'_>, picture: Option<Picture>, name: &str, id: &str, selected: bool) -> bool {
    let (ui, side) = (cx.ui, side(cx.ui));
    let pressed = ui.selectable_config(format!("##{id}")).selected(selected).size([0.0, side]).build();
    let min = ui.item_rect_min();
    let list = ui.get_window_draw_list();
    if let Some(picture) = picture {
        draw(&list, picture, min, side);
    }
    let high = ui.item_rect_max()[1] - min[1];
    let at = [min[0] + side + GAP, (min[1] + (high - ui.text_line_height()) / 2.0).round()];
    list.add_text(at, ui.style_color(imgui::StyleColor::Text), name);
    pressed
}

/// What a closed list shows of what was picked: a name behind the room for its picture, which [`over`] draws.
pub(crate) fn indented(ui: &Ui, name: &str) -> String {
    let space = ui.calc_text_size(" ")[0].max(1.0);
    let width = ui.text_line_height() + GAP;
    format!("{}{name}", " ".repeat((width / space).ceil() as usize))
}

/// Draws a picture at the left of the widget that was drawn last.
pub(crate) fn over(ui: &Ui, picture: Picture) {
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    let side = max[1] - min[1] - 2.0;
    draw(&ui.get_window_draw_list(), picture, [min[0] + 3.0, min[1] + 1.0], side);
}
