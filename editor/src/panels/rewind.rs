//! Rewind panel: a slider over all rewind points and activations. The battle shows the chosen point, and play can
//! continue from there with the current assets.

use super::PanelContext;
use crate::board::Board;
use crate::host::RewindPoint;
use crate::past::{banner, go, look};
use crate::theme::{AMBER, ink};
use imgui::{MouseButton, StyleColor};

const LIST: f32 = 20.0;
const LEAST: f32 = 14.0;

#[derive(Debug, Default)]
pub(crate) struct Rewind {
    scrolled: Option<usize>,
}

impl Rewind {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let rewind_points = cx.host.rewind_points();
        let Some(last) = rewind_points.len().checked_sub(1) else {
            ui.text_disabled("There is no battle to rewind.");
            return;
        };
        let chosen = cx.host.past().map_or(last, |past| past.rewind_point.min(last));
        let mut wanted = chosen;
        ui.set_next_item_width(-1.0);
        let mut at = chosen as i32;
        if ui.slider_config("##rewind/slider", 0, last as i32).display_format(" ").build(&mut at) {
            wanted = at.clamp(0, last as i32) as usize;
        }
        cx.spot("rewind/slider", "All rewind points and turns so far; the present is at the right.");
        if !banner(cx, "rewind") {
            ui.text_disabled("The present. Move the slider or click a point to see the past; double-click to go back.");
            ui.separator();
        } else if rewind_points[chosen].is_activation {
            ui.text_disabled("Playing on from a turn restarts its round and keeps the orders.");
        }
        let size = [(ui.current_font_size() * LIST).min(ui.content_region_avail()[0] * 0.5), 0.0];
        let twice =
            ui.child_window("##rewind/list").size(size).build(|| self.list(cx, &rewind_points, chosen, &mut wanted));
        ui.same_line();
        ui.child_window("##rewind/board").build(|| board(cx));
        if wanted != chosen {
            look(cx, (wanted != last).then_some(wanted));
        }
        if twice == Some(true) && wanted != last {
            go(cx, wanted);
        }
    }

    fn list(
        &mut self,
        cx: &mut PanelContext<'_>,
        rewind_points: &[RewindPoint],
        chosen: usize,
        wanted: &mut usize,
    ) -> bool {
        let ui = cx.ui;
        let (mut round, mut twice) = (None, false);
        for (index, rewind_point) in rewind_points.iter().enumerate() {
            if round != Some(rewind_point.round) {
                round = Some(rewind_point.round);
                ui.text_colored(ink(ui, AMBER), format!("Round {}", rewind_point.round));
            }
            let label = if index + 1 == rewind_points.len() { "the present" } else { rewind_point.label.as_str() };
            let mark = if rewind_point.is_activation { "    " } else { "" };
            let dim = rewind_point.is_activation.then(|| ui.style_color(StyleColor::TextDisabled));
            let colour = dim.map(|dim| ui.push_style_color(StyleColor::Text, dim));
            let line = ui.selectable_config(format!("{mark}{label}##{index}")).selected(index == chosen);
            let clicked = line.allow_double_click(true).build();
            drop(colour);
            if clicked {
                *wanted = index;
                twice |= ui.is_mouse_double_clicked(MouseButton::Left);
            }
            if index == chosen && self.scrolled != Some(chosen) {
                ui.set_scroll_here_y();
                self.scrolled = Some(chosen);
            }
            cx.widget_rects.item(ui, format!("rewind/{index}"));
        }
        twice
    }
}

fn board(cx: &mut PanelContext<'_>) {
    let Some(past) = cx.host.past() else { return };
    let view = past.view;
    let board = Board::fit(cx.ui, view.book.board.width(), view.book.board.height(), 0.0, LEAST);
    board.draw(cx.ui, view.book, view.truth);
    let size = [board.side * view.book.board.width() as f32, board.side * view.book.board.height() as f32];
    cx.ui.invisible_button("##rewind/cells", size);
    cx.widget_rects.item(cx.ui, "rewind/board");
}
