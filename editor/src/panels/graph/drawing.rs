//! Drawing of the graph: only what is on the canvas.

use super::hands::Gesture;
use super::{GraphPanel, Scene, icons};
use crate::fitted::fitted;
use crate::graph::{GraphRoom, GraphWay, HEIGHT, WayKind};
use crate::panels::PanelContext;
use crate::theme::{AMBER, BLUE, GREEN, RED, YELLOW, ink};
use crate::{Colour, Rect};
use imgui::{DrawListMut, StyleColor, Ui};

/// Scale below which rooms have no words.
const WORDS: f32 = 0.42;
/// Scale below which ways are straight lines without heads.
const CURVES: f32 = 0.2;
/// Radius of the point from which ways are drawn, in pixels.
pub(super) const PORT: f32 = 7.0;
/// Scale below which the grid is hidden.
const GRID: f32 = 0.3;
/// Distance of ways between the same rooms at scale 1, in pixels.
const LANE: f32 = 16.0;

/// Curve of a way: its ends and two points that bend it.
pub(super) type Curve = [[f32; 2]; 4];

/// Returns the curve between two rooms. It leaves and enters at the sides that face each other.
pub(super) fn curve(from: Rect, to: Rect) -> Curve {
    curve_beside(from, to, 0.0)
}

/// Returns the curve between two rooms, shifted along their sides by pixels.
fn curve_beside(from: Rect, to: Rect, shift: f32) -> Curve {
    let (a, b) = (from.middle().map(|at| at + shift), to.middle().map(|at| at + shift));
    let bend = |distance: f32| (distance.abs() / 2.0).max(24.0);
    if to.left >= from.right {
        let (start, end) = ([from.right, a[1]], [to.left, b[1]]);
        let by = bend(end[0] - start[0]);
        [start, [start[0] + by, start[1]], [end[0] - by, end[1]], end]
    } else if to.right <= from.left {
        // Back: below both rooms, so that it differs from a way forward.
        let (start, end) = ([a[0], from.bottom], [b[0], to.bottom]);
        let by = bend((end[0] - start[0]) / 2.0);
        [start, [start[0], start[1] + by], [end[0], end[1] + by], end]
    } else {
        let is_down = b[1] >= a[1];
        let (start, end) =
            if is_down { ([a[0], from.bottom], [b[0], to.top]) } else { ([a[0], from.top], [b[0], to.bottom]) };
        let by = (end[1] - start[1]) / 2.0;
        [start, [start[0], start[1] + by], [end[0], end[1] - by], end]
    }
}

/// Returns the point of a curve at a share from 0 to 1.
pub(super) fn point([a, b, c, d]: Curve, t: f32) -> [f32; 2] {
    let s = 1.0 - t;
    let [p, q, r, w] = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    [a[0] * p + b[0] * q + c[0] * r + d[0] * w, a[1] * p + b[1] * q + c[1] * r + d[1] * w]
}

/// Returns the distance of a pixel from a curve.
pub(super) fn distance(curve: Curve, pixel: [f32; 2]) -> f32 {
    const PARTS: usize = 16;
    let points: Vec<[f32; 2]> = (0..=PARTS).map(|at| point(curve, at as f32 / PARTS as f32)).collect();
    points.windows(2).map(|ends| from_line(ends[0], ends[1], pixel)).fold(f32::MAX, f32::min)
}

