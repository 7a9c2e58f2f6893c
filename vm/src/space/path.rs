//! Shortest walks in four directions by movement points. Ties go to the first direction in the order of the walking
//! side, so paths are equal on every machine.

use super::layout::Layout;
use super::{Board, Cell, Dir, Gait, LinkSet, Terrain, TileId, TilePos, WalkStep};

/// Distance of a cell that the flood did not reach.
pub const UNREACHED: u16 = u16::MAX;

/// Exceeds the maximum step cost, so that buckets distinguish all queued distances.
const BUCKETS: usize = (Terrain::MAX_EXTRA_COST as usize + 2).next_power_of_two();

const OPEN: usize = (Terrain::MAX_EXTRA_COST as usize + 3).next_power_of_two();

/// Limits of a flood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Movement points.
    pub points: u16,
    /// Highest step up in half steps.
    pub up: i32,
    /// Deepest step down in half steps.
    pub down: i32,
    /// Special steps.
    pub gait: Gait,
    /// Whether west is tried before east.
    pub faces_west: bool,
}

impl Reach {
    /// Returns a reach over all steps and links with these movement points.
    #[must_use]
    pub const fn over_everything(points: u16) -> Self {
        Self {
            points,
            up: i32::MAX,
            down: i32::MAX,
            gait: Gait { links: LinkSet::ALL, ..Gait::PLAIN },
            faces_west: false,
        }
    }

    pub(crate) const fn is_allowed(self, rise: i32) -> bool {
        rise <= self.up && -rise <= self.down
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Parent(u32);

impl Parent {
    const fn new(place: TileId, dir: Dir) -> Self {
        Self(place.index() as u32 & 0xff_ffff | (dir as u32) << 24)
    }

    const fn place(self) -> TileId {
        TileId::new(self.0 & 0xff_ffff)
    }

    const fn dir(self) -> Dir {
        Dir::ALL[(self.0 >> 24 & 7) as usize]
    }
}

/// Buffers of floods. Reuse them to avoid allocation.
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    layout: Layout,
    distance: Vec<u16>,
    parent: Vec<Parent>,
    reached: Vec<TilePos>,
    waiting: [Vec<TilePos>; BUCKETS],
    open: [Vec<(TilePos, u16)>; OPEN],
    is_cut: bool,
}

impl PathFinder {
    /// Floods from `from`. `enter` returns the cost of entering a cell (1 to 15), or `None`. Read the result with
    /// [`Self::reached`].
    pub fn flood(&mut self, board: &Board, from: Cell, reach: Reach, mut enter: impl FnMut(TilePos) -> Option<u8>) {
        self.flood_until(board, [from], reach, |_| false, |_, _, spot| enter(spot));
    }

    /// Floods until it reaches the nearest wanted spot and returns its distance; `None` if none is in reach.
    pub fn flood_to_first(
        &mut self,
        board: &Board,
        from: Cell,
        reach: Reach,
        is_wanted: impl Fn(TilePos) -> bool,
        mut enter: impl FnMut(TilePos) -> Option<u8>,
    ) -> Option<u16> {
        self.flood_until(board, [from], reach, is_wanted, |_, _, spot| enter(spot))
    }

    pub(crate) fn flood_steps(
        &mut self,
        board: &Board,
        from: Cell,
        reach: Reach,
        enter: impl FnMut(TilePos, Dir, TilePos) -> Option<u8>,
    ) {
        self.flood_until(board, [from], reach, |_| false, enter);
    }

    pub(crate) fn flood_steps_to(
        &mut self,
        board: &Board,
        from: Cell,
        to: Cell,
        reach: Reach,
        enter: impl FnMut(TilePos, Dir, TilePos) -> Option<u8>,
    ) {
        self.flood_until(board, [from], reach, |spot| spot.cell == to, enter);
    }

    /// Floods from several cells at once.
    pub fn flood_from(
        &mut self,
        board: &Board,
        from: impl IntoIterator<Item = Cell>,
        reach: Reach,
        mut enter: impl FnMut(TilePos) -> Option<u8>,
    ) {
        self.flood_until(board, from, reach, |_| false, |_, _, spot| enter(spot));
    }

