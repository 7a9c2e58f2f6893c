//! The whole editor in ImGui: menu bar, dock, panels and dialogs. The middle of the dock is empty and shows the battle.
//! The shell owns the ImGui context and the window and calls [`Editor::frame`] once a frame.

use crate::commands::COMMANDS;
use crate::layout::{self, CentreGuard};
use crate::lead::{self, KeysBack};
use crate::model::Model;
use crate::panel_focus::{frame_keys, next_panel, step_aside};
use crate::panels::{Panel, PanelContext, Shared, all};
use crate::theme::{AMBER, Theme};
use crate::{EditorRequest, Host, Rect, WidgetRects, absent, dialogs, easel, keys, tips};
use foretoken_action_assets::painting::{CellCorner, MapPoint};
use foretoken_vm::Cell;
use imgui::{Condition, Key, MouseButton, Ui, WindowFlags, WindowFocusedFlags};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Frames between checks of the disk.
const LOOK: u32 = 30;
/// Share of the free part of the screen that a graph takes if it covers the battle.
const COVER: f32 = 0.6;
/// Seconds for which a notice is shown. Earlier notices are in the tooltip.
const NOTICE: f32 = 8.0;

/// The editor with its panels.
pub struct Editor {
    model: Model,
    panels: Vec<Box<dyn Panel>>,
    shared: Shared,
    wishes: Vec<EditorRequest>,
    frames: u32,
    config: Option<PathBuf>,
    /// Panels to bring to the front.
    raised: Vec<String>,
    /// Panels visible in the last frame.
    seen: BTreeSet<&'static str>,
    /// Whether a popup was open in the last frame, or the editor used the keys in it.
    popup: bool,
    keys: bool,
    /// Whether the last click was in a panel and not in the battle.
    clicked: bool,
    /// Panel that has the keyboard.
    focused: Option<&'static str>,
    keys_back: KeysBack,
    /// Panel that got the keyboard in the last frame, before the panel of an opened asset is raised.
    wished: Option<&'static str>,
    room: CentreGuard,
}

impl std::fmt::Debug for Editor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Editor").field("model", &self.model).finish_non_exhaustive()
    }
}

impl Editor {
    /// Creates the editor of a pack that is saved in a folder; see [`Model::new`]. `config` holds layout, preferences and
    /// the journal of unsaved edits. Without it, the journal is in the pack's folder `.edits` and the rest is not kept.
    #[must_use]
    pub fn new(pack_folder: &Path, config: Option<&Path>) -> Self {
        let panels = all();
        let titles = panels.iter().map(|panel| (panel.name(), panel.title())).collect();
        Self {
            model: Model::new(pack_folder, config),
            panels,
            shared: Shared { panels: titles, ..Shared::default() },
            wishes: Vec::new(),
            frames: 0,
            config: config.map(Path::to_owned),
            raised: Vec::new(),
            seen: BTreeSet::new(),
            popup: false,
            keys: false,
            clicked: false,
            focused: None,
            keys_back: KeysBack::default(),
            wished: None,
            room: CentreGuard::default(),
        }
    }

    /// Returns the editor's model, which needs no screen.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the model for changes.
    pub const fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Returns the colour theme.
    #[must_use]
    pub const fn theme(&self) -> Theme {
        Theme::of(self.model.preferences.theme)
    }

