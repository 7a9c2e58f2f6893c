//! Places of a deck's slots on the panel: the net of a solid, a ring of cards with lines between neighbours, or a grid.
//! It also finds the slot under a point, and the slot that an arrow key leads to.

use crate::Rect;
use foretoken_preview::Solid;

/// Most slots of a ring. More cards would be too small to read.
const MOST_IN_RING: usize = 24;
/// Size of a card, if a side of a triangle of the net is 1.
const CARD: [f32; 2] = [1.0, 0.66];
/// Distance between the middles of cards.
const STEP: [f32; 2] = [1.12, 0.78];
/// Largest pixels for a length of 1.
const LARGEST: f32 = 190.0;
/// Free pixels at each side.
const MARGIN: f32 = 10.0;

/// Form of a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    Net,
    Ring,
    #[default]
    Grid,
}

/// Outline of each slot, with the upper left corner of the whole at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub form: Form,
    /// Corners in the order around each slot.
    pub slots: Vec<Vec<[f32; 2]>>,
    size: [f32; 2],
}

/// Scale and place of a layout on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    from: [f32; 2],
    scale: f32,
}

impl Fit {
    pub fn point(self, point: [f32; 2]) -> [f32; 2] {
        [self.from[0] + point[0] * self.scale, self.from[1] + point[1] * self.scale]
    }

    pub fn points(self, points: &[[f32; 2]]) -> Vec<[f32; 2]> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    fn back(self, pixel: [f32; 2]) -> [f32; 2] {
        [(pixel[0] - self.from[0]) / self.scale, (pixel[1] - self.from[1]) / self.scale]
    }
}

impl Layout {
    /// Lays the slots of a graph out. In a hand every slot comes next after every other one.
    pub fn of(next: &[Vec<usize>], is_hand: bool) -> Self {
        let count = next.len();
        let rows: Vec<Vec<u8>> = next.iter().map(|row| row.iter().map(|&slot| slot as u8 + 1).collect()).collect();
        let (form, slots) = match Solid::of(&rows) {
            Some(solid) => (Form::Net, solid.faces().iter().map(|face| face.net.to_vec()).collect()),
            None if !is_hand && (3..=MOST_IN_RING).contains(&count) => (Form::Ring, ring(count)),
            None => (Form::Grid, grid(count)),
        };
        Self { form, slots, size: [0.0; 2] }.at_origin()
    }

    fn at_origin(mut self) -> Self {
        let all = || self.slots.iter().flatten();
        let least = [0, 1].map(|axis| all().map(|point| point[axis]).fold(f32::MAX, f32::min));
        let most = [0, 1].map(|axis| all().map(|point| point[axis]).fold(f32::MIN, f32::max));
        self.size = [0, 1].map(|axis| (most[axis] - least[axis]).max(0.0));
        for point in self.slots.iter_mut().flatten() {
            *point = [point[0] - least[0], point[1] - least[1]];
        }
        self
    }

    /// Fits the layout into a part of the screen.
    pub fn fit(&self, canvas: Rect) -> Fit {
        let room = [canvas.width() - 2.0 * MARGIN, canvas.height() - 2.0 * MARGIN];
        let scale = |axis: usize| room[axis] / self.size[axis].max(0.01);
        let scale = scale(0).min(scale(1)).clamp(1.0, LARGEST);
        let [x, y] = canvas.middle();
        Fit { from: [x - self.size[0] * scale / 2.0, y - self.size[1] * scale / 2.0], scale }
    }

    pub fn middle(&self, slot: usize) -> [f32; 2] {
        let points = self.slots.get(slot).map_or(&[][..], Vec::as_slice);
        [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / points.len().max(1) as f32)
    }

    /// Returns the slot at a pixel.
    pub fn slot_at(&self, fit: Fit, pixel: [f32; 2]) -> Option<usize> {
        let at = fit.back(pixel);
        self.slots.iter().position(|points| is_inside(points, at))
    }

    /// Returns the slot to which an arrow key leads: the nearest one in its direction. Columns and rows are -1, 0 or 1.
    pub fn step(&self, from: usize, (columns, rows): (i32, i32)) -> Option<usize> {
        let [x, y] = self.middle(from);
        let (columns, rows) = (columns as f32, rows as f32);
        let cost = |slot: usize| {
            let [dx, dy] = self.middle(slot);
            let (dx, dy) = (dx - x, dy - y);
            let (along, across) = (dx * columns + dy * rows, (dx * rows - dy * columns).abs());
            (along > 0.01 && along * 2.0 > across).then_some(along + 2.0 * across)
        };
        let costs = (0..self.slots.len()).filter(|&slot| slot != from).filter_map(|slot| Some((cost(slot)?, slot)));
        costs.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, slot)| slot)
    }
}

