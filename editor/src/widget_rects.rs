//! Rectangles of widgets by name, for tests and drivers.

use crate::Rect;
use std::collections::BTreeMap;

/// Rectangles of a frame's widgets, in pixels.
#[derive(Clone, Debug, Default)]
pub struct WidgetRects {
    places: BTreeMap<String, Rect>,
}

impl WidgetRects {
    /// Clears all, at the start of a frame.
    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// Records the visible part of the last widget; nothing if it is out of view.
    pub fn item(&mut self, ui: &imgui::Ui, name: impl Into<String>) {
        let ([left, top], [width, height]) = (ui.window_pos(), ui.window_size());
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let min = [min[0].max(left), min[1].max(top)];
        let max = [max[0].min(left + width), max[1].min(top + height)];
        if ui.is_item_visible() && min[0] < max[0] && min[1] < max[1] {
            self.rect(name, min, max);
        }
    }

    /// Records a rectangle. The first one of a name counts.
    pub fn rect(&mut self, name: impl Into<String>, min: [f32; 2], max: [f32; 2]) {
        self.places.entry(name.into()).or_insert(Rect::between(min, max));
    }

    /// Returns a rectangle by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Rect> {
        self.places.get(name).copied()
    }

    /// Returns all names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }
}
