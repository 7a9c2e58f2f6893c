//! The room for panels: what stands at the edges of the picture, and what is left between. Panels that have no corner of
//! their own ask here where they may go, so that none lies over another at any size.

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
    /// Left, top, right and bottom.
    free: [f32; 4],
    /// Pixels between panels.
    gap: f32,
    taken: Vec<([f32; 4], Edge)>,
}

impl PanelLayout {
    /// A part of the picture where nothing stands; its rim stays free.
    #[must_use]
    pub fn new([left, top, right, bottom]: [f32; 4], gap: f32) -> Self {
        Self { free: [left + gap, top + gap, right - gap, bottom - gap], gap, taken: Vec::new() }
    }

    /// Left, top, right and bottom of all of it.
    #[must_use]
    pub const fn free(&self) -> [f32; 4] {
        self.free
    }

    /// Pixels across.
    #[must_use]
    pub fn width(&self) -> f32 {
        (self.free[2] - self.free[0]).max(1.0)
    }

    /// Pixels down.
    #[must_use]
    pub fn height(&self) -> f32 {
        (self.free[3] - self.free[1]).max(1.0)
    }

    /// A panel stands there.
    pub fn take(&mut self, rect: [f32; 4], edge: Edge) {
        if rect[0] < rect[2] && rect[1] < rect[3] {
            self.taken.push((rect, edge));
        }
    }

    /// Where there is room for something this high that is at least so wide, as near to an edge as can be; where there
    /// is none, the widest place. Left, top, right and bottom.
    #[must_use]
    pub fn strip(&self, edge: Edge, height: f32, least: f32) -> [f32; 4] {
        let top_of = |rect: &[f32; 4]| if edge == Edge::Top { rect[3] + self.gap } else { rect[1] - self.gap - height };
        let begin = if edge == Edge::Top { self.free[1] } else { self.free[3] - height };
        let mut tops: Vec<f32> =
            std::iter::once(begin).chain(self.taken.iter().map(|(rect, _)| top_of(rect))).collect();
        tops.retain(|&top| top >= self.free[1] - 0.5 && top + height <= self.free[3] + 0.5);
        tops.sort_by(f32::total_cmp);
        if edge == Edge::Bottom {
            tops.reverse();
        }
        let place = |&top: &f32| {
            let (left, right) = self.widest(top, top + height);
            [left, top, right, top + height]
        };
        let wide = |rect: &[f32; 4]| rect[2] - rect[0];
        let fitting = tops.iter().map(place).find(|rect| wide(rect) >= least);
        let widest = || tops.iter().map(place).max_by(|a, b| wide(a).total_cmp(&wide(b)));
        fitting.or_else(widest).unwrap_or([self.free[0], begin, self.free[2], begin + height])
    }

    /// The widest part of a band that nothing stands in: left and right.
    fn widest(&self, top: f32, bottom: f32) -> (f32, f32) {
        let meets = |rect: &[f32; 4]| rect[1] < bottom + self.gap && top < rect[3] + self.gap;
        let mut rects: Vec<[f32; 4]> = self.taken.iter().map(|(rect, _)| *rect).filter(meets).collect();
        rects.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let (mut best, mut left) = ((self.free[0], self.free[0]), self.free[0]);
        for rect in rects.into_iter().chain([[self.free[2] + self.gap, 0.0, 0.0, 0.0]]) {
            let right = (rect[0] - self.gap).min(self.free[2]);
            if right - left > best.1 - best.0 {
                best = (left, right);
            }
            left = left.max(rect[2] + self.gap);
        }
        best
    }

    /// How far a column between these sides reaches from what stands above to what stands below: top and bottom.
    #[must_use]
    pub fn column(&self, left: f32, right: f32) -> (f32, f32) {
        let beside = |rect: &[f32; 4]| rect[0] < right + self.gap && left < rect[2] + self.gap;
        let (mut top, mut bottom) = (self.free[1], self.free[3]);
        for (rect, edge) in self.taken.iter().filter(|(rect, _)| beside(rect)) {
            match edge {
                Edge::Top => top = top.max(rect[3] + self.gap),
                Edge::Bottom => bottom = bottom.min(rect[1] - self.gap),
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
        let mut room = PanelLayout::new([0.0, 0.0, 1000.0, 600.0], 10.0);
        room.take([10.0, 10.0, 310.0, 110.0], Edge::Top);
        room.take([790.0, 10.0, 990.0, 60.0], Edge::Top);
        room.take([690.0, 490.0, 990.0, 590.0], Edge::Bottom);
        room
    }

    #[test]
    fn a_strip_stands_between_its_neighbours_or_goes_past_them() {
        assert_eq!(room().strip(Edge::Top, 80.0, 400.0), [320.0, 10.0, 780.0, 90.0]);
        assert_eq!(room().strip(Edge::Top, 80.0, 600.0), [320.0, 70.0, 990.0, 150.0]);
        assert_eq!(room().strip(Edge::Top, 80.0, 900.0), [10.0, 120.0, 990.0, 200.0]);
        assert_eq!(room().strip(Edge::Bottom, 80.0, 900.0), [10.0, 400.0, 990.0, 480.0]);
        assert_eq!(room().strip(Edge::Bottom, 80.0, 5000.0), [10.0, 400.0, 990.0, 480.0], "the widest there is");
    }

    #[test]
    fn a_column_reaches_from_what_is_above_to_what_is_below() {
        assert_eq!(room().column(700.0, 990.0), (70.0, 480.0));
        assert_eq!(room().column(10.0, 200.0), (120.0, 590.0));
        assert_eq!(room().column(400.0, 500.0), (10.0, 590.0));
    }
}
