//! Dialogs: new asset, rename, delete, open pack, add part, command palette and conflicts with the disk.

mod copying;

use crate::EditorRequest;
use crate::commands::COMMANDS;
use crate::model::{AssetId, LARGEST, Side, objection};
use crate::panels::{Ask, PanelContext};
use crate::picker::NOTHING;
use crate::theme::{AMBER, RED, YELLOW, ink};
use foretoken_action_assets::{AssetType, Registration, outline};
use imgui::WindowFlags;

/// Cells across and down of the map of the first new scenario.
const USUAL_MAP: (i32, i32) = (8, 8);

pub(crate) fn draw(cx: &mut PanelContext<'_>) {
    let begins = cx.shared.asked.take();
    if let Some(ask) = &begins {
        begin(cx, ask);
    }
    cx.shared.has_dialog = begins.is_some();
    for (name, width, body) in POPUPS {
        if begins.as_ref().is_some_and(|ask| popup_of(ask) == *name) {
            cx.ui.open_popup(name);
        }
        let ui = cx.ui;
        let wide = (width * ui.current_font_size()).min(ui.io().display_size[0] * 0.9);
        let modal = ui.modal_popup_config(name).title_bar(false).always_auto_resize(true).save_settings(false);
        if let Some(popup) = modal.begin_popup() {
            ui.dummy([wide, 0.0]);
            let fresh = ui.is_window_appearing();
            body(cx, fresh);
            cx.shared.has_dialog = true;
            cx.within_popup();
            popup.end();
        }
    }
    conflicts(cx);
}

type Body = fn(&mut PanelContext<'_>, bool);

const POPUPS: &[(&str, f32, Body)] = &[
    ("dialog-new", 26.0, new_asset),
    ("dialog-pack", 30.0, new_pack),
    ("dialog-open", 26.0, open_pack),
    ("dialog-rename", 26.0, rename),
    ("dialog-delete", 30.0, delete),
    ("dialog-copy", 34.0, copying::copy_to_pack),
    ("dialog-part", 46.0, add_part),
    ("dialog-palette", 40.0, palette),
];

const fn popup_of(ask: &Ask) -> &'static str {
    match ask {
        Ask::New(_) => "dialog-new",
        Ask::NewPack => "dialog-pack",
        Ask::OpenPack => "dialog-open",
        Ask::Rename(_) => "dialog-rename",
        Ask::Delete(_) => "dialog-delete",
        Ask::CopyTo(_) => "dialog-copy",
        Ask::AddPart => "dialog-part",
        Ask::Palette => "dialog-palette",
    }
}

fn begin(cx: &mut PanelContext<'_>, ask: &Ask) {
    cx.shared.typed.clear();
    match ask {
        Ask::New(kind) => {
            let kind = kind.or_else(|| cx.model.open.as_ref().map(|(kind, _)| *kind));
            let at = kind.and_then(|kind| AssetType::ALL.iter().position(|&other| other == kind));
            cx.shared.chosen = (at.unwrap_or(cx.shared.chosen.0), None);
            if cx.shared.map_size == (0, 0) {
                cx.shared.map_size = USUAL_MAP;
            }
        }
        Ask::Rename(id) | Ask::Delete(id) | Ask::CopyTo(id) => {
            cx.shared.about = Some(id.clone());
            cx.shared.typed.clone_from(&id.1);
        }
        Ask::NewPack | Ask::OpenPack | Ask::AddPart | Ask::Palette => {}
    }
}

/// Shows why a typed name is invalid; returns whether it is valid. After Enter the field gets the keyboard again.
fn may_be_called(cx: &mut PanelContext<'_>, kind: AssetType, entered: bool) -> bool {
    let ui = cx.ui;
    let typed = cx.shared.typed.trim();
    if typed.is_empty() {
        cx.shared.again |= entered;
        return false;
    }
    let Some(objection) = objection(cx.host, kind, typed) else { return true };
    let red = ui.push_style_color(imgui::StyleColor::Text, ink(ui, RED));
    ui.text_wrapped(objection);
    red.pop();
    cx.widget_rects.item(ui, "name/objection");
    cx.shared.again |= entered;
    false
}

fn line(cx: &mut PanelContext<'_>, fresh: bool, spot: &str, hint: &str) -> bool {
    let ui = cx.ui;
    if fresh || std::mem::take(&mut cx.shared.again) {
        ui.set_keyboard_focus_here();
    }
    ui.set_next_item_width(-1.0);
    let entered = ui
        .input_text(format!("##{spot}"), &mut cx.shared.typed)
        .hint(hint)
        .enter_returns_true(true)
        .auto_select_all(true)
        .build();
    cx.widget_rects.item(ui, spot);
    entered
}

