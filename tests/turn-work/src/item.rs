//! Seeded work item: walls, start cells, and decisions with mostly successful moves and hits. [`crate::reference`]
//! chooses the decisions on the evolving state, because random ones would mostly miss.

use crate::NEIGHBOURS;
use crate::reference::{Battle, Outcome};

/// Seed of the published figures, chosen by counts before any timing. Of the first six thousand, its four items come
/// closest to all moves and hits succeeding, with 46 pushes, 34 collisions and 15 kills at 100 units.
pub const SEED: u64 = 976;

/// Column of the published tables.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Heading.
    pub name: &'static str,
    /// Cells per side of the board.
    pub width: u16,
    /// Number of units.
    pub units: u16,
}

/// Columns of the published tables.
pub const CASES: [Case; 4] = [
    Case { name: "16², 7", width: 16, units: 7 },
    Case { name: "64², 7", width: 64, units: 7 },
    Case { name: "16², 100", width: 16, units: 100 },
    Case { name: "64², 100", width: 64, units: 100 },
];

/// Decision of a unit. It does not depend on the state, so dead units have one too.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Offset (x, y) of the target cell; `None` stays. A blocked move is skipped.
    pub move_to: Option<(i16, i16)>,
    /// Offset (x, y) of the attacked neighbour after the move, and direction of the push.
    pub aim: (i16, i16),
}

/// Board, units and decisions; constant during a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkItem {
    /// Cells per side of the board.
    pub width: u16,
    /// Whether each cell is a wall, row by row; `width * width` entries.
    pub walls: Vec<bool>,
    /// Start cells (x, y) by unit: distinct and free.
    pub starts: Vec<(i16, i16)>,
    /// Decisions by unit.
    pub decisions: Vec<Decision>,
}

impl WorkItem {
    /// Creates the item of a board width, unit count and seed; equal arguments give equal items on all machines.
    ///
    /// # Panics
    /// If the board is wider than 4096 cells or too small for the units' start box: 6 cells per side up to 7 units, 16 up to 100, and above that wide enough to be two fifths full.
    #[must_use]
    pub fn new(width: u16, n: u16, seed: u64) -> Self {
        let side = box_side(n);
        assert!(width <= 4096 && side <= width, "{n} units do not fit a board of {width} cells a side");
        let mut random = SplitMix64(seed);
        let walls = draw_walls(width, &mut random);
        let starts = draw_starts(width, side, n, &walls, &mut random);
        let mut item = Self { width, walls, starts, decisions: Vec::new() };
        item.decisions = choose(&item, &mut random);
        item
    }

    /// Returns the item of a published column.
    #[must_use]
    pub fn of(case: Case) -> Self {
        Self::new(case.width, case.units, SEED)
    }
}

/// Sebastiano Vigna's splitmix64 (<https://prng.di.unimi.it/splitmix64.c>), portable with one word of state.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`; the bias of the remainder is irrelevant here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

fn box_side(n: u16) -> u16 {
    match n {
        0..=7 => 6,
        8..=100 => 16,
        _ => {
            (16..=u16::MAX).find(|&side| u32::from(side) * u32::from(side) * 2 >= u32::from(n) * 5).unwrap_or(u16::MAX)
        }
    }
}

fn draw_walls(width: u16, random: &mut SplitMix64) -> Vec<bool> {
    let cells = usize::from(width) * usize::from(width);
    let mut walls = vec![false; cells];
    walls[..cells / 10].fill(true);
    random.shuffle(&mut walls);
    walls
}

fn draw_starts(width: u16, side: u16, n: u16, walls: &[bool], random: &mut SplitMix64) -> Vec<(i16, i16)> {
    let first = ((width - side) / 2) as i16;
    let end = first + side as i16;
    let wall = |x: i16, y: i16| walls[y as usize * usize::from(width) + x as usize];
    let mut cells: Vec<_> =
        (first..end).flat_map(|y| (first..end).map(move |x| (x, y))).filter(|&(x, y)| !wall(x, y)).collect();
    assert!(cells.len() >= usize::from(n), "walls leave no room for {n} units");
    random.shuffle(&mut cells);
    cells.truncate(usize::from(n));
    cells
}

fn choose(item: &WorkItem, random: &mut SplitMix64) -> Vec<Decision> {
    let mut battle = Battle::new(item);
    (0..item.starts.len())
        .map(|unit| {
            let decision = choose_one(&battle, unit, random);
            battle.activate(unit, decision, &mut Vec::new());
            decision
        })
        .collect()
}

/// Chooses a move with a hit, else a hit without a move, else the free neighbour nearest to another unit. Ties prefer
/// decisions that leave most later units alive and mobile, because many would be boxed in on a dense board.
fn choose_one(battle: &Battle, unit: usize, random: &mut SplitMix64) -> Decision {
    let mut decisions: Vec<Decision> = NEIGHBOURS
        .iter()
        .map(|&offset| Some(offset))
        .chain([None])
        .flat_map(|move_to| NEIGHBOURS.iter().map(move |&aim| Decision { move_to, aim }))
        .collect();
    random.shuffle(&mut decisions);
    decisions.retain(|decision| battle.is_on_board_after(unit, decision));
    let rank = |decision: &Decision| {
        let mut copy = battle.clone();
        match copy.activate(unit, *decision, &mut Vec::new()) {
            Outcome { moved: true, hit: true, .. } => (3, copy.mobile_from(unit + 1)),
            Outcome { hit: true, .. } => (2, copy.mobile_from(unit + 1)),
            Outcome { moved: true, .. } => (1, -copy.distance_to_nearest(unit)),
            Outcome { .. } => (0, 0),
        }
    };
    let mut best = decisions[0];
    let mut best_rank = rank(&best);
    for decision in &decisions[1..] {
        let rank = rank(decision);
        if rank > best_rank {
            (best, best_rank) = (*decision, rank);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(case: Case) {
        let item = WorkItem::of(case);
        let cells = usize::from(case.width).pow(2);
        assert_eq!(item.walls.len(), cells);
        assert_eq!(item.walls.iter().filter(|&&wall| wall).count(), cells / 10);
        assert_eq!(item.starts.len(), usize::from(case.units));
        assert_eq!(item.decisions.len(), usize::from(case.units));
        let side = box_side(case.units) as i16;
        let first = (case.width as i16 - side) / 2;
        let mut seen = item.starts.clone();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), item.starts.len());
        for &(x, y) in &item.starts {
            assert!((first..first + side).contains(&x) && (first..first + side).contains(&y));
            assert!(!item.walls[y as usize * usize::from(case.width) + x as usize]);
        }
        assert_eq!(item, WorkItem::of(case));
    }

    #[test]
    fn items_keep_their_shape() {
        CASES.into_iter().for_each(check);
        check(Case { name: "wide", width: 512, units: 100 });
        check(Case { name: "many", width: 64, units: 400 });
    }

    #[test]
    fn splitmix64_gives_the_published_numbers() {
        let mut random = SplitMix64(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
