//! Search field of lists that open; Enter takes the first match.

use crate::panels::PanelContext;

pub(crate) const NOTHING: &str = "no match";

pub(crate) struct Search {
    wanted: String,
    entered: bool,
}

impl Search {
    /// Draws the search field at the top of a list and gives it the keyboard. `hint` describes the input.
    pub fn show(cx: &mut PanelContext<'_>, spot: &str, hint: &str) -> Self {
        let ui = cx.ui;
        if ui.is_window_appearing() {
            cx.shared.search.clear();
            ui.set_keyboard_focus_here();
        }
        // Names set the width of a list; lists of short names keep room to type.
        ui.set_next_item_width(ui.content_region_avail()[0].max(ui.current_font_size() * 8.0));
        let line = ui.input_text("##search", &mut cx.shared.search).hint(hint);
        let entered = line.enter_returns_true(true).build();
        cx.widget_rects.item(ui, format!("{spot}/search"));
        Self { wanted: cx.shared.search.trim().to_lowercase(), entered }
    }

    pub fn wanted(&self) -> &str {
        &self.wanted
    }

    /// Returns the matching names with their indices; names that begin with the query come first.
    pub fn found<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<(usize, &'n str)> {
        let mut found: Vec<(usize, &str)> =
            names.enumerate().filter(|(_, name)| name.to_lowercase().contains(&self.wanted)).collect();
        if !self.wanted.is_empty() {
            found.sort_by_key(|(_, name)| !name.to_lowercase().starts_with(&self.wanted));
        }
        found
    }

    pub fn tell_if_none(&self, cx: &PanelContext<'_>, is_none: bool) {
        if is_none {
            cx.ui.text_disabled(NOTHING);
        }
    }

    /// Returns whether Enter takes the entry at this index of the matches.
    pub fn is_first(&self, place: usize) -> bool {
        place == 0 && !self.wanted.is_empty()
    }

    /// Returns whether an entry is taken, by a press or by Enter. Enter closes the list.
    pub fn is_taken(&self, cx: &PanelContext<'_>, place: usize, pressed: bool) -> bool {
        let entered = self.is_first(place) && self.entered;
        if entered {
            cx.ui.close_current_popup();
        }
        pressed || entered
    }
}
