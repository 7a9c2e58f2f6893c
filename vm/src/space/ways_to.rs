//! Shortest paths from every cell to the nearest of several goals. Steps count in walking direction, because links and
//! drops can be one-way.

use super::{Board, Cell, Dir, Gait, PathFinder, Reach, TileId, TilePos, UNREACHED, WalkStep};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, Debug)]
struct StepTo {
    to: TileId,
    from: TileId,
    rise: i32,
    extra_cost: u8,
}

#[derive(Debug, Default)]
pub(crate) struct WaysTo {
    distance: Vec<u16>,
    steps: Vec<StepTo>,
    firsts: Vec<u32>,
    of: Option<(u64, Gait)>,
    waiting: BinaryHeap<Reverse<(u16, TileId)>>,
    is_cut: bool,
}

impl WaysTo {
    /// Measures paths to these cells; with `until` only from cells that are nearer than this one. Distances from others are
    /// then too large or [`UNREACHED`]. `enter` returns the cost of entering a spot, `None` if it is blocked; goals can
    /// always be entered. Returns the number of inspected steps.
    pub(crate) fn measure(
        &mut self,
        (board, book): (&Board, u64),
        (goals, until): (&[Cell], Option<Cell>),
        reach: Reach,
        mut enter: impl FnMut(TilePos) -> Option<u8>,
    ) -> u32 {
        if self.of != Some((book, reach.gait)) {
            self.of = Some((book, reach.gait));
            self.read_steps(board, reach.gait);
        }
        self.distance.clear();
        self.distance.resize(board.places(), UNREACHED);
        self.waiting.clear();
        let (until, mut is_cut) = (until.map(|cell| board.place(cell)), false);
        for place in goals.iter().map(|&goal| board.place(goal)) {
            if let Some(distance) = self.distance.get_mut(place.index()) {
                *distance = 0;
                self.waiting.push(Reverse((0, place)));
            }
        }
        let mut looked_at = 0;
        while let Some(Reverse((distance, place))) = self.waiting.pop() {
            if self.distance[place.index()] != distance {
                continue;
            }
            if until == Some(place) {
                is_cut = true;
                break;
            }
            let spot = board.spot(board.cell_of(place));
            let Some(cost) = enter(spot).or_else(|| goals.contains(&spot.cell).then_some(1)) else { continue };
            let range = self.firsts.get(place.index()..place.index() + 2).unwrap_or(&[0, 0]);
            for step in self.steps.get(range[0] as usize..range[1] as usize).unwrap_or_default() {
                looked_at += 1;
                if !reach.is_allowed(step.rise) {
                    continue;
                }
                let cost = PathFinder::cost_of_step(cost, step.extra_cost);
                let there = distance.saturating_add(cost.into());
                if there < self.distance[step.from.index()] {
                    self.distance[step.from.index()] = there;
                    self.waiting.push(Reverse((there, step.from)));
                }
            }
        }
        self.is_cut = is_cut;
        looked_at
    }

    /// Whether only cells nearer than one were measured.
    pub(crate) const fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn read_steps(&mut self, board: &Board, gait: Gait) {
        self.steps.clear();
        for spot in board.cells().map(|cell| board.spot(cell)) {
            let steps = Dir::CARDINAL.into_iter().filter_map(|dir| board.walk_step(spot, dir, gait));
            self.steps.extend(steps.map(|WalkStep { to, rise, extra_cost }| StepTo {
                to: to.place,
                from: spot.place,
                rise,
                extra_cost,
            }));
        }
        self.steps.sort_by_key(|step| step.to);
        self.firsts.clear();
        self.firsts.resize(board.places() + 1, 0);
        for step in &self.steps {
            if let Some(count) = self.firsts.get_mut(step.to.index() + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for first in &mut self.firsts {
            sum += *first;
            *first = sum;
        }
    }

    pub(crate) fn distance(&self, board: &Board, cell: Cell) -> u16 {
        self.distance.get(board.place(cell).index()).copied().unwrap_or(UNREACHED)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LinkSet, Slope, WalkLink};
    use super::*;

    fn cell(x: i32, y: i32) -> Cell {
        Cell::new(x, y).expect("a small board")
    }

    #[test]
    fn ways_cost_what_forward_searches_find() {
        let (width, height) = (7, 5);
        let mut compared = 0;
        for round in 0..40_u32 {
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
                board.add_link(link).unwrap_or_default();
            }
            board.link();
            let enter = |spot: TilePos| match bits(spot.cell.x(), spot.cell.y(), 3) % 7 {
                0 => None,
                cost => Some(cost as u8 % 3 + 1),
            };
            let gait = Gait { links: LinkSet::ALL, ..Gait::PLAIN };
            let reach = Reach { up: 2, down: 4, gait, ..Reach::over_everything(u16::MAX - 1) };
            let goals = [cell(0, 0), cell(6, 4)];
            let mut ways = WaysTo::default();
            ways.measure((&board, round.into()), (&goals, None), reach, enter);
            let (own, mut near) = (cell(3, 2), WaysTo::default());
            near.measure((&board, round.into()), (&goals, Some(own)), reach, enter);
            assert_eq!(near.is_cut(), ways.distance(&board, own) != UNREACHED);
            let mut finder = PathFinder::default();
            for from in board.cells() {
                let open = |spot: TilePos| enter(spot).or_else(|| goals.contains(&spot.cell).then_some(1));
                finder.flood_from(&board, [from], reach, open);
                let nearest = goals.iter().map(|&goal| finder.distance(&board, goal)).min();
                assert_eq!(Some(ways.distance(&board, from)), nearest, "board {round}, {from}");
                let bounded = |ways: &WaysTo| ways.distance(&board, from).min(ways.distance(&board, own));
                assert_eq!(bounded(&near), bounded(&ways), "board {round}, {from} beside {own}");
                compared += u32::from(nearest.is_some_and(|nearest| nearest != UNREACHED && nearest > 0));
            }
        }
        assert!(compared > 500, "{compared} ways");
    }
}
