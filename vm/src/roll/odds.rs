//! Distribution of a roll. Combinations are counted in `f64`, exact up to 2^53, in a fixed order of sums and products,
//! so that all platforms agree.

use super::{Chain, Given, Keep, MAX_DICE, MAX_EXPLOSIONS, Pool, Roll, RollError};
use crate::chance::{Distribution, DistributionError};
use std::collections::BTreeMap;

/// Maximum additions for one pool. Sums of all dice with at most [`Distribution::MAX_OUTCOMES`] totals need fewer.
pub const MAX_WORK: u64 = 9_000_000;

/// Maximum additions for keeping some of the pools.
pub const MAX_JOINT: u64 = 1 << 21;

const LARGE: f64 = 1_267_650_600_228_229_401_496_703_205_376.0;

type Ways = Vec<(i32, f64)>;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    key: i32,
    worth: i32,
    ways: f64,
}

impl Roll {
    /// Computes the distribution of the total; `given` are the computed numbers.
    ///
    ///
    /// # Errors
    /// There are too many totals, or keeping pools takes too many additions.
    pub fn distribution(&self, given: Option<Given>) -> Result<Distribution, DistributionError> {
        let pools: Vec<Ways> = self.sizes(given).map(|(pool, count, sides)| total(&pool, count, sides)).collect();
        let ways = match self.kept(given) {
            Keep::All => pools.iter().fold(vec![(0, 1.0)], |sum, pool| added(&sum, pool)),
            keep => kept_pools(&pools, keep),
        };
        Distribution::of_ways(&ways)
    }
}

fn scaled(mut ways: Ways) -> Ways {
    let most = ways.iter().map(|(_, ways)| *ways).fold(0.0, f64::max);
    if most > LARGE {
        let by = 1.0 / power_of_two(most / LARGE);
        ways.iter_mut().for_each(|(_, ways)| *ways *= by);
    }
    ways
}

fn power_of_two(number: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    f64::from_bits(number.to_bits() & !MANTISSA)
}

fn merged<K: Ord>(all: impl IntoIterator<Item = (K, f64)>) -> BTreeMap<K, f64> {
    let mut merged = BTreeMap::new();
    for (key, ways) in all {
        *merged.entry(key).or_insert(0.0) += ways;
    }
    merged
}

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

pub(super) fn faces(pool: &Pool, sides: u16) -> Ways {
    let faces = pool.faces_of(sides);
    let count = faces.len() as f64;
    let rerolls = pool.rerolls(&faces);
    let again = faces.iter().filter(|&&face| rerolls.is_some_and(|reroll| reroll.when.is_passing(face))).count() as f64;
    let ways = |face: i32| match rerolls {
        None => 1.0,
        Some(reroll) if reroll.once => again + if reroll.when.is_passing(face) { 0.0 } else { count },
        Some(reroll) => f64::from(u8::from(!reroll.when.is_passing(face))),
    };
    let ways = merged(faces.iter().map(|&face| (face, ways(face))));
    ways.into_iter().filter(|(_, ways)| *ways > 0.0).collect()
}