fn card([x, y]: [f32; 2]) -> Vec<[f32; 2]> {
    let [wide, high] = CARD;
    vec![[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]
}

fn grid(count: usize) -> Vec<Vec<[f32; 2]>> {
    let columns = (count as f32).sqrt().ceil().max(1.0) as usize;
    let at = |slot: usize| card([(slot % columns) as f32 * STEP[0], (slot / columns) as f32 * STEP[1]]);
    (0..count).map(at).collect()
}

fn ring(count: usize) -> Vec<Vec<[f32; 2]>> {
    let part = std::f32::consts::TAU / count as f32;
    // Cards are wider than high, so this distance of neighbours is enough on all sides.
    let radius = STEP[0] * 1.1 / (2.0 * (part / 2.0).sin());
    let at = |slot: usize| {
        let (sin, cos) = (part * slot as f32).sin_cos();
        card([radius * sin, -radius * cos])
    };
    (0..count).map(at).collect()
}

/// Returns whether a point is within the outline of a convex form.
fn is_inside(points: &[[f32; 2]], [x, y]: [f32; 2]) -> bool {
    let next = points.iter().cycle().skip(1);
    let side = |(a, b): (&[f32; 2], &[f32; 2])| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    let sides: Vec<f32> = points.iter().zip(next).map(side).collect();
    !sides.is_empty() && (sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Rect = Rect::new(100.0, 50.0, 800.0, 650.0);
    const ARROWS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

    fn rows(text: &str) -> Vec<Vec<usize>> {
        let row = |row: &str| row.split_whitespace().map(|n| n.parse::<usize>().expect("a number") - 1).collect();
        text.split(',').map(row).collect()
    }

    fn solid() -> Vec<Vec<usize>> {
        rows(
            "7 13 19,12 18 20,16 17 19,11 14 18,13 15 18,9 14 16,1 15 17,10 16 20,6 11 19,8 12 17,4 9 13,2 10 15,\
             1 5 11,4 6 20,5 7 12,3 6 8,3 7 10,2 4 5,1 3 9,2 8 14",
        )
    }

    fn layouts() -> [Layout; 3] {
        let five = rows("2 5,1 3,2 4,3 5,4 1");
        let hand: Vec<Vec<usize>> = (0..7).map(|at| (0..7).filter(|&other| other != at).collect()).collect();
        [Layout::of(&solid(), false), Layout::of(&five, false), Layout::of(&hand, true)]
    }

    #[test]
    fn the_graph_decides_the_form() {
        assert_eq!(layouts().map(|layout| layout.form), [Form::Net, Form::Ring, Form::Grid]);
        let many = vec![vec![0]; 40];
        assert_eq!(Layout::of(&many, false).form, Form::Grid);
        assert_eq!(Layout::of(&[], false).slots.len(), 0);
    }

    #[test]
    fn each_slot_is_on_the_canvas_and_found_at_its_middle() {
        for layout in layouts() {
            let fit = layout.fit(CANVAS);
            for (slot, points) in layout.slots.iter().enumerate() {
                assert!(fit.points(points).into_iter().all(|point| CANVAS.contains(point)), "{layout:?}");
                assert_eq!(layout.slot_at(fit, fit.point(layout.middle(slot))), Some(slot));
            }
            assert_eq!(layout.slot_at(fit, CANVAS.min()), None);
        }
    }

    #[test]
    fn arrow_keys_reach_every_slot_from_every_other_one() {
        for layout in layouts() {
            for from in 0..layout.slots.len() {
                let (mut seen, mut open) = (vec![false; layout.slots.len()], vec![from]);
                while let Some(slot) = open.pop() {
                    if !std::mem::replace(&mut seen[slot], true) {
                        open.extend(ARROWS.iter().filter_map(|&arrow| layout.step(slot, arrow)));
                    }
                }
                assert!(seen.iter().all(|seen| *seen), "{:?} from {from}: {seen:?}", layout.form);
            }
        }
    }
}