    /// Returns the interface scale; 1 is 100 %.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.model.preferences.scale as f32 / 100.0
    }

    /// Sets the cell under the game's cursor, so that panels can show which token draws it.
    pub const fn point(&mut self, cell: Option<Cell>) {
        self.shared.cursor = cell;
    }

    /// Returns the floor that is painted and its height in steps; `None` while the board shows the battle. While
    /// painting, the game shows the map of [`Host::sketch`] up to that floor and ignores clicks.
    #[must_use]
    pub fn paints(&self) -> Option<(u8, i32)> {
        self.shared.easel.is_on.then_some((self.shared.easel.floor, self.shared.level))
    }

    /// Sets the cell of the painted floor under the pointer, with its nearest corner and side.
    pub const fn point_on_map(&mut self, point: Option<MapPoint>) {
        self.shared.easel.pointer.point = point;
    }

    /// Returns the cells whose units appear only in hard mode.
    #[must_use]
    pub fn cells_on_hard(&self) -> &[Cell] {
        &self.shared.easel.on_hard
    }

    /// Returns the corners of cells that the game highlights.
    #[must_use]
    pub fn lit_corners(&self) -> &[CellCorner] {
        &self.shared.easel.corners
    }

    /// Returns the lines that the game draws, such as links.
    #[must_use]
    pub fn lit_lines(&self) -> &[(Cell, Cell)] {
        &self.shared.easel.lines
    }

    /// Replaces the pictures of assets, by folder and name, such as `units/rat`.
    pub fn set_pictures(&mut self, pictures: std::collections::BTreeMap<String, crate::Picture>) {
        self.shared.pictures = pictures;
        self.shared.miniatures = Default::default();
    }

    /// Sets the names of the packs that can be opened.
    pub fn set_packs(&mut self, packs: Vec<String>) {
        self.shared.packs = packs;
    }

    /// Returns the cells that the game highlights for a panel.
    #[must_use]
    pub fn lit_cells(&self) -> &[Cell] {
        &self.shared.lit
    }

    /// Returns the part of a picture of this size that the docked panels leave free, as of the last frame.
    #[must_use]
    pub fn free(&self, size: [f32; 2]) -> Rect {
        let free = self.middle(size);
        if free.width() < 100.0 || free.height() < 100.0 { Rect::sized(size) } else { free }
    }

    fn middle(&self, [width, height]: [f32; 2]) -> Rect {
        let mut free = Rect::new(0.0, self.shared.bar, width, height);
        for window in &self.shared.windows {
            let (wide, high) = (window.width(), window.height());
            if window.left <= 1.0 && high > height * 0.2 && wide < width * 0.5 {
                free.left = free.left.max(window.right);
            } else if window.right >= width - 1.0 && high > height * 0.2 && wide < width * 0.5 {
                free.right = free.right.min(window.left);
            } else if window.bottom >= height - 1.0 && high < height * 0.6 {
                free.bottom = free.bottom.min(window.top);
            }
        }
        free
    }

    /// Returns whether the editor uses the keyboard instead of the game, as of the last frame. The editor has it after
    /// a click in a panel, and while a list, menu or dialog is open. A click in the battle, or Escape in a panel, gives
    /// it to the game. While painting, the map panel leaves the keys of the view to the game.
    #[must_use]
    pub fn is_using_keys(&self) -> bool {
        let view = self.shared.easel.is_on && self.focused == Some("map");
        self.keys || self.shared.easel.pointer.cursor.is_some() || self.clicked && !view
    }

    /// Returns whether keys move between the widgets of a panel: if a panel has the keyboard and no dialog is open.
    #[must_use]
    pub const fn is_navigating(&self) -> bool {
        self.clicked && !self.shared.has_dialog && self.shared.easel.pointer.cursor.is_none()
    }

    /// Returns whether the graph of a campaign covers the battle, as of the last frame. The game then hides its own
    /// panels and gets no keys.
    #[must_use]
    pub fn is_covering_battle(&self, size: [f32; 2]) -> bool {
        let middle = self.middle(size);
        let area = |rect: Rect| rect.width() * rect.height();
        self.shared.graph_rect.is_some_and(|graph| area(graph.common(middle)) > area(middle) * COVER)
    }

    /// Returns the name of the panel that has the keyboard, as of the last frame.
    #[must_use]
    pub const fn focused(&self) -> Option<&'static str> {
        self.focused
    }

    /// Opens a panel by its name and brings it to the front.
    pub fn raise(&mut self, panel: &str) {
        self.model.preferences.closed.retain(|closed| closed != panel);
        self.raised.push(panel.to_owned());
    }

    /// Takes a file that was dropped on the window: the Picture panel opens with its path.
    pub fn drop_file(&mut self, path: &Path) {
        self.shared.dropped = Some(path.to_owned());
        self.raise("picture");
    }

    /// Hides the graph, which covers the battle, until it is raised again.
    pub const fn show_battle(&mut self) {
        self.shared.graph_aside = true;
    }

    /// Takes the requests to the game.
    pub fn wants(&mut self) -> Vec<EditorRequest> {
        if self.model.took_art() {
            self.wishes.push(EditorRequest::ReloadArt);
        }
        std::mem::take(&mut self.wishes)
    }

    /// Returns the initial ImGui settings: the saved ones, or the default layout.
    #[must_use]
    pub fn layout_ini(&self) -> String {
        self.kept_layout().unwrap_or_else(|| layout::USUAL.to_owned())
    }

    /// Returns the initial settings for a window size. Small windows get smaller panels, so that the battle stays
    /// visible.
    #[must_use]
    pub fn layout_for(&self, size: [f32; 2]) -> String {
        layout::fitted(&self.layout_ini(), size)
    }

    /// Returns the default layout for a window size, whatever is saved.
    #[must_use]
    pub fn usual_layout_for(size: [f32; 2]) -> String {
        layout::fitted(layout::USUAL, size)
    }

    fn kept_layout(&self) -> Option<String> {
        let text = std::fs::read_to_string(self.config.as_ref()?.join("editor-layout.ini")).ok()?;
        text.contains("[Docking]").then(|| layout::with_new_panels(text))
    }

    /// Saves ImGui's settings and the preferences. Call it when ImGui wants its settings saved, and at the end.
    pub fn keep(&mut self, layout: &str) {
        if let Some(folder) = &self.config {
            self.model.keep_file(folder.join("editor-layout.ini"), layout.as_bytes().to_vec());
        }
        self.model.keep_preferences();
    }

    /// Finishes the edit in progress and writes everything that is pending, for the end of the program. [`Self::keep`]
    /// saves the layout.
    pub fn close(&mut self, host: &mut dyn Host) {
        self.model.finish(host);
        self.model.keep_preferences();
        self.model.finish_saving(host);
    }

    /// Takes changes from the disk while the editor is hidden. Returns new notices, oldest first.
    pub fn rest(&mut self, host: &mut dyn Host) -> Vec<String> {
        drop(host.look_back(None));
        self.begin(host);
        self.model.settle(host, false);
        let fresh = usize::try_from(self.model.told() - self.shared.notice.0).unwrap_or(usize::MAX);
        self.shared.notice.0 = self.model.told();
        let mut notices = std::mem::take(&mut self.model.notices);
        notices.drain(..notices.len().saturating_sub(fresh));
        notices
    }

    fn begin(&mut self, host: &mut dyn Host) {
        if self.frames == 0 {
            self.model.recover(host);
            self.model.check(host);
        }
        self.model.greet(host);
        if host.past().is_none() {
            drop(host.look_back(None));
        }
        self.frames = self.frames.wrapping_add(1).max(1);
        let errors = self.model.problems.has_errors();
        if self.frames == 3 && (errors || self.kept_layout().is_none()) {
            self.raise("problems");
        }
        self.model.poll_ready(host, self.frames.is_multiple_of(LOOK));
    }

    /// Draws a disabled frame, for example while the battle is busy.
    pub fn frame_disabled(&mut self, ui: &Ui, widget_rects: &mut WidgetRects, host: &mut dyn Host) {
        let _disabled = ui.begin_disabled(true);
        let (middle, scale) = (self.middle(ui.io().display_size), self.scale());
        self.shared.begin();
        self.shared.press = None;
        let Self { model, panels, shared, wishes, raised, seen, room, .. } = self;
        let mut cx = PanelContext { ui, widget_rects, host, model, shared, wishes };
        menu(&mut cx, panels, raised, seen);
        room.dock(ui, middle, scale);
        for panel in panels.iter_mut() {
            window(&mut cx, panel.as_mut(), raised);
        }
        tips::draw(&mut cx);
    }

    /// Draws all panels of a frame.
    pub fn frame(&mut self, ui: &Ui, widget_rects: &mut WidgetRects, host: &mut dyn Host) {
        self.begin(host);
        let (middle, scale) = (self.middle(ui.io().display_size), self.scale());
        self.shared.begin();
        let edits = self.model.revision();
        let wished = self.wishes.len();
        let Self { model, panels, shared, wishes, raised, seen, room, .. } = self;
        shared.revision = edits;
        let led = lead::lead(model, host, shared, raised);
        let mut cx = PanelContext { ui, widget_rects, host, model, shared, wishes };
        commands(&mut cx);
        menu(&mut cx, panels, raised, seen);
        room.dock(ui, middle, scale);
        seen.clear();
        let mut focused = None;
        for panel in panels.iter_mut() {
            if let Some(has_keys) = window(&mut cx, panel.as_mut(), raised) {
                seen.insert(panel.name());
                focused = focused.or(has_keys.then(|| (panel.name(), cx.shared.windows.last().copied())));
            }
        }
        let by_keys = cx.shared.easel.pointer.cursor.is_some();
        cx.shared.easel.hears = by_keys || !self.clicked || focused.is_some_and(|(name, _)| name == "map");
        dialogs::draw(&mut cx);
        if let Some(wanted) = cx.shared.wanted.take() {
            cx.model.preferences.closed.retain(|closed| closed != wanted);
            raised.push(wanted.to_owned());
        }
        easel::frame(&mut cx, seen.contains("map"));
        glow(&mut cx);
        let step = cx.shared.panel_step.take();
        if step.is_some() {
            cx.shared.easel.pointer.cursor = None;
        }
        let tests = cx.wishes[wished..].iter().any(EditorRequest::is_battle_test);
        // A deck would cover the battle of the test.
        cx.shared.graph_aside |= tests && cx.model.has_deck_open(cx.host);
        let busy = cx.shared.popup || ui.io().want_text_input || ui.is_any_item_active();
        absent::frame(&mut cx, middle, !busy);
        tips::draw(&mut cx);
        let popup = cx.shared.popup || self.popup;
        if ui.is_mouse_clicked(MouseButton::Left) && !popup {
            let mouse = ui.io().mouse_pos;
            let in_panel = cx.shared.windows.iter().any(|window| window.contains(mouse));
            self.clicked = in_panel || self.clicked && !middle.contains(mouse);
        }
        let leaves = ui.is_key_pressed(Key::Escape) && !popup && !ui.io().want_text_input && !cx.shared.easel.is_on;
        self.clicked &= !leaves;
        self.clicked &= !tests;
        // A panel that opens without a click takes no keys from the game.
        let idle = !self.clicked && !cx.shared.popup && !ui.io().want_text_input && !ui.is_any_item_active();
        if tests || focused.is_some() && idle {
            step_aside(ui);
        }
        let now = focused.map(|(name, _)| name);
        let stepped = step.and_then(|step| next_panel(panels, &cx, now.filter(|_| self.clicked), step));
        let stepped = stepped.or_else(|| cx.shared.panel_wish.take());
        let had = self.wished.take().or(self.focused);
        raised.extend(self.keys_back.after(led.then_some(had).flatten(), now, seen));
        self.wished = stepped;
        if let Some(panel) = stepped {
            model.preferences.closed.retain(|closed| closed != panel);
            raised.push(panel.to_owned());
            shared.entered = Some(panel);
            self.clicked = true;
        }
        self.focused = now;
        if !popup {
            frame_keys(ui, focused.and_then(|(_, at)| at).filter(|_| self.clicked), middle);
        }
        let popup = shared.popup || shared.asked.is_some() || shared.rebinding.is_some();
        self.keys = popup || self.popup || ui.io().want_text_input;
        self.popup = popup;
        let busy = self.shared.easel.is_busy();
        self.model.settle(host, busy || ui.is_any_item_active());
    }
}

