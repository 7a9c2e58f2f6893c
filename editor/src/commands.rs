//! Commands of menus, keys and the palette, with their default keys.

use crate::EditorRequest;
use crate::easel::{self, Tool, rectangles};
use crate::panels::{Ask, PanelContext, TableWish};
use foretoken_action_assets::AssetType;

pub(crate) struct EditorCommand {
    pub name: &'static str,
    pub menu: &'static str,
    pub words: &'static str,
    /// Default keys; empty for none.
    pub keys: &'static str,
    run: fn(&mut PanelContext<'_>),
}

/// Frames in which a raised panel draws the button that a command presses.
const FRAMES_TO_SHOW: u8 = 4;

pub(crate) const COMMANDS: &[EditorCommand] = &[
    EditorCommand {
        name: "save",
        menu: "File",
        words: "Save all",
        keys: "Ctrl+S",
        run: |cx| {
            cx.model.save(cx.host);
        },
    },
    EditorCommand {
        name: "new",
        menu: "File",
        words: "New asset...",
        keys: "Ctrl+N",
        run: |cx| ask(cx, Ask::New(None)),
    },
    EditorCommand { name: "pack", menu: "File", words: "New pack...", keys: "", run: new_pack },
    EditorCommand {
        name: "open",
        menu: "File",
        words: "Open another pack...",
        keys: "Ctrl+O",
        run: |cx| ask(cx, Ask::OpenPack),
    },
    EditorCommand { name: "rename", menu: "File", words: "Rename...", keys: "F2", run: |cx| ask_open(cx, Ask::Rename) },
    EditorCommand {
        name: "copy-to",
        menu: "File",
        words: "Copy to another pack...",
        keys: "",
        run: |cx| ask_open(cx, Ask::CopyTo),
    },
    EditorCommand {
        name: "discard",
        menu: "File",
        words: "Discard unsaved edits",
        keys: "",
        run: |cx| cx.model.discard(cx.host),
    },
    EditorCommand {
        name: "check",
        menu: "File",
        words: "Check everything now",
        keys: "F7",
        run: |cx| cx.model.check(cx.host),
    },
    EditorCommand {
        name: "close",
        menu: "File",
        words: "Back to the game",
        keys: "F1",
        run: |cx| cx.wishes.push(EditorRequest::Close),
    },
    EditorCommand {
        name: "quit",
        menu: "File",
        words: "Quit",
        keys: "Ctrl+Q",
        run: |cx| cx.wishes.push(EditorRequest::Quit),
    },
    EditorCommand {
        name: "undo",
        menu: "Edit",
        words: "Undo",
        keys: "Ctrl+Z",
        run: |cx| {
            cx.model.undo(cx.host);
        },
    },
    EditorCommand {
        name: "redo",
        menu: "Edit",
        words: "Redo",
        keys: "Ctrl+Y",
        run: |cx| {
            cx.model.redo(cx.host);
        },
    },
    EditorCommand { name: "add", menu: "Edit", words: "Add part...", keys: "Insert", run: add },
    EditorCommand {
        name: "cut",
        menu: "Edit",
        words: "Cut",
        keys: "Ctrl+X",
        run: |cx| on_clip(cx, cut, rectangles::cut),
    },
    EditorCommand {
        name: "copy",
        menu: "Edit",
        words: "Copy",
        keys: "Ctrl+C",
        run: |cx| match cx.shared.table_has_keys {
            true => cx.shared.table_wish = Some(TableWish::Copy),
            false => on_clip(cx, copy, |cx| rectangles::copy(cx)),
        },
    },
    EditorCommand {
        name: "paste",
        menu: "Edit",
        words: "Paste",
        keys: "Ctrl+V",
        run: |cx| match (cx.shared.table_has_keys, rectangles::is_selecting(cx)) {
            (true, _) => cx.shared.table_wish = Some(TableWish::Paste),
            (false, true) => rectangles::paste(cx),
            (false, false) => paste(cx),
        },
    },
    EditorCommand { name: "duplicate", menu: "Edit", words: "Duplicate parts", keys: "Ctrl+D", run: duplicate },
    EditorCommand { name: "delete", menu: "Edit", words: "Delete parts", keys: "Delete", run: delete },
    EditorCommand {
        name: "give",
        menu: "Edit",
        words: "Give to another asset...",
        keys: "Ctrl+G",
        run: |cx| press(cx, "inspector/give", |cx, kind, name| !cx.model.takers(cx.host, kind, name).is_empty()),
    },
    EditorCommand {
        name: "up",
        menu: "Edit",
        words: "Move parts up",
        keys: "Alt+Up",
        run: |cx| on_chosen(cx, |cx, parts| cx.model.nudge_parts(cx.host, parts, false)),
    },
    EditorCommand {
        name: "down",
        menu: "Edit",
        words: "Move parts down",
        keys: "Alt+Down",
        run: |cx| on_chosen(cx, |cx, parts| cx.model.nudge_parts(cx.host, parts, true)),
    },
    EditorCommand {
        name: "cells",
        menu: "Edit",
        words: "Paint the map by keys",
        keys: "F8",
        run: easel::toggle_cursor,
    },
    EditorCommand {
        name: "brush",
        menu: "Edit",
        words: "Find a brush",
        keys: "Ctrl+F",
        run: |cx| (cx.shared.finds_brush, cx.shared.wanted) = (true, Some("map")),
    },
    EditorCommand {
        name: "palette",
        menu: "Edit",
        words: "All commands and assets...",
        keys: "Ctrl+P",
        run: |cx| ask(cx, Ask::Palette),
    },
    EditorCommand {
        name: "back",
        menu: "Edit",
        words: "Previous asset",
        keys: "Alt+Left",
        run: |cx| {
            cx.model.back(cx.host);
        },
    },
    EditorCommand { name: "test", menu: "Test", words: "Test the open asset in a battle", keys: "F5", run: test },
    EditorCommand {
        name: "fight",
        menu: "Test",
        words: "Fight the open unit",
        keys: "Shift+F5",
        run: |cx| press(cx, "inspector/fight", |_, kind, _| kind == AssetType::Unit),
    },
    EditorCommand {
        name: "fight-in",
        menu: "Test",
        words: "Fight the open unit in another scenario...",
        keys: "",
        run: |cx| press(cx, "inspector/fight/choose", |_, kind, _| kind == AssetType::Unit),
    },
    EditorCommand {
        name: "theme",
        menu: "View",
        words: "Dark or light theme",
        keys: "",
        run: |cx| cx.model.preferences.theme = 1 - cx.model.preferences.theme.min(1),
    },
    EditorCommand { name: "larger", menu: "View", words: "Larger", keys: "Ctrl+=", run: |cx| scale(cx, 10) },
    EditorCommand { name: "smaller", menu: "View", words: "Smaller", keys: "Ctrl+-", run: |cx| scale(cx, -10) },
    EditorCommand {
        name: "hud",
        menu: "View",
        words: "Show or hide the battle's panels",
        keys: "Ctrl+H",
        run: |cx| {
            cx.model.preferences.hides_hud = !cx.model.preferences.hides_hud;
            cx.model.keep_preferences();
        },
    },
    EditorCommand {
        name: "next-panel",
        menu: "View",
        words: "Next panel",
        keys: "F6",
        run: |cx| cx.shared.panel_step = Some(1),
    },
    EditorCommand {
        name: "previous-panel",
        menu: "View",
        words: "Previous panel",
        keys: "Shift+F6",
        run: |cx| cx.shared.panel_step = Some(-1),
    },
    EditorCommand {
        name: "panels",
        menu: "View",
        words: "Reset the panels",
        keys: "",
        run: |cx| {
            cx.model.preferences.closed.clear();
            cx.wishes.push(EditorRequest::ResetPanels);
        },
    },
];

impl EditorCommand {
    pub fn keys(&self, cx: &PanelContext<'_>) -> String {
        let bound = cx.model.preferences.bindings.iter().find(|binding| binding.command == self.name);
        bound.map_or_else(|| self.keys.to_owned(), |binding| binding.keys.clone())
    }