fn new_asset(cx: &mut PanelContext<'_>, fresh: bool) {
    let ui = cx.ui;
    let (mut index, mut like) = cx.shared.chosen.clone();
    for (at, kind) in AssetType::ALL.iter().enumerate() {
        if at > 0 {
            ui.same_line();
        }
        if ui.radio_button_bool(kind.name(), index == at) {
            (index, like) = (at, None);
            // The name has the keyboard again.
            cx.shared.again = true;
        }
        cx.widget_rects.item(ui, format!("new/{}", kind.reference()));
    }
    // The name has the keyboard, in which these keys do nothing.
    let count = AssetType::ALL.len();
    for (key, by) in [(imgui::Key::DownArrow, 1), (imgui::Key::UpArrow, count - 1)] {
        if !fresh && ui.is_key_pressed(key) {
            (index, like) = ((index + by) % count, None);
        }
    }
    let kind = AssetType::ALL[index];
    let names: Vec<String> = cx.host.library().names_of(kind).map(str::to_owned).collect();
    for (key, down) in [(imgui::Key::PageDown, true), (imgui::Key::PageUp, false)] {
        if !fresh && ui.is_key_pressed(key) {
            let at = like.as_ref().and_then(|like| names.iter().position(|name| name == like));
            let next = match (at, down) {
                (None, true) => Some(0),
                (None, false) => names.len().checked_sub(1),
                (Some(at), true) => Some(at + 1),
                (Some(at), false) => at.checked_sub(1),
            };
            like = next.and_then(|next| names.get(next).cloned());
        }
    }
    let preview = like.as_ref().map_or_else(|| "empty".to_owned(), |like| format!("like {like}"));
    ui.set_next_item_width(-1.0);
    if let Some(combo) = ui.begin_combo("##new/like", preview) {
        if ui.selectable("empty") {
            like = None;
        }
        for name in &names {
            if ui.selectable(format!("like {name}")) {
                like = Some(name.clone());
            }
            cx.widget_rects.item(ui, format!("new/like/{name}"));
        }
        cx.within_popup();
        combo.end();
    }
    cx.widget_rects.item(ui, "new/like");
    cx.shared.chosen = (index, like.clone());
    let is_empty_map = kind == AssetType::Scenario && like.is_none();
    if is_empty_map {
        map_size(cx);
    }
    let entered = line(cx, fresh, "new/name", &format!("name of the new {}, then Enter", kind.reference()));
    ui.text_disabled("Up and Down: type. Page Up and Page Down: a copy of another one.");
    let fits = may_be_called(cx, kind, entered);
    let still = ui.begin_disabled(!fits);
    let made = cx.button("Create", "new/make", "");
    still.end();
    if (entered || made) && fits {
        let name = cx.shared.typed.clone();
        if is_empty_map {
            let (size, ground) = (cx.shared.map_size, cx.shared.map_ground.clone());
            cx.model.create_scenario(cx.host, &name, size, &ground);
        } else {
            cx.model.create(cx.host, kind, &name, like.as_deref());
        }
        cx.shared.panel_wish = Some(panel_of(kind));
        ui.close_current_popup();
    }
}

/// Asks for the size and the ground of the map of a new scenario.
fn map_size(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let (across, down) = &mut cx.shared.map_size;
    for (spot, doc, side) in [("new/across", "cells across", across), ("new/down", "cells down", down)] {
        let _id = ui.push_id(spot);
        ui.set_next_item_width(ui.current_font_size() * 5.0);
        let drag = imgui::Drag::new("##side").range(1, LARGEST).speed(0.1);
        drag.flags(imgui::SliderFlags::ALWAYS_CLAMP).build(ui, side);
        cx.widget_rects.item(ui, spot);
        *side = (*side).clamp(1, LARGEST);
        ui.same_line();
        ui.text(doc);
        ui.same_line();
    }
    let names: Vec<String> = cx.host.library().names_of(AssetType::Terrain).map(str::to_owned).collect();
    let ground = &mut cx.shared.map_ground;
    if !names.contains(ground) {
        let usual = names.iter().find(|name| *name == "floor").or(names.first());
        *ground = usual.cloned().unwrap_or_default();
    }
    ui.set_next_item_width(-1.0);
    let combo = ui.begin_combo("##new/ground", if ground.is_empty() { "no terrain yet" } else { ground.as_str() });
    cx.widget_rects.item(ui, "new/ground");
    let Some(combo) = combo else { return };
    for name in names {
        if ui.selectable(&name) {
            cx.shared.map_ground.clone_from(&name);
        }
        cx.widget_rects.item(ui, format!("new/ground/{name}"));
    }
    cx.within_popup();
    combo.end();
}

