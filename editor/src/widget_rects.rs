//! Places of widgets by name: tests and drivers find a button by what it is called and not by where it is drawn.

use crate::Rect;
use std::collections::BTreeMap;

/// The places of a frame's widgets, in pixels of the picture.
#[derive(Clone, Debug, Default)]
pub struct WidgetRects {
    places: BTreeMap<String, Rect>,
}

impl WidgetRects {
    /// Forgets all, as each frame begins with.
    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// Notes where the last widget is drawn, as much of it as its window shows; nothing where it is scrolled away.
    pub fn item(&mut self, ui: &imgui::Ui, name: impl Into<String>) {
        let ([left, top], [width, height]) = (ui.window_pos(), ui.window_size());
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let min = [min[0].max(left), min[1].max(top)];
        let max = [max[0].min(left + width), max[1].min(top + height)];
        if ui.is_item_visible() && min[0] < max[0] && min[1] < max[1] {
            self.rect(name, min, max);
        }
    }

    /// Notes a place. Of two with one name the first counts.
    pub fn rect(&mut self, name: impl Into<String>, min: [f32; 2], max: [f32; 2]) {
        self.places.entry(name.into()).or_insert(Rect::between(min, max));
    }

    /// Where something is.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Rect> {
        self.places.get(name).copied()
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }
}
