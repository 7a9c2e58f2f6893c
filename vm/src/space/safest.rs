//! Safest of the shortest paths: by damage, then turns, then the direction order of the walking side, so that mirrored
//! boards have mirrored paths.

use super::path::PathFinder;
use super::{Board, Dir, Reach, TileId, TilePos, UNREACHED, WalkPath, WalkStep};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Arrival {
    harm: u32,
    turns: u16,
    /// First steps in two bits each, for ties; the smaller wins.
    rank: u64,
    steps: u16,
    from: (u32, u8),
}

impl Arrival {
    const NONE: Self = Self { harm: u32::MAX, turns: u16::MAX, rank: u64::MAX, steps: 0, from: (u32::MAX, 0) };

    const fn key(&self) -> (u32, u16, u64) {
        (self.harm, self.turns, self.rank)
    }

    const fn rank_with(rank: u64, steps: u16, number: usize) -> u64 {
        if steps < 32 { rank | (number as u64) << (62 - 2 * steps) } else { rank }
    }
}

/// Buffers of a search over a flooded [`PathFinder`].
#[derive(Clone, Debug, Default)]
pub struct SafestPaths {
    arrivals: Vec<[Arrival; 4]>,
    index: Vec<u32>,
    places: Vec<TileId>,
    order: Vec<Dir>,
}

impl SafestPaths {
    /// Maximum paths to one place.
    pub const MOST_WAYS: usize = 64;

    /// Finds the safest shortest paths from the start of the last flood. `reach` and `enter` are those of the flood;
    /// `harm` returns the damage of entering a spot.
    pub fn find(
        &mut self,
        board: &Board,
        flood: &PathFinder,
        reach: Reach,
        order: [Dir; 4],
        mut enter: impl FnMut(TilePos, Dir, TilePos) -> Option<u8>,
        mut harm: impl FnMut(TilePos) -> u32,
    ) {
        self.begin(board, flood, order);
        // Reached spots are sorted by distance, so predecessors are final.
        for (at, spot) in flood.spots().iter().enumerate() {
            let here = flood.distance_at(spot.place);
            for (number, dir) in order.into_iter().enumerate() {
                let Some(WalkStep { to: beside, rise, extra_cost }) = board.walk_step(*spot, dir, reach.gait) else {
                    continue;
                };
                let there = flood.distance_at(beside.place);
                if there == UNREACHED || there <= here || !reach.is_allowed(rise) {
                    continue;
                }
                let cost = enter(*spot, dir, beside).map(|cost| PathFinder::cost_of_step(cost, extra_cost));
                if cost.is_none_or(|cost| u32::from(here) + u32::from(cost) != u32::from(there)) {
                    continue;
                }
                let to = self.index[beside.place.index()] as usize;
                let lies = harm(beside);
                let best = self.best(at, number, lies);
                let known = &mut self.arrivals[to][number];
                if best.key() < known.key() {
                    *known = best;
                }
            }
        }
    }

    fn best(&self, at: usize, number: usize, harm: u32) -> Arrival {
        let rank = Arrival::rank_with(0, 0, number);
        let first = Arrival { harm, turns: 0, rank, steps: 1, from: (at as u32, u8::MAX) };
        if at == 0 {
            return first;
        }
        let mut best = Arrival::NONE;
        for (entered, arrival) in self.arrivals[at].iter().enumerate().filter(|(_, arrival)| **arrival != Arrival::NONE)
        {
            let turns = arrival.turns + u16::from(entered != number);
            let next = Arrival {
                harm: arrival.harm.saturating_add(harm),
                turns,
                rank: Arrival::rank_with(arrival.rank, arrival.steps, number),
                steps: arrival.steps.saturating_add(1),
                from: (at as u32, entered as u8),
            };
            if next.key() < best.key() {
                best = next;
            }
        }
        best
    }

