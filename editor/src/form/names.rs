//! Widgets for lists of names, and for names that only one campaign has, such as those of its rooms.

use super::Form;
use super::pick::Names;
use crate::model::{OwnNames, known_names, names_for};
use crate::picker::Search;
use foretoken_action_assets::{AssetType, Field};

impl Form<'_, '_> {
    /// Returns the names that a text field of a campaign can hold; `None` for a free text.
    pub(super) fn own_names(&self, field: Field) -> Option<OwnNames> {
        let (AssetType::Campaign, name) = AssetType::of_path(&self.file)? else { return None };
        let asset = self.cx.host.library().campaign(name)?;
        names_for(asset, &self.path_of(field), &self.cx.host.room_kinds())
    }

    /// Returns the width of the button of [`Self::pick_known`], with its gap.
    pub(super) fn wide_of_known(&self) -> f32 {
        self.cx.ui.calc_text_size("v")[0] + 24.0
    }

    /// Draws a button with the names that the pack knows for a field. Returns the chosen one.
    pub(super) fn pick_known(&mut self, spot: &str, field: &str) -> Option<String> {
        let ui = self.cx.ui;
        ui.same_line();
        if ui.small_button("v##known") {
            ui.open_popup("##known");
        }
        let spot = format!("{spot}/known");
        self.cx.spot(spot.clone(), "Names that the pack already uses. You can also type a new one.");
        let popup = ui.begin_popup("##known")?;
        let names = known_names(self.cx.host, field);
        let search = Search::show(self.cx, &spot, "search");
        let found = search.found(names.iter().map(String::as_str));
        search.tell_if_none(self.cx, found.is_empty());
        let mut chosen = None;
        for (place, (_, name)) in found.into_iter().enumerate() {
            let pressed = ui.selectable_config(name).selected(search.is_first(place)).build();
            self.cx.widget_rects.item(ui, format!("{spot}/{name}"));
            if search.is_taken(self.cx, place, pressed) {
                chosen = Some(name.to_owned());
            }
        }
        self.cx.within_popup();
        popup.end();
        chosen
    }

    pub(super) fn pick_own(&mut self, path: &str, value: &mut String, names: &OwnNames) -> bool {
        let none = names.is_optional.then_some("none");
        let names = Names { kind: None, names: names.names.clone() };
        self.pick(path, value, &names, none.unwrap_or("choose"), none)
    }

    /// Draws a list of names with buttons to move and remove each, and a list to add one.
    pub(super) fn name_list(&mut self, path: &str, value: &mut Vec<String>, names: &Names) -> bool {
        let ui = self.cx.ui;
        let mut changed = false;
        let mut act: Option<(usize, char)> = None;
        let go = ("->", 'g', "Open this asset.");
        let buttons = [("^", 'u', "Move up."), ("v", 'd', "Move down."), ("x", 'x', "Remove.")];
        let group = ui.begin_group();
        for (index, name) in value.iter_mut().enumerate() {
            let _id = ui.push_id_usize(index);
            ui.set_next_item_width(ui.content_region_avail()[0] - ui.current_font_size() * 6.8);
            changed |= self.pick(&format!("{path}[{index}]"), name, names, "choose", None);
            for (label, what, doc) in buttons.into_iter().chain(names.kind.map(|_| go)) {
                ui.same_line_with_spacing(0.0, 3.0);
                if ui.small_button(label) {
                    act = Some((index, what));
                }
                self.cx.spot(format!("{}[{index}]/{label}", self.spot_of(path)), doc);
            }
        }
        let rest = names.names.iter().filter(|name| !value.contains(name)).cloned().collect();
        let rest = Names { kind: names.kind, names: rest };
        let mut new = String::new();
        ui.set_next_item_width(140.0);
        if self.pick(&format!("{path}/add"), &mut new, &rest, "add", None) {
            value.push(new);
            changed = true;
        }
        group.end();
        match act {
            Some((index, 'x')) => drop(value.remove(index)),
            Some((index, 'u')) if index > 0 => value.swap(index, index - 1),
            Some((index, 'd')) if index + 1 < value.len() => value.swap(index, index + 1),
            Some((index, 'g')) => {
                if let Some(kind) = names.kind {
                    self.cx.model.open(kind, &value[index]);
                }
                return changed;
            }
            _ => return changed,
        }
        true
    }
}
