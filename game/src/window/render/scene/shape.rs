//! Shapes of ground blocks, from sheet lines: `inset 0.3 0 0.3 0` (north, east, south, west), `corners 0.2` (from
//! northwest; one number counts for all), `steps 4` for stairs, and `invisible`. Scenarios can override single cells.
//! Rules ignore shapes.

use crate::art::Art;
use foretoken_vm::space::CellShape;
use glam::Vec2;

const MOST: f32 = CellShape::MOST_INSET as f32 / 100.0;
const MOST_STEPS: usize = CellShape::MOST_STAIRS as usize;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shape {
    insets: [f32; 4],
    corners: [f32; 4],
    pub(super) steps: usize,
    pub(super) invisible: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    pub(super) side: Option<usize>,
}

impl Shape {
    pub(super) fn of(art: &Art, sheet: &str) -> Self {
        let numbers = |key: &str| {
            let told: Vec<f32> = art
                .attribute(sheet, key)
                .unwrap_or_default()
                .split_whitespace()
                .map(|word| word.parse().ok().filter(|number: &f32| number.is_finite()).unwrap_or(0.0))
                .collect();
            let of = |at: usize| if told.len() == 1 { told.first() } else { told.get(at) };
            [0, 1, 2, 3].map(|at| of(at).copied().unwrap_or(0.0).clamp(0.0, MOST))
        };
        let steps = art.attribute(sheet, "steps").and_then(|steps| steps.trim().parse().ok()).unwrap_or(0);
        let invisible = art.attribute(sheet, "invisible").is_some();
        Self { insets: numbers("inset"), corners: numbers("corners"), steps: MOST_STEPS.min(steps), invisible }
    }

    pub(super) fn with(self, own: CellShape) -> Self {
        Self {
            insets: if own.insets == [0; 4] {
                self.insets
            } else {
                own.insets.map(|far| f32::from(far.min(CellShape::MOST_INSET)) / 100.0)
            },
            corners: self.corners,
            steps: if own.stairs == 0 { self.steps } else { usize::from(own.stairs).min(MOST_STEPS) },
            invisible: self.invisible || own.invisible,
        }
    }

    pub(super) fn is_side_full(&self, side: usize) -> bool {
        let corners = [self.corners[side % 4], self.corners[(side + 1) % 4]];
        !self.invisible && self.insets[side % 4] == 0.0 && corners == [0.0; 2]
    }

    pub(super) fn is_whole(&self) -> bool {
        (0..4).all(|side| self.is_side_full(side))
    }

    pub(super) fn outline(&self) -> impl Iterator<Item = Corner> + Clone {
        let [north, east, south, west] = self.insets;
        let points = [(west, north), (1.0 - east, north), (1.0 - east, 1.0 - south), (west, 1.0 - south)];
        let ways = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
        let sizes = [1.0 - east - west, 1.0 - north - south];
        let corners = self.corners;
        (0..4).flat_map(move |at| {
            let point = Vec2::from(points[at]);
            let (before, behind) = (ways[(at + 3) % 4], ways[at]);
            let cut = corners[at].min(sizes[0] / 2.0).min(sizes[1] / 2.0);
            let first = Corner { at: point - before * cut, side: None };
            let last = Corner { at: point + behind * cut, side: Some(at) };
            (cut > 0.0).then_some(first).into_iter().chain([last])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::Scheme;
    use std::collections::BTreeMap;

    fn shape(lines: &str) -> Shape {
        let texts = BTreeMap::from([
            ("palette.txt".to_owned(), "x 102030 ground\n".to_owned()),
            ("ground/a.txt".to_owned(), format!("{lines}\n\n= top\nx\n")),
        ]);
        Shape::of(&Art::from_texts(&texts, Scheme::Usual).0, "ground/a")
    }

    fn drawn(shape: Shape) -> String {
        let corner = |corner: Corner| {
            let side = corner.side.map_or("cut", |side| ["north", "east", "south", "west"][side]);
            format!("{:.1} {:.1} {side}", corner.at.x, corner.at.y)
        };
        shape.outline().map(corner).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn an_outline_has_a_corner_more_for_each_that_is_cut_off() {
        assert_eq!(drawn(shape("")), "0.0 0.0 north, 1.0 0.0 east, 1.0 1.0 south, 0.0 1.0 west");
        let thin = shape("inset 0.3 0 0.2 0");
        assert_eq!(drawn(thin), "0.0 0.3 north, 1.0 0.3 east, 1.0 0.8 south, 0.0 0.8 west");
        assert_eq!([0, 1, 2, 3].map(|side| thin.is_side_full(side)), [false, true, false, true]);
        let cut = shape("corners 0.2 0 0 0");
        assert_eq!(drawn(cut), "0.0 0.2 cut, 0.2 0.0 north, 1.0 0.0 east, 1.0 1.0 south, 0.0 1.0 west");
        assert_eq!([0, 1, 2, 3].map(|side| cut.is_side_full(side)), [false, true, true, false]);
        assert_eq!(shape("corners 0.4").outline().count(), 8);
    }

    #[test]
    fn numbers_that_make_no_shape_are_brought_within_bounds() {
        let odd = shape("inset NaN 9 -1 x\ncorners inf\nsteps 99");
        assert_eq!((odd.insets, odd.corners, odd.steps), ([0.0, MOST, 0.0, 0.0], [0.0; 4], MOST_STEPS));
        assert!(!shape("invisible").is_side_full(0));
    }
}