fn commands(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let typing = ui.io().want_text_input;
    if cx.shared.rebinding.is_some() {
        return;
    }
    for command in COMMANDS {
        let bound = command.keys(cx);
        if !bound.is_empty() && keys::is_pressed(ui, &bound) && !(typing && keys::is_typing(&bound)) {
            command.run(cx);
        }
    }
}

fn menu(cx: &mut PanelContext<'_>, panels: &[Box<dyn Panel>], raised: &mut Vec<String>, seen: &BTreeSet<&'static str>) {
    let ui = cx.ui;
    let Some(bar) = ui.begin_main_menu_bar() else { return };
    let mut titles: Vec<&str> = Vec::new();
    COMMANDS.iter().for_each(|command| {
        if !titles.contains(&command.menu) {
            titles.push(command.menu);
        }
    });
    let mut chosen = None;
    for title in titles {
        let menu = ui.begin_menu(title);
        cx.widget_rects.item(ui, format!("menu/{title}"));
        let Some(menu) = menu else { continue };
        for command in COMMANDS.iter().filter(|command| command.menu == title) {
            let words = words(cx, command);
            if ui.menu_item_config(words).shortcut(command.keys(cx)).build() {
                chosen = Some(command);
            }
            cx.widget_rects.item(ui, format!("menu/{}", command.name));
        }
        if title == "View" {
            ui.separator();
            for panel in panels {
                let name = panel.name();
                if ui.menu_item_config(panel.title()).selected(seen.contains(name)).build() {
                    cx.model.preferences.closed.retain(|closed| closed != name);
                    if seen.contains(name) {
                        cx.model.preferences.closed.push(name.to_owned());
                    } else {
                        raised.push(name.to_owned());
                    }
                }
                cx.spot(format!("menu/panel/{name}"), panel.doc());
            }
        }
        cx.within_popup();
        menu.end();
    }
    status(cx);
    cx.shared.bar = ui.window_size()[1];
    bar.end();
    if let Some(command) = chosen {
        command.run(cx);
    }
}

