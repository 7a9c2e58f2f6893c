//! View of the graph: the part of the plane that is on the screen, and the scale.

use super::Graph;
use crate::Rect;

/// Width of a column and height of a row at scale 1, in pixels.
const CELL: [f32; 2] = [196.0, 100.0];
/// Width of a room at scale 1, in pixels.
pub const WIDTH: f32 = 152.0;
/// Height of a room at scale 1, in pixels.
pub const HEIGHT: f32 = 60.0;
/// Least and greatest scale.
pub const ZOOM: (f32, f32) = (0.08, 2.5);
/// Free pixels around a graph that was fitted.
const MARGIN: f32 = 36.0;

/// Part of the plane on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphView {
    /// Scale.
    pub zoom: f32,
    /// Point of the plane at the upper left corner of the canvas, in pixels at scale 1.
    pub from: [f32; 2],
}

impl Default for GraphView {
    fn default() -> Self {
        Self { zoom: 1.0, from: [-CELL[0] / 2.0, -CELL[1] / 2.0] }
    }
}

impl GraphView {
    /// Returns the rectangle of a room on a canvas.
    #[must_use]
    pub fn room(&self, canvas: Rect, (x, y): (i32, i32)) -> Rect {
        let [left, top] = self.on_screen(canvas, [x as f32 * CELL[0], y as f32 * CELL[1]]);
        Rect::new(left, top, left + WIDTH * self.zoom, top + HEIGHT * self.zoom)
    }

    /// Returns the rectangle of a layer on a canvas.
    #[must_use]
    pub fn area(&self, canvas: Rect, (x, y): (i32, i32), (columns, rows): (i32, i32)) -> Rect {
        let (first, last) = (self.room(canvas, (x, y)), self.room(canvas, (x + columns - 1, y + rows - 1)));
        Rect::new(first.left, first.top, last.right, last.bottom).grown(14.0 * self.zoom)
    }

    /// Returns the pixel of a point of the plane.
    #[must_use]
    pub fn on_screen(&self, canvas: Rect, [x, y]: [f32; 2]) -> [f32; 2] {
        [canvas.left + (x - self.from[0]) * self.zoom, canvas.top + (y - self.from[1]) * self.zoom]
    }

    /// Returns the point of the plane at a pixel.
    #[must_use]
    pub fn on_plane(&self, canvas: Rect, [x, y]: [f32; 2]) -> [f32; 2] {
        [(x - canvas.left) / self.zoom + self.from[0], (y - canvas.top) / self.zoom + self.from[1]]
    }

    /// Returns the column and row at a pixel.
    #[must_use]
    pub fn cell(&self, canvas: Rect, pixel: [f32; 2]) -> (i32, i32) {
        let [x, y] = self.on_plane(canvas, pixel);
        let [x, y] = [(x - WIDTH / 2.0) / CELL[0], (y - HEIGHT / 2.0) / CELL[1]];
        (x.round() as i32, y.round() as i32)
    }

    /// Returns the number of columns and rows that a drag spans.
    #[must_use]
    pub fn cells_of(&self, [x, y]: [f32; 2]) -> (i32, i32) {
        ((x / self.zoom / CELL[0]).round() as i32, (y / self.zoom / CELL[1]).round() as i32)
    }

    /// Moves the content by pixels.
    pub fn pan(&mut self, by: [f32; 2]) {
        self.from = [self.from[0] - by[0] / self.zoom, self.from[1] - by[1] / self.zoom];
    }

    /// Changes the scale within [`ZOOM`]. The point at a pixel stays there.
    pub fn zoom_at(&mut self, canvas: Rect, pixel: [f32; 2], factor: f32) {
        let fixed = self.on_plane(canvas, pixel);
        self.zoom = (self.zoom * factor).clamp(ZOOM.0, ZOOM.1);
        let now = self.on_plane(canvas, pixel);
        self.from = [self.from[0] + fixed[0] - now[0], self.from[1] + fixed[1] - now[1]];
    }

    /// Shows all rooms, at scale 1 at most. A graph that is too large for [`ZOOM`] is shown around its middle.
    pub fn fit(&mut self, canvas: Rect, graph: &Graph) {
        let [least, most] = graph.bounds().unwrap_or_default();
        let corner = |(x, y): (i32, i32)| [x as f32 * CELL[0], y as f32 * CELL[1]];
        let (from, to) = (corner(least), corner(most));
        let size = [to[0] - from[0] + WIDTH, to[1] - from[1] + HEIGHT];
        let room = [canvas.width() - 2.0 * MARGIN, canvas.height() - 2.0 * MARGIN];
        self.zoom = (room[0] / size[0]).min(room[1] / size[1]).clamp(ZOOM.0, 1.0);
        let middle = [from[0] + size[0] / 2.0, from[1] + size[1] / 2.0];
        self.from = [middle[0] - canvas.width() / self.zoom / 2.0, middle[1] - canvas.height() / self.zoom / 2.0];
    }

    /// Moves the view so that a room is on the canvas. Does nothing if it is.
    pub fn show(&mut self, canvas: Rect, at: (i32, i32)) {
        let (room, inner) = (self.room(canvas, at), canvas.grown(-24.0));
        let off = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) - (high - to).max(0.0);
        self.pan([
            off(room.left, room.right, inner.left, inner.right),
            off(room.top, room.bottom, inner.top, inner.bottom),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphRoom;

    const CANVAS: Rect = Rect::new(100.0, 50.0, 900.0, 650.0);

    fn graph(places: &[(i32, i32)]) -> Graph {
        let room = |&at: &(i32, i32)| GraphRoom {
            name: String::new(),
            title: String::new(),
            kind: String::new(),
            at,
            is_start: false,
            is_template: false,
        };
        Graph { rooms: places.iter().map(room).collect(), ..Graph::default() }
    }

    #[test]
    fn the_point_under_the_pointer_stays_and_the_scale_has_bounds() {
        let mut view = GraphView::default();
        let pixel = [420.0, 300.0];
        for factor in [1.1, 1.1, 0.5, 100.0, 0.0001, 3.0] {
            let before = view.on_plane(CANVAS, pixel);
            view.zoom_at(CANVAS, pixel, factor);
            let after = view.on_plane(CANVAS, pixel);
            assert!((before[0] - after[0]).abs() < 0.1 && (before[1] - after[1]).abs() < 0.1, "{before:?}, {after:?}");
            assert!((ZOOM.0..=ZOOM.1).contains(&view.zoom));
        }
    }

    #[test]
    fn a_fitted_graph_is_on_the_canvas() {
        for places in [&[(0, 0)][..], &[(0, 0), (20, 3)], &[(500, 200), (501, 209)], &[]] {
            let (mut view, graph) = (GraphView::default(), graph(places));
            view.fit(CANVAS, &graph);
            for &at in places {
                let room = view.room(CANVAS, at);
                let all = CANVAS.common(room);
                assert!(all.is_near(room, 0.5), "{room:?}");
                assert_eq!(view.cell(CANVAS, room.middle()), at);
            }
        }
    }

    #[test]
    fn a_room_is_brought_into_view() {
        let mut view = GraphView::default();
        for at in [(40, 2), (0, 90), (3, 3)] {
            view.show(CANVAS, at);
            let room = view.room(CANVAS, at);
            assert!(CANVAS.common(room).is_near(room, 0.5), "{room:?}");
        }
        let before = view;
        view.show(CANVAS, (3, 3));
        assert_eq!(view, before);
    }
}
