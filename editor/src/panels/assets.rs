//! Assets: every asset of the pack by type, with search, recent ones and favourites.

use super::{Ask, Cx};
use crate::theme::{AMBER, RED};
use foretoken_action_assets::{AssetType, Severity};
use imgui::{Condition, TreeNodeFlags};
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(crate) struct Assets {
    filter: String,
    /// Only what is wrong, unsaved, or a favourite.
    only: usize,
}

const ONLY: [(&str, &str); 4] = [
    ("all", "Every asset."),
    ("wrong", "Assets with faults."),
    ("unsaved", "Assets that are otherwise than on disk."),
    ("favourites", "Assets marked as favourite."),
];

impl Assets {
    pub fn show(&mut self, cx: &mut Cx<'_>) {
        let ui = cx.ui;
        if cx.button("+ New", "assets/new", "Make an asset. (Ctrl+N)") {
            cx.shared.asked = Some(Ask::New);
        }
        let open = cx.model.open.clone();
        let none = ui.begin_disabled(open.is_none());
        let copy = cx.button_beside("Copy", "assets/duplicate", "Make another like the one that is open.");
        let rename = cx.button_beside("Rename", "assets/rename", "Another name, in all that refers to it, too. (F2)");
        let delete = cx.button_beside("Delete", "assets/delete", "Delete the one that is open.");
        let favour = cx.button_beside("*", "assets/favourite", "Mark what is open as a favourite, or no longer.");
        none.end();
        if let Some((kind, name)) = open {
            if copy {
                cx.model.duplicate(cx.host, kind, &name);
            }
            if rename {
                cx.shared.asked = Some(Ask::Rename((kind, name.clone())));
            }
            if delete {
                cx.shared.asked = Some(Ask::Delete((kind, name.clone())));
            }
            if favour {
                cx.model.preferences.toggle_favourite(&kind.path(&name));
            }
        }
        ui.set_next_item_width(-1.0);
        ui.input_text("##assets/search", &mut self.filter).hint("search by name, title or text").build();
        cx.spots.item(ui, "assets/search");
        for (index, (label, doc)) in ONLY.iter().enumerate() {
            if index > 0 {
                cx.flow(ui.calc_text_size(label)[0] + 28.0);
            }
            if ui.radio_button_bool(label, self.only == index) {
                self.only = index;
            }
            cx.spot(format!("assets/only/{label}"), doc);
        }
        ui.separator();
        ui.child_window("##assets/list").build(|| self.list(cx));
    }

    fn list(&mut self, cx: &mut Cx<'_>) {
        let ui = cx.ui;
        let wrong: BTreeSet<String> = cx
            .model
            .problems
            .iter()
            .filter(|fault| fault.severity == Severity::Error)
            .map(|fault| fault.file.clone())
            .collect();
        let wanted = self.filter.to_lowercase();
        let favourites = cx.model.preferences.favourites.clone();
        let recent = cx.model.preferences.recent.clone();
        if wanted.is_empty() && self.only == 0 {
            for (title, paths) in [("Favourites", favourites), ("Recent", recent)] {
                if paths.is_empty() {
                    continue;
                }
                let open = title == "Favourites";
                let node = ui.tree_node_config(title).opened(open, Condition::FirstUseEver).push();
                cx.spots.item(ui, format!("assets/{title}"));
                if let Some(node) = node {
                    for path in paths {
                        if let Some((kind, name)) = AssetType::of_path(&path) {
                            self.line(cx, kind, name, &wrong, title);
                        }
                    }
                    node.end();
                }
            }
        }
        for &kind in AssetType::ALL {
            let names: Vec<String> = cx.host.library().names_of(kind).map(str::to_owned).collect();
            let shown: Vec<String> =
                names.into_iter().filter(|name| self.fits(cx, kind, name, &wanted, &wrong)).collect();
            if shown.is_empty() && (!wanted.is_empty() || self.only > 0) {
                continue;
            }
            let searching = !wanted.is_empty() || self.only > 0;
            let opens = if searching { Condition::Always } else { Condition::FirstUseEver };
            let node = ui
                .tree_node_config(format!("{}s  {}###{}", kind.name(), shown.len(), kind.name()))
                .opened(searching || kind == AssetType::Action, opens)
                .flags(TreeNodeFlags::SPAN_AVAIL_WIDTH)
                .push();
            cx.spots.item(ui, format!("assets/{}", kind.reference()));
            if let Some(node) = node {
                for name in &shown {
                    self.line(cx, kind, name, &wrong, "");
                }
                node.end();
            }
        }
    }

    fn fits(&self, cx: &Cx<'_>, kind: AssetType, name: &str, wanted: &str, wrong: &BTreeSet<String>) -> bool {
        let path = kind.path(name);
        let only = match self.only {
            1 => wrong.contains(&path),
            2 => cx.model.is_unsaved(cx.host, kind, name),
            3 => cx.model.preferences.is_favourite(&path),
            _ => true,
        };
        // By its text, too: what has `Push` in it is found by that.
        let found = || {
            let asset = cx.host.library().asset(kind, name);
            wanted.len() > 2 && asset.is_some_and(|asset| asset.to_text().to_lowercase().contains(wanted))
        };
        only && (wanted.is_empty() || name.to_lowercase().contains(wanted) || found())
    }

    fn line(&self, cx: &mut Cx<'_>, kind: AssetType, name: &str, wrong: &BTreeSet<String>, section: &str) {
        let ui = cx.ui;
        if cx.host.library().asset(kind, name).is_none() {
            return;
        }
        let path = kind.path(name);
        let unsaved = cx.model.is_unsaved(cx.host, kind, name);
        let selected = cx.model.open.as_ref().is_some_and(|(of, open)| *of == kind && open == name);
        let colour = if wrong.contains(&path) { Some(RED) } else { unsaved.then_some(AMBER) };
        let text = colour.map(|colour| ui.push_style_color(imgui::StyleColor::Text, crate::theme::ink(ui, colour)));
        let mark = if unsaved { " *" } else { "" };
        let clicked = ui.selectable_config(format!("{name}{mark}##{section}{path}")).selected(selected).build();
        drop(text);
        let section = if section.is_empty() { String::new() } else { format!("{section}/") };
        cx.spots.item(ui, format!("assets/{section}{}/{name}", kind.reference()));
        if clicked {
            cx.model.open(kind, name);
        }
        if let Some(menu) = ui.begin_popup_context_item() {
            if ui.menu_item("Duplicate") {
                cx.model.duplicate(cx.host, kind, name);
            }
            if ui.menu_item("Rename...") {
                cx.shared.asked = Some(Ask::Rename((kind, name.to_owned())));
            }
            if ui.menu_item("Favourite") {
                cx.model.preferences.toggle_favourite(&path);
            }
            if ui.menu_item("Delete...") {
                cx.shared.asked = Some(Ask::Delete((kind, name.to_owned())));
            }
            menu.end();
        }
    }
}
