//! Examples of a kind as boards before and after, from its file's header.

use crate::board::{CellStyle, swatch};
use crate::panels::PanelContext;
use crate::theme::{AMBER, ink};
use foretoken_action_assets::example::Example;
use foretoken_action_assets::{AssetType, reference};

const SIDE: f32 = 1.5;
const WIDTH: f32 = 34.0;
const PAGE: &str = "inspector/page";

pub(super) fn button(cx: &mut PanelContext<'_>, kind: &str) {
    let ui = cx.ui;
    if cx.button("?", "inspector/example", "Example: the board before and after.") {
        ui.open_popup(PAGE);
    }
    let Some(popup) = ui.begin_popup(PAGE) else { return };
    let wrap = ui.push_text_wrap_pos_with_pos(ui.current_font_size() * WIDTH);
    if cx.button("Open the guide", "inspector/guide", "The guide page with all fields and examples.") {
        lead(cx, "actions", kind);
        ui.close_current_popup();
    }
    match reference::page(kind) {
        None => ui.text_disabled("There is no example of this part."),
        Some((words, examples)) => {
            ui.text(words);
            for (index, example) in examples.iter().enumerate() {
                ui.separator();
                draw(cx, index, example);
            }
        }
    }
    wrap.end();
    cx.within_popup();
    popup.end();
}

pub(super) fn button_of_type(cx: &mut PanelContext<'_>, kind: AssetType) {
    if cx.button("?", "inspector/guide", "Values and meaning of each field.") {
        lead(cx, kind.name(), kind.name());
    }
}

fn lead(cx: &mut PanelContext<'_>, page: &'static str, heading: &str) {
    cx.shared.page = Some((page, heading.to_owned()));
    cx.shared.wanted = Some("guide");
}

fn draw(cx: &mut PanelContext<'_>, index: usize, example: &Example) {
    let ui = cx.ui;
    ui.text_disabled(example.parts.trim());
    if !example.drawn.answers.is_empty() {
        ui.text(format!("answers: {}", example.drawn.answers.join(", ")));
    }
    let side = (ui.text_line_height() * SIDE).round();
    let at = ui.cursor_screen_pos();
    let (before, after) = (&example.drawn.before, &example.drawn.after);
    let width = |rows: &[String]| rows.iter().map(|row| row.chars().count()).max().unwrap_or_default() as f32;
    board(cx, at, side, before);
    let arrow = at[0] + width(before) * side + side * 0.4;
    let middle = at[1] + before.len() as f32 * side / 2.0 - ui.text_line_height() / 2.0;
    ui.get_window_draw_list().add_text([arrow, middle], ink(ui, AMBER), "->");
    board(cx, [arrow + side, at[1]], side, after);
    let wide = width(before) + width(after) + 1.4;
    ui.dummy([wide * side, before.len().max(after.len()) as f32 * side]);
    cx.widget_rects.item(ui, format!("inspector/example/{index}"));
    for fact in &example.drawn.facts {
        ui.text(fact);
    }
}

fn board(cx: &PanelContext<'_>, [left, top]: [f32; 2], side: f32, rows: &[String]) {
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let at = [left + x as f32 * side, top + y as f32 * side];
            let look = look(glyph);
            swatch(cx.ui, at, side, if glyph == '.' { ' ' } else { glyph }, look);
        }
    }
}

const fn look(glyph: char) -> CellStyle {
    match glyph {
        '#' => CellStyle::Ground { blocks: true, avoided: false },
        'O' => CellStyle::Ground { blocks: false, avoided: true },
        'A' | 'a' => CellStyle::Unit { team: 0 },
        'b' | 'c' | 'd' => CellStyle::Unit { team: 1 },
        'n' => CellStyle::Unit { team: 7 },
        _ => CellStyle::Surface,
    }
}