    fn flood_until(
        &mut self,
        board: &Board,
        from: impl IntoIterator<Item = Cell>,
        reach: Reach,
        is_goal: impl Fn(TilePos) -> bool,
        mut enter: impl FnMut(TilePos, Dir, TilePos) -> Option<u8>,
    ) -> Option<u16> {
        self.begin(board);
        for cell in from {
            let spot = board.spot(cell);
            if let Some(distance) = self.distance.get_mut(spot.place.index()) {
                *distance = 0;
                self.waiting[0].push(spot);
            }
        }
        let mut waiting = self.waiting[0].len();
        let mut distance = 0_u16;
        while waiting > 0 {
            let bucket = usize::from(distance) % BUCKETS;
            let mut next = 0;
            while let Some(&spot) = self.waiting[bucket].get(next) {
                next += 1;
                waiting -= 1;
                if self.distance[spot.place.index()] != distance {
                    continue;
                }
                self.reached.push(spot);
                if is_goal(spot) {
                    self.is_cut = true;
                    return Some(distance);
                }
                if distance < reach.points {
                    waiting += self.enter_neighbours(board, spot, distance, reach, &mut enter);
                }
            }
            self.waiting[bucket].clear();
            distance = distance.saturating_add(1);
        }
        None
    }

    pub(crate) const fn cost_of_step(entering: u8, extra: u8) -> u8 {
        let cost = entering.saturating_add(extra);
        if cost > 1 + Terrain::MAX_EXTRA_COST {
            1 + Terrain::MAX_EXTRA_COST
        } else if cost < 1 {
            1
        } else {
            cost
        }
    }

    #[inline]
    fn enter_neighbours(
        &mut self,
        board: &Board,
        spot: TilePos,
        distance: u16,
        reach: Reach,
        enter: &mut impl FnMut(TilePos, Dir, TilePos) -> Option<u8>,
    ) -> usize {
        let mut found = 0;
        for dir in Dir::cardinal_from(reach.faces_west) {
            let Some(WalkStep { to: beside, rise, extra_cost }) = board.walk_step(spot, dir, reach.gait) else {
                continue;
            };
            let index = beside.place.index();
            if self.distance[index] <= distance + 1 || !reach.is_allowed(rise) {
                continue;
            }
            let Some(cost) = enter(spot, dir, beside) else { continue };
            let there = distance.saturating_add(Self::cost_of_step(cost, extra_cost).into());
            if there <= reach.points && there < self.distance[index] {
                self.distance[index] = there;
                self.parent[index] = Parent::new(spot.place, dir);
                self.waiting[usize::from(there) % BUCKETS].push(beside);
                found += 1;
            }
        }
        found
    }