    pub fn run(&self, cx: &mut PanelContext<'_>) {
        (self.run)(cx);
    }
}

fn ask(cx: &mut PanelContext<'_>, ask: Ask) {
    cx.shared.asked = Some(ask);
}

/// Fills an empty pack with a playable start and plays it. If the pack has content, makes another pack.
pub(crate) fn new_pack(cx: &mut PanelContext<'_>) {
    if cx.host.library().assets().next().is_some() {
        return ask(cx, Ask::NewPack);
    }
    let scenario = cx.model.begin_pack(cx.host).to_owned();
    cx.wishes.push(EditorRequest::BattleTest { scenario: Some(scenario), action: None });
}

fn ask_open(cx: &mut PanelContext<'_>, of: fn(crate::model::AssetId) -> Ask) {
    if let Some(open) = cx.model.open.clone() {
        cx.shared.asked = Some(of(open));
    }
}

fn is_graph(cx: &PanelContext<'_>) -> bool {
    cx.model.campaign(cx.host).is_some()
}

fn add(cx: &mut PanelContext<'_>) {
    match is_graph(cx) {
        true => {
            cx.shared.adds_room = true;
            // To raise a visible panel would close its list again.
            let is_closed = cx.model.preferences.closed.iter().any(|closed| closed == "graph");
            cx.shared.wanted = cx.shared.wanted.or(is_closed.then_some("graph"));
        }
        false => ask(cx, Ask::AddPart),
    }
}

fn delete(cx: &mut PanelContext<'_>) {
    match is_graph(cx) {
        true => _ = cx.model.delete_chosen(cx.host),
        false => on_chosen(cx, |cx, parts| cx.model.remove_parts(cx.host, parts)),
    }
}

fn duplicate(cx: &mut PanelContext<'_>) {
    match is_graph(cx) {
        true => cx.model.duplicate_rooms(cx.host, &cx.model.chosen_rooms()),
        false => on_chosen(cx, |cx, parts| cx.model.duplicate_parts(cx.host, parts)),
    }
}

fn on_chosen(cx: &mut PanelContext<'_>, act: fn(&mut PanelContext<'_>, &[String])) {
    let chosen = cx.model.chosen();
    if !chosen.is_empty() {
        act(cx, &chosen);
    }
}

