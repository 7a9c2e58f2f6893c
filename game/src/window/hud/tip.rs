//! Tooltips. They stand beside the panel of their widget, so that they cover none of its other widgets.

use super::Hud;
use foretoken_editor::Rect;

/// Widest text, in units of the interface scale.
const WIDTH: f32 = 320.0;

/// Panels of at most this share of the picture's height have their tooltips above or below them.
const LOW: f32 = 0.25;

impl Hud<'_> {
    /// Shows a tooltip while the pointer is over the last widget.
    pub fn tip(&self, words: &str) {
        if !words.is_empty() && self.ui.is_item_hovered() {
            let item = Rect::between(self.ui.item_rect_min(), self.ui.item_rect_max());
            self.tooltip(item, &[("text", words.to_owned())]);
        }
    }

    /// Shows a tooltip for an area of the current panel. Each text has a palette colour.
    pub(super) fn tooltip(&self, item: Rect, texts: &[(&str, String)]) {
        let (ui, s) = (self.ui, self.s);
        let most = (WIDTH * s.max(self.text)).min(self.size[0] / 2.0);
        let mut lines = Vec::new();
        for (colour, text) in texts {
            let broken = self.broken_lines(text, most).into_iter();
            lines.extend(broken.map(|line| (self.colour(colour, 1.0), line)));
        }
        let (pad, line) = (8.0 * s, ui.text_line_height());
        let wide = lines.iter().map(|(_, words)| ui.calc_text_size(words)[0]).fold(0.0, f32::max);
        let size = [wide + 2.0 * pad, lines.len() as f32 * line + 2.0 * pad];
        let ([left, top], [width, height]) = (ui.window_pos(), ui.window_size());
        let panel = Rect::new(left, top, left + width, top + height);
        let [left, top] = place(size, item, panel, self.size, 6.0 * s);
        let list = ui.get_foreground_draw_list();
        let (min, max) = ([left, top], [left + size[0], top + size[1]]);
        list.add_rect(min, max, self.colour("panel", 0.98)).filled(true).rounding(4.0 * s).build();
        list.add_rect(min, max, self.colour("rim", 1.0)).rounding(4.0 * s).thickness(s.max(1.0)).build();
        for (at, (colour, words)) in lines.iter().enumerate() {
            list.add_text([left + pad, top + pad + at as f32 * line], *colour, words);
        }
    }
}

/// Returns the corner of a tooltip for an item of a panel: beside the panel, else over or under it if it is low, else
/// under or over the item.
fn place([wide, high]: [f32; 2], item: Rect, panel: Rect, [width, height]: [f32; 2], gap: f32) -> [f32; 2] {
    let x = |left: f32| left.min(width - wide).max(0.0);
    let y = |top: f32| top.min(height - high).max(0.0);
    // Upward from a low panel, since questions stand at the bottom.
    let top = if panel.middle()[1] > height / 2.0 { item.bottom - high } else { item.top };
    let beside = [[panel.left - gap - wide, y(top)], [panel.right + gap, y(top)]];
    let beside = if panel.middle()[0] < width / 2.0 { [beside[1], beside[0]] } else { beside };
    let is_low = panel.height() <= LOW * height;
    let of_panel = [[x(item.left), panel.top - gap - high], [x(item.left), panel.bottom + gap]];
    let of_item = [[x(item.left), item.bottom + gap], [x(item.left), item.top - gap - high]];
    let tried = beside.into_iter().chain(of_panel.into_iter().filter(|_| is_low)).chain(of_item);
    let fits = |&[left, top]: &[f32; 2]| left >= 0.0 && top >= 0.0 && left + wide <= width && top + high <= height;
    tried.clone().find(fits).unwrap_or([x(item.left), y(item.bottom + gap)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [f32; 2] = [100.0, 80.0];

    #[test]
    fn a_tooltip_stands_beside_its_panel_on_the_side_with_room() {
        let left = Rect::new(0.0, 40.0, 30.0, 80.0);
        assert_eq!(place([20.0, 10.0], Rect::new(2.0, 50.0, 28.0, 55.0), left, SIZE, 1.0), [31.0, 45.0]);
        let right = Rect::new(70.0, 40.0, 100.0, 80.0);
        assert_eq!(place([20.0, 10.0], Rect::new(72.0, 75.0, 98.0, 79.0), right, SIZE, 1.0), [49.0, 69.0]);
    }

    #[test]
    fn a_low_panel_has_its_tooltips_above_or_below_it() {
        let bar = Rect::new(5.0, 70.0, 95.0, 80.0);
        assert_eq!(place([20.0, 10.0], Rect::new(80.0, 72.0, 90.0, 78.0), bar, SIZE, 1.0), [80.0, 59.0]);
        let order = Rect::new(5.0, 0.0, 95.0, 15.0);
        assert_eq!(place([20.0, 10.0], Rect::new(10.0, 2.0, 20.0, 12.0), order, SIZE, 1.0), [10.0, 16.0]);
    }

    #[test]
    fn a_page_has_its_tooltips_under_the_widget_and_all_stay_in_the_picture() {
        let page = Rect::new(5.0, 5.0, 95.0, 75.0);
        assert_eq!(place([20.0, 10.0], Rect::new(10.0, 20.0, 40.0, 25.0), page, SIZE, 1.0), [10.0, 26.0]);
        assert_eq!(place([20.0, 10.0], Rect::new(10.0, 65.0, 40.0, 72.0), page, SIZE, 1.0), [10.0, 54.0]);
        assert_eq!(place([120.0, 90.0], Rect::new(10.0, 65.0, 40.0, 72.0), page, SIZE, 1.0), [0.0, 0.0]);
    }
}