fn die(pool: &Pool, sides: u16) -> Vec<Value> {
    let own = pool.faces_of(sides);
    let faces = faces(pool, sides);
    let all: f64 = faces.iter().map(|(_, ways)| ways).sum();
    let mut ended: Vec<((i32, i32), f64)> = Vec::new();
    let mut open = vec![((0_i32, 0_i32), 1.0)];
    let last = if pool.explode.is_some() { MAX_EXPLOSIONS } else { 0 };
    for depth in 0..=last {
        // An ended chain counts as often as all its possible continuations.
        let rest = (depth..last).fold(1.0, |product, _| product * all);
        let mut next = Vec::new();
        for &((key, worth), ways) in &open {
            for &(face, more) in &faces {
                let shown = pool.bounded(face);
                let face = pool.counted(shown, depth);
                let (key, worth) = (key.saturating_add(face), worth.saturating_add(pool.worth(face)));
                if depth < last && pool.is_exploding(shown, &own) {
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

fn extent(pool: &Pool, sides: u16) -> (u64, u64) {
    let ends =
        [pool.faces.iter().min().copied().unwrap_or(1), pool.faces.iter().max().copied().unwrap_or(sides.into())];
    let [low, high] = ends.map(|face| i64::from(pool.bounded(face)));
    let low = if pool.chain == Chain::Penetrating { low - 1 } else { low };
    let longer = if pool.explode.is_some() { MAX_EXPLOSIONS as u64 + 1 } else { 1 };
    // A die that explodes once can be as far from 0 as its faces.
    let spread = if longer == 1 { high.abs_diff(low) } else { (low.unsigned_abs() + high.unsigned_abs()) * longer };
    let values = (u64::from(sides) * longer).min(spread + 1);
    if pool.counts.is_some() {
        // Kept dice are distinguished by faces as well as by worth.
        return (values * longer, longer);
    }
    (values, spread)
}

pub(super) fn work(pool: &Pool, count: u16, sides: u16) -> u64 {
    let (values, _) = extent(pool, sides);
    let totals = totals(pool, count, sides);
    let count = u64::from(count);
    let kept = pool.keep.range(count as usize).len() as u64;
    if totals > Distribution::MAX_OUTCOMES as u64 {
        return u64::MAX;
    }
    let made = if pool.keep == Keep::All { count * totals } else { count * count + kept * kept * totals };
    let chains = if pool.explode.is_some() { values * u64::from(sides) * (MAX_EXPLOSIONS as u64 + 1) / 2 } else { 0 };
    (values.saturating_mul(made) / 2 + chains).max(1)
}

pub(super) fn limit(pool: &Pool, count: u16, sides: u16) -> Result<(), RollError> {
    let totals = totals(pool, count, sides);
    if totals > Distribution::MAX_OUTCOMES as u64 {
        return Err(RollError::Totals(totals));
    }
    let work = work(pool, count, sides);
    if work > MAX_WORK { Err(RollError::Work(work)) } else { Ok(()) }
}

fn totals(pool: &Pool, count: u16, sides: u16) -> u64 {
    let (_, spread) = extent(pool, sides);
    spread.saturating_mul(pool.keep.range(count.into()).len() as u64).saturating_add(1)
}

pub(super) fn fitting(pool: &Pool, count: u16, sides: u16) -> u16 {
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

pub(super) fn is_joint(pools: &[Pool]) -> bool {
    joint(pools).is_some_and(|work| work <= MAX_JOINT)
}

pub(super) fn joint(pools: &[Pool]) -> Option<u64> {
    let totals = |pool: &Pool| {
        let (_, spread) = extent(pool, pool.faces_count(pool.sides));
        spread.saturating_mul(pool.count.into()) + 1
    };
    let all = pools.iter().map(totals).fold(0_u64, u64::saturating_add);
    3_u64.checked_pow(pools.len() as u32)?.checked_mul(all)
}

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

/// Computes the total of the kept dice. Iterates over values from the dropped end and chooses how many of the remaining
/// dice show each.
fn kept_dice(die: &[Value], count: usize, keep: Keep) -> Ways {
    let mut kept = keep.range(count);
    let mut die = die.to_vec();
    if kept.start == 0 {
        kept = count - kept.end..count;
        die.reverse();
    }
    // The number of combinations could overflow; probabilities are used then.
    let all: f64 = die.iter().map(|value| value.ways).sum();
    let together = (0..count).fold(1.0, |product, _| product * all);
    let by = if together < 1e300 { 1.0 } else { 1.0 / power_of_two(all) };
    let worths = || die.iter().map(|value| i64::from(value.worth));
    let (low, high) = (worths().min().unwrap_or_default(), worths().max().unwrap_or_default());
    let totals = (high - low) as usize * kept.len() + 1;
    let mut placed = vec![vec![0.0; totals]; count + 1];
    placed[0][0] = 1.0;
    for value in &die {
        // From the largest count down, so that no value is placed twice.
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

/// Computes the total of the kept pools. Iterates over totals and chooses the pools that show each; work grows with
/// totals and sets of pools.
fn kept_pools(pools: &[Ways], keep: Keep) -> Ways {
    let kept = keep.range(pools.len());
    let totals: BTreeMap<i32, Vec<(usize, f64)>> =
        pools.iter().enumerate().fold(BTreeMap::new(), |mut all, (at, pool)| {
            pool.iter().for_each(|&(total, ways)| all.entry(total).or_insert_with(Vec::new).push((at, ways)));
            all
        });
    let mut placed: Vec<BTreeMap<i32, f64>> = vec![BTreeMap::new(); 1 << pools.len()];
    placed[0].insert(0, 1.0);
    for (total, shown) in totals {
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
