//! Inspector panel: the fields of the selected part or of the open asset.

mod dice;
mod example;
mod fight;
mod giving;
mod rooms;

use super::PanelContext;
use crate::form::Form;
use crate::model::{art_folder, differing_fields, item_at, with_item};
use foretoken_action_assets::walk::{Value, names_in_scope, walk, with_part, with_parts};
use foretoken_action_assets::{AnyAsset, Inspect, Part};
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(crate) struct InspectorPanel {
    shown: (String, String),
    /// Fields that differed from their defaults since the switch was pressed or the asset was opened.
    differing: BTreeSet<String>,
    odds: rooms::KnownOdds,
    fight: fight::FightForm,
}

impl InspectorPanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let (Some((kind, name)), Some(mut asset)) = (cx.model.open.clone(), cx.model.asset(cx.host)) else {
            ui.text_disabled("Open an asset in the Assets panel.");
            return;
        };
        let mut selected = cx.model.selected.clone();
        let part = with_part(asset.inspect_mut(), &selected, |part| (part.kind.name(), part.kind.doc()));
        let item = item_at(&asset, &selected).filter(|_| part.is_none());
        if let Some((path, _)) = &item {
            selected.clone_from(path);
        } else if part.is_none() {
            if with_parts(asset.inspect_mut(), &selected, |_| ()).is_none() {
                cx.model.select("");
            }
            selected.clear();
        }
        let heading = format!("{} {name}", kind.name());
        match part {
            Some((kind_name, doc)) => {
                if cx.button(&heading, "inspector/asset", "Back to the fields of the whole asset.") {
                    cx.model.select("");
                }
                ui.same_line();
                ui.text_colored(crate::theme::ink(ui, crate::theme::AMBER), kind_name);
                ui.same_line();
                example::button(cx, kind_name);
                ui.text_wrapped(doc);
            }
            None if item.is_some() => {
                if cx.button(&heading, "inspector/asset", "Back to the fields of the whole asset.") {
                    cx.model.select("");
                }
                ui.same_line();
                let words = item.as_ref().map_or("", |(_, words)| words);
                ui.text_colored(crate::theme::ink(ui, crate::theme::AMBER), words);
            }
            None => {
                ui.text_colored(crate::theme::ink(ui, crate::theme::AMBER), &heading);
                ui.same_line();
                back(cx);
                example::button_of_type(cx, kind);
                giving::button(cx, kind, &name);
                let is_drawn = art_folder(kind).is_some();
                if is_drawn && cx.button_beside("Picture", "inspector/picture", "Draw this asset, pixel by pixel.") {
                    cx.shared.wanted = Some("picture");
                }
                if cx.model.has_deck_open(cx.host)
                    && cx.button_beside("Slots", "inspector/deck", "Show the slots of the deck.")
                {
                    cx.shared.wanted = Some("deck");
                }
                self.fight.show(cx, kind, &name);
            }
        }
        self.switch(cx);
        ui.separator();
        let scope = names_in_scope(asset.inspect_mut(), &selected);
        let empty =
            with_part(asset.inspect_mut(), &selected, |part| empty_names(&mut Part::new(part.kind.fresh()), &selected));
        let empty = empty.unwrap_or_default();
        let file = kind.path(&name);
        let shows = (file.clone(), selected.clone());
        let is_other = std::mem::replace(&mut self.shown, shows.clone()) != shows;
        let differing = self.differing(cx, &asset, is_other);
        let edited = ui.child_window("##inspector/fields").focused(cx.is_entered("inspector")).build(|| {
            if is_other {
                ui.set_scroll_y(0.0);
            }
            let hidden = rooms::hidden(&asset, &selected);
            let mut form = Form::new(cx, &file, &selected, scope).with_empty(empty).with_hidden(hidden);
            form = form.with_shown(differing);
            match selected.as_str() {
                "" => asset.inspect_mut().inspect(&mut form),
                path if item.is_some() => drop(with_item(&mut asset, path, |item| item.inspect(&mut form))),
                path => drop(with_part(asset.inspect_mut(), path, |part| part.inspect(&mut form))),
            }
            let edited = form.finish();
            rooms::odds(cx, &asset, &selected, &mut self.odds);
            dice::table(cx, &asset);
            edited
        });
        if let Some(path) = edited.flatten() {
            let field = path.rsplit('.').next().unwrap_or_default().to_owned();
            let of = part.map_or(name.as_str(), |(kind_name, _)| kind_name);
            let (label, key) = (format!("{of}: {field}"), format!("{file}#{path}"));
            cx.model.edit_room_field(cx.host, &label, &key, &path, asset);
        }
    }

    fn switch(&mut self, cx: &mut PanelContext<'_>) {
        let only = cx.model.preferences.only_differences;
        cx.flow(cx.ui.calc_text_size("only what differs")[0] + 14.0);
        let doc = "Shows only the fields that differ from their defaults, and those with a fault.";
        if cx.toggle("only what differs", "inspector/only", doc, only) {
            cx.model.preferences.only_differences = !only;
            self.differing.clear();
            cx.model.keep_preferences();
        }
    }

    /// Returns the fields to show; `None` for all. A field that gets its default value back stays until another asset
    /// is shown, so that no field goes away while it is edited.
    fn differing(&mut self, cx: &PanelContext<'_>, asset: &AnyAsset, is_other: bool) -> Option<BTreeSet<String>> {
        if !cx.model.preferences.only_differences {
            return None;
        }
        if is_other {
            self.differing.clear();
        }
        self.differing.append(&mut differing_fields(asset));
        Some(self.differing.clone())
    }
}

/// Draws a button that opens the asset that was open before.
fn back(cx: &mut PanelContext<'_>) {
    let Some((kind, name)) = cx.model.asset_before(cx.host).cloned() else { return };
    if cx.button("<", "inspector/back", &format!("Back to the {} {name}. (Alt+Left)", kind.reference())) {
        cx.model.back(cx.host);
    }
    cx.ui.same_line();
}

fn empty_names(fresh: &mut Part, base: &str) -> Vec<String> {
    let mut found = Vec::new();
    walk(fresh, base, &mut |path, _, value| {
        if matches!(value, Value::Name(name, _) if name.is_empty()) {
            found.push(path.to_owned());
        }
    });
    found
}
