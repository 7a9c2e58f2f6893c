//! Keyboard focus of panels: the next or previous panel, the frame around the panel that has the keyboard, and the window
//! that takes the focus while the game has it.

use crate::Rect;
use crate::panels::{Panel, PanelContext};
use crate::theme::AMBER;
use imgui::{Condition, Ui, WindowFlags};

/// Returns the panel after or before the one that has the keyboard.
pub(crate) fn next_panel(
    panels: &[Box<dyn Panel>],
    cx: &PanelContext<'_>,
    now: Option<&'static str>,
    step: isize,
) -> Option<&'static str> {
    let is_closed = |name: &str| cx.model.preferences.closed.iter().any(|closed| closed == name);
    let shown = panels.iter().filter(|panel| !panel.is_idle(cx) && !is_closed(panel.name()));
    let names: Vec<&'static str> = shown.map(|panel| panel.name()).collect();
    let at = now.and_then(|now| names.iter().position(|name| *name == now));
    let next = match (at, step) {
        (Some(at), step) => at.checked_add_signed(step).filter(|&next| next < names.len()),
        (None, 1..) => Some(0),
        (None, _) => names.len().checked_sub(1),
    };
    let around = if step > 0 { names.first() } else { names.last() };
    next.and_then(|next| names.get(next)).or(around).copied()
}

pub(crate) fn step_aside(ui: &Ui) {
    let flags = WindowFlags::NO_DECORATION | WindowFlags::NO_INPUTS | WindowFlags::NO_SAVED_SETTINGS;
    let window = ui.window("##aside").flags(flags | WindowFlags::NO_DOCKING | WindowFlags::NO_BACKGROUND);
    window.size([1.0, 1.0], Condition::Always).focused(true).build(|| ());
}

pub(crate) fn frame_keys(ui: &Ui, panel: Option<Rect>, middle: Rect) {
    let list = ui.get_background_draw_list();
    let around = panel.unwrap_or(middle);
    let (min, max) = ([around.left + 1.0, around.top + 1.0], [around.right - 1.0, around.bottom - 1.0]);
    let line = |list: &imgui::DrawListMut<'_>| list.add_rect(min, max, AMBER.with_alpha(0.85)).thickness(2.0).build();
    if panel.is_none() {
        return line(&list);
    }
    drop(list);
    line(&ui.get_foreground_draw_list());
}