/// Runs a command of the clipboard on the selected cells of a map, or on the selected parts.
fn on_clip(
    cx: &mut PanelContext<'_>,
    on_parts: fn(&mut PanelContext<'_>, &[String]),
    on_cells: fn(&mut PanelContext<'_>),
) {
    match rectangles::is_selecting(cx) {
        true => on_cells(cx),
        false => on_chosen(cx, on_parts),
    }
}

pub(crate) fn copy(cx: &mut PanelContext<'_>, parts: &[String]) {
    let text = match is_graph(cx) {
        true => cx.model.copied_rooms(cx.host, &cx.model.chosen_rooms()),
        false => cx.model.copy_parts(cx.host, parts),
    };
    if !text.is_empty() {
        cx.ui.set_clipboard_text(text);
    }
}

pub(crate) fn cut(cx: &mut PanelContext<'_>, parts: &[String]) {
    copy(cx, parts);
    match is_graph(cx) {
        true => cx.model.delete_rooms(cx.host, &cx.model.chosen_rooms()),
        false => cx.model.remove_parts(cx.host, parts),
    }
}

pub(crate) fn paste(cx: &mut PanelContext<'_>) {
    let text = cx.ui.clipboard_text();
    if is_graph(cx) {
        let at = cx.shared.graph_cell;
        return cx.model.paste_rooms(cx.host, text.as_deref().unwrap_or_default(), at);
    }
    cx.model.paste(cx.host, text.as_deref());
}

/// Presses a button of the open asset's Inspector, if assets of its type have the button.
fn press(cx: &mut PanelContext<'_>, button: &'static str, has_button: fn(&PanelContext<'_>, AssetType, &str) -> bool) {
    if !cx.model.open.as_ref().is_some_and(|(kind, name)| has_button(cx, *kind, name)) {
        return cx.model.tell("The open asset has no such button.");
    }
    cx.model.select("");
    cx.shared.panel_wish = Some("inspector");
    cx.shared.press = Some((button, FRAMES_TO_SHOW));
}

fn scale(cx: &mut PanelContext<'_>, by: i32) {
    let preferences = &mut cx.model.preferences;
    preferences.scale = (preferences.scale + by).clamp(75, 200);
}

fn test(cx: &mut PanelContext<'_>) {
    cx.model.finish(cx.host);
    if is_graph(cx) {
        cx.shared.plays_room = true;
        return;
    }
    cx.shared.easel.choose(Tool::Play);
    let open = cx.model.open.clone();
    let of = |wanted: AssetType| open.as_ref().filter(|(kind, _)| *kind == wanted).map(|(_, name)| name.clone());
    cx.wishes.push(EditorRequest::BattleTest { scenario: of(AssetType::Scenario), action: of(AssetType::Action) });
}
