//! Assets panel: all assets by type, with recent ones and favourites. A search ranks matches in names first, then
//! titles, then other text.

use super::{Ask, PanelContext};
use crate::theme::{AMBER, RED, ink};
use crate::thumbs;
use foretoken_action_assets::{AnyAsset, AssetType};
use imgui::{Condition, DrawListMut, StyleColor, TreeNodeFlags, WindowHoveredFlags};
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(crate) struct Assets {
    filter: String,
    only: usize,
    found: (String, u64, Vec<Hit>),
    /// Favourites and recent assets in the list, unchanged while the pointer is over it.
    pinned: Option<[Vec<String>; 2]>,
    followed: Followed,
}

#[derive(Debug, Default)]
struct Followed {
    open: Option<(AssetType, String)>,
    reveal: Option<(AssetType, String)>,
}

type Hit = (Fit, AssetType, String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Begins,
    Named,
    Titled,
    Mentions,
}

const LEAST: usize = 3;

const OVER: WindowHoveredFlags =
    WindowHoveredFlags::ALLOW_WHEN_BLOCKED_BY_POPUP.union(WindowHoveredFlags::ALLOW_WHEN_BLOCKED_BY_ACTIVE_ITEM);

const ONLY: [(&str, &str); 4] = [
    ("all", "All assets."),
    ("wrong", "Assets with faults."),
    ("unsaved", "Assets with unsaved changes."),
    ("favourites", "Favourite assets."),
];