fn new_pack(cx: &mut PanelContext<'_>, fresh: bool) {
    let ui = cx.ui;
    ui.text_wrapped("Creates a playable pack: two terrains, two units with actions, and a scenario to change.");
    let entered = line(cx, fresh, "pack/name", "name of the pack, then Enter");
    let name = crate::model::asset_name(&cx.shared.typed);
    cx.shared.again |= entered && name.is_empty();
    let still = ui.begin_disabled(name.is_empty());
    let made = cx.button("Create", "pack/make", "Creates a folder of this name next to this pack.");
    still.end();
    if (entered || made) && !name.is_empty() {
        cx.wishes.push(EditorRequest::NewPack(name));
        ui.close_current_popup();
    }
}

fn open_pack(cx: &mut PanelContext<'_>, _fresh: bool) {
    let ui = cx.ui;
    ui.text_wrapped("Choose a pack to edit. Unsaved edits of this pack are kept and return when you open it again.");
    let packs = cx.shared.packs.clone();
    if packs.is_empty() {
        ui.text_disabled("There is no other pack.");
    }
    for name in packs {
        let pressed = ui.selectable(&name);
        cx.widget_rects.item(ui, format!("pack/open/{name}"));
        if pressed {
            cx.wishes.push(EditorRequest::OpenPack(name));
        }
    }
}

/// Returns the panel that gets the keyboard when a dialog makes or opens an asset of a type.
const fn panel_of(kind: AssetType) -> &'static str {
    match kind {
        AssetType::Action => "action",
        AssetType::Campaign => "graph",
        _ => "inspector",
    }
}

fn about(cx: &PanelContext<'_>) -> Option<AssetId> {
    cx.shared.about.clone()
}

fn users(cx: &mut PanelContext<'_>, kind: AssetType, name: &str) -> usize {
    // This searches all assets, so the result is cached per revision.
    let (revision, id) = (cx.model.revision(), (kind, name.to_owned()));
    let used = match cx.shared.users.take() {
        Some((of, at, used)) if of == id && at == revision => used,
        _ => cx.model.used_by(cx.host, kind, name),
    };
    let (_, _, used) = cx.shared.users.insert((id, revision, used));
    for (index, ((of, user), path)) in used.iter().take(12).enumerate() {
        cx.ui.text_disabled(format!("{} {user}  {path}", of.reference()));
        cx.widget_rects.item(cx.ui, format!("users/{index}"));
    }
    used.len()
}

fn rename(cx: &mut PanelContext<'_>, fresh: bool) {
    let Some((kind, name)) = about(cx) else { return };
    cx.ui.text(format!("Rename {} {name}", kind.reference()));
    let entered = line(cx, fresh, "rename/name", "new name, then Enter");
    let same = crate::model::asset_name(&cx.shared.typed) == name;
    let fits = same || may_be_called(cx, kind, entered);
    match users(cx, kind, &name) {
        0 => {}
        1 => cx.ui.text("This place uses the name and changes too."),
        count => cx.ui.text(format!("These {count} places use the name and change too.")),
    }
    let still = cx.ui.begin_disabled(!fits);
    let wanted = cx.button("Rename", "rename/do", "");
    still.end();
    if (entered || wanted) && fits {
        let new = cx.shared.typed.clone();
        cx.model.rename(cx.host, kind, &name, &new);
        cx.ui.close_current_popup();
    }
}

fn delete(cx: &mut PanelContext<'_>, fresh: bool) {
    let Some((kind, name)) = about(cx) else { return };
    let ui = cx.ui;
    if fresh {
        cx.shared.typed.clear();
    }
    ui.text(format!("Delete the {} {name}?", kind.reference()));
    let count = users(cx, kind, &name);
    if count == 0 {
        ui.text_disabled("No asset uses it.");
    } else {
        let users = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
        let words = format!("Used in {users}. Choose a replacement, or the assets that use it will have errors.");
        let colour = ui.push_style_color(imgui::StyleColor::Text, ink(ui, YELLOW));
        ui.text_wrapped(words);
        colour.pop();
        instead(cx, kind, &name);
    }
    let other = cx.shared.typed.clone();
    let label = match (count, other.is_empty()) {
        (0, _) => "Delete".to_owned(),
        (_, true) => "Delete anyway".to_owned(),
        (_, false) => format!("Delete and replace by {other}"),
    };
    if cx.button(&label, "delete/do", "Undo brings it back.") {
        match other.as_str() {
            "" => cx.model.delete(cx.host, kind, &name),
            other => cx.model.delete_for(cx.host, kind, &name, other),
        }
        ui.close_current_popup();
    }
    if cx.button_beside("Keep", "delete/keep", "") {
        ui.close_current_popup();
    }
}

