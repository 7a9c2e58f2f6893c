//! Sight and paths on seeded maps with one fifth walls: the engine, and handwritten limits that answer only the
//! measured question.

use foretoken_turn_work::measure::{Row, measure};
use foretoken_vm::chance::Dice;
use foretoken_vm::space::{
    Coordinates, FieldOfView, PathFinder, Reach, TilePos, UNREACHED, Visibility, has_line_of_sight,
};
use foretoken_vm::{Board, Cell, Dir};
use std::hint::black_box;

/// Questions per call, each from another cell.
pub const BATCH: u32 = 16;
/// Sight range, in cells.
pub const SIGHT: u16 = 20;
/// Steps of a walk.
pub const WALK: u16 = 6;
const WITHIN: Reach = Reach::over_everything(WALK);

/// Candidate of a measurement: name and function.
pub type Candidate<'c> = (&'static str, &'c mut dyn FnMut());

/// Square map with seeded walls.
#[derive(Clone, Debug)]
pub struct Map {
    /// Number of columns and of rows.
    pub side: i32,
    /// Whether each cell is a wall, row by row.
    pub walls: Vec<bool>,
    /// Start cells, none of them a wall.
    pub starts: Vec<Coordinates>,
}

impl Map {
    /// Creates a map with connected corners, from the first suitable seed at or after `seed`.
    #[must_use]
    pub fn new(side: i32, seed: u64) -> Self {
        let mut seed = seed;
        loop {
            let map = Self::of_seed(side, seed);
            if Limit::new(&map).path() > 0 {
                return map;
            }
            seed += 1;
        }
    }

    fn of_seed(side: i32, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut walls: Vec<bool> = (0..side * side).map(|_| dice.below(5) == 0).collect();
        for corner in [0, walls.len() - 1] {
            walls[corner] = false;
        }
        let mut starts = Vec::new();
        while starts.len() < BATCH as usize {
            let (x, y) = (dice.below(side as u32) as i32, dice.below(side as u32) as i32);
            if !walls[(y * side + x) as usize] {
                starts.push((x, y));
            }
        }
        Self { side, walls, starts }
    }

    /// Returns whether a cell is a wall.
    #[inline]
    #[must_use]
    pub fn is_wall(&self, x: i32, y: i32) -> bool {
        self.walls[(y * self.side + x) as usize]
    }

    #[inline]
    fn enter(&self, spot: TilePos) -> Option<u8> {
        (!self.is_wall(spot.cell.x(), spot.cell.y())).then_some(1)
    }
}

/// Measures sight of [`SIGHT`] cells: the limit, the engine, the peers.
#[must_use]
pub fn sight(map: &Map, rounds: usize, peers: &mut [Candidate<'_>]) -> Vec<Row> {
    let mut limit = Limit::new(map);
    let (mut field, mut visibility) = (FieldOfView::default(), Visibility::default());
    let size = (map.side, map.side);
    let mut plain = || map.starts.iter().for_each(|&start| limit.sight(black_box(start)));
    let mut ours = || {
        for &start in &map.starts {
            field.cast(size, black_box(start), Some(SIGHT), |x, y| map.is_wall(x, y));
            black_box(&field);
        }
    };
    let mut shading = || {
        for &start in &map.starts {
            visibility.spread(size, black_box(start), SIGHT, 25, |x, y| u16::from(map.is_wall(x, y)) * 300);
            black_box(&visibility);
        }
    };
    let farthest: Vec<Coordinates> = map.starts.iter().map(|&start| farthest_seen(map, start)).collect();
    let mut pairs = || {
        for (&start, &to) in map.starts.iter().zip(&farthest) {
            black_box(has_line_of_sight(black_box(start), to, |x, y| map.is_wall(x, y)));
        }
    };
    let mut candidates: Vec<Candidate<'_>> = vec![
        ("hand-written shadow casting", &mut plain),
        ("ours", &mut ours),
        ("ours, one pair: the farthest cell that is seen", &mut pairs),
        ("ours, visibility for shading", &mut shading),
    ];
    candidates.extend(peers.iter_mut().map(|(name, run)| (*name, &mut **run as &mut dyn FnMut())));
    measure(&mut candidates, rounds)
}