    fn begin(&mut self, board: &Board, flood: &PathFinder, order: [Dir; 4]) {
        self.order.clear();
        self.order.extend(order);
        if self.index.len() == board.places() {
            for place in self.places.drain(..) {
                self.index[place.index()] = u32::MAX;
            }
        } else {
            self.index.clear();
            self.index.resize(board.places(), u32::MAX);
            self.places.clear();
        }
        self.arrivals.clear();
        for (at, spot) in flood.spots().iter().enumerate() {
            self.index[spot.place.index()] = at as u32;
            self.places.push(spot.place);
            self.arrivals.push([Arrival::NONE; 4]);
        }
    }

    /// Returns the path to a place; `None` if it was not reached or is too long.
    #[must_use]
    pub fn path_to(&self, place: TileId) -> Option<WalkPath> {
        let mut at = *self.index.get(place.index()).filter(|&&at| at != u32::MAX)? as usize;
        let mut back = Vec::with_capacity(WalkPath::MAX);
        if at > 0 {
            let (mut entered, _) = self.arrivals[at].iter().enumerate().min_by_key(|(_, arrival)| arrival.key())?;
            loop {
                let arrival = self.arrivals.get(at)?.get(entered)?;
                back.push(*self.order.get(entered)?);
                let (from, before) = arrival.from;
                if before == u8::MAX {
                    break;
                }
                (at, entered) = (from as usize, usize::from(before));
            }
        }
        WalkPath::new(back.into_iter().rev())
    }

    /// Returns all equally short and safe paths: that of [`Self::path_to`] first, then by turns and directions, at most
    /// [`Self::MOST_WAYS`].
    #[must_use]
    pub fn ways_to(&self, place: TileId) -> Vec<WalkPath> {
        let Some(best) = self.path_to(place) else { return Vec::new() };
        let goal = self.index[place.index()] as usize;
        let (mut found, mut back) = (Vec::new(), Vec::with_capacity(best.len()));
        self.ways_back(goal, &mut back, &mut found);
        let rank = |dir: &Dir| self.order.iter().position(|other| other == dir);
        found.sort_by_cached_key(|steps: &Vec<Dir>| {
            let turns = steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
            (turns, steps.iter().map(rank).collect::<Vec<_>>())
        });
        let others = found.into_iter().filter_map(WalkPath::new).filter(|&way| way != best);
        std::iter::once(best).chain(others).take(Self::MOST_WAYS).collect()
    }

