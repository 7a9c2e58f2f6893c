//! What a roll may come to, as one distribution. Ways to fall are counted in `f64`: exactly up to 2^53, and beyond to
//! within a few parts in 10^15; only sums and products are taken, in one order, so every platform counts alike.

use super::{Chain, Given, Keep, MAX_DICE, MAX_EXPLOSIONS, Pool, Roll, RollError};
use crate::chance::{Distribution, DistributionError};
use std::collections::BTreeMap;

/// The most additions that one pool may take. All dice that are added and have [`Distribution::MAX_OUTCOMES`] totals at most
/// take fewer.
pub const MAX_WORK: u64 = 9_000_000;

/// The most additions for pools of which some are kept.
pub const MAX_JOINT: u64 = 1 << 21;

/// 2^100: ways of one die, or of one pool, that are more are scaled down.
const LARGE: f64 = 1_267_650_600_228_229_401_496_703_205_376.0;

/// Totals with the ways that lead to them, ascending.
type Ways = Vec<(i32, f64)>;

/// What one die may come to, with what it brought: by what it is kept, what it is worth, and in how many ways.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    key: i32,
    worth: i32,
    ways: f64,
}

impl Roll {
    /// The distribution of its total. `given` has the numbers that a formula computes.
    ///
    /// # Errors
    /// Where there are more totals, or more ways to fall of pools that are chosen from, than are counted.
    pub fn distribution(&self, given: Option<Given>) -> Result<Distribution, DistributionError> {
        let pools: Vec<Ways> = self.sizes(given).map(|(pool, count, sides)| total(&pool, count, sides)).collect();
        let ways = match self.kept(given) {
            Keep::All => pools.iter().fold(vec![(0, 1.0)], |sum, pool| added(&sum, pool)),
            keep => kept_pools(&pools, keep),
        };
        Distribution::of_ways(&ways)
    }
}

/// Ways that are more than 2^100 divided by a power of two, which leaves their ratios as they are.
fn scaled(mut ways: Ways) -> Ways {
    let most = ways.iter().map(|(_, ways)| *ways).fold(0.0, f64::max);
    if most > LARGE {
        let by = 1.0 / power_of_two(most / LARGE);
        ways.iter_mut().for_each(|(_, ways)| *ways *= by);
    }
    ways
}

/// The power of two that is no more than a number from 1 on.
fn power_of_two(number: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    f64::from_bits(number.to_bits() & !MANTISSA)
}

/// Numbers with their ways, equal numbers merged, ascending.
fn merged<K: Ord>(all: impl IntoIterator<Item = (K, f64)>) -> BTreeMap<K, f64> {
    let mut merged = BTreeMap::new();
    for (key, ways) in all {
        *merged.entry(key).or_insert(0.0) += ways;
    }
    merged
}

/// The sum of two independent numbers.
fn added(a: &[(i32, f64)], b: &[(i32, f64)]) -> Ways {
    let (Some((low_a, _)), Some((low_b, _))) = (a.first(), b.first()) else { return Vec::new() };
    let (high_a, high_b) = (a[a.len() - 1].0, b[b.len() - 1].0);
    let low = low_a.saturating_add(*low_b);
    let span = i64::from(high_a) + i64::from(high_b) - i64::from(low);
    if !(0..=4 * Distribution::MAX_OUTCOMES as i64).contains(&span) {
        let pairs = a.iter().flat_map(|&(x, ways)| b.iter().map(move |&(y, more)| (x.saturating_add(y), ways * more)));
        return merged(pairs).into_iter().collect();
    }
    let mut sums = vec![0.0; span as usize + 1];
    for &(x, ways) in a {
        for &(y, more) in b {
            sums[(x + y - low) as usize] += ways * more;
        }
    }
    sums.into_iter().enumerate().filter(|(_, ways)| *ways > 0.0).map(|(at, ways)| (low + at as i32, ways)).collect()
}

/// Faces of a die with their ways, after those that are rolled again.
pub(super) fn faces(pool: &Pool, sides: u16) -> Ways {
    let faces = pool.faces_of(sides);
    let count = faces.len() as f64;
    let rerolls = pool.rerolls(&faces);
    let again = faces.iter().filter(|&&face| rerolls.is_some_and(|reroll| reroll.when.passes(face))).count() as f64;
    let ways = |face: i32| match rerolls {
        None => 1.0,
        Some(reroll) if reroll.once => again + if reroll.when.passes(face) { 0.0 } else { count },
        Some(reroll) => f64::from(u8::from(!reroll.when.passes(face))),
    };
    let ways = merged(faces.iter().map(|&face| (face, ways(face))));
    ways.into_iter().filter(|(_, ways)| *ways > 0.0).collect()
}

