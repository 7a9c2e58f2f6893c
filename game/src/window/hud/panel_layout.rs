//! Layout of panels without overlaps: the free area between the panels at the edges.

use foretoken_editor::Rect;

/// Share of the width that panels at the sides leave to the board, or they lie over it.
const LEAST: f32 = 0.4;

/// An edge of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Top.
    Top,
    /// Bottom.
    Bottom,
}

/// A free area with its panels.
#[derive(Clone, Debug)]
pub struct PanelLayout {
    free: Rect,
    gap: f32,
    taken: Vec<(Rect, Edge)>,
}

impl PanelLayout {
    /// Creates a layout for an area; its rim stays free.
    #[must_use]
    pub fn new(part: Rect, gap: f32) -> Self {
        Self { free: part.grown(-gap), gap, taken: Vec::new() }
    }

    /// Returns the whole area.
    #[must_use]
    pub const fn free(&self) -> Rect {
        self.free
    }

    /// Returns the panels.
    pub fn rects(&self) -> impl Iterator<Item = Rect> {
        self.taken.iter().map(|(rect, _)| *rect)
    }

    /// Returns the area between the panels: below and above those that reach the middle, and beside the others. If less
    /// than [`LEAST`] of the width is left, panels at the sides do not count. `below` is kept free at the bottom.
    #[must_use]
    pub fn between(&self, below: f32) -> Rect {
        let [x, y] = self.free.middle();
        let mut between = Rect { bottom: self.free.bottom - below, ..self.free };
        for (rect, _) in &self.taken {
            match rect.middle() {
                [_, at] if rect.left < x && x < rect.right && at < y => between.top = between.top.max(rect.bottom),
                [_, _] if rect.left < x && x < rect.right => between.bottom = between.bottom.min(rect.top),
                [at, _] if at < x => between.left = between.left.max(rect.right),
                [_, _] => between.right = between.right.min(rect.left),
            }
        }
        if between.width() < LEAST * self.free.width() {
            (between.left, between.right) = (self.free.left, self.free.right);
        }
        between
    }