    /// Finds a shortest path with A*, appends its steps and returns its movement points. Among equal paths the choice
    /// can differ from [`Self::steps_to`].
    pub fn find_path(
        &mut self,
        board: &Board,
        from: Cell,
        to: Cell,
        reach: Reach,
        mut enter: impl FnMut(TilePos) -> Option<u8>,
        steps: &mut Vec<Dir>,
    ) -> Option<u16> {
        self.begin(board);
        let (start, goal) = (board.spot(from), board.place(to));
        *self.distance.get_mut(start.place.index())? = 0;
        self.open[0].push((start, 0));
        let (mut waiting, mut estimate) = (1_usize, 0_usize);
        while waiting > 0 {
            let Some((spot, distance)) = self.open[estimate % OPEN].pop() else {
                estimate += 1;
                continue;
            };
            waiting -= 1;
            if self.distance[spot.place.index()] != distance {
                continue;
            }
            self.reached.push(spot);
            if spot.place == goal {
                self.is_cut = true;
                self.steps_to(board, to, steps)?;
                return Some(distance);
            }
            if distance >= reach.points {
                continue;
            }
            let (left, below) = spot.cell.offset_to(to);
            let nearer = [below < 0, left > 0, below > 0, left < 0];
            for towards in [false, true] {
                for (&dir, _) in Dir::CARDINAL.iter().zip(nearer).filter(|&(_, nearer)| nearer == towards) {
                    let Some(WalkStep { to: beside, rise, extra_cost }) = board.walk_step(spot, dir, reach.gait) else {
                        continue;
                    };
                    let index = beside.place.index();
                    if self.distance[index] <= distance + 1 || !reach.is_allowed(rise) {
                        continue;
                    }
                    let Some(cost) = enter(beside) else { continue };
                    let cost = u16::from(Self::cost_of_step(cost, extra_cost));
                    let there = distance.saturating_add(cost);
                    if there <= reach.points && there < self.distance[index] {
                        self.distance[index] = there;
                        self.parent[index] = Parent::new(spot.place, dir);
                        let more = match board.has_links() || reach.gait.leap > 0 {
                            true => usize::from(cost),
                            false => usize::from(cost) + if towards { 0 } else { 2 } - 1,
                        };
                        self.open[(estimate + more) % OPEN].push((beside, there));
                        waiting += 1;
                    }
                }
            }
        }
        None
    }

    fn begin(&mut self, board: &Board) {
        if self.layout == *board.layout() {
            for spot in &self.reached {
                self.distance[spot.place.index()] = UNREACHED;
            }
            if self.is_cut {
                let open = self.open.iter().flatten().map(|(spot, _)| spot);
                for spot in self.waiting.iter().flatten().chain(open) {
                    self.distance[spot.place.index()] = UNREACHED;
                }
            }
        } else {
            self.layout.clone_from(board.layout());
            self.distance.clear();
            self.distance.resize(board.places(), UNREACHED);
            self.parent.clear();
            self.parent.resize(board.places(), Parent::default());
        }
        self.reached.clear();
        if std::mem::take(&mut self.is_cut) {
            self.waiting.iter_mut().for_each(Vec::clear);
            self.open.iter_mut().for_each(Vec::clear);
        }
    }

    /// Iterates over the reached cells, nearest first.
    pub fn reached(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.reached.iter().map(|spot| spot.cell)
    }

    pub(super) fn spots(&self) -> &[TilePos] {
        &self.reached
    }

    pub(super) fn distance_at(&self, place: TileId) -> u16 {
        self.distance.get(place.index()).copied().unwrap_or(UNREACHED)
    }

    /// Returns the movement points to a cell in the last flood, or [`UNREACHED`].
    #[must_use]
    pub fn distance(&self, board: &Board, cell: Cell) -> u16 {
        self.distance.get(board.place(cell).index()).copied().unwrap_or(UNREACHED)
    }

    /// Appends the steps from the start of the last flood to a cell. Ties go by the order of directions. `None` if it
    /// was not reached.
    pub fn steps_to(&self, board: &Board, cell: Cell, steps: &mut Vec<Dir>) -> Option<()> {
        let begun = steps.len();
        let (mut at, mut left) = (cell, self.distance(board, cell));
        if left == UNREACHED {
            return None;
        }
        while left > 0 {
            let parent = *self.parent.get(board.place(at).index())?;
            let before = board.cell_of(parent.place());
            steps.push(parent.dir());
            (at, left) = (before, self.distance(board, before));
        }
        steps[begun..].reverse();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Rectangle, Slope, WalkPath};

    fn at(x: i32, y: i32, floor: u8) -> Cell {
        Cell::on_floor(x, y, floor).expect("a cell")
    }