impl Assets {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        if cx.button("+ New", "assets/new", "Create an asset. (Ctrl+N)") {
            cx.shared.asked = Some(Ask::New(None));
        }
        let open = cx.model.open.clone();
        let none = ui.begin_disabled(open.is_none());
        let copy = cx.button_beside("Copy", "assets/duplicate", "Duplicate the open asset.");
        let rename =
            cx.button_beside("Rename", "assets/rename", "Rename the open asset and all references to it. (F2)");
        let delete = cx.button_beside("Delete", "assets/delete", "Delete the open asset.");
        let favourite = open.as_ref().is_some_and(|(kind, name)| cx.model.preferences.is_favourite(&kind.path(name)));
        let favour = star_button(cx, favourite);
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
        let search = ui.input_text("##assets/search", &mut self.filter).hint("search by name, title or text");
        let takes_first = search.enter_returns_true(true).build();
        cx.widget_rects.item(ui, "assets/search");
        for (index, (label, doc)) in ONLY.iter().enumerate() {
            if index > 0 {
                cx.flow(ui.calc_text_size(label)[0] + 8.0);
            }
            if cx.toggle(label, &format!("assets/only/{label}"), doc, self.only == index) {
                self.only = index;
            }
        }
        ui.separator();
        if cx.host.library().assets().next().is_none() {
            ui.text_wrapped("This pack is empty.");
            if cx.button("Make it playable", "assets/begin", "Adds terrain, two units with actions, and a scenario.") {
                crate::commands::new_pack(cx);
            }
            return;
        }
        ui.child_window("##assets/list").build(|| self.list(cx, takes_first));
    }

    fn list(&mut self, cx: &mut PanelContext<'_>, takes_first: bool) {
        let ui = cx.ui;
        let wrong: BTreeSet<String> = cx.model.errors(cx.host).map(|fault| fault.file.clone()).collect();
        self.notice(cx);
        let wanted = plain(self.filter.trim());
        if !wanted.is_empty() {
            return self.found(cx, &wanted, &wrong, takes_first);
        }
        let preferences = &cx.model.preferences;
        if self.pinned.is_none() || !ui.is_window_hovered_with_flags(OVER) {
            self.pinned = Some([preferences.favourites.clone(), preferences.recent.clone()]);
        }
        if self.only == 0 {
            self.sections(cx, &wrong);
        }
        for &kind in AssetType::ALL {
            let names: Vec<String> = cx.host.library().names_of(kind).map(str::to_owned).collect();
            let shown: Vec<String> = names.into_iter().filter(|name| self.is_listed(cx, kind, name, &wrong)).collect();
            if shown.is_empty() && self.only > 0 {
                continue;
            }
            let reveal = self.followed.reveal.as_ref();
            let reveals = reveal.is_some_and(|(of, name)| *of == kind && shown.contains(name));
            let opens = if self.only > 0 || reveals { Condition::Always } else { Condition::FirstUseEver };
            let node = ui
                .tree_node_config(format!("{}s  {}###{}", kind.name().trim_end_matches('s'), shown.len(), kind.name()))
                .opened(self.only > 0 || reveals || kind == AssetType::Action, opens)
                .flags(TreeNodeFlags::SPAN_AVAIL_WIDTH)
                .push();
            cx.widget_rects.item(ui, format!("assets/{}", kind.reference()));
            if let Some(node) = node {
                for name in &shown {
                    self.followed.line(cx, kind, name, &wrong, RowStyle::Plain);
                }
                node.end();
            }
        }
        self.followed.reveal = None;
    }

    fn notice(&mut self, cx: &PanelContext<'_>) {
        if cx.model.open == self.followed.open {
            return;
        }
        self.followed.open.clone_from(&cx.model.open);
        self.followed.reveal.clone_from(&cx.model.open);
        let Some((kind, name)) = &self.followed.open else { return };
        let wanted = plain(self.filter.trim());
        let is_hidden = |asset: &AnyAsset| !wanted.is_empty() && fit(name, asset, &wanted).is_none();
        if cx.model.is_unsaved(cx.host, *kind, name) && cx.host.library().asset(*kind, name).is_some_and(is_hidden) {
            self.filter.clear();
        }
    }

    fn sections(&mut self, cx: &mut PanelContext<'_>, wrong: &BTreeSet<String>) {
        let ui = cx.ui;
        let sections = ["Favourites", "Recent"].into_iter().zip(self.pinned.iter().flatten());
        for (title, paths) in sections.filter(|(_, paths)| !paths.is_empty()) {
            let open = title == "Favourites";
            let node = ui.tree_node_config(title).opened(open, Condition::FirstUseEver).push();
            cx.widget_rects.item(ui, format!("assets/{title}"));
            let Some(node) = node else { continue };
            for path in paths {
                if let Some((kind, name)) = AssetType::of_path(path) {
                    self.followed.line(cx, kind, name, wrong, RowStyle::Within(title));
                }
            }
            node.end();
        }
    }

    fn found(&mut self, cx: &mut PanelContext<'_>, wanted: &str, wrong: &BTreeSet<String>, takes_first: bool) {
        if self.found.0 != wanted || self.found.1 != cx.shared.revision {
            let assets = cx.host.library().assets();
            let hits =
                assets.filter_map(|(kind, name, asset)| Some((fit(name, asset, wanted)?, kind, name.to_owned())));
            self.found = (wanted.to_owned(), cx.shared.revision, hits.collect());
            self.found.2.sort_by_key(|(fit, ..)| *fit);
        }
        let hits = self.found.2.iter();
        let found: Vec<&Hit> = hits.filter(|(_, kind, name)| self.is_listed(cx, *kind, name, wrong)).collect();
        if let Some((_, kind, name)) = found.first().filter(|_| takes_first) {
            cx.model.open(*kind, name);
        }
        if found.is_empty() {
            cx.ui.text_disabled("No asset has this in its name, title or text.");
        }
        let mut heading = Fit::Begins;
        for (fit, kind, name) in found {
            if *fit == Fit::Mentions && heading != Fit::Mentions {
                cx.ui.text_disabled("mentioned in");
            }
            heading = *fit;
            let look = if *fit == Fit::Mentions { RowStyle::Dim } else { RowStyle::Found };
            self.followed.line(cx, *kind, name, wrong, look);
        }
    }

    fn is_listed(&self, cx: &PanelContext<'_>, kind: AssetType, name: &str, wrong: &BTreeSet<String>) -> bool {
        let path = kind.path(name);
        match self.only {
            1 => wrong.contains(&path),
            2 => cx.model.is_unsaved(cx.host, kind, name),
            3 => cx.model.preferences.is_favourite(&path),
            _ => true,
        }
    }
}

