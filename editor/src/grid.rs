//! Grid for painting patterns: a press sets or clears a cell, and dragging continues.

use crate::panels::PanelContext;
use crate::theme::AMBER;
use foretoken_action_assets::Pattern;
use imgui::MouseButton;

/// Side of a cell, in lines of text.
const CELL: f32 = 1.4;
const LEAST: i32 = 2;
const MOST: i32 = 8;

pub(crate) fn paint(cx: &mut PanelContext<'_>, spot: &str, pattern: &mut Pattern) -> bool {
    let ui = cx.ui;
    let far = pattern.cells().map(|(dx, dy)| dx.abs().max(dy.abs())).max().unwrap_or(0);
    let rings = cx.shared.rings.entry(spot.to_owned()).or_insert(LEAST.max(far + 1));
    *rings = (*rings).max(far).clamp(LEAST, Pattern::REACH);
    let rings_now = *rings;
    let side = (ui.text_line_height() * CELL).max(10.0);
    let origin = ui.cursor_screen_pos();
    let count = 2 * rings_now + 1;
    let group = ui.begin_group();
    ui.invisible_button("##grid", [side * count as f32, side * count as f32]);
    cx.spot(spot.to_owned(), "The cells around the target, drawn pointing east. Press and drag to paint.");
    let (active, hovered) = (ui.is_item_active(), ui.is_item_hovered());
    let [x, y] = ui.io().mouse_pos;
    // Without a pointer, its position is far outside.
    let cell = |distance: f32| ((distance / side).floor() as i32).saturating_sub(rings_now);
    let at = (cell(x - origin[0]), cell(y - origin[1]));
    let inside = [at.0, at.1].into_iter().all(|at| (-rings_now..=rings_now).contains(&at));
    let mut changed = false;
    if active && inside {
        let strikes = *cx.shared.brush.get_or_insert(!pattern.contains(at));
        changed = pattern.contains(at) != strikes && pattern.set(at, strikes);
    }
    if !ui.is_mouse_down(MouseButton::Left) {
        cx.shared.brush = None;
    }
    let list = ui.get_window_draw_list();
    let line = ui.style_color(imgui::StyleColor::Border);
    for dy in -rings_now..=rings_now {
        for dx in -rings_now..=rings_now {
            let left = origin[0] + (dx + rings_now) as f32 * side;
            let top = origin[1] + (dy + rings_now) as f32 * side;
            let (min, max) = ([left + 1.0, top + 1.0], [left + side - 1.0, top + side - 1.0]);
            let struck = pattern.contains((dx, dy));
            if struck {
                list.add_rect(min, max, [0.80, 0.36, 0.30, 0.9]).filled(true).rounding(2.0).build();
            }
            let lit = hovered && (dx, dy) == at;
            list.add_rect(min, max, if lit { AMBER } else { line.into() }).rounding(2.0).build();
            if (dx, dy) == (0, 0) {
                list.add_circle([left + side / 2.0, top + side / 2.0], side * 0.2, AMBER).thickness(2.0).build();
            }
            let name = format!("{spot}/{dx},{dy}");
            cx.widget_rects.rect(name, min, max);
        }
    }
    drop(list);
    if cx.button("larger", &format!("{spot}/larger"), "Show one more ring of cells.") {
        cx.shared.rings.insert(spot.to_owned(), (rings_now + 1).min(MOST.max(far)));
    }
    if cx.button_beside("smaller", &format!("{spot}/smaller"), "Show one ring of cells fewer.") {
        cx.shared.rings.insert(spot.to_owned(), (rings_now - 1).max(LEAST));
    }
    if cx.button_beside("clear", &format!("{spot}/clear"), "Remove the cell.") && !pattern.is_empty() {
        *pattern = Pattern::default();
        changed = true;
    }
    group.end();
    changed
}