    /// Returns the width in pixels.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.free.width().max(1.0)
    }

    /// Returns the height in pixels.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.free.height().max(1.0)
    }

    /// Adds a panel.
    pub fn take(&mut self, rect: Rect, edge: Edge) {
        if rect.left < rect.right && rect.top < rect.bottom {
            self.taken.push((rect, edge));
        }
    }

    /// Returns a free strip of this height and minimum width, nearest to an edge; otherwise the widest, or the largest
    /// free area.
    #[must_use]
    pub fn strip(&self, edge: Edge, height: f32, least: f32) -> Rect {
        let top_of =
            |rect: &Rect| if edge == Edge::Top { rect.bottom + self.gap } else { rect.top - self.gap - height };
        let begin = if edge == Edge::Top { self.free.top } else { self.free.bottom - height };
        let mut tops: Vec<f32> =
            std::iter::once(begin).chain(self.taken.iter().map(|(rect, _)| top_of(rect))).collect();
        tops.retain(|&top| top >= self.free.top - 0.5 && top + height <= self.free.bottom + 0.5);
        tops.sort_by(f32::total_cmp);
        if edge == Edge::Bottom {
            tops.reverse();
        }
        let place = |&top: &f32| {
            let (left, right) = self.widest(top, top + height);
            Rect::new(left, top, right, top + height)
        };
        let wide = |rect: &Rect| rect.width();
        let fitting = tops.iter().map(place).find(|rect| wide(rect) >= least);
        let widest = || tops.iter().map(place).max_by(|a, b| wide(a).total_cmp(&wide(b)));
        fitting.or_else(widest).filter(|place| place.width() > self.gap).unwrap_or_else(|| self.largest())
    }

    fn largest(&self) -> Rect {
        let tops = std::iter::once(self.free.top).chain(self.taken.iter().map(|(rect, _)| rect.bottom + self.gap));
        let bottoms =
            || std::iter::once(self.free.bottom).chain(self.taken.iter().map(|(rect, _)| rect.top - self.gap));
        let bands =
            tops.flat_map(|top| bottoms().map(move |bottom| (top, bottom))).filter(|(top, bottom)| top < bottom);
        let places = bands.map(|(top, bottom)| {
            let (left, right) = self.widest(top, bottom);
            Rect::new(left, top, right, bottom)
        });
        let area = |rect: &Rect| rect.width() * rect.height();
        places.max_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or(self.free)
    }

    fn widest(&self, top: f32, bottom: f32) -> (f32, f32) {
        let meets = |rect: &Rect| rect.top < bottom + self.gap && top < rect.bottom + self.gap;
        let mut rects: Vec<Rect> = self.taken.iter().map(|(rect, _)| *rect).filter(meets).collect();
        rects.sort_by(|a, b| a.left.total_cmp(&b.left));
        let (mut best, mut left) = ((self.free.left, self.free.left), self.free.left);
        for rect in rects.into_iter().chain([Rect { left: self.free.right + self.gap, ..Rect::default() }]) {
            let right = (rect.left - self.gap).min(self.free.right);
            if right - left > best.1 - best.0 {
                best = (left, right);
            }
            left = left.max(rect.right + self.gap);
        }
        best
    }

    /// Returns top and bottom of the free column between two sides.
    #[must_use]
    pub fn column(&self, left: f32, right: f32) -> (f32, f32) {
        let beside = |rect: &Rect| rect.left < right + self.gap && left < rect.right + self.gap;
        let (mut top, mut bottom) = (self.free.top, self.free.bottom);
        for (rect, edge) in self.taken.iter().filter(|(rect, _)| beside(rect)) {
            match edge {
                Edge::Top => top = top.max(rect.bottom + self.gap),
                Edge::Bottom => bottom = bottom.min(rect.top - self.gap),
            }
        }
        (top, bottom.max(top))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> PanelLayout {
        let mut room = PanelLayout::new(Rect::new(0.0, 0.0, 1000.0, 600.0), 10.0);
        room.take(Rect::new(10.0, 10.0, 310.0, 110.0), Edge::Top);
        room.take(Rect::new(790.0, 10.0, 990.0, 60.0), Edge::Top);
        room.take(Rect::new(690.0, 490.0, 990.0, 590.0), Edge::Bottom);
        room
    }

    #[test]
    fn a_strip_stands_between_its_neighbours_or_goes_past_them() {
        assert_eq!(room().strip(Edge::Top, 80.0, 400.0), Rect::new(320.0, 10.0, 780.0, 90.0));
        assert_eq!(room().strip(Edge::Top, 80.0, 600.0), Rect::new(320.0, 70.0, 990.0, 150.0));
        assert_eq!(room().strip(Edge::Top, 80.0, 900.0), Rect::new(10.0, 120.0, 990.0, 200.0));
        assert_eq!(room().strip(Edge::Bottom, 80.0, 900.0), Rect::new(10.0, 400.0, 990.0, 480.0));
        assert_eq!(
            room().strip(Edge::Bottom, 80.0, 5000.0),
            Rect::new(10.0, 400.0, 990.0, 480.0),
            "the widest there is"
        );
    }

    #[test]
    fn where_nothing_so_high_is_free_the_largest_place_is_given() {
        let mut room = room();
        room.take(Rect::new(10.0, 120.0, 680.0, 300.0), Edge::Top);
        assert_eq!(room.strip(Edge::Bottom, 570.0, 100.0), Rect::new(10.0, 310.0, 680.0, 590.0));
    }

    #[test]
    fn a_column_reaches_from_what_is_above_to_what_is_below() {
        assert_eq!(room().column(700.0, 990.0), (70.0, 480.0));
        assert_eq!(room().column(10.0, 200.0), (120.0, 590.0));
        assert_eq!(room().column(400.0, 500.0), (10.0, 590.0));
    }
}
