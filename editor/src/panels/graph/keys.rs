//! The keyboard on the graph.

use super::{GraphPanel, Scene};
use crate::model::{AssetId, Focus};
use crate::panels::PanelContext;
use imgui::Key;

/// Pixels that an arrow key moves the view.
const PAN: f32 = 60.0;
const STEP: f32 = 1.25;

const ARROWS: [(Key, (i32, i32)); 4] =
    [(Key::LeftArrow, (-1, 0)), (Key::RightArrow, (1, 0)), (Key::UpArrow, (0, -1)), (Key::DownArrow, (0, 1))];

impl GraphPanel {
    pub(super) fn keys(&mut self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let ui = cx.ui;
        let io = ui.io();
        if io.want_text_input || cx.shared.popup {
            return;
        }
        for (_, (x, y)) in ARROWS.into_iter().filter(|(key, _)| ui.is_key_pressed(*key)) {
            match (io.key_ctrl, io.key_alt) {
                (true, _) => cx.model.nudge_rooms(cx.host, (x, y)),
                (_, true) => {}
                _ => self.view.pan([-PAN * x as f32, -PAN * y as f32]),
            }
        }
        if io.key_ctrl {
            if ui.is_key_pressed(Key::A) {
                let all: Vec<usize> = (0..self.graph.rooms.len()).collect();
                cx.model.select_rooms(&all);
            }
            return;
        }
        if io.key_alt {
            return;
        }
        for (key, back) in [(Key::PageDown, false), (Key::PageUp, true)] {
            if ui.is_key_pressed(key) {
                self.step(cx, scene, back);
            }
        }
        self.letters(cx, scene);
    }

    fn letters(&mut self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let ui = cx.ui;
        let pressed = |key: Key| ui.is_key_pressed_no_repeat(key);
        let middle = scene.canvas.middle();
        if pressed(Key::Equal) || pressed(Key::KeypadAdd) {
            self.view.zoom_at(scene.canvas, middle, STEP);
        }
        if pressed(Key::Minus) || pressed(Key::KeypadSubtract) {
            self.view.zoom_at(scene.canvas, middle, 1.0 / STEP);
        }
        if pressed(Key::F) || pressed(Key::Home) {
            self.fits = true;
        }
        if pressed(Key::A) {
            self.ask_room(cx, scene);
        }
        if pressed(Key::O) {
            cx.model.arrange_rooms(cx.host);
            self.fits = true;
        }
        if pressed(Key::S) && !scene.chosen.is_empty() {
            let rooms: Vec<usize> = scene.chosen.iter().copied().collect();
            cx.model.toggle_starts(cx.host, &rooms);
        }
        if pressed(Key::P) {
            self.play(cx);
        }
        if pressed(Key::W) {
            self.next_way(cx, scene);
        }
        if pressed(Key::G) {
            self.next_layer(cx, scene);
        }
        let one = scene.chosen.first().copied().filter(|_| scene.chosen.len() == 1);
        if pressed(Key::L) {
            self.joins = one.map(|from| (from, None));
        }
        if pressed(Key::Enter) {
            self.enter(cx, one);
        }
        if pressed(Key::Escape) && self.joins.take().is_some() {
            // The key cancels the way and nothing else.
            cx.shared.popup = true;
        }
    }

    /// Ends a way that is drawn by keys, or gives the keyboard to the name of the selected room.
    fn enter(&mut self, cx: &mut PanelContext<'_>, one: Option<usize>) {
        match self.joins {
            Some((from, Some(to))) => {
                self.joins = None;
                cx.model.join_rooms(cx.host, from, to);
            }
            Some(_) => {}
            None => {
                let asset: Option<AssetId> = cx.model.open.clone();
                if let (Some(room), Some(asset)) = (one, asset) {
                    cx.model.focus = Some(Focus { asset, path: format!("rooms[{room}].name"), character: 0 });
                }
            }
        }
    }

    /// Selects the next or previous room, or the room to which a way leads that is drawn by keys.
    fn step(&mut self, cx: &mut PanelContext<'_>, scene: &Scene, back: bool) {
        let count = self.graph.rooms.len();
        if count == 0 {
            return;
        }
        let next = |at: Option<usize>| match (at, back) {
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
            (None, false) => 0,
            (None, true) => count - 1,
        };
        let to = match &mut self.joins {
            Some((from, to)) => {
                let mut other = next(to.or(Some(*from)));
                if other == *from {
                    other = next(Some(other));
                }
                *to = (other != *from).then_some(other);
                other
            }
            None => {
                let at = if back { scene.chosen.first() } else { scene.chosen.last() };
                let to = next(at.copied());
                cx.model.select_rooms(&[to]);
                to
            }
        };
        if let Some(room) = self.graph.rooms.get(to) {
            self.view.show(scene.canvas, room.at);
        }
    }

    /// Selects the next layer, and shows it.
    fn next_layer(&mut self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let count = self.graph.layers.len();
        let next = cx.model.chosen_layer().map_or(0, |at| (at + 1) % count.max(1));
        if let Some(layer) = self.graph.layers.get(next) {
            cx.model.select(&format!("layers[{next}]"));
            self.view.show(scene.canvas, layer.at);
        }
    }

    /// Selects the next way from the selected room, or from the room of the selected way.
    fn next_way(&self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let now = self.graph.way(&cx.model.selected);
        let Some(from) = now.map(|way| way.from).or(scene.chosen.first().copied()) else { return };
        let ways: Vec<String> =
            self.graph.ways.iter().filter(|way| way.from == from).map(crate::graph::GraphWay::path).collect();
        let at = ways.iter().position(|path| *path == cx.model.selected);
        if let Some(path) = ways.get(at.map_or(0, |at| (at + 1) % ways.len())) {
            cx.model.select(path);
        }
    }
}
