//! What lists that open have in common: a line at their top to search in, and what was found by it. Enter takes the first.

use crate::panels::PanelContext;

/// What stands where nothing was found.
pub(crate) const NOTHING: &str = "nothing has that";

/// What is searched for in the list that is open.
pub(crate) struct Search {
    /// In small letters; empty while nothing is typed.
    wanted: String,
    /// Whether Enter was pressed.
    entered: bool,
}

impl Search {
    /// The line, at the top of a list; it has the keyboard from the start. `hint` says what can be typed.
    pub fn show(cx: &mut PanelContext<'_>, spot: &str, hint: &str) -> Self {
        let ui = cx.ui;
        if ui.is_window_appearing() {
            cx.shared.search.clear();
            ui.set_keyboard_focus_here();
        }
        // Names decide how wide a list is; one of short names still has room to type.
        ui.set_next_item_width(ui.content_region_avail()[0].max(ui.current_font_size() * 8.0));
        let line = ui.input_text("##search", &mut cx.shared.search).hint(hint);
        let entered = line.enter_returns_true(true).build();
        cx.widget_rects.item(ui, format!("{spot}/search"));
        Self { wanted: cx.shared.search.trim().to_lowercase(), entered }
    }

    /// What was typed, in small letters.
    pub fn wanted(&self) -> &str {
        &self.wanted
    }

    /// Those whose names hold what was typed, with their places in the list; names that begin with it come first.
    pub fn found<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<(usize, &'n str)> {
        let mut found: Vec<(usize, &str)> =
            names.enumerate().filter(|(_, name)| name.to_lowercase().contains(&self.wanted)).collect();
        if !self.wanted.is_empty() {
            found.sort_by_key(|(_, name)| !name.to_lowercase().starts_with(&self.wanted));
        }
        found
    }

    /// Says in place of a list that nothing was found.
    pub fn tell_if_none(&self, cx: &PanelContext<'_>, is_none: bool) {
        if is_none {
            cx.ui.text_disabled(NOTHING);
        }
    }

    /// Whether the entry at this place of what was found is the one that Enter takes.
    pub fn is_first(&self, place: usize) -> bool {
        place == 0 && !self.wanted.is_empty()
    }

    /// Whether it is taken: by a press, or by Enter. A list that Enter was pressed in closes.
    pub fn takes(&self, cx: &PanelContext<'_>, place: usize, pressed: bool) -> bool {
        let entered = self.is_first(place) && self.entered;
        if entered {
            cx.ui.close_current_popup();
        }
        pressed || entered
    }
}