    fn check(board: &Board, from: Cell, reach: Reach, cost: impl Fn(Cell) -> Option<u8>, expect: &[&str]) {
        let mut paths = PathFinder::default();
        paths.flood(board, from, reach, |spot| cost(spot.cell));
        let digit = |cell| match paths.distance(board, cell) {
            UNREACHED => '#',
            distance => char::from_digit(distance.into(), 36).expect("a short way"),
        };
        let row = |y| (0..board.width()).filter_map(|x| board.cell(x, y)).map(digit).collect::<String>();
        assert_eq!((0..board.height()).map(row).collect::<Vec<_>>(), expect);
        let sorted: Vec<_> = paths.reached().map(|cell| paths.distance(board, cell)).collect();
        assert!(sorted.is_sorted(), "nearest first");
        for cell in paths.reached() {
            let mut path = Vec::new();
            paths.steps_to(board, cell, &mut path).expect("reached");
            let (end, spent) = path.iter().fold((from, 0), |(at, spent), &dir| {
                let next = board.step(at, dir).expect("on the board");
                (next, spent + u16::from(cost(next).expect("open")))
            });
            assert_eq!((end, spent), (cell, paths.distance(board, cell)), "{path:?}");
        }
    }

    #[test]
    fn a_way_to_one_goal_is_the_shortest() {
        let mut seed = 3_u32;
        let mut next = move |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        let (mut flood, mut search) = (PathFinder::default(), PathFinder::default());
        let mut found = 0;
        for round in 0..400 {
            let mut board = Board::new(9, 7);
            if round % 2 == 1 {
                board.add_floor(Rectangle { x: 1, y: 1, width: 5, height: 4 });
                for cell in (0..63).filter_map(|at| Cell::new(at % 9, at / 9)) {
                    board.put(cell, 0, Slope::level(next(4) as u8));
                }
                for (x, y) in (1..6).flat_map(|x| (1..5).map(move |y| (x, y))) {
                    if next(3) > 0 {
                        board.put(at(x, y, 1), 0, Slope::level(4 + next(2) as u8));
                    }
                }
                board.link();
            }
            let costs: Vec<u8> = (0..board.places()).map(|_| [0, 1, 1, 1, 2, 15][next(6) as usize]).collect();
            let enter = |spot: TilePos| Some(costs[spot.place.index()]).filter(|&cost| cost > 0);
            let reach =
                Reach { points: [6, 200][next(2) as usize], up: 4, down: 6, gait: Gait::PLAIN, faces_west: false };
            let cells: Vec<Cell> = board.cells().collect();
            let (from, to) = (cells[next(cells.len() as u32) as usize], cells[next(cells.len() as u32) as usize]);
            flood.flood(&board, from, reach, enter);
            let mut way = vec![Dir::North];
            let spent = search.find_path(&board, from, to, reach, enter, &mut way);
            assert_eq!(spent.unwrap_or(UNREACHED), flood.distance(&board, to), "{from} to {to}");
            if let Some(spent) = spent {
                let walked = way[1..].iter().fold((from, 0), |(at, spent), &dir| {
                    let next = board.step(at, dir).expect("on the board");
                    (next, spent + u16::from(costs[board.place(next).index()]))
                });
                assert_eq!(walked, (to, spent));
                found += 1;
            }
        }
        assert!(found > 100, "most goals are reached: {found}");
    }

    #[test]
    fn a_flood_goes_around_walls() {
        let wall = [at(1, 0, 0), at(1, 1, 0)];
        let cost = |cell| if wall.contains(&cell) { None } else { Some(1) };
        check(&Board::new(4, 3), at(0, 0, 0), Reach::over_everything(7), cost, &["0#67", "1#56", "2345"]);
        check(&Board::new(4, 3), at(0, 0, 0), Reach::over_everything(5), cost, &["0###", "1#5#", "2345"]);
    }

    #[test]
    fn what_costs_more_is_gone_around_where_that_is_shorter() {
        let swamp = [at(1, 0, 0), at(1, 1, 0)];
        let cost = |cell| Some(if swamp.contains(&cell) { 4 } else { 1 });
        check(&Board::new(4, 3), at(0, 0, 0), Reach::over_everything(9), cost, &["0456", "1556", "2345"]);
    }