/// What one die of a pool may come to, by key and worth.
fn die(pool: &Pool, sides: u16) -> Vec<Value> {
    let own = pool.faces_of(sides);
    let faces = faces(pool, sides);
    let all: f64 = faces.iter().map(|(_, ways)| ways).sum();
    let mut ended: Vec<((i32, i32), f64)> = Vec::new();
    let mut open = vec![((0_i32, 0_i32), 1.0)];
    let last = if pool.explode.is_some() { MAX_EXPLOSIONS } else { 0 };
    for depth in 0..=last {
        // What has ended counts as often as all that may still come after it.
        let rest = (depth..last).fold(1.0, |product, _| product * all);
        let mut next = Vec::new();
        for &((key, worth), ways) in &open {
            for &(face, more) in &faces {
                let shown = pool.bounded(face);
                let face = pool.counted(shown, depth);
                let (key, worth) = (key.saturating_add(face), worth.saturating_add(pool.worth(face)));
                if depth < last && pool.explodes(shown, &own) {
                    next.push(((key, worth), ways * more));
                } else {
                    ended.push(((key, pool.chain_worth(key, worth)), ways * more * rest));
                }
            }
        }
        open = merged(next).into_iter().collect();
    }
    merged(ended).into_iter().map(|((key, worth), ways)| Value { key, worth, ways }).collect()
}

/// How many values one die may have at most, and by how much what it is worth may differ.
fn extent(pool: &Pool, sides: u16) -> (u64, u64) {
    let ends =
        [pool.faces.iter().min().copied().unwrap_or(1), pool.faces.iter().max().copied().unwrap_or(sides.into())];
    let [low, high] = ends.map(|face| i64::from(pool.bounded(face)));
    let low = if pool.chain == Chain::Penetrating { low - 1 } else { low };
    let longer = if pool.explode.is_some() { MAX_EXPLOSIONS as u64 + 1 } else { 1 };
    // What explodes once may be as far from 0 as its faces.
    let spread = if longer == 1 { high.abs_diff(low) } else { (low.unsigned_abs() + high.unsigned_abs()) * longer };
    let values = (u64::from(sides) * longer).min(spread + 1);
    if pool.counts.is_some() {
        // What is kept is told apart by its faces as well as by what is counted.
        return (values * longer, longer);
    }
    (values, spread)
}

/// Additions that the total of so many dice takes.
pub(super) fn work(pool: &Pool, count: u16, sides: u16) -> u64 {
    let (values, _) = extent(pool, sides);
    let totals = totals(pool, count, sides);
    let count = u64::from(count);
    // Where some are kept, each value is placed behind each number of dice.
    let kept = pool.keep.range(count as usize).len() as u64;
    if totals > Distribution::MAX_OUTCOMES as u64 {
        return u64::MAX;
    }
    let made = if pool.keep == Keep::All { count * totals } else { count * count + kept * kept * totals };
    let chains = if pool.explode.is_some() { values * u64::from(sides) * (MAX_EXPLOSIONS as u64 + 1) / 2 } else { 0 };
    (values.saturating_mul(made) / 2 + chains).max(1)
}

/// Refuses dice whose total has too many values, or takes too much work.
pub(super) fn limit(pool: &Pool, count: u16, sides: u16) -> Result<(), RollError> {
    let totals = totals(pool, count, sides);
    if totals > Distribution::MAX_OUTCOMES as u64 {
        return Err(RollError::Totals(totals));
    }
    let work = work(pool, count, sides);
    if work > MAX_WORK { Err(RollError::Work(work)) } else { Ok(()) }
}

/// How many totals so many dice may have at most: only dice that are kept make totals.
fn totals(pool: &Pool, count: u16, sides: u16) -> u64 {
    let (_, spread) = extent(pool, sides);
    spread.saturating_mul(pool.keep.range(count.into()).len() as u64).saturating_add(1)
}

/// The most dice, up to `count`, whose total can be worked out.
pub(super) fn fitting(pool: &Pool, count: u16, sides: u16) -> u16 {
    // More dice take more work.
    let (mut fits, mut many) = (0, count.min(MAX_DICE) + 1);
    while fits + 1 < many {
        let middle = fits + (many - fits) / 2;
        if work(pool, middle, sides) <= MAX_WORK {
            fits = middle;
        } else {
            many = middle;
        }
    }
    fits
}

/// Whether the totals of pools of which some are kept can be worked out.
pub(super) fn fall_together(pools: &[Pool]) -> bool {
    joint(pools).is_some_and(|work| work <= MAX_JOINT)
}

/// Additions that the total of those pools takes that are kept; nothing where that is beyond counting.
pub(super) fn joint(pools: &[Pool]) -> Option<u64> {
    let totals = |pool: &Pool| {
        let (_, spread) = extent(pool, pool.faces_count(pool.sides));
        spread.saturating_mul(pool.count.into()) + 1
    };
    let all = pools.iter().map(totals).fold(0_u64, u64::saturating_add);
    // Each pool is placed, not placed yet, or placed now.
    3_u64.checked_pow(pools.len() as u32)?.checked_mul(all)
}

