//! Widgets that pick an option, a target name or an asset name. A new asset can be created from the list.

use super::Form;
use crate::model::objection;
use crate::panels::PanelContext;
use crate::picker::Search;
use crate::theme::RED;
use crate::thumbs;
use foretoken_action_assets::{AssetType, Choice, Field};
use imgui::{ComboBoxFlags, StyleColor};

pub(super) struct Names {
    pub kind: Option<AssetType>,
    pub names: Vec<String>,
}

impl Form<'_, '_> {
    pub(super) fn options(&mut self, field: Field, value: &mut usize, options: &[Choice], path: &str) -> bool {
        let ui = self.cx.ui;
        let spot = self.spot_of(path);
        let width: f32 = options.iter().map(|option| ui.calc_text_size(option.name)[0] + 40.0).sum();
        let mut changed = false;
        if options.len() <= 5 && width < ui.content_region_avail()[0] {
            for (index, option) in options.iter().enumerate() {
                if index > 0 {
                    ui.same_line();
                }
                if ui.radio_button_bool(option.name, *value == index) && *value != index {
                    *value = index;
                    changed = true;
                }
                self.cx.spot(format!("{spot}/{}", option.name), option.doc);
            }
            return changed;
        }
        let preview = options.get(*value).map_or("?", |option| option.name);
        let combo = ui.begin_combo_with_flags("##combo", preview, ComboBoxFlags::HEIGHT_LARGEST);
        self.cx.spot(spot.clone(), options.get(*value).map_or(field.doc, |option| option.doc));
        let Some(combo) = combo else { return false };
        let search = Search::show(self.cx, &spot, "search");
        let found = search.found(options.iter().map(|option| option.name));
        search.tell_if_none(self.cx, found.is_empty());
        for (place, (index, name)) in found.into_iter().enumerate() {
            let selected = *value == index || search.is_first(place);
            let pressed = ui.selectable_config(name).selected(selected).build();
            self.cx.spot(format!("{spot}/{name}"), options[index].doc);
            if search.is_taken(self.cx, place, pressed) {
                changed = *value != index;
                *value = index;
            }
        }
        self.cx.within_popup();
        combo.end();
        changed
    }

    /// Draws a searchable list of names; returns whether the choice changed. `none` is an entry for no choice. A typed
    /// name without an asset offers to create one.
    pub(super) fn pick(
        &mut self,
        path: &str,
        value: &mut String,
        names: &Names,
        hint: &str,
        none: Option<&str>,
    ) -> bool {
        let ui = self.cx.ui;
        let spot = self.spot_of(path);
        let Names { kind, names } = names;
        let pictured = kind.filter(|&kind| thumbs::has_thumb(self.cx, kind));
        let unknown = !value.is_empty() && !names.contains(value);
        let colour = unknown.then(|| ui.push_style_color(StyleColor::Text, RED));
        let preview = if value.is_empty() { hint } else { value.as_str() };
        let shown = pictured.and_then(|kind| thumbs::of(self.cx, kind, value));
        let preview = if shown.is_some() { thumbs::indented(ui, preview) } else { preview.to_owned() };
        let combo = ui.begin_combo("##pick", preview);
        drop(colour);
        if let Some(shown) = shown.filter(|_| combo.is_none()) {
            thumbs::over(ui, &shown);
        }
        self.cx.widget_rects.item(ui, spot.clone());
        let Some(combo) = combo else { return false };
        let makes = kind.filter(|kind| !kind.folder().is_empty());
        let search = Search::show(self.cx, &spot, if makes.is_some() { "search, or a new name" } else { "search" });
        let mut picked = None;
        if let Some(none) = none.filter(|none| none.contains(search.wanted())) {
            if ui.selectable_config(format!("{none}##none")).selected(value.is_empty()).build() {
                picked = Some(String::new());
            }
            self.cx.widget_rects.item(ui, format!("{spot}/none"));
        }
        let found = search.found(names.iter().map(String::as_str));
        let is_alone = found.is_empty();
        for (place, (_, name)) in found.into_iter().enumerate() {
            let selected = value == name || search.is_first(place);
            let pressed = match pictured {
                Some(kind) => thumbs::line(self.cx, (kind, name), name, name, selected),
                None => ui.selectable_config(name).selected(selected).build(),
            };
            if search.is_taken(self.cx, place, pressed) {
                picked = Some(name.to_owned());
            }
            self.cx.widget_rects.item(ui, format!("{spot}/{name}"));
        }
        if let Some(kind) = makes {
            picked = picked.or_else(|| new_asset(self.cx, kind, &spot, &search, is_alone));
        }
        self.cx.within_popup();
        combo.end();
        let Some(picked) = picked.filter(|picked| picked != value) else { return false };
        *value = picked;
        true
    }
}

/// Draws an entry that creates an asset of the typed name; returns the name once it is chosen. Enter chooses the entry
/// if it `is_alone`.
fn new_asset(
    cx: &mut PanelContext<'_>,
    kind: AssetType,
    spot: &str,
    search: &Search,
    is_alone: bool,
) -> Option<String> {
    let typed = search.wanted();
    if typed.is_empty() || objection(cx.host, kind, typed).is_some() {
        return None;
    }
    let entry = cx.ui.selectable_config(format!("new {} `{typed}`##new", kind.reference()));
    let pressed = entry.selected(is_alone).build();
    cx.spot(format!("{spot}/new"), "Creates the asset and uses it here. Open it with the button -> next to it.");
    let taken = if is_alone { search.is_taken(cx, 0, pressed) } else { pressed };
    if taken { cx.model.make(cx.host, kind, typed, None) } else { None }
}
