//! The mouse on the graph: select, drag, pan, zoom, draw ways.

use super::drawing::{PORT, distance, spanned};
use super::menu::MenuAt;
use super::{GraphPanel, Scene};
use crate::Rect;
use crate::graph::WayKind;
use crate::panels::PanelContext;
use crate::tips::Tip;
use imgui::{ButtonFlags, Key, MouseButton};

/// Pixels that the pointer can move within a click.
const CLICK: f32 = 5.0;
/// Pixels from a way within which it is meant.
const NEAR: f32 = 7.0;
/// Factor of the scale for one step of the wheel.
const STEP: f32 = 1.15;

/// What the pressed mouse does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Gesture {
    #[default]
    None,
    Pan {
        last: [f32; 2],
    },
    /// A room is pressed and not yet moved. A release selects it alone.
    Press {
        room: usize,
        at: [f32; 2],
    },
    /// Rooms are dragged from these places.
    Move {
        from: Vec<(usize, (i32, i32))>,
        at: [f32; 2],
    },
    /// A rectangle from this corner selects rooms.
    Area {
        at: [f32; 2],
    },
    /// A way is drawn from a room.
    Join {
        from: usize,
    },
    /// The right button is pressed. A longer drag moves the view.
    Right {
        at: [f32; 2],
    },
}

/// What is under the pointer.
#[derive(Clone, Debug, PartialEq)]
enum Pointed {
    Nothing,
    Port(usize),
    Room(usize),
    Way(String),
    Layer(usize),
}

fn far(a: [f32; 2], b: [f32; 2]) -> f32 {
    f32::hypot(a[0] - b[0], a[1] - b[1])
}

impl GraphPanel {
    pub(super) fn room_at(&self, canvas: Rect, pixel: [f32; 2]) -> Option<usize> {
        (0..self.graph.rooms.len()).rev().find(|&at| self.rect_of(canvas, at).is_some_and(|rect| rect.contains(pixel)))
    }

    fn pointed(&self, canvas: Rect, pixel: [f32; 2]) -> Pointed {
        let is_port = |&at: &usize| {
            let rect = self.rect_of(canvas, at);
            rect.is_some_and(|rect| far([rect.right, rect.middle()[1]], pixel) <= PORT)
        };
        if let Some(room) = (0..self.graph.rooms.len()).rev().find(is_port) {
            return Pointed::Port(room);
        }
        if let Some(room) = self.room_at(canvas, pixel) {
            return Pointed::Room(room);
        }
        let near = |way: &crate::graph::GraphWay| Some((distance(self.curve_of(canvas, way)?, pixel), way.path()));
        let nearest = self.graph.ways.iter().filter_map(near).min_by(|(a, _), (b, _)| a.total_cmp(b));
        if let Some((_, path)) = nearest.filter(|(distance, _)| *distance <= NEAR) {
            return Pointed::Way(path);
        }
        let layers = self.graph.layers.iter();
        let layer = layers.into_iter().position(|layer| self.view.area(canvas, layer.at, layer.size).contains(pixel));
        layer.map_or(Pointed::Nothing, Pointed::Layer)
    }

    pub(super) fn hands(&mut self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let ui = cx.ui;
        let canvas = scene.canvas;
        let flags = ButtonFlags::MOUSE_BUTTON_LEFT | ButtonFlags::MOUSE_BUTTON_RIGHT | ButtonFlags::MOUSE_BUTTON_MIDDLE;
        ui.invisible_button_flags("##graph/canvas", [canvas.width(), canvas.height()], flags);
        cx.widget_rects.item(ui, "graph/canvas");
        let (is_over, is_pressed, is_held) = (ui.is_item_hovered(), ui.is_item_activated(), ui.is_item_active());
        let mouse = ui.io().mouse_pos;
        if is_over {
            let (x, y) = self.view.cell(canvas, mouse);
            cx.shared.graph_cell = Some((x.max(0), y.max(0)));
            let wheel = ui.io().mouse_wheel;
            if wheel != 0.0 {
                self.view.zoom_at(canvas, mouse, STEP.powf(wheel));
            }
        }
        if is_pressed {
            self.begin(cx, scene, mouse);
        } else if is_held {
            self.go_on(cx, scene, mouse);
        } else if self.gesture != Gesture::None {
            self.end(cx, scene, mouse);
        }
        if is_over && !is_held {
            self.tip(cx, scene, mouse);
        }
    }

