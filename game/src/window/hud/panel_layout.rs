//! The room for panels: what stands at the edges of the picture, and what is left between. Panels that have no corner of
//! their own ask here where they may go, so that none lies over another at any size.

use foretoken_editor::Rect;

/// An edge that panels stand at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Above.
    Top,
    /// Below.
    Bottom,
}

/// The part of the picture that is free, with the panels in it.
#[derive(Clone, Debug)]
pub struct PanelLayout {
    free: Rect,
    /// Pixels between panels.
    gap: f32,
    taken: Vec<(Rect, Edge)>,
}

impl PanelLayout {
    /// A part of the picture where nothing stands; its rim stays free.
    #[must_use]
    pub fn new(part: Rect, gap: f32) -> Self {
        Self { free: part.grown(-gap), gap, taken: Vec::new() }
    }

    /// All of it.
    #[must_use]
    pub const fn free(&self) -> Rect {
        self.free
    }

    /// The panels in it.
    pub fn rects(&self) -> impl Iterator<Item = Rect> {
        self.taken.iter().map(|(rect, _)| *rect)
    }

    /// Pixels across.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.free.width().max(1.0)
    }

    /// Pixels down.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.free.height().max(1.0)
    }

    /// A panel stands there.
    pub fn take(&mut self, rect: Rect, edge: Edge) {
        if rect.left < rect.right && rect.top < rect.bottom {
            self.taken.push((rect, edge));
        }
    }

    /// Where there is room for something this high that is at least so wide, as near to an edge as can be; where there
    /// is none, the widest place, and where nothing so high is free, the largest place that is.
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

    /// The largest place that nothing stands in, between what stands above it and what stands below it.
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

    /// The widest part of a band that nothing stands in: left and right.
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

    /// How far a column between these sides reaches from what stands above to what stands below: top and bottom.
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

    /// A picture of 1000 by 600 with a panel in each upper corner and one below on the right.
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