/// What a pool may come to.
fn total(pool: &Pool, count: u16, sides: u16) -> Ways {
    if count == 0 {
        return vec![(0, 1.0)];
    }
    let die = die(pool, sides);
    if pool.keep == Keep::All {
        let worth: Ways = merged(die.iter().map(|value| (value.worth, value.ways))).into_iter().collect();
        return (0..count).fold(vec![(0, 1.0)], |sum, _| scaled(added(&sum, &worth)));
    }
    scaled(kept_dice(&die, usize::from(count), pool.keep))
}

/// The total of those of so many equal dice that are kept. Values are gone through from the end at which dice are left out;
/// how many dice show each is chosen among those that are left.
fn kept_dice(die: &[Value], count: usize, keep: Keep) -> Ways {
    let mut kept = keep.range(count);
    let mut die = die.to_vec();
    if kept.start == 0 {
        kept = count - kept.end..count;
        die.reverse();
    }
    // Ways of so many dice together must be a number; where they might not be, they are parts of the certain event.
    let all: f64 = die.iter().map(|value| value.ways).sum();
    let together = (0..count).fold(1.0, |product, _| product * all);
    let by = if together < 1e300 { 1.0 } else { 1.0 / power_of_two(all) };
    // Ways by how many dice have been placed, and by what those of them that are kept have above the lowest total.
    let worths = || die.iter().map(|value| i64::from(value.worth));
    let (low, high) = (worths().min().unwrap_or_default(), worths().max().unwrap_or_default());
    let totals = (high - low) as usize * kept.len() + 1;
    let mut placed = vec![vec![0.0; totals]; count + 1];
    placed[0][0] = 1.0;
    for value in &die {
        // From the fullest, so that no value is placed twice.
        for before in (0..count).rev() {
            let (known, next) = placed.split_at_mut(before + 1);
            let sums = &known[before];
            let mut ways_more = 1.0;
            for more in 1..=count - before {
                let left = (count - before - more + 1) as f64;
                ways_more = ways_more * left / more as f64 * (value.ways * by);
                let among = (before.max(kept.start)..(before + more).min(kept.end)).len();
                let moved = (i64::from(value.worth) - low) as usize * among;
                for (sum, &ways) in next[more - 1].iter_mut().skip(moved).zip(sums) {
                    *sum += ways * ways_more;
                }
            }
        }
    }
    let total = |above: usize| (low * kept.len() as i64 + above as i64) as i32;
    let all = placed.swap_remove(count).into_iter().enumerate();
    all.filter(|(_, ways)| *ways > 0.0).map(|(above, ways)| (total(above), ways)).collect()
}

/// The total of those pools that are kept. Totals are gone through from the lowest; which pools show each is chosen among
/// those that are left, so work grows with totals and sets of pools, not with ways to fall.
fn kept_pools(pools: &[Ways], keep: Keep) -> Ways {
    let kept = keep.range(pools.len());
    let totals: BTreeMap<i32, Vec<(usize, f64)>> =
        pools.iter().enumerate().fold(BTreeMap::new(), |mut all, (at, pool)| {
            pool.iter().for_each(|&(total, ways)| all.entry(total).or_insert_with(Vec::new).push((at, ways)));
            all
        });
    // Ways by which pools have been placed, one bit each, and by the total of those of them that are kept.
    let mut placed: Vec<BTreeMap<i32, f64>> = vec![BTreeMap::new(); 1 << pools.len()];
    placed[0].insert(0, 1.0);
    for (total, shown) in totals {
        // Each pool that shows the total is placed or not; pools one after another, each from the fullest set.
        let before = placed.clone();
        for (set, sums) in before.iter().enumerate().filter(|(_, sums)| !sums.is_empty()) {
            let open: Vec<(usize, f64)> = shown.iter().copied().filter(|(pool, _)| set >> pool & 1 == 0).collect();
            for chosen in 1_usize..1 << open.len() {
                let parts = open.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, part)| *part);
                let (more, ways) = parts.fold((0, 1.0), |(more, ways), (pool, part)| (more | 1 << pool, ways * part));
                let (from, to) = (set.count_ones() as usize, (set | more).count_ones() as usize);
                let among = (from.max(kept.start)..to.min(kept.end)).len() as i32;
                for (&sum, &known) in sums {
                    let sum = sum.saturating_add(total.saturating_mul(among));
                    *placed[set | more].entry(sum).or_insert(0.0) += known * ways;
                }
            }
        }
    }
    placed.pop().unwrap_or_default().into_iter().collect()
}