fn instead(cx: &mut PanelContext<'_>, kind: AssetType, name: &str) {
    let ui = cx.ui;
    let names: Vec<String> =
        cx.host.library().names_of(kind).filter(|other| *other != name).map(str::to_owned).collect();
    let preview = if cx.shared.typed.is_empty() { "no replacement" } else { cx.shared.typed.as_str() };
    ui.set_next_item_width(-1.0);
    let combo = ui.begin_combo("##delete/instead", preview);
    cx.widget_rects.item(ui, "delete/instead");
    let Some(combo) = combo else { return };
    if ui.selectable("no replacement") {
        cx.shared.typed.clear();
    }
    for other in names {
        if ui.selectable(&other) {
            cx.shared.typed.clone_from(&other);
        }
        cx.widget_rects.item(ui, format!("delete/instead/{other}"));
    }
    cx.within_popup();
    combo.end();
}

/// Moves through the rows of a list below a search line, which keeps the keyboard. Another search begins at the first row.
/// Returns the row that Enter takes, and whether it has moved.
fn row(cx: &mut PanelContext<'_>, fresh: bool, count: usize) -> (usize, bool) {
    let shared = &mut *cx.shared;
    if fresh || shared.row_of != shared.typed {
        shared.row = 0;
        shared.row_of.clone_from(&shared.typed);
    }
    let before = shared.row;
    if cx.ui.is_key_pressed(imgui::Key::DownArrow) {
        shared.row += 1;
    }
    if cx.ui.is_key_pressed(imgui::Key::UpArrow) {
        shared.row = shared.row.saturating_sub(1);
    }
    shared.row = shared.row.min(count.saturating_sub(1));
    (shared.row, shared.row != before)
}

fn add_part(cx: &mut PanelContext<'_>, fresh: bool) {
    let ui = cx.ui;
    let entered = line(cx, fresh, "add/search", "search parts by name or effect");
    let wanted = cx.shared.typed.to_lowercase();
    // Order of matches: start of the name, inside the name, description, fields and choices.
    let rank = |kind: &Registration| {
        let (name, doc) = (kind.name.to_lowercase(), kind.doc.to_lowercase());
        let has = |text: &str| text.contains(&wanted);
        if name.starts_with(&wanted) {
            return Some(0);
        }
        match (has(&name), has(&doc)) {
            (true, _) => Some(1),
            (_, true) => Some(2),
            (false, false) => has(&outline(&mut *(kind.make)()).to_lowercase()).then_some(3),
        }
    };
    let kinds = cx.host.library().registry().iter();
    let mut found: Vec<_> = kinds.filter_map(|kind| Some((rank(kind)?, kind.name, kind.doc))).collect();
    found.sort_by_key(|(rank, ..)| *rank);
    let found: Vec<(&str, &str)> = found.into_iter().map(|(_, name, doc)| (name, doc)).collect();
    let (at, has_moved) = row(cx, fresh, found.len());
    let mut chosen = entered.then(|| found.get(at).map(|(name, _)| *name)).flatten();
    let list = ui.child_window("##add/list").size([0.0, ui.text_line_height() * 22.0]);
    list.flags(WindowFlags::NO_NAV).build(|| {
        if found.is_empty() {
            ui.text_disabled(NOTHING);
        }
        for (index, (name, doc)) in found.iter().enumerate() {
            if ui.selectable_config(*name).selected(index == at).close_popups(false).build() {
                chosen = Some(name);
            }
            if has_moved && index == at {
                ui.set_scroll_here_y();
            }
            cx.widget_rects.item(ui, format!("add/{name}"));
            ui.same_line_with_pos(ui.current_font_size() * 9.0);
            ui.text_disabled(doc);
        }
    });
    if let Some(name) = chosen {
        cx.model.add_part(cx.host, name, None);
        ui.close_current_popup();
    }
}