    #[test]
    fn steps_that_are_too_high_or_too_deep_are_not_taken() {
        let mut board = Board::new(4, 2);
        board.put(at(1, 0, 0), 0, Slope::level(2));
        board.put(at(2, 0, 0), 0, Slope::level(3));
        board.put(at(2, 1, 0), 0, Slope::level(9));
        board.link();
        let reach = |up, down| Reach { points: 9, up, down, gait: Gait::PLAIN, faces_west: false };
        check(&board, at(0, 0, 0), reach(4, 6), |_| Some(1), &["0123", "12#4"]);
        check(&board, at(0, 0, 0), reach(4, 4), |_| Some(1), &["012#", "12##"]);
        check(&board, at(0, 0, 0), reach(3, 99), |_| Some(1), &["0###", "12##"]);
        check(&board, at(3, 1, 0), reach(6, 99), |_| Some(1), &["4321", "54#0"]);
    }

    #[test]
    fn a_way_may_cross_over_itself() {
        let mut board = Board::new(3, 4);
        board.add_floor(Rectangle { x: 1, y: 1, width: 1, height: 2 });
        board.put(at(1, 3, 0), 0, Slope::ramp(0, Dir::North, 4));
        board.put(at(1, 2, 1), 0, Slope::level(4));
        board.put(at(1, 1, 1), 0, Slope::level(4));
        board.link();
        let mut paths = PathFinder::default();
        let enter = |spot: TilePos| (spot.cell != at(0, 0, 0)).then_some(1);
        paths.flood(
            &board,
            at(0, 3, 0),
            Reach { points: 20, up: 4, down: 8, gait: Gait::PLAIN, faces_west: false },
            enter,
        );
        assert_eq!(paths.distance(&board, at(1, 1, 1)), 3);
        for (cell, way) in [(at(1, 1, 1), "enn"), (at(1, 1, 0), "nne")] {
            let mut steps = Vec::new();
            paths.steps_to(&board, cell, &mut steps).expect("a way");
            assert_eq!(format!("{:?}", WalkPath::new(steps).expect("a short way")), way);
        }
        assert_eq!(paths.reached().len(), board.cells().count() - 1);
    }

    #[test]
    fn the_first_wanted_spot_is_the_nearest() {
        let board = Board::new(12, 12);
        let mut paths = PathFinder::default();
        for seed in 0..200_i32 {
            let noise = |spot: TilePos| (spot.cell.x() * 7 + spot.cell.y() * 13 + seed * 5).rem_euclid(11);
            let enter = |spot: TilePos| (noise(spot) > 2).then_some(1 + (noise(spot) % 3) as u8);
            let wanted = |spot: TilePos| noise(spot) == 9 && spot.cell.x() > 3;
            let first = paths.flood_to_first(&board, at(0, 0, 0), Reach::over_everything(40), wanted, enter);
            paths.flood(&board, at(0, 0, 0), Reach::over_everything(40), enter);
            let reached = paths.reached().filter(|&cell| wanted(board.spot(cell)));
            assert_eq!(first, reached.map(|cell| paths.distance(&board, cell)).min(), "seed {seed}");
        }
    }

    #[test]
    fn a_flood_knows_nothing_of_the_one_before_it_on_another_board() {
        let (wide, high) = (Board::new(8, 4), Board::new(4, 8));
        let mut paths = PathFinder::default();
        paths.flood(&wide, at(7, 3, 0), Reach::over_everything(9), |_| Some(1));
        paths.flood_steps_to(&wide, at(7, 3, 0), at(5, 3, 0), Reach::over_everything(9), |_, _, _| Some(1));
        paths.flood(&wide, at(7, 3, 0), Reach::over_everything(1), |_| Some(1));
        let reached = |paths: &PathFinder, board: &Board| {
            board.cells().filter(|&cell| paths.distance(board, cell) != UNREACHED).count()
        };
        assert_eq!((paths.reached().len(), reached(&paths, &wide)), (3, 3));
        paths.flood(&high, at(0, 0, 0), Reach::over_everything(1), |_| Some(1));
        assert_eq!((paths.reached().len(), reached(&paths, &high)), (3, 3));
    }
}
