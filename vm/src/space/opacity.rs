//! Visibility of cells for shading, by fractional opacity (document 002, "Custom Field-Of-View"), in integers. Each
//! cell takes the visibility of its neighbour towards the viewer, less opacity and fog.
//!
//! The rule is not symmetric; detection uses [`has_line_of_sight`](super::has_line_of_sight).

use super::window::{Coordinates, Size, Window};

const STRAIGHT: u32 = 10;
const DIAGONAL: u32 = 14;

/// Visibility of cells from one cell. Reuse it to avoid allocation.
#[derive(Clone, Debug, Default)]
pub struct Visibility {
    window: Window,
    values: Vec<u16>,
}

impl Visibility {
    /// Visibility of the viewer's cell, in ten-thousandths.
    pub const FULL: u16 = 10_000;
    /// Full opacity, in thousandths.
    pub const OPAQUE: u16 = 1000;

    /// Computes visibility from `viewer` on a board of `size` (at most 4096 each), up to `radius` columns and rows
    /// away.
    ///
    /// `opacity` returns how much a cell blocks, the viewer's included, and `fog` is the loss of each step, both in
    /// thousandths.
    pub fn spread(
        &mut self,
        size: Size,
        viewer: Coordinates,
        radius: u16,
        fog: u16,
        mut opacity: impl FnMut(i32, i32) -> u16,
    ) {
        self.window = Window::around(size, viewer, i32::from(radius));
        self.values.clear();
        self.values.resize(self.window.cells(), 0);
        let Some(centre) = self.window.index(viewer) else { return };
        self.values[centre] = Self::FULL;
        let mut thickness = |x, y| u32::from(fog) + u32::from(opacity(x, y).min(Self::OPAQUE));
        let [left, up, right, down] = self.window.margins(viewer);
        let (across, below) = ((1, 0), (0, 1));
        let mut straight = 0;
        for ring in 1..=left.max(up).max(right).max(down) {
            straight = widest_straight(ring, straight);
            let shorter = ring - 1;
            let mut lit = false;
            for (forward, reach, aside, low, high) in [
                ((0, -1), up, across, left.min(ring), right.min(ring)),
                (below, down, across, left.min(ring), right.min(ring)),
                ((-1, 0), left, below, up.min(shorter), down.min(shorter)),
                (across, right, below, up.min(shorter), down.min(shorter)),
            ] {
                if ring <= reach {
                    let side = Side { viewer, forward, aside, ring, low, high, straight };
                    lit |= self.side(&side, &mut thickness);
                }
            }
            if !lit {
                break;
            }
        }
    }

    /// Returns the visibility of a cell in ten-thousandths; 0 if invisible.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Coordinates) -> u16 {
        self.window.index(cell).and_then(|index| self.values.get(index)).copied().unwrap_or_default()
    }

    fn side(&mut self, side: &Side, thickness: &mut impl FnMut(i32, i32) -> u32) -> bool {
        let straight = side.straight;
        let before = self.run(side, -side.low, -straight - 1, (DIAGONAL, 1), thickness);
        let ahead = self.run(side, -side.low.min(straight), side.high.min(straight), (STRAIGHT, 0), thickness);
        let behind = self.run(side, straight + 1, side.high, (DIAGONAL, -1), thickness);
        before || ahead || behind
    }

    fn run(
        &mut self,
        side: &Side,
        first: i32,
        last: i32,
        (weight, inward): (u32, i32),
        thickness: &mut impl FnMut(i32, i32) -> u32,
    ) -> bool {
        let stride = self.window.width();
        let (viewer, forward, aside) = (side.viewer, side.forward, side.aside);
        let (column, row) = (first + inward, side.ring - 1);
        let (mut x, mut y) =
            (viewer.0 + forward.0 * row + aside.0 * column, viewer.1 + forward.1 * row + aside.1 * column);
        let Some(mut inner) = self.window.index((x, y)) else { return false };
        let outward = (forward.0 - inward * aside.0) + (forward.1 - inward * aside.1) * stride;
        let step = (aside.0 + aside.1 * stride) as usize;
        let mut lit = false;
        for _ in first..=last {
            let light = u32::from(self.values[inner]);
            if light > 0 {
                let left = light.saturating_sub(weight * thickness(x, y));
                self.values[inner.wrapping_add_signed(outward as isize)] = left as u16;
                lit |= left > 0;
            }
            (x, y) = (x + aside.0, y + aside.1);
            inner += step;
        }
        lit
    }
}

