//! Graph panel: the rooms of the open campaign as boxes, the ways as arrows. The mouse is in `hands`, the keys are in
//! `keys`.

mod drawing;
mod hands;
mod icons;
mod keys;
mod menu;
mod party;

use super::PanelContext;
use crate::Rect;
use crate::graph::{Graph, GraphView, place_of};
use crate::theme::AMBER;
use foretoken_action_assets::{AssetType, Severity};
use hands::Gesture;
use imgui::WindowFocusedFlags;
use menu::MenuAt;
use party::PartyForm;
use std::collections::{BTreeMap, BTreeSet};

/// Smallest canvas that is drawn, in pixels.
const SMALLEST: f32 = 40.0;

#[derive(Debug, Default)]
pub(crate) struct GraphPanel {
    /// Campaign and revision of the cached graph.
    of: Option<(String, u64)>,
    graph: Graph,
    view: GraphView,
    /// Whether the next frame shows all rooms.
    fits: bool,
    /// Whether the next frame brings the selected room into view.
    shows: bool,
    gesture: Gesture,
    /// Number of drags, for the key of their edits.
    moves: u64,
    menu: Option<MenuAt>,
    /// Room from which a way is drawn by keys, and the room to which it would lead.
    joins: Option<(usize, Option<usize>)>,
    party: PartyForm,
}

/// Faults of a room: whether one is an error, and their messages.
type RoomFaults = BTreeMap<usize, (bool, Vec<String>)>;

/// What a frame draws and reacts to.
struct Scene {
    canvas: Rect,
    chosen: BTreeSet<usize>,
    faults: RoomFaults,
    /// Index of the room in which a run plays.
    here: Option<usize>,
}