fn from_line(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> f32 {
    let (ab, ap) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length = ab[0] * ab[0] + ab[1] * ab[1];
    let share = if length > 0.0 { ((ap[0] * ab[0] + ap[1] * ab[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    f32::hypot(ap[0] - share * ab[0], ap[1] - share * ab[1])
}

fn bounds(curve: Curve) -> Rect {
    let of = |axis: usize, pick: fn(f32, f32) -> f32| curve.iter().map(|at| at[axis]).reduce(pick).unwrap_or(0.0);
    Rect::new(of(0, f32::min), of(1, f32::min), of(0, f32::max), of(1, f32::max)).grown(8.0)
}

impl GraphPanel {
    pub(super) fn rect_of(&self, canvas: Rect, room: usize) -> Option<Rect> {
        self.graph.rooms.get(room).map(|room| self.view.room(canvas, room.at))
    }

    pub(super) fn curve_of(&self, canvas: Rect, way: &GraphWay) -> Option<Curve> {
        let shift = (way.lane as f32 * LANE).min(HEIGHT / 2.0) * self.view.zoom;
        let curve = curve_beside(self.rect_of(canvas, way.from)?, self.rect_of(canvas, way.to)?, shift);
        bounds(curve).is_overlapping(canvas).then_some(curve)
    }

    pub(super) fn drawing(&self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let ui = cx.ui;
        let canvas = scene.canvas;
        let list = ui.get_window_draw_list();
        list.with_clip_rect_intersect(canvas.min(), canvas.max(), || {
            self.ground(ui, &list, canvas);
            self.layers(cx, &list, canvas);
            for way in &self.graph.ways {
                if let Some(curve) = self.curve_of(canvas, way) {
                    self.way(cx, &list, way, curve);
                }
            }
            ui.set_window_font_scale(self.view.zoom.max(WORDS));
            for (at, room) in self.graph.rooms.iter().enumerate() {
                let rect = self.view.room(canvas, room.at);
                if rect.grown(PORT).is_overlapping(canvas) {
                    self.room(cx, &list, scene, (at, room), rect);
                }
            }
            ui.set_window_font_scale(1.0);
            self.hand(ui, &list, canvas);
            if self.graph.rooms.is_empty() {
                let words = "No rooms yet. Press A or the right button.";
                let [wide, high] = ui.calc_text_size(words);
                let [x, y] = canvas.middle();
                list.add_text([x - wide / 2.0, y - high / 2.0], ui.style_color(StyleColor::TextDisabled), words);
            }
        });
    }

    fn ground(&self, ui: &Ui, list: &DrawListMut<'_>, canvas: Rect) {
        list.add_rect(canvas.min(), canvas.max(), ui.style_color(StyleColor::ChildBg)).filled(true).build();
        list.add_rect(canvas.min(), canvas.max(), ui.style_color(StyleColor::Border)).build();
        if self.view.zoom < GRID {
            return;
        }
        let [r, g, b, _] = ui.style_color(StyleColor::Text);
        let (first, last) = (self.view.cell(canvas, canvas.min()), self.view.cell(canvas, canvas.max()));
        for x in first.0.max(0)..=last.0 {
            for y in first.1.max(0)..=last.1 {
                let [x, y] = self.view.room(canvas, (x, y)).middle();
                list.add_circle([x, y], 1.5, [r, g, b, 0.16]).filled(true).num_segments(6).build();
            }
        }
    }

    fn layers(&self, cx: &mut PanelContext<'_>, list: &DrawListMut<'_>, canvas: Rect) {
        for (at, layer) in self.graph.layers.iter().enumerate() {
            let area = self.view.area(canvas, layer.at, layer.size);
            for (room, leads_in) in
                layer.from.iter().map(|&at| (at, true)).chain(layer.to.iter().map(|&at| (at, false)))
            {
                let Some(rect) = self.rect_of(canvas, room) else { continue };
                let curve = if leads_in { curve(rect, area) } else { curve(area, rect) };
                self.arrow(list, curve, BLUE.with_alpha(0.7), 1.5);
            }
            if !area.is_overlapping(canvas) {
                continue;
            }
            let is_chosen = cx.model.selected == format!("layers[{at}]");
            list.add_rect(area.min(), area.max(), BLUE.with_alpha(0.08)).filled(true).rounding(8.0).build();
            let rim = if is_chosen { AMBER } else { BLUE.with_alpha(0.6) };
            list.add_rect(area.min(), area.max(), rim).rounding(8.0).thickness(1.5).build();
            if self.view.zoom >= WORDS {
                let words = format!("{}: {} columns, up to {} rooms each", layer.name, layer.size.0, layer.size.1);
                list.add_text([area.left + 8.0, area.top + 4.0], ink(cx.ui, BLUE), words);
            }
            let seen = area.common(canvas);
            cx.widget_rects.rect(format!("graph/layer/{at}"), seen.min(), seen.max());
        }
    }

    fn arrow(&self, list: &DrawListMut<'_>, curve: Curve, colour: Colour, thick: f32) {
        if self.view.zoom < CURVES {
            return list.add_line(curve[0], curve[3], colour).build();
        }
        let (tip, before) = (curve[3], point(curve, 0.94));
        let (dx, dy) = (tip[0] - before[0], tip[1] - before[1]);
        let length = f32::hypot(dx, dy).max(0.01);
        let size = (9.0 * self.view.zoom).clamp(5.0, 13.0);
        let [x, y] = [dx / length * size, dy / length * size];
        let foot = [tip[0] - x, tip[1] - y];
        list.add_bezier_curve(curve[0], curve[1], curve[2], curve[3], colour).thickness(thick).build();
        let (left, right) = ([foot[0] - y * 0.6, foot[1] + x * 0.6], [foot[0] + y * 0.6, foot[1] - x * 0.6]);
        list.add_triangle(tip, left, right, colour).filled(true).build();
    }

    fn way(&self, cx: &mut PanelContext<'_>, list: &DrawListMut<'_>, way: &GraphWay, curve: Curve) {
        let ui = cx.ui;
        let path = way.path();
        let is_chosen = cx.model.selected == path;
        let [r, g, b, _] = ui.style_color(StyleColor::Text);
        let colour = match way.kind {
            WayKind::Way(_) if way.when.is_empty() => Colour::new(r, g, b, 0.62),
            WayKind::Way(_) => ink(ui, YELLOW),
            WayKind::Option(_) => ink(ui, BLUE),
            WayKind::Loss => ink(ui, RED),
        };
        let (colour, thick) = if is_chosen { (ink(ui, AMBER), 3.5) } else { (colour, 1.8) };
        self.arrow(list, curve, colour, thick);
        let [x, y] = point(curve, 0.5);
        if self.view.zoom >= CURVES && !(way.when.is_empty() && way.kind != WayKind::Loss) {
            // A diamond for a condition, so that colour is not the only sign.
            let side = (5.0 * self.view.zoom).clamp(3.0, 7.0);
            list.add_triangle([x - side, y], [x, y - side], [x + side, y], colour).filled(true).build();
            list.add_triangle([x - side, y], [x, y + side], [x + side, y], colour).filled(true).build();
        }
        if is_in_window(cx, [x, y]) {
            cx.widget_rects.rect(format!("graph/way/{path}"), [x - 4.0, y - 4.0], [x + 4.0, y + 4.0]);
        }
    }

    fn room(
        &self,
        cx: &mut PanelContext<'_>,
        list: &DrawListMut<'_>,
        scene: &Scene,
        (at, room): (usize, &GraphRoom),
        rect: Rect,
    ) {
        let ui = cx.ui;
        let zoom = self.view.zoom;
        let colour = ink(ui, icons::colour(&room.kind));
        let is_chosen = scene.chosen.contains(&at);
        let seen = rect.common(scene.canvas);
        cx.widget_rects.rect(format!("graph/room/{}", room.name), seen.min(), seen.max());
        let rounding = 7.0 * zoom;
        let [r, g, b, _] = ui.style_color(StyleColor::PopupBg);
        list.add_rect(rect.min(), rect.max(), [r, g, b, 1.0]).filled(true).rounding(rounding).build();
        let tint = colour.with_alpha(if room.is_template { 0.10 } else { 0.22 });
        list.add_rect(rect.min(), rect.max(), tint).filled(true).rounding(rounding).build();
        let (rim, thick) = if is_chosen { (ink(ui, AMBER), 3.0) } else { (colour.with_alpha(0.9), 1.4) };
        list.add_rect(rect.min(), rect.max(), rim).rounding(rounding).thickness(thick).build();
        if scene.here == Some(at) {
            let around = rect.grown(4.0);
            list.add_rect(around.min(), around.max(), ink(ui, GREEN)).rounding(rounding + 4.0).thickness(2.5).build();
        }
        if self.joins.is_some_and(|(from, to)| from == at || to == Some(at)) {
            let around = rect.grown(4.0);
            list.add_rect(around.min(), around.max(), ink(ui, AMBER)).rounding(rounding + 4.0).thickness(1.5).build();
        }
        if room.is_start {
            // A wedge that points at the room.
            let (x, y, size) = (rect.left - 2.0, rect.middle()[1], (12.0 * zoom).max(4.0));
            let green = ink(ui, GREEN);
            let (upper, lower) = ([x - size, y - size * 0.7], [x - size, y + size * 0.7]);
            list.add_triangle([x, y], upper, lower, green).filled(true).build();
        }
        if zoom >= WORDS {
            self.words(ui, list, room, rect, colour);
        } else if zoom >= CURVES {
            let side = rect.height() * 0.62;
            let [x, y] = rect.middle();
            icons::draw(list, &room.kind, [x - side / 2.0, y - side / 2.0], side, colour);
        }
        if let Some((is_error, _)) = scene.faults.get(&at) {
            let colour = ink(ui, if *is_error { RED } else { YELLOW });
            let (x, y, size) = (rect.right - 3.0 * zoom, rect.top + 3.0 * zoom, (9.0 * zoom).max(4.0));
            list.add_circle([x, y], size, colour).filled(true).build();
            if zoom >= WORDS {
                let [wide, high] = ui.calc_text_size("!");
                list.add_text([x - wide / 2.0, y - high / 2.0], [0.08, 0.08, 0.1, 1.0], "!");
            }
            cx.widget_rects.rect(format!("graph/fault/{}", room.name), [x - size, y - size], [x + size, y + size]);
        }
        let port = [rect.right, rect.middle()[1]];
        let radius = (4.5 * zoom).clamp(2.0, 6.0);
        list.add_circle(port, radius, colour).filled(true).build();
        if is_in_window(cx, port) && zoom >= CURVES {
            let name = format!("graph/port/{}", room.name);
            cx.widget_rects.rect(name, [port[0] - 3.0, port[1] - 3.0], [port[0] + 3.0, port[1] + 3.0]);
        }
    }

    fn words(&self, ui: &Ui, list: &DrawListMut<'_>, room: &GraphRoom, rect: Rect, colour: Colour) {
        let zoom = self.view.zoom;
        let side = 26.0 * zoom;
        let margin = 9.0 * zoom;
        icons::draw(list, &room.kind, [rect.left + margin, rect.middle()[1] - side / 2.0], side, colour);
        let left = rect.left + side + 2.0 * margin;
        let line = ui.text_line_height();
        let top = rect.middle()[1] - line - 1.0;
        let right = rect.right - 8.0 * zoom;
        let width = right - left;
        let title = fitted(&room.title, width, |text| ui.calc_text_size(text)[0]);
        list.add_text([left, top], ui.style_color(StyleColor::Text), title);
        let kind = if room.is_template { format!("{}, template", room.kind) } else { room.kind.clone() };
        let kind = fitted(&kind, width, |text| ui.calc_text_size(text)[0]);
        list.add_text([left, top + line + 2.0], colour, kind);
    }

    /// Draws what the hand does: a way that is being drawn, or the selected rectangle.
    fn hand(&self, ui: &Ui, list: &DrawListMut<'_>, canvas: Rect) {
        let mouse = ui.io().mouse_pos;
        match &self.gesture {
            Gesture::Join { from } => {
                let Some(rect) = self.rect_of(canvas, *from) else { return };
                let to = self.room_at(canvas, mouse).and_then(|to| self.rect_of(canvas, to));
                let to = to.unwrap_or(Rect::between(mouse, mouse));
                self.arrow(list, curve(rect, to), ink(ui, AMBER), 2.5);
            }
            Gesture::Area { at } => {
                let area = spanned(*at, mouse);
                list.add_rect(area.min(), area.max(), AMBER.with_alpha(0.12)).filled(true).build();
                list.add_rect(area.min(), area.max(), AMBER).build();
            }
            _ => {}
        }
    }
}

fn is_in_window(cx: &PanelContext<'_>, [x, y]: [f32; 2]) -> bool {
    let ([left, top], [width, height]) = (cx.ui.window_pos(), cx.ui.window_size());
    (left..left + width).contains(&x) && (top..top + height).contains(&y)
}

/// Returns the rectangle between two corners in any order.
pub(super) fn spanned(a: [f32; 2], b: [f32; 2]) -> Rect {
    Rect::new(a[0].min(b[0]), a[1].min(b[1]), a[0].max(b[0]), a[1].max(b[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rect = Rect::new(100.0, 100.0, 200.0, 140.0);

    #[test]
    fn ways_leave_at_the_side_that_faces_the_other_room() {
        let check = |by: [f32; 2], start: [f32; 2], end: [f32; 2]| {
            let to = Rect::new(ROOM.left + by[0], ROOM.top + by[1], ROOM.right + by[0], ROOM.bottom + by[1]);
            let curve = curve(ROOM, to);
            assert_eq!((curve[0], curve[3]), (start, end), "{by:?}");
            assert_eq!((point(curve, 0.0), point(curve, 1.0)), (start, end));
        };
        check([200.0, 50.0], [200.0, 120.0], [300.0, 170.0]);
        check([-200.0, 0.0], [150.0, 140.0], [-50.0, 140.0]);
        check([0.0, 90.0], [150.0, 140.0], [150.0, 190.0]);
        check([0.0, -90.0], [150.0, 100.0], [150.0, 50.0]);
    }

    #[test]
    fn the_distance_from_a_way_is_that_of_its_nearest_point() {
        let straight = [[0.0, 0.0], [50.0, 0.0], [50.0, 0.0], [100.0, 0.0]];
        assert!((distance(straight, [40.0, 7.0]) - 7.0).abs() < 0.01);
        assert!((distance(straight, [103.0, 4.0]) - 5.0).abs() < 0.01);
    }
}