struct Side {
    viewer: Coordinates,
    forward: (i32, i32),
    aside: (i32, i32),
    ring: i32,
    low: i32,
    high: i32,
    straight: i32,
}

/// Returns how far aside a cell can be, `ring` cells ahead, within 22.5 degrees of straight: less than (√2 - 1) times
/// `ring`. `before` is the answer for a smaller ring.
fn widest_straight(ring: i32, before: i32) -> i32 {
    let is_straight = |aside: i32| {
        let more = i64::from(ring - aside);
        // aside < (√2 - 1) ring, without the root: √2 aside < ring - aside.
        2 * i64::from(aside) * i64::from(aside) < more * more
    };
    let mut widest = before;
    while widest + 1 < ring && is_straight(widest + 1) {
        widest += 1;
    }
    widest
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    fn naive((width, height): Size, viewer: Coordinates, fog: f64, opacity: impl Fn(Coordinates) -> f64) -> Vec<f64> {
        let mut visibility = vec![0.0; (width * height) as usize];
        let index = |(x, y): Coordinates| (y * width + x) as usize;
        visibility[index(viewer)] = 1.0;
        for ring in 1..width.max(height) {
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let (dx, dy) = (x - viewer.0, y - viewer.1);
                if dx.abs().max(dy.abs()) != ring {
                    continue;
                }
                let angle = f64::from(dy).atan2(f64::from(dx)).to_degrees().rem_euclid(360.0);
                let wedge = ((angle + 22.5) / 45.0) as usize % 8;
                let (ix, iy) = [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)][wedge];
                let inner = (x + ix, y + iy);
                let weight = if wedge.is_multiple_of(2) { 1.0 } else { 1.4 };
                let left: f64 = visibility[index(inner)] - weight * (fog + opacity(inner));
                visibility[index((x, y))] = left.max(0.0);
            }
        }
        visibility
    }

    fn same(size: Size, viewer: Coordinates, fog: u16, opacity: impl Fn(Coordinates) -> u16) -> Visibility {
        let mut ours = Visibility::default();
        ours.spread(size, viewer, u16::MAX, fog, |x, y| opacity((x, y)));
        let theirs = naive(size, viewer, f64::from(fog) / 1000.0, |cell| f64::from(opacity(cell)) / 1000.0);
        for (cell, value) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))).zip(theirs) {
            assert_eq!(i32::from(ours.at(cell)), (value * 10_000.0).round() as i32, "{cell:?}");
        }
        ours
    }

    fn check(viewer: Coordinates, walls: u16, expected: Expect) {
        let is_wall = |cell| [(10, 10), (11, 10), (11, 11)].contains(&cell);
        let ours = same((50, 50), viewer, 100, |cell| if is_wall(cell) { walls } else { 0 });
        let row = |y| (-9..=9).map(|x| format!("{:4}", ours.at((viewer.0 + x, y)) / 100)).collect::<String>();
        let rows = (-9..=9).map(|y| format!("|{} |\n", row(viewer.1 + y)));
        expected.assert_eq(&rows.collect::<String>());
    }

    #[test]
    fn the_set_up_of_the_document() {
        check(
            (20, 20),
            1000,
            expect![[r#"
                |   0   0   0   0   0   0   0   2   6  10   6   2   0   0   0   0   0   0   0 |
                |   0   0   0   0   0   4   8  12  16  20  16  12   8   4   0   0   0   0   0 |
                |   0   0   2   6  10  14  18  22  26  30  26  22  18  14  10   6   2   0   0 |
                |   0   0   6  16  20  24  28  32  36  40  36  32  28  24  20  16   6   0   0 |
                |   0   0  10  20  30  34  38  42  46  50  46  42  38  34  30  20  10   0   0 |
                |   0   4  14  24  34  44  48  52  56  60  56  52  48  44  34  24  14   4   0 |
                |   0   8  18  28  38  48  58  62  66  70  66  62  58  48  38  28  18   8   0 |
                |   2  12  22  32  42  52  62  72  76  80  76  72  62  52  42  32  22  12   2 |
                |   6  16  26  36  46  56  66  76  86  90  86  76  66  56  46  36  26  16   6 |
                |  10  20  30  40  50  60  70  80  90 100  90  80  70  60  50  40  30  20  10 |
                |   6  16  26  36  46  56  66  76  86  90  86  76  66  56  46  36  26  16   6 |
                |   2  12  22  32  42  52  62  72  76  80  76  72  62  52  42  32  22  12   2 |
                |   0   8  18  28  38  48  58  62  66  70  66  62  58  48  38  28  18   8   0 |
                |   0   4  14  24  34  44  48  52  56  60  56  52  48  44  34  24  14   4   0 |
                |   0   0  10  20  30  34  38  42  46  50  46  42  38  34  30  20  10   0   0 |
                |   0   0   6  16  20  24  28  32  36  40  36  32  28  24  20  16   6   0   0 |
                |   0   0   2   6  10  14  18  22  26  30  26  22  18  14  10   6   2   0   0 |
                |   0   0   0   0   0   4   8  12  16  20  16  12   8   4   0   0   0   0   0 |
                |   0   0   0   0   0   0   0   2   6  10   6   2   0   0   0   0   0   0   0 |
            "#]],
        );
    }

    #[test]
    fn next_to_the_walls_of_the_document() {
        check(
            (13, 13),
            1000,
            expect![[r#"
                |   0   0   0   0   0   0   0   2   6  10   6   2   0   0   0   0   0   0   0 |
                |   0   0   0   0   0   4   8  12  16  20  16  12   8   4   0   0   0   0   0 |
                |   0   0   0   0  10  14  18  22  26  30  26  22  18  14  10   6   2   0   0 |
                |   0   0   6   0   0  24  28  32  36  40  36  32  28  24  20  16   6   0   0 |
                |   0   0  10  20   0   0  38  42  46  50  46  42  38  34  30  20  10   0   0 |
                |   0   4  14  24  34   0   0  52  56  60  56  52  48  44  34  24  14   4   0 |
                |   0   8  18  28  38  48   0  62  66  70  66  62  58  48  38  28  18   8   0 |
                |   2  12  22  32  42  52  62  72  76  80  76  72  62  52  42  32  22  12   2 |
                |   6  16  26  36  46  56  66  76  86  90  86  76  66  56  46  36  26  16   6 |
                |  10  20  30  40  50  60  70  80  90 100  90  80  70  60  50  40  30  20  10 |
                |   6  16  26  36  46  56  66  76  86  90  86  76  66  56  46  36  26  16   6 |
                |   2  12  22  32  42  52  62  72  76  80  76  72  62  52  42  32  22  12   2 |
                |   0   8  18  28  38  48  58  62  66  70  66  62  58  48  38  28  18   8   0 |
                |   0   4  14  24  34  44  48  52  56  60  56  52  48  44  34  24  14   4   0 |
                |   0   0  10  20  30  34  38  42  46  50  46  42  38  34  30  20  10   0   0 |
                |   0   0   6  16  20  24  28  32  36  40  36  32  28  24  20  16   6   0   0 |
                |   0   0   2   6  10  14  18  22  26  30  26  22  18  14  10   6   2   0   0 |
                |   0   0   0   0   0   4   8  12  16  20  16  12   8   4   0   0   0   0   0 |
                |   0   0   0   0   0   0   0   2   6  10   6   2   0   0   0   0   0   0   0 |
            "#]],
        );
        check(
            (13, 13),
            300,
            expect![[r#"
                |   0   0   0   0   0   0   0   2   6  10   6   2   0   0   0   0   0   0   0 |
                |   0   0   0   0   0   4   8  12  16  20  16  12   8   4   0   0   0   0   0 |
                |   0   0   0   0  10  14  18  22  26  30  26  22  18  14  10   6   2   0   0 |
                |   0   0   6   0   0  24  28  32  36  40  36  32  28  24  20  16   6   0   0 |
                |   0   0  10  20   0   0  38  42  46  50  46  42  38  34  30  20  10   0   0 |
                |   0   4  14  24  34   0   6  52  56  60  56  52  48  44  34  24  14   4   0 |
                |   0   8  18  28  38  48  16  62  66  70  66  62  58  48  38  28  18   8   0 |
                |   2  12  22  32  42  52  62  72  76  80  76  72  62  52  42  32  22  12   2 |
                |   6  16  26  36  46  56  66  76  86  90  86  76  66  56  46  36  26  16   6 |
                |  10  20  30  40  50  60  70  80  90 100  90  80  70  60  50  40  30  20  10 |
                |   6  16  26  36  46  56  66  76  86  90  86  76  66  56  46  36  26  16   6 |
                |   2  12  22  32  42  52  62  72  76  80  76  72  62  52  42  32  22  12   2 |
                |   0   8  18  28  38  48  58  62  66  70  66  62  58  48  38  28  18   8   0 |
                |   0   4  14  24  34  44  48  52  56  60  56  52  48  44  34  24  14   4   0 |
                |   0   0  10  20  30  34  38  42  46  50  46  42  38  34  30  20  10   0   0 |
                |   0   0   6  16  20  24  28  32  36  40  36  32  28  24  20  16   6   0   0 |
                |   0   0   2   6  10  14  18  22  26  30  26  22  18  14  10   6   2   0   0 |
                |   0   0   0   0   0   4   8  12  16  20  16  12   8   4   0   0   0   0   0 |
                |   0   0   0   0   0   0   0   2   6  10   6   2   0   0   0   0   0   0   0 |
            "#]],
        );
    }

    #[test]
    fn with_the_fog_of_the_document_nothing_is_seen_beyond_ten_cells() {
        let mut ours = Visibility::default();
        ours.spread((50, 50), (20, 20), 100, 100, |_, _| 0);
        let straight: Vec<u16> = (20..32).map(|x| ours.at((x, 20))).collect();
        assert_eq!(straight, [10_000, 9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 0, 0]);
        let far = |x: i32, y: i32| (x - 20).abs().max((y - 20).abs()) > 9;
        assert!((0..50).flat_map(|y| (0..50).map(move |x| (x, y))).all(|(x, y)| !far(x, y) || ours.at((x, y)) == 0));
    }

    #[test]
    fn a_radius_ends_what_is_seen() {
        let mut ours = Visibility::default();
        ours.spread((9, 9), (4, 4), 2, 0, |_, _| 0);
        assert_eq!([ours.at((6, 4)), ours.at((6, 6)), ours.at((7, 4)), ours.at((4, 7))], [10_000, 10_000, 0, 0]);
        ours.spread((9, 9), (9, 4), 2, 0, |_, _| 0);
        assert_eq!(ours.at((8, 4)), 0);
    }

    #[test]
    fn the_rule_is_one_sided() {
        let seen = |viewer, cell| {
            let mut ours = Visibility::default();
            ours.spread((4, 4), viewer, 9, 0, |x, y| if (x, y) == (1, 1) { 1000 } else { 0 });
            ours.at(cell)
        };
        assert_eq!((seen((0, 0), (3, 2)), seen((3, 2), (0, 0))), (10_000, 0));
    }

    proptest! {
        #[test]
        fn it_is_the_naive_way(
            (width, height) in (1..40_i32, 1..40_i32),
            at in (0..40_i32, 0..40_i32),
            fog in 0..60_u16,
            opacities in proptest::collection::vec(prop_oneof![4 => Just(0), 2 => 0..400_u16, 1 => Just(1000)], 1600),
        ) {
            let viewer = (at.0 % width, at.1 % height);
            same((width, height), viewer, fog, |(x, y)| opacities[(y * 40 + x) as usize]);
        }

        #[test]
        fn the_wedge_is_that_of_the_angle(ring in 1..4096_i32) {
            let tangent = std::f64::consts::SQRT_2 - 1.0;
            prop_assert_eq!(widest_straight(ring, 0), (tangent * f64::from(ring)) as i32);
        }
    }
}