    fn begin(&mut self, cx: &mut PanelContext<'_>, scene: &Scene, mouse: [f32; 2]) {
        let ui = cx.ui;
        if ui.is_mouse_clicked(MouseButton::Middle) || ui.is_key_down(Key::Space) {
            self.gesture = Gesture::Pan { last: mouse };
            return;
        }
        if ui.is_mouse_clicked(MouseButton::Right) {
            self.gesture = Gesture::Right { at: mouse };
            return;
        }
        let adds = ui.io().key_shift;
        let pointed = self.pointed(scene.canvas, mouse);
        if let (Some((from, _)), Pointed::Room(to) | Pointed::Port(to)) = (self.joins, &pointed) {
            self.joins = None;
            return cx.model.join_rooms(cx.host, from, *to);
        }
        self.joins = None;
        match pointed {
            Pointed::Port(from) => self.gesture = Gesture::Join { from },
            Pointed::Room(room) if adds => cx.model.select_also(&format!("rooms[{room}]")),
            Pointed::Room(room) => {
                if !scene.chosen.contains(&room) {
                    cx.model.select_rooms(&[room]);
                }
                self.gesture = Gesture::Press { room, at: mouse };
            }
            Pointed::Way(path) => cx.model.select(&path),
            Pointed::Layer(at) if !adds => cx.model.select(&format!("layers[{at}]")),
            _ if ui.is_mouse_double_clicked(MouseButton::Left) => {
                self.open_menu(cx, MenuAt { cell: self.view.cell(scene.canvas, mouse), room: None, after: None });
            }
            _ => self.gesture = Gesture::Area { at: mouse },
        }
    }

    fn go_on(&mut self, cx: &mut PanelContext<'_>, scene: &Scene, mouse: [f32; 2]) {
        match &mut self.gesture {
            Gesture::Pan { last } => {
                let by = [mouse[0] - last[0], mouse[1] - last[1]];
                *last = mouse;
                self.view.pan(by);
            }
            Gesture::Right { at } if far(*at, mouse) > CLICK => self.gesture = Gesture::Pan { last: mouse },
            Gesture::Press { at, .. } if far(*at, mouse) > CLICK => {
                let at = *at;
                let place = |&room: &usize| self.graph.rooms.get(room).map(|own| (room, own.at));
                let from = scene.chosen.iter().filter_map(place).collect();
                self.moves += 1;
                self.gesture = Gesture::Move { from, at };
                self.go_on(cx, scene, mouse);
            }
            Gesture::Move { from, at } => {
                let by = self.view.cells_of([mouse[0] - at[0], mouse[1] - at[1]]);
                cx.model.move_rooms(cx.host, from, by, &format!("move rooms {}", self.moves));
                cx.model.hold();
            }
            _ => {}
        }
    }

    fn end(&mut self, cx: &mut PanelContext<'_>, scene: &Scene, mouse: [f32; 2]) {
        let adds = cx.ui.io().key_shift;
        match std::mem::take(&mut self.gesture) {
            Gesture::Press { room, .. } => cx.model.select_rooms(&[room]),
            Gesture::Move { .. } => cx.model.finish(cx.host),
            Gesture::Area { at } => {
                let area = spanned(at, mouse);
                let is_in =
                    |&room: &usize| self.rect_of(scene.canvas, room).is_some_and(|rect| rect.is_overlapping(area));
                let mut rooms: Vec<usize> = (0..self.graph.rooms.len()).filter(is_in).collect();
                if adds {
                    rooms.extend(&scene.chosen);
                    rooms.sort_unstable();
                    rooms.dedup();
                }
                cx.model.select_rooms(&rooms);
            }
            Gesture::Join { from } => match self.room_at(scene.canvas, mouse) {
                Some(to) if to == from => {}
                Some(to) => cx.model.join_rooms(cx.host, from, to),
                None if scene.canvas.contains(mouse) => {
                    let cell = self.view.cell(scene.canvas, mouse);
                    self.open_menu(cx, MenuAt { cell, room: None, after: Some(from) });
                }
                None => {}
            },
            Gesture::Right { .. } => {
                let room = match self.pointed(scene.canvas, mouse) {
                    Pointed::Room(room) | Pointed::Port(room) => Some(room),
                    _ => None,
                };
                if let Some(room) = room.filter(|room| !scene.chosen.contains(room)) {
                    cx.model.select_rooms(&[room]);
                }
                self.open_menu(cx, MenuAt { cell: self.view.cell(scene.canvas, mouse), room, after: None });
            }
            Gesture::None | Gesture::Pan { .. } => {}
        }
    }

