//! Tooltips. One is shown at a time, over everything else: below the row of its widget, or above if there is no room,
//! so that it covers no neighbour in the row.

use crate::Rect;
use crate::panels::PanelContext;
use imgui::{ItemHoveredFlags, StyleColor, Ui};

const WIDTH: f32 = 26.0;
const EDGE: f32 = 7.0;
const GAP: f32 = 4.0;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tip {
    text: String,
    about: Rect,
}

impl Tip {
    pub fn of_last(ui: &Ui, text: impl Into<String>) -> Self {
        Self { text: text.into(), about: Rect::between(ui.item_rect_min(), ui.item_rect_max()) }
    }

    pub fn about(about: Rect, text: impl Into<String>) -> Self {
        Self { text: text.into(), about }
    }
}

impl PanelContext<'_> {
    /// Shows a tooltip of the last widget after a short hover.
    pub fn tip(&mut self, text: &str) {
        let hovered = ItemHoveredFlags::ALLOW_WHEN_DISABLED | ItemHoveredFlags::DELAY_NORMAL;
        if !text.is_empty() && self.ui.is_item_hovered_with_flags(hovered) {
            self.tell_now(text);
        }
    }

    /// Shows a tooltip of the last widget at once.
    pub fn tell_now(&mut self, text: impl Into<String>) {
        self.shared.tip = Some(Tip::of_last(self.ui, text));
    }
}

pub(crate) fn draw(cx: &mut PanelContext<'_>) {
    let Some(Tip { text, about }) = cx.shared.tip.take() else { return };
    let ui = cx.ui;
    let lines = wrapped(&text, ui.current_font_size() * WIDTH, |line| ui.calc_text_size(line)[0]);
    let line_height = ui.text_line_height();
    let widest = lines.iter().map(|line| ui.calc_text_size(line)[0]).fold(0.0, f32::max);
    let size = [widest + 2.0 * EDGE, line_height * lines.len() as f32 + 2.0 * EDGE];
    let place = place(about, size, ui.io().display_size);
    cx.widget_rects.rect("tip", place.min(), place.max());
    plate(ui, place, &lines, line_height);
}

fn plate(ui: &Ui, place: Rect, lines: &[String], line_height: f32) {
    let list = ui.get_foreground_draw_list();
    let [r, g, b, _] = ui.style_color(StyleColor::PopupBg);
    list.add_rect(place.min(), place.max(), [r, g, b, 1.0]).rounding(3.0).filled(true).build();
    list.add_rect(place.min(), place.max(), ui.style_color(StyleColor::Border)).rounding(3.0).build();
    for (index, line) in lines.iter().enumerate() {
        let at = [place.left + EDGE, place.top + EDGE + line_height * index as f32];
        list.add_text(at, ui.style_color(StyleColor::Text), line);
    }
}

/// Returns the position of a tooltip: below its subject, above it if it would not fit, and within the window's sides.
fn place(about: Rect, [width, height]: [f32; 2], [right, bottom]: [f32; 2]) -> Rect {
    let left = about.left.min(right - width).max(0.0).round();
    let (below, above) = (about.bottom + GAP, about.top - GAP - height);
    let top = match (below + height <= bottom, above >= 0.0) {
        (true, _) => below,
        (false, true) => above,
        (false, false) => (bottom - height).max(0.0),
    };
    let top = top.round();
    Rect::new(left, top, left + width, top + height)
}

fn wrapped(text: &str, most: f32, width: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for whole in text.lines() {
        let mut line = String::new();
        for word in whole.split_inclusive(' ') {
            if !line.is_empty() && width(format!("{line}{word}").trim_end()) > most {
                lines.push(std::mem::take(&mut line));
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tip_lies_below_its_row_or_above_it() {
        let screen = [800.0, 600.0];
        let check = |about: [f32; 4], expected: [f32; 2]| {
            let [left, top, right, bottom] = about;
            let about = Rect::new(left, top, right, bottom);
            let placed = place(about, [200.0, 50.0], screen);
            assert_eq!(placed.min(), expected);
        };
        check([10.0, 20.0, 60.0, 40.0], [10.0, 44.0]);
        check([10.0, 560.0, 60.0, 580.0], [10.0, 506.0]);
        check([700.0, 20.0, 790.0, 40.0], [600.0, 44.0]);
        check([10.0, 0.0, 60.0, 590.0], [10.0, 550.0]);
    }

    #[test]
    fn a_text_is_broken_between_words() {
        let lines = wrapped("one two three\n\nfour", 7.0, |line| line.len() as f32);
        assert_eq!(lines, ["one two ", "three", "", "four"]);
    }
}