fn words(cx: &PanelContext<'_>, command: &crate::commands::EditorCommand) -> String {
    let edit = match command.name {
        "undo" => cx.model.history.to_undo(),
        "redo" => cx.model.history.to_redo(),
        _ => None,
    };
    edit.map_or_else(|| command.words.to_owned(), |edit| format!("{} {}", command.words, edit.label))
}

fn offer(cx: &mut PanelContext<'_>) {
    let files = cx.model.offered_files();
    if files.is_empty() {
        return;
    }
    let ui = cx.ui;
    ui.text_colored(crate::theme::ink(ui, AMBER), "This pack contains unsaved edits");
    cx.spot("status/offer", &format!("This pack contains unsaved edits of {files}."));
    if cx.button("Use them", "status/take-over", "Apply these edits. Do so only if they are yours.") {
        cx.model.take_offered(cx.host);
    }
    if cx.button("Decline", "status/decline", "Discard these edits. A backup file keeps them.") {
        cx.model.decline_offered();
    }
}

fn status(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    ui.separator();
    match (cx.model.unsaved(cx.host).len(), cx.model.unsaved_art(cx.host).len()) {
        (0, 0) => ui.text_disabled("saved"),
        (assets, art) => {
            let words = format!("{} unsaved", crate::model::counted(assets, art));
            ui.text_colored(crate::theme::ink(ui, AMBER), words);
        }
    }
    cx.widget_rects.item(ui, "status/unsaved");
    if cx.model.came_back {
        ui.text_colored(crate::theme::ink(ui, AMBER), "recovered");
        cx.spot("status/from-before", "Recovered: edits that were not saved last time. Save or discard them.");
        if cx.button("Discard", "status/discard", "Discard the recovered edits.") {
            cx.model.discard(cx.host);
        }
    }
    offer(cx);
    let errors = cx.model.errors(cx.host).count();
    if errors > 0 {
        ui.text_colored(crate::theme::ink(ui, crate::theme::RED), format!("{errors} wrong"));
        cx.widget_rects.item(ui, "status/wrong");
    }
    if cx.host.is_edited() {
        ui.text_disabled("edited by hand");
        cx.spot("status/edited", "You edited this battle by hand. Its saved record will say so.");
    }
    if let Some(when) = cx.host.past().map(|past| past.when.to_owned()) {
        ui.text_colored(crate::theme::ink(ui, AMBER), format!("{when}: the past"));
        if cx.button("Back", "status/present", "Return to the present.") {
            crate::past::look(cx, None);
        }
    }
    let (told, seconds) = &mut cx.shared.notice;
    if std::mem::replace(told, cx.model.told()) == cx.model.told() {
        *seconds += ui.io().delta_time;
    } else {
        *seconds = 0.0;
    }
    let fresh = *seconds < NOTICE;
    if let Some(last) = cx.model.notices.last().cloned() {
        ui.separator();
        if fresh {
            ui.text(&last);
        } else {
            ui.text_disabled("...");
        }
        let earlier = cx.model.notices.iter().rev().take(12).cloned().collect::<Vec<_>>().join("\n");
        cx.spot(if fresh { "status/notice" } else { "status/notices" }, &earlier);
    }
}