impl GraphPanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        cx.shared.graph_cell = None;
        if !self.follow(cx) {
            return cx.ui.text_disabled("Open a campaign to see its rooms.");
        }
        let ui = cx.ui;
        let (at, size) = (ui.window_pos(), ui.window_size());
        cx.shared.graph_rect = Some(Rect::between(at, [at[0] + size[0], at[1] + size[1]]));
        self.tools(cx);
        let party = self.party.width(ui);
        let [wide, high] = ui.content_region_avail();
        let size = [wide - party, high];
        if size[0] < SMALLEST || size[1] < SMALLEST {
            return;
        }
        let from = ui.cursor_screen_pos();
        let canvas = Rect::new(from[0], from[1], from[0] + size[0], from[1] + size[1]);
        if std::mem::take(&mut self.fits) {
            self.view.fit(canvas, &self.graph);
        }
        let scene = self.scene(cx, canvas);
        if std::mem::take(&mut self.shows)
            && let Some(room) = scene.chosen.first().and_then(|&at| self.graph.rooms.get(at))
        {
            self.view.show(canvas, room.at);
        }
        self.hands(cx, &scene);
        self.drawing(cx, &scene);
        if std::mem::take(&mut cx.shared.adds_room) {
            self.ask_room(cx, &scene);
        }
        self.menu(cx);
        if std::mem::take(&mut cx.shared.plays_room) {
            self.play(cx);
        }
        if ui.is_window_focused_with_flags(WindowFocusedFlags::ROOT_AND_CHILD_WINDOWS) {
            self.keys(cx, &scene);
        }
        if party > 0.0 {
            ui.same_line();
            ui.child_window("##graph/party").size([0.0, high]).build(|| self.party.show(cx));
        }
    }

    /// Reads the graph of the open campaign again if it changed. Returns whether a campaign is open.
    fn follow(&mut self, cx: &PanelContext<'_>) -> bool {
        let Some((AssetType::Campaign, name)) = cx.model.open.clone() else { return false };
        let Some(asset) = cx.model.campaign(cx.host) else { return false };
        let of = (name, cx.model.revision());
        if self.of.as_ref() == Some(&of) {
            return true;
        }
        let is_other = self.of.as_ref().is_none_or(|(name, _)| *name != of.0);
        self.graph = Graph::of(asset);
        self.party.follow(asset, is_other);
        if is_other {
            self.fits = true;
            self.gesture = Gesture::None;
            self.joins = None;
        }
        let count = self.graph.rooms.len();
        self.joins = self.joins.filter(|(from, to)| *from < count && to.is_none_or(|to| to < count));
        self.of = Some(of);
        true
    }

    fn scene(&self, cx: &PanelContext<'_>, canvas: Rect) -> Scene {
        let chosen = cx.model.chosen_rooms().into_iter().collect();
        let name = self.of.as_ref().map_or("", |(name, _)| name);
        let file = AssetType::Campaign.path(name);
        let mut faults = RoomFaults::new();
        for fault in cx.model.problems.iter().filter(|fault| fault.file == file) {
            let Some((room, _)) = place_of(&fault.path) else { continue };
            let (is_error, messages) = faults.entry(room).or_default();
            *is_error |= fault.severity == Severity::Error;
            messages.push(fault.message.clone());
        }
        let run = cx.host.run().filter(|run| run.campaign == name);
        let here = run.and_then(|run| self.graph.room(&run.room));
        Scene { canvas, chosen, faults, here }
    }

    fn tools(&mut self, cx: &mut PanelContext<'_>) {
        let chosen = cx.model.chosen_rooms();
        if cx.button("+ Room", "graph/add", "Add a room beside the selected one, with a way to it. (A, Insert)") {
            cx.shared.adds_room = true;
        }
        let none = cx.ui.begin_disabled(chosen.len() != 1);
        if cx.button_beside(
            "Way...",
            "graph/join",
            "Draw a way: choose the other room by PageUp and PageDown, then Enter. (L)",
        ) {
            self.joins = chosen.first().map(|&from| (from, None));
        }
        none.end();
        let none = cx.ui.begin_disabled(!cx.model.has_chosen());
        if cx.button_beside(
            "Delete",
            "graph/delete",
            "Delete the selected rooms or layer, or cut the selected way. (Delete)",
        ) {
            cx.model.delete_chosen(cx.host);
        }
        none.end();
        let none = cx.ui.begin_disabled(chosen.is_empty());
        if cx.button_beside("Duplicate", "graph/duplicate", "Duplicate the selected rooms with their ways. (Ctrl+D)") {
            cx.model.duplicate_rooms(cx.host, &chosen);
        }
        if cx.button_beside("Start", "graph/start", "Whether runs begin in the selected rooms. (S)") {
            cx.model.toggle_starts(cx.host, &chosen);
        }
        none.end();
        if cx.button_beside("Arrange", "graph/arrange", "Arrange all rooms by their distance from the starts. (O)") {
            cx.model.arrange_rooms(cx.host);
            self.fits = true;
        }
        if cx.button_beside("Fit", "graph/fit", "Show all rooms. (F, Home)") {
            self.fits = true;
        }
        let none = cx.ui.begin_disabled(chosen.len() != 1);
        if cx.button_beside("Play from here", "graph/play", "Start a run in the selected room. (P, F5)") {
            cx.shared.plays_room = true;
        }
        none.end();
        cx.flow(cx.ui.calc_text_size("Party")[0] + 14.0);
        let is_shown = self.party.is_shown;
        if cx.toggle("Party", "graph/party", "The party of runs that you start here, and the run that plays.", is_shown)
        {
            self.party.is_shown = !is_shown;
        }
        cx.flow(cx.ui.calc_text_size("000 %")[0]);
        cx.ui.text_disabled(format!("{:.0} %", self.view.zoom * 100.0));
        if let Some((from, to)) = self.joins {
            let name = |at: usize| self.graph.rooms.get(at).map_or("", |room| &room.name);
            let words = match to {
                None => format!("Way from {}: click a room, or PageDown and Enter. Escape cancels.", name(from)),
                Some(to) => format!("Way from {} to {}: Enter.", name(from), name(to)),
            };
            cx.ui.text_colored(crate::theme::ink(cx.ui, AMBER), words);
        }
    }

    /// Asks the game for a run that starts at the selected room.
    fn play(&mut self, cx: &mut PanelContext<'_>) {
        let Some((campaign, _)) = self.of.clone() else { return };
        let &[room] = &cx.model.chosen_rooms()[..] else {
            return cx.model.tell("Select one room to start a run there.");
        };
        cx.model.finish(cx.host);
        let name = |at: usize| self.graph.rooms.get(at).map_or_else(String::new, |room| room.name.clone());
        let way = self.graph.shortest_way(room).unwrap_or_default().into_iter().map(name).collect();
        let test = crate::RoomTest { campaign, room: name(room), way, party: self.party.chosen() };
        cx.wishes.push(crate::EditorRequest::PlayRoom(test));
        self.party.is_shown = true;
    }
}