impl Followed {
    fn line(
        &mut self,
        cx: &mut PanelContext<'_>,
        kind: AssetType,
        name: &str,
        wrong: &BTreeSet<String>,
        look: RowStyle,
    ) {
        let ui = cx.ui;
        if cx.host.library().asset(kind, name).is_none() {
            return;
        }
        let path = kind.path(name);
        let unsaved = cx.model.is_unsaved(cx.host, kind, name);
        let selected = cx.model.open.as_ref().is_some_and(|(of, open)| *of == kind && open == name);
        let faint = ui.style_color(StyleColor::TextDisabled);
        let colour = match look {
            _ if wrong.contains(&path) => Some(ink(ui, RED)),
            _ if unsaved => Some(ink(ui, AMBER)),
            RowStyle::Dim => Some(faint.into()),
            _ => None,
        };
        let text = colour.map(|colour| ui.push_style_color(StyleColor::Text, colour));
        let mark = if unsaved { " *" } else { "" };
        let section = if let RowStyle::Within(section) = look { format!("{section}/") } else { String::new() };
        let has_room = match look {
            RowStyle::Plain => thumbs::has_thumb(cx, kind),
            _ => !cx.shared.pictures.is_empty(),
        };
        let clicked = if has_room {
            thumbs::line(cx, (kind, name), &format!("{name}{mark}"), &format!("{section}{path}"), selected)
        } else {
            ui.selectable_config(format!("{name}{mark}##{section}{path}")).selected(selected).build()
        };
        drop(text);
        cx.widget_rects.item(ui, format!("assets/{section}{}/{name}", kind.reference()));
        if look == RowStyle::Plain && self.reveal.as_ref().is_some_and(|(of, open)| *of == kind && open == name) {
            self.reveal = None;
            if !ui.is_item_visible() {
                ui.set_scroll_here_y();
            }
        }
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let list = ui.get_window_draw_list();
        if matches!(look, RowStyle::Found | RowStyle::Dim) {
            let word = kind.reference();
            let below = (max[1] - min[1] - ui.text_line_height()) / 2.0;
            list.add_text([max[0] - ui.calc_text_size(word)[0] - 20.0, min[1] + below], faint, word);
        }
        if cx.model.preferences.is_favourite(&path) {
            let high = max[1] - min[1];
            star(
                &list,
                [max[0] - high / 2.0, (min[1] + max[1]) / 2.0],
                high.min(ui.text_line_height() + 4.0) * 0.35,
                AMBER,
            );
        }
        drop(list);
        if clicked {
            cx.model.open(kind, name);
            // The list does not scroll under the pointer.
            self.open.clone_from(&cx.model.open);
        }
        if let Some(menu) = ui.begin_popup_context_item() {
            if ui.menu_item("Duplicate") {
                cx.model.duplicate(cx.host, kind, name);
            }
            if ui.menu_item("Rename...") {
                cx.shared.asked = Some(Ask::Rename((kind, name.to_owned())));
            }
            if ui.menu_item("Copy to another pack...") {
                cx.shared.asked = Some(Ask::CopyTo((kind, name.to_owned())));
            }
            let favourite =
                if cx.model.preferences.is_favourite(&path) { "Remove from favourites" } else { "Favourite" };
            if ui.menu_item(favourite) {
                cx.model.preferences.toggle_favourite(&path);
            }
            if ui.menu_item("Delete...") {
                cx.shared.asked = Some(Ask::Delete((kind, name.to_owned())));
            }
            cx.within_popup();
            menu.end();
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowStyle {
    Plain,
    Within(&'static str),
    Found,
    Dim,
}

fn plain(text: &str) -> String {
    text.to_lowercase().replace(['-', '_'], " ")
}

fn fit(name: &str, asset: &AnyAsset, wanted: &str) -> Option<Fit> {
    let name = plain(name);
    let has = |text: &str| wanted.split_whitespace().all(|word| text.contains(word));
    if name.starts_with(wanted) {
        return Some(Fit::Begins);
    }
    if has(&name) {
        return Some(Fit::Named);
    }
    if wanted.len() < LEAST {
        return None;
    }
    let text = plain(&asset.to_text());
    let title = text.lines().find(|line| line.trim_start().starts_with("title:")).unwrap_or_default();
    // In a long text, single words match by chance, so the whole query must occur.
    let mentions = || text.contains(wanted).then_some(Fit::Mentions);
    if has(title) { Some(Fit::Titled) } else { mentions() }
}

fn star_button(cx: &mut PanelContext<'_>, favourite: bool) -> bool {
    let ui = cx.ui;
    cx.flow(24.0);
    let pressed = ui.small_button("    ##assets/favourite");
    let doc = match favourite {
        true => "Favourite, shown at the top of the list. Press to remove it from the favourites.",
        false => "Add the open asset to the favourites, at the top of the list.",
    };
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    cx.spot("assets/favourite", doc);
    let middle = [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0];
    let colour = if favourite { AMBER } else { ui.style_color(StyleColor::TextDisabled).into() };
    star(&ui.get_window_draw_list(), middle, (max[1] - min[1]) * 0.4, colour);
    pressed
}

fn star(list: &DrawListMut<'_>, [x, y]: [f32; 2], radius: f32, colour: crate::Colour) {
    const POINTS: [[f32; 2]; 10] = [
        [0.0, -1.0],
        [0.224, -0.309],
        [0.951, -0.309],
        [0.363, 0.118],
        [0.588, 0.809],
        [0.0, 0.382],
        [-0.588, 0.809],
        [-0.363, 0.118],
        [-0.951, -0.309],
        [-0.224, -0.309],
    ];
    let at = |index: usize| {
        let [dx, dy] = POINTS[index % POINTS.len()];
        [x + dx * radius, y + dy * radius]
    };
    for tip in (0..POINTS.len()).step_by(2) {
        list.add_triangle(at(tip), at(tip + 1), at(tip + 9), colour).filled(true).build();
        list.add_triangle([x, y], at(tip + 1), at(tip + 9), colour).filled(true).build();
    }
}