/// Draws a panel's window. Returns whether it has the keyboard; `None` if it is not visible.
fn window(cx: &mut PanelContext<'_>, panel: &mut dyn Panel, raised: &mut Vec<String>) -> Option<bool> {
    let ui = cx.ui;
    let name = panel.name();
    if raised.iter().any(|raised| matches!(raised.as_str(), "graph" | "deck")) {
        cx.shared.graph_aside = false;
    }
    if panel.is_idle(cx) || cx.model.preferences.closed.iter().any(|closed| closed == name) {
        return None;
    }
    let size = [ui.current_font_size() * 24.0, ui.current_font_size() * 22.0];
    let mut window = ui.window(format!("{}###{name}", panel.title())).size(size, Condition::FirstUseEver);
    // These panels have arrow keys of their own.
    let own_keys =
        if matches!(name, "graph" | "deck" | "problems") { WindowFlags::NO_NAV } else { WindowFlags::empty() };
    window = window.flags(own_keys).focus_on_appearing(false);
    if raised.iter().any(|raised| raised == name) {
        window = window.focused(true);
        raised.retain(|raised| raised != name);
    }
    let token = window.begin()?;
    let (at, size) = (ui.window_pos(), ui.window_size());
    cx.shared.windows.push(Rect::between(at, [at[0] + size[0], at[1] + size[1]]));
    let focused = ui.is_window_focused_with_flags(WindowFocusedFlags::ROOT_AND_CHILD_WINDOWS);
    panel.draw(cx);
    token.end();
    Some(focused)
}

fn glow(cx: &mut PanelContext<'_>) {
    if let Some((_, _, left)) = &mut cx.shared.glow {
        *left -= 1;
        if *left == 0 {
            cx.shared.glow = None;
        }
    }
}