fn farthest_seen(map: &Map, start: Coordinates) -> Coordinates {
    let mut field = FieldOfView::default();
    field.cast((map.side, map.side), start, Some(SIGHT), |x, y| map.is_wall(x, y));
    let far = |&(x, y): &Coordinates| (x - start.0).pow(2) + (y - start.1).pow(2);
    field.seen().max_by_key(far).unwrap_or(start)
}

/// Measures the cells within [`WALK`] steps: the limit, the engine, the peers.
#[must_use]
pub fn reachable(map: &Map, rounds: usize, peers: &mut [Candidate<'_>]) -> Vec<Row> {
    let mut limit = Limit::new(map);
    let (board, mut paths) = (Board::new(map.side, map.side), PathFinder::default());
    let starts: Vec<Cell> = map.starts.iter().filter_map(|&(x, y)| Cell::new(x, y)).collect();
    for (&start, &from) in map.starts.iter().zip(&starts) {
        paths.flood(&board, from, WITHIN, |spot| map.enter(spot));
        assert_eq!(paths.reached().len(), limit.flood(start), "the same cells are reached");
    }
    let mut plain = || map.starts.iter().for_each(|&start| _ = black_box(limit.flood(black_box(start))));
    let mut ours = || {
        for &from in &starts {
            paths.flood(&board, black_box(from), WITHIN, |spot| map.enter(spot));
            black_box(&paths);
        }
    };
    let mut candidates: Vec<Candidate<'_>> = vec![("hand-written flood", &mut plain), ("ours", &mut ours)];
    candidates.extend(peers.iter_mut().map(|(name, run)| (*name, &mut **run as &mut dyn FnMut())));
    measure(&mut candidates, rounds)
}

/// Measures a corner-to-corner path: the limit, the engine, the peers.
#[must_use]
pub fn path(map: &Map, rounds: usize, peers: &mut [Candidate<'_>]) -> Vec<Row> {
    let mut limit = Limit::new(map);
    let mut ours = OurPath::new(map);
    assert_eq!(ours.find(map), limit.path(), "paths are as short");
    let mut plain = || _ = black_box(limit.path());
    let mut ours = || _ = black_box(ours.find(map));
    let mut candidates: Vec<Candidate<'_>> = vec![("hand-written A*, buckets", &mut plain), ("ours", &mut ours)];
    candidates.extend(peers.iter_mut().map(|(name, run)| (*name, &mut **run as &mut dyn FnMut())));
    measure(&mut candidates, rounds)
}

struct OurPath {
    board: Board,
    paths: PathFinder,
    corners: [Cell; 2],
    way: Vec<Dir>,
}

impl OurPath {
    fn new(map: &Map) -> Self {
        let corner = |at| Cell::new(at, at).unwrap_or(Cell::NOWHERE);
        let corners = [corner(0), corner(map.side - 1)];
        Self { board: Board::new(map.side, map.side), paths: PathFinder::default(), corners, way: Vec::new() }
    }

    fn find(&mut self, map: &Map) -> usize {
        let [from, to] = self.corners;
        self.way.clear();
        let reach = Reach::over_everything(UNREACHED - 1);
        _ = self.paths.find_path(&self.board, from, to, reach, |spot| map.enter(spot), &mut self.way);
        self.way.len()
    }
}

/// Handwritten limits. A border of walls replaces bounds checks.
#[derive(Clone, Debug)]
pub struct Limit {
    stride: usize,
    walls: Vec<bool>,
    seen: Vec<bool>,
    distance: Vec<u16>,
    queue: Vec<u32>,
    later: Vec<u32>,
    nearer: Vec<u32>,
}

impl Limit {
    /// Creates the limits for a map.
    #[must_use]
    pub fn new(map: &Map) -> Self {
        let stride = map.side as usize + 2;
        let mut walls = vec![true; stride * stride];
        for (index, &wall) in map.walls.iter().enumerate() {
            let (x, y) = (index % map.side as usize, index / map.side as usize);
            walls[(y + 1) * stride + x + 1] = wall;
        }
        let cells = walls.len();
        let (queue, later, nearer) = (Vec::new(), Vec::new(), Vec::new());
        Self { stride, walls, seen: vec![false; cells], distance: vec![UNREACHED; cells], queue, later, nearer }
    }

    const fn index(&self, (x, y): Coordinates) -> usize {
        (y as usize + 1) * self.stride + x as usize + 1
    }

    /// Computes sight by recursive shadow casting in eight octants with floating-point slopes.
    pub fn sight(&mut self, start: Coordinates) {
        self.seen.fill(false);
        let at = self.index(start);
        self.seen[at] = true;
        let stride = self.stride as isize;
        for (row, column) in [(1, stride), (stride, 1)] {
            for (row, column) in [(row, column), (row, -column), (-row, column), (-row, -column)] {
                self.octant(at as isize, row, column, 1, (0.0, 1.0));
            }
        }
        black_box(&self.seen);
    }

    /// Casts rows of an octant from `first` on, between two slopes. `row` and `column` are array steps.
    fn octant(&mut self, at: isize, row: isize, column: isize, first: i32, (mut low, high): (f32, f32)) {
        let radius = i32::from(SIGHT);
        for depth in first..=radius {
            let far = depth as f32;
            let begin = (low * (far - 0.5) + 0.4999) as i32;
            let end = ((high * (far + 0.5) + 0.5001) as i32).min(depth);
            let mut behind_wall = false;
            let mut any = false;
            for aside in begin..=end {
                if depth * depth + aside * aside > radius * radius {
                    break;
                }
                any = true;
                let index = (at + row * depth as isize + column * aside as isize) as usize;
                let Some(&wall) = self.walls.get(index) else { break };
                self.seen[index] = true;
                if wall && !behind_wall && aside > begin {
                    self.octant(at, row, column, depth + 1, (low, (aside as f32 - 0.5) / (far + 0.5)));
                }
                if !wall && behind_wall {
                    low = (aside as f32 - 0.5) / (far - 0.5);
                }
                behind_wall = wall;
            }
            if behind_wall || !any || low > high {
                return;
            }
        }
    }

    /// Returns the number of visible cells, including walls.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.seen.iter().filter(|&&seen| seen).count()
    }

    /// Returns the number of cells within [`WALK`] steps.
    pub fn flood(&mut self, start: Coordinates) -> usize {
        for &cell in &self.queue {
            self.distance[cell as usize] = UNREACHED;
        }
        self.queue.clear();
        let start = self.index(start);
        self.distance[start] = 0;
        self.queue.push(start as u32);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let steps = self.distance[cell as usize] + 1;
            if steps > WALK {
                break;
            }
            let stride = self.stride as u32;
            for neighbour in [cell - stride, cell + 1, cell + stride, cell - 1] {
                let index = neighbour as usize;
                if !self.walls[index] && self.distance[index] == UNREACHED {
                    self.distance[index] = steps;
                    self.queue.push(neighbour);
                }
            }
        }
        self.queue.len()
    }

    /// Returns the length of a shortest corner-to-corner path, 0 without one. A* with two buckets: a step either
    /// approaches the goal or adds two to the estimate.
    pub fn path(&mut self) -> usize {
        self.distance.fill(UNREACHED);
        self.later.clear();
        self.nearer.clear();
        let stride = self.stride;
        let (start, goal) = (stride + 1, self.walls.len() - stride - 2);
        self.distance[start] = 0;
        self.nearer.push(start as u32);
        loop {
            while let Some(cell) = self.nearer.pop() {
                let cell = cell as usize;
                if cell == goal {
                    return self.way_back(start, goal);
                }
                let steps = self.distance[cell] + 1;
                for (neighbour, nearer) in
                    [(cell + 1, true), (cell + stride, true), (cell - 1, false), (cell - stride, false)]
                {
                    if !self.walls[neighbour] && self.distance[neighbour] > steps {
                        self.distance[neighbour] = steps;
                        let bucket = if nearer { &mut self.nearer } else { &mut self.later };
                        bucket.push(neighbour as u32);
                    }
                }
            }
            if self.later.is_empty() {
                return 0;
            }
            std::mem::swap(&mut self.nearer, &mut self.later);
        }
    }

    fn way_back(&mut self, start: usize, goal: usize) -> usize {
        self.queue.clear();
        let (mut at, stride) = (goal, self.stride);
        while at != start {
            let before = self.distance[at] - 1;
            let back =
                [at - stride, at - 1, at + 1, at + stride].into_iter().find(|&from| self.distance[from] == before);
            let Some(from) = back else { return 0 };
            self.queue.push(from as u32);
            at = from;
        }
        let steps = self.queue.len();
        // A flood clears the queue's cells, which must not include the path.
        self.queue.clear();
        steps
    }
}