    /// Shows the tooltip of what is under the pointer.
    fn tip(&self, cx: &mut PanelContext<'_>, scene: &Scene, mouse: [f32; 2]) {
        if cx.shared.popup {
            return;
        }
        let around = Rect::between(mouse, mouse).grown(12.0);
        match self.pointed(scene.canvas, mouse) {
            Pointed::Room(room) => {
                let Some(own) = self.graph.rooms.get(room) else { return };
                let mut words = vec![format!("{} ({})", own.name, own.kind)];
                words.extend(cx.model.campaign(cx.host).and_then(|asset| asset.rooms.get(room)).map(about));
                words.extend(scene.faults.get(&room).into_iter().flat_map(|(_, messages)| messages.clone()));
                words.retain(|line| !line.is_empty());
                let about = self.rect_of(scene.canvas, room).unwrap_or(around);
                cx.shared.tip = Some(Tip::about(about, words.join("\n")));
            }
            Pointed::Way(path) => {
                let Some(way) = self.graph.way(&path) else { return };
                let name = |at: usize| self.graph.rooms.get(at).map_or("", |room| &room.name);
                let both = format!("{} to {}", name(way.from), name(way.to));
                let why = match way.kind {
                    WayKind::Way(_) if way.when.is_empty() => String::new(),
                    WayKind::Way(_) => format!("\nOnly if {}", way.when),
                    WayKind::Option(_) => format!("\nAfter the option: {}", way.when),
                    WayKind::Loss => "\nAfter a lost battle".to_owned(),
                };
                cx.shared.tip = Some(Tip::about(around, format!("{both}{why}")));
            }
            Pointed::Port(_) => {
                let words = "Drag to another room to draw a way. Drag to a free place to add a room.";
                cx.shared.tip = Some(Tip::about(around, words));
            }
            Pointed::Layer(_) | Pointed::Nothing => {}
        }
    }
}

fn about(room: &foretoken_action_assets::assets::RoomRule) -> String {
    let scenario = if room.scenario.is_empty() { String::new() } else { format!("Scenario: {}", room.scenario) };
    let lines = [room.note.clone(), scenario];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use foretoken_action_assets::assets::{CampaignAsset, RoomRule, WayRule};

    const CANVAS: Rect = Rect::new(0.0, 0.0, 800.0, 600.0);

    #[test]
    fn what_is_under_the_pointer_is_found() {
        let way = WayRule { to: "b".to_owned(), ..WayRule::default() };
        let rooms = vec![
            RoomRule { name: "a".to_owned(), next: vec![way], ..RoomRule::default() },
            RoomRule { name: "b".to_owned(), x: 2, ..RoomRule::default() },
        ];
        let graph = Graph::of(&CampaignAsset { rooms, ..CampaignAsset::default() });
        let panel = GraphPanel { graph, ..GraphPanel::default() };
        let (a, b) = (panel.rect_of(CANVAS, 0).expect("a"), panel.rect_of(CANVAS, 1).expect("b"));
        assert_eq!(panel.pointed(CANVAS, a.middle()), Pointed::Room(0));
        assert_eq!(panel.pointed(CANVAS, [b.right, b.middle()[1]]), Pointed::Port(1));
        let between = super::super::drawing::point(super::super::drawing::curve(a, b), 0.5);
        assert_eq!(panel.pointed(CANVAS, between), Pointed::Way("rooms[0].next[0]".to_owned()));
        assert_eq!(panel.pointed(CANVAS, [a.left, 500.0]), Pointed::Nothing);
    }
}
