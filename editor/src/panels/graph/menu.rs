//! Context menu of the graph: a room to add, and what can be done with the selected rooms.

use super::{GraphPanel, Scene};
use crate::panels::PanelContext;
use imgui::Key;

const MENU: &str = "graph/menu";

const DIGITS: [Key; 9] = [
    Key::Alpha1,
    Key::Alpha2,
    Key::Alpha3,
    Key::Alpha4,
    Key::Alpha5,
    Key::Alpha6,
    Key::Alpha7,
    Key::Alpha8,
    Key::Alpha9,
];

/// Subject of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenuAt {
    /// Column and row of a new room.
    pub cell: (i32, i32),
    /// Room under the pointer.
    pub room: Option<usize>,
    /// Room from which a way leads to a new one.
    pub after: Option<usize>,
}

impl GraphPanel {
    pub(super) fn open_menu(&mut self, cx: &PanelContext<'_>, at: MenuAt) {
        self.menu = Some(at);
        cx.ui.open_popup(MENU);
    }

    /// Opens the menu for a new room: behind the selected room, else at the pointer, else in the middle.
    pub(super) fn ask_room(&mut self, cx: &PanelContext<'_>, scene: &Scene) {
        let one = scene.chosen.first().copied().filter(|_| scene.chosen.len() == 1);
        let behind = one.and_then(|at| self.graph.rooms.get(at)).map(|room| (room.at.0 + 1, room.at.1));
        let middle = self.view.cell(scene.canvas, scene.canvas.middle());
        let cell = behind.or(cx.shared.graph_cell).unwrap_or(middle);
        self.open_menu(cx, MenuAt { cell, room: None, after: one });
    }

    pub(super) fn menu(&mut self, cx: &mut PanelContext<'_>) {
        let Some(at) = self.menu else { return };
        let ui = cx.ui;
        let Some(popup) = ui.begin_popup(MENU) else {
            return;
        };
        if at.room.is_some() {
            self.of_rooms(cx);
            ui.separator();
        }
        ui.text_disabled(if at.after.is_some() { "Add a room with a way to it" } else { "Add a room" });
        let is_new = ui.is_window_appearing();
        let mut kind = None;
        for (index, name) in cx.host.room_kinds().into_iter().enumerate() {
            let digit = DIGITS.get(index);
            let key = digit.map_or_else(String::new, |_| (index + 1).to_string());
            let chosen = ui.menu_item_config(&name).shortcut(&key).build();
            cx.widget_rects.item(ui, format!("graph/menu/{name}"));
            if chosen || !is_new && digit.is_some_and(|&digit| ui.is_key_pressed(digit)) {
                kind = Some(name);
            }
        }
        if let Some(kind) = kind {
            cx.model.add_room(cx.host, &kind, at.cell, at.after);
            self.shows = true;
            ui.close_current_popup();
        }
        cx.within_popup();
        popup.end();
    }

    fn of_rooms(&mut self, cx: &mut PanelContext<'_>) {
        let chosen = cx.model.chosen_rooms();
        let mut item = |name: &str, words: &str, keys: &str| {
            let pressed = cx.ui.menu_item_config(words).shortcut(keys).build();
            cx.widget_rects.item(cx.ui, format!("graph/menu/{name}"));
            pressed
        };
        let is_joined = item("join", "Way to...", "L");
        let is_played = item("play", "Play from here", "P");
        let is_start = item("start", "Start or not", "S");
        let is_copied = item("copy", "Copy", "Ctrl+C");
        let is_duplicated = item("duplicate", "Duplicate", "Ctrl+D");
        let is_deleted = item("delete", "Delete", "Delete");
        if is_joined {
            self.joins = chosen.first().map(|&from| (from, None));
        }
        cx.shared.plays_room |= is_played;
        if is_start {
            cx.model.toggle_starts(cx.host, &chosen);
        }
        if is_copied {
            cx.ui.set_clipboard_text(cx.model.copied_rooms(cx.host, &chosen));
        }
        if is_duplicated {
            cx.model.duplicate_rooms(cx.host, &chosen);
        }
        if is_deleted {
            cx.model.delete_rooms(cx.host, &chosen);
        }
    }
}