    fn ways_back(&self, at: usize, back: &mut Vec<Dir>, found: &mut Vec<Vec<Dir>>) {
        if found.len() >= Self::MOST_WAYS || back.len() > WalkPath::MAX {
            return;
        }
        if at == 0 {
            return found.push(back.iter().rev().copied().collect());
        }
        let arrivals = self.arrivals[at];
        let least = arrivals.iter().map(|arrival| arrival.harm).min().unwrap_or_default();
        for (&dir, arrival) in self.order.iter().zip(&arrivals) {
            if *arrival != Arrival::NONE && arrival.harm == least {
                back.push(dir);
                self.ways_back(arrival.from.0 as usize, back, found);
                back.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Cell, WalkLink};
    use expect_test::{Expect, expect};

    fn way(map: &str, faces_west: bool) -> (Board, Vec<Cell>) {
        let rows: Vec<Vec<char>> = map.lines().map(|row| row.trim().chars().collect()).collect();
        let board = Board::new(rows[0].len() as i32, rows.len() as i32);
        let glyph = |cell: Cell| rows[cell.y() as usize][cell.x() as usize];
        let find = |wanted| board.cells().find(|&cell| glyph(cell) == wanted).expect("on the map");
        let enter = |spot: TilePos| match glyph(spot.cell) {
            '#' => None,
            ',' => Some(2),
            _ => Some(1),
        };
        let (mut flood, mut safest) = (PathFinder::default(), SafestPaths::default());
        let reach = Reach::over_everything(99);
        flood.flood(&board, find('@'), reach, enter);
        let harm = |spot: TilePos| u32::from(glyph(spot.cell) == '^');
        safest.find(&board, &flood, reach, Dir::cardinal_from(faces_west), |_, _, spot| enter(spot), harm);
        let path = safest.path_to(board.place(find('x'))).expect("a way");
        let mut cells = vec![find('@')];
        for dir in path.steps() {
            cells.push(board.step(cells[cells.len() - 1], dir).expect("on the board"));
        }
        (board, cells)
    }

    fn check(map: &str, expect: Expect) {
        let (board, cells) = way(map, false);
        let glyph = |x, y| if board.cell(x, y).is_some_and(|cell| cells.contains(&cell)) { '*' } else { '.' };
        let row = |y| (0..board.width()).map(|x| glyph(x, y)).collect::<String>() + "\n";
        expect.assert_eq(&(0..board.height()).map(row).collect::<String>());
        let mirrored: Vec<String> = map.lines().map(|row| row.trim().chars().rev().collect()).collect();
        let (_, other) = way(&mirrored.join("\n"), true);
        let back: Vec<(i32, i32)> = other.iter().map(|cell| (board.width() - 1 - cell.x(), cell.y())).collect();
        assert_eq!(back, cells.iter().map(|cell| (cell.x(), cell.y())).collect::<Vec<_>>());
    }

    #[test]
    fn the_safest_of_the_shortest_is_taken() {
        check(
            "@^.
             ...
             ..x",
            expect![[r#"
                *..
                *..
                ***
            "#]],
        );
        check(
            "...
             @^x",
            expect![[r#"
                ...
                ***
            "#]],
        );
    }

    #[test]
    fn of_equally_safe_ways_the_one_with_fewest_turns_is_taken() {
        check(
            "....
             @.#.
             ....
             ...x",
            expect![[r#"
                ....
                *...
                *...
                ****
            "#]],
        );
        check(
            "x..
             ...
             ..@",
            expect![[r#"
                ***
                ..*
                ..*
            "#]],
        );
    }

    #[test]
    fn ground_that_costs_more_counts_as_further() {
        check(
            "@,x
             ...",
            expect![[r#"
                ***
                ...
            "#]],
        );
        check(
            "@,,x
             ....",
            expect![[r#"
                ****
                ....
            "#]],
        );
    }

    #[test]
    fn no_other_shortest_way_is_better() {
        let mut seed = 7_u32;
        let mut next = move |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..300 {
            let glyph = |next: &mut dyn FnMut(u32) -> u32| ['.', '.', '.', '^', '^', '#'][next(6) as usize];
            let cells: Vec<Vec<char>> = (0..4).map(|_| (0..4).map(|_| glyph(&mut next)).collect()).collect();
            let board = Board::new(4, 4);
            let at = |cell: Cell| cells[cell.y() as usize][cell.x() as usize];
            let (mut flood, mut safest) = (PathFinder::default(), SafestPaths::default());
            let start = board.cell(0, 0).expect("a corner");
            let enter = |spot: TilePos| (at(spot.cell) != '#').then_some(1);
            flood.flood(&board, start, Reach::over_everything(9), enter);
            let harm = |cell: Cell| u32::from(at(cell) == '^');
            let order = Dir::cardinal_from(next(2) == 1);
            let step = |_: TilePos, _: Dir, spot: TilePos| enter(spot);
            safest.find(&board, &flood, Reach::over_everything(9), order, step, |spot| harm(spot.cell));
            for goal in flood.reached() {
                let mut all = vec![(vec![], start)];
                for _ in 0..flood.distance(&board, goal) {
                    let on = |(steps, at): &(Vec<Dir>, Cell)| {
                        let next = |dir| Some((steps.iter().copied().chain([dir]).collect(), board.step(*at, dir)?));
                        order.into_iter().filter_map(next).collect::<Vec<(Vec<Dir>, Cell)>>()
                    };
                    all = all.iter().flat_map(on).filter(|(_, cell)| at(*cell) != '#').collect();
                }
                let key = |steps: &[Dir]| {
                    let mut at = start;
                    let mut total = 0;
                    for &dir in steps {
                        at = board.step(at, dir).expect("on the board");
                        total += harm(at);
                    }
                    let turns = steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
                    let rank = |dir: &Dir| order.iter().position(|other| other == dir);
                    (total, turns, steps.iter().map(rank).collect::<Vec<_>>())
                };
                let best = all.iter().filter(|(_, cell)| *cell == goal).map(|(steps, _)| key(steps)).min();
                let found: Vec<Dir> = safest.path_to(board.place(goal)).expect("a way").steps().collect();
                assert_eq!(Some(key(&found)), best, "{cells:?} to {goal}");
                let safe = |steps: &&Vec<Dir>| key(steps).0 == key(&found).0;
                let of_it = all.iter().filter(|(_, cell)| *cell == goal).map(|(steps, _)| steps);
                let mut equal: Vec<&Vec<Dir>> = of_it.filter(safe).collect();
                equal.sort_by_key(|steps| key(steps));
                let ways = safest.ways_to(board.place(goal));
                let told: Vec<Vec<Dir>> = ways.iter().map(|way| way.steps().collect()).collect();
                assert_eq!(told.iter().collect::<Vec<_>>(), equal, "{cells:?} to {goal}");
            }
        }
    }

    #[test]
    fn a_way_longer_than_its_rank_is_found() {
        let floor = ".".repeat(59);
        let (_, cells) = way(&format!("@{floor}x"), false);
        assert_eq!(cells.len(), 61);
    }

    #[test]
    fn all_ways_of_a_room_are_told() {
        let board = Board::new(4, 3);
        let (mut flood, mut safest) = (PathFinder::default(), SafestPaths::default());
        let (start, goal) = (board.cell(0, 0).expect("a corner"), board.cell(3, 2).expect("a corner"));
        let reach = Reach::over_everything(9);
        flood.flood(&board, start, reach, |_| Some(1));
        safest.find(&board, &flood, reach, Dir::cardinal_from(false), |_, _, _| Some(1), |_| 0);
        let told =
            |way: &WalkPath| -> String { way.steps().map(|dir| if dir == Dir::East { 'E' } else { 'S' }).collect() };
        let ways: Vec<String> = safest.ways_to(board.place(goal)).iter().map(told).collect();
        assert_eq!(ways[..2], ["EEESS", "SSEEE"], "one turn each, and East comes before South");
        let turns = |way: &String| way.as_bytes().windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(ways.iter().map(turns).is_sorted(), "{ways:?}");
        assert_eq!(ways.len(), 10);
    }

    fn way_by_links(order: [Dir; 4], harm: Option<(i32, i32)>) -> Vec<Dir> {
        let mut board = Board::new(5, 3);
        let cell = |x, y| Cell::new(x, y).expect("a small board");
        for from in [cell(1, 0), cell(3, 0)] {
            let link = WalkLink { name: "stair".to_owned(), from, by: Dir::South, to: cell(2, 2), extra_cost: 0 };
            board.add_link(link).expect("between two cells");
        }
        let (mut flood, mut safest) = (PathFinder::default(), SafestPaths::default());
        let reach = Reach::over_everything(9);
        let enter = |spot: TilePos| (spot.cell.y() != 1).then_some(1);
        flood.flood(&board, cell(2, 0), reach, enter);
        let harms = |spot: TilePos| u32::from(harm.is_some_and(|(x, y)| spot.cell == cell(x, y)));
        safest.find(&board, &flood, reach, order, |_, _, spot| enter(spot), harms);
        safest.path_to(board.place(cell(2, 2))).expect("a way").steps().collect()
    }

    #[test]
    fn of_two_ways_that_enter_a_cell_alike_the_better_is_taken() {
        let [east, west] = [false, true].map(Dir::cardinal_from);
        assert_eq!(way_by_links(east, None), [Dir::East, Dir::South]);
        assert_eq!(way_by_links(west, None), [Dir::West, Dir::South]);
        for order in [east, west] {
            assert_eq!(way_by_links(order, Some((1, 0))), [Dir::East, Dir::South]);
            assert_eq!(way_by_links(order, Some((3, 0))), [Dir::West, Dir::South]);
        }
    }
}