/// A line of the palette.
#[derive(Clone, Debug)]
enum Found {
    Command(usize),
    Panel(&'static str),
    New(AssetType),
    Asset(AssetId),
}

fn palette(cx: &mut PanelContext<'_>, fresh: bool) {
    let ui = cx.ui;
    let entered = line(cx, fresh, "palette/search", "search commands and assets");
    let wanted = cx.shared.typed.to_lowercase();
    let mut lines: Vec<(String, String, Found)> = Vec::new();
    for (index, command) in COMMANDS.iter().enumerate().filter(|(_, command)| command.name != "palette") {
        lines.push((format!("{}: {}", command.menu, command.words), command.keys(cx), Found::Command(index)));
    }
    for &(name, title) in &cx.shared.panels {
        lines.push((format!("Panel: {title}"), String::new(), Found::Panel(name)));
    }
    for &kind in AssetType::ALL {
        lines.push((format!("New {}...", kind.reference()), String::new(), Found::New(kind)));
    }
    for (kind, name, _) in cx.host.library().assets() {
        let id = Found::Asset((kind, name.to_owned()));
        lines.push((format!("{} {name}", kind.reference()), String::new(), id));
    }
    lines.retain(|(words, ..)| words.to_lowercase().contains(&wanted));
    let (at, has_moved) = row(cx, fresh, lines.len());
    let mut chosen = entered.then(|| lines.get(at).map(|(.., what)| what.clone())).flatten();
    let list = ui.child_window("##palette/list").size([0.0, ui.text_line_height() * 18.0]);
    list.flags(WindowFlags::NO_NAV).build(|| {
        if lines.is_empty() {
            ui.text_disabled(NOTHING);
        }
        for (index, (words, keys, what)) in lines.iter().enumerate() {
            if ui.selectable_config(words).selected(index == at).close_popups(false).build() {
                chosen = Some(what.clone());
            }
            if has_moved && index == at {
                ui.set_scroll_here_y();
            }
            cx.widget_rects.item(ui, format!("palette/{words}"));
            if !keys.is_empty() {
                ui.same_line_with_pos(ui.current_font_size() * 22.0);
                ui.text_disabled(keys);
            }
        }
    });
    match chosen {
        Some(Found::Command(index)) => {
            ui.close_current_popup();
            COMMANDS[index].run(cx);
        }
        Some(Found::Panel(name)) => {
            ui.close_current_popup();
            cx.shared.panel_wish = Some(name);
        }
        Some(Found::New(kind)) => {
            ui.close_current_popup();
            cx.shared.asked = Some(Ask::New(Some(kind)));
        }
        Some(Found::Asset((kind, name))) => {
            ui.close_current_popup();
            cx.model.open(kind, &name);
            cx.shared.panel_wish = Some(panel_of(kind));
        }
        None => {}
    }
}

fn conflicts(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let Some(conflict) = cx.model.conflicts.first().cloned() else { return };
    let [across, down] = ui.io().display_size;
    let window = ui
        .window(format!("{} was changed here and on disk###conflict", conflict.kind.path(&conflict.name)))
        .position([across * 0.25, down * 0.15], imgui::Condition::Appearing)
        .size([across * 0.5, down * 0.4], imgui::Condition::Appearing)
        .flags(WindowFlags::NO_DOCKING | WindowFlags::NO_COLLAPSE | WindowFlags::NO_SAVED_SETTINGS);
    window.build(|| {
        ui.text_wrapped("Choose which version to keep for each difference. Nothing is written until you save.");
        let mut settle = false;
        if cx.button("Keep mine", "conflict/all-mine", "Keep your edits everywhere.") {
            set_all(cx, Side::Mine);
        }
        if cx.button_beside("Keep disk version", "conflict/all-theirs", "Keep the version on disk everywhere.") {
            set_all(cx, Side::Theirs);
        }
        ui.same_line();
        if cx.button("Use these choices", "conflict/join", "Use the choices below.") {
            settle = true;
        }
        ui.separator();
        for (index, difference) in conflict.differences.iter().enumerate() {
            let _id = ui.push_id_usize(index);
            let path = if difference.path.is_empty() { "the whole asset" } else { difference.path.as_str() };
            let both = if difference.both { "  (both changed it)" } else { "" };
            ui.text_colored(
                if difference.both { AMBER } else { ui.style_color(imgui::StyleColor::Text).into() },
                format!("{path}{both}"),
            );
            for (label, side, text) in
                [("mine", Side::Mine, &difference.mine), ("disk", Side::Theirs, &difference.theirs)]
            {
                if ui.radio_button_bool(label, difference.side == side)
                    && let Some(conflict) = cx.model.conflicts.first_mut()
                {
                    conflict.choose(index, side);
                }
                cx.widget_rects.item(ui, format!("conflict/{index}/{label}"));
                ui.same_line();
                ui.text_wrapped(if text.is_empty() { "default" } else { text });
            }
        }
        if settle {
            cx.model.resolve(cx.host, 0);
        }
    });
}

fn set_all(cx: &mut PanelContext<'_>, side: Side) {
    if let Some(conflict) = cx.model.conflicts.first_mut() {
        conflict.choose_all(side);
    }
}
