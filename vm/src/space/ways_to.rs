//! The shortest ways from every cell to the nearest of some goals. Steps are taken forwards, as a walker takes them: a link may
//! lead one way only, and a step down may be deeper than the step up that is allowed.

use super::{Board, Cell, Dir, PathFinder, Place, Reach, Spot, UNREACHED, WalkStep};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The movement points from each cell to the nearest goal. Its memory is kept from search to search.
#[derive(Debug, Default)]
pub(crate) struct WaysTo {
    distance: Vec<u16>,
    /// The steps of the board by where they end: the place there, the place where they begin, and their cost.
    steps: Vec<(Place, Place, u8)>,
    waiting: BinaryHeap<Reverse<(u16, Place)>>,
}

impl WaysTo {
    /// Measures the ways to these cells. `enter` returns the cost of entering a spot, `None` if a way cannot lead over it. A goal
    /// may be entered in any case. Returns the number of steps that were looked at.
    pub(crate) fn measure(
        &mut self,
        board: &Board,
        goals: &[Cell],
        reach: Reach,
        mut enter: impl FnMut(Spot) -> Option<u8>,
    ) -> u32 {
        self.distance.clear();
        self.distance.resize(board.places(), UNREACHED);
        self.steps.clear();
        self.waiting.clear();
        for spot in board.cells().map(|cell| board.spot(cell)) {
            for dir in Dir::CARDINAL {
                let Some(WalkStep { to, rise, extra_cost }) = board.walk_step(spot, dir, reach.gait) else { continue };
                if !reach.takes(rise) {
                    continue;
                }
                let cost = enter(to).or_else(|| goals.contains(&to.cell).then_some(1));
                let step = |cost| (to.place, spot.place, PathFinder::cost_of_step(cost, extra_cost));
                self.steps.extend(cost.map(step));
            }
        }
        self.steps.sort_unstable();
        for place in goals.iter().map(|&goal| board.place(goal)) {
            if let Some(distance) = self.distance.get_mut(place.index()) {
                *distance = 0;
                self.waiting.push(Reverse((0, place)));
            }
        }
        while let Some(Reverse((distance, place))) = self.waiting.pop() {
            if self.distance[place.index()] != distance {
                continue;
            }
            let first = self.steps.partition_point(|&(to, ..)| to < place);
            for &(to, from, cost) in &self.steps[first..] {
                if to != place {
                    break;
                }
                let there = distance.saturating_add(cost.into());
                if there < self.distance[from.index()] {
                    self.distance[from.index()] = there;
                    self.waiting.push(Reverse((there, from)));
                }
            }
        }
        self.steps.len() as u32
    }

    /// The movement points from a cell, or [`UNREACHED`].
    pub(crate) fn distance(&self, board: &Board, cell: Cell) -> u16 {
        self.distance.get(board.place(cell).index()).copied().unwrap_or(UNREACHED)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gait, LinkSet, Slope, WalkLink};
    use super::*;

    fn cell(x: i32, y: i32) -> Cell {
        Cell::new(x, y).expect("a small board")
    }

    /// From every cell the number is that of the cheapest way that a forward search finds, on boards with heights, one-way links and
    /// dear cells.
    #[test]
    fn ways_cost_what_forward_searches_find() {
        let (width, height) = (7, 5);
        let mut compared = 0;
        for round in 0..40_u32 {
            // Any mixed bits will do.
            let bits = |x: i32, y: i32, of: u32| {
                let mixed = (x as u32 * 31 + y as u32 * 17 + round * 101 + of * 57).wrapping_mul(0x9e37_79b9);
                mixed ^ mixed >> 15
            };
            let mut board = Board::new(width, height);
            for at in board.cells().collect::<Vec<_>>() {
                board.put(at, 0, Slope::level((bits(at.x(), at.y(), 1) % 3) as u8));
            }
            for number in 0..3 {
                let [from, to] = [0, 1].map(|end| {
                    let mixed = bits(number, end, 9);
                    cell((mixed % 7) as i32, (mixed / 7 % 5) as i32)
                });
                let by = Dir::CARDINAL[bits(number, 2, 9) as usize % 4];
                let link = WalkLink { name: "door".to_owned(), from, by, to, extra_cost: 0 };
                // The board may have no place for it.
                board.add_link(link).unwrap_or_default();
            }
            board.link();
            let enter = |spot: Spot| match bits(spot.cell.x(), spot.cell.y(), 3) % 7 {
                0 => None,
                cost => Some(cost as u8 % 3 + 1),
            };
            let gait = Gait { links: LinkSet::ALL, ..Gait::PLAIN };
            let reach = Reach { up: 2, down: 4, gait, ..Reach::over_everything(u16::MAX - 1) };
            let goals = [cell(0, 0), cell(6, 4)];
            let mut ways = WaysTo::default();
            ways.measure(&board, &goals, reach, enter);
            let mut finder = PathFinder::default();
            for from in board.cells() {
                let open = |spot: Spot| enter(spot).or_else(|| goals.contains(&spot.cell).then_some(1));
                finder.flood_from(&board, [from], reach, open);
                let nearest = goals.iter().map(|&goal| finder.distance(&board, goal)).min();
                assert_eq!(Some(ways.distance(&board, from)), nearest, "board {round}, {from}");
                compared += u32::from(nearest.is_some_and(|nearest| nearest != UNREACHED && nearest > 0));
            }
        }
        assert!(compared > 500, "{compared} ways");
    }
}
