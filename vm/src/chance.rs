//! Chance through a single question, `draw(&Distribution) -> index`. Execution answers it from a PCG stream;
//! predictions answer it without any stream.

mod moves;
mod script;

pub(crate) use moves::MoveStreams;
pub use script::{Script, ScriptedDraw};

use crate::formula::Number;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

/// A finite distribution over whole numbers, outcomes ascending. Sums of dice are combined into one distribution before
/// the draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distribution {
    outcomes: Vec<(i32, u64)>,
    total: u64,
}

/// Reason why a distribution was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DistributionError {
    /// No outcome has weight.
    #[error("a distribution needs an outcome with a weight")]
    Empty,
    /// Weights or outcomes exceed the maximum.
    #[error("a distribution's weights may add up to 2^63 and have 4,096 outcomes at most")]
    TooLarge,
}

impl Distribution {
    /// Maximum number of outcomes.
    pub const MAX_OUTCOMES: usize = 4096;
    /// Maximum sum of weights.
    pub const MAX_TOTAL: u64 = 1 << 63;

    /// Makes a distribution of weighted outcomes. Merges equal outcomes and drops those without weight.
    ///
    ///
    /// # Errors
    /// No outcome has weight, or a maximum is exceeded.
    pub fn new(outcomes: impl IntoIterator<Item = (i32, u64)>) -> Result<Self, DistributionError> {
        let mut merged = std::collections::BTreeMap::<i32, u64>::new();
        for (outcome, weight) in outcomes {
            if weight > 0 {
                let slot = merged.entry(outcome).or_default();
                *slot = slot.saturating_add(weight);
            }
        }
        let total: u64 = merged.values().fold(0, |sum: u64, &w| sum.saturating_add(w));
        if merged.is_empty() {
            return Err(DistributionError::Empty);
        }
        if total > Self::MAX_TOTAL || merged.len() > Self::MAX_OUTCOMES {
            return Err(DistributionError::TooLarge);
        }
        Ok(Self { outcomes: merged.into_iter().collect(), total })
    }

    /// Makes a distribution of outcomes with their numbers of combinations, exact up to 2^53 and scaled beyond;
    /// outcomes below one combination are dropped.
    ///
    /// # Errors
    /// No outcome has weight, or a maximum is exceeded.
    pub(crate) fn of_ways(ways: &[(i32, f64)]) -> Result<Self, DistributionError> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let total: f64 = ways.iter().map(|(_, ways)| ways).sum();
        let exact = total <= EXACT && ways.iter().all(|(_, ways)| ways.fract() == 0.0);
        let scale = if exact { 1.0 } else { EXACT / total };
        Self::new(ways.iter().map(|&(outcome, ways)| (outcome, (ways * scale) as u64)))
    }

    /// Makes a distribution of indices with these chances, in millionths. Clamps each chance to 0..=1 and their sum to
    /// 1. The remainder up to 1 gets the index after the last chance.
    ///
    ///
    /// # Errors
    /// There are more chances than outcomes.
    pub fn of_chances(chances: &[Number]) -> Result<Self, DistributionError> {
        const PARTS: i32 = 1_000_000;
        let mut rest = PARTS;
        let parts_of = |chance: &Number| {
            let parts = chance.times(&PARTS.into()).nearest().floor_within(0, rest);
            rest -= parts;
            parts as u64
        };
        let parts: Vec<u64> = chances.iter().map(parts_of).collect();
        Self::new(parts.into_iter().chain([rest as u64]).enumerate().map(|(index, parts)| (index as i32, parts)))
    }

    /// Returns the outcomes with their weights, ascending.
    #[must_use]
    pub fn outcomes(&self) -> &[(i32, u64)] {
        &self.outcomes
    }

    /// Returns the sum of all weights.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    #[must_use]
    pub(crate) fn index_of(&self, value: i32) -> usize {
        self.outcomes.partition_point(|&(outcome, _)| outcome < value).min(self.outcomes.len() - 1)
    }

    /// Returns the outcome with this index; beyond the end, the last one.
    #[must_use]
    pub fn value(&self, index: usize) -> i32 {
        self.outcomes[index.min(self.outcomes.len() - 1)].0
    }

    /// Returns the index of the likeliest outcome. Among equals it is the middle one, rounded down.
    #[must_use]
    pub fn likeliest(&self) -> usize {
        let best = self.outcomes.iter().map(|&(_, weight)| weight).max().unwrap_or_default();
        let equals = || (0..self.outcomes.len()).filter(|&index| self.outcomes[index].1 == best);
        equals().nth((equals().count() - 1) / 2).unwrap_or_default()
    }
}

/// Random stream of a battle: PCG XSH-RR 64/32 (O'Neill 2014). Part of a [`crate::Battle`], never of a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// Returns the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// Returns a uniform number from 0 to `total - 1`. Words above the last whole multiple of `total` are drawn again.
    pub fn below(&mut self, total: u32) -> u32 {
        let total = total.max(1);
        let zone = u32::MAX - (u32::MAX % total + 1) % total;
        loop {
            let word = self.0.next_u32();
            if word <= zone {
                return word % total;
            }
        }
    }

    fn below_wide(&mut self, total: u64) -> u64 {
        if let Ok(total) = u32::try_from(total) {
            return self.below(total).into();
        }
        let zone = u64::MAX - (u64::MAX % total + 1) % total;
        loop {
            let word = u64::from(self.0.next_u32()) | u64::from(self.0.next_u32()) << 32;
            if word <= zone {
                return word % total;
            }
        }
    }

    /// Draws the index of an outcome by weight.
    pub fn draw(&mut self, distribution: &Distribution) -> usize {
        let mut rest = self.below_wide(distribution.total);
        let mut is_drawn = |weight: u64| match rest.checked_sub(weight) {
            Some(behind) => {
                rest = behind;
                false
            }
            None => true,
        };
        distribution.outcomes.iter().position(|&(_, weight)| is_drawn(weight)).unwrap_or_default()
    }
}

/// How a prediction answers chance, always without a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum ChancePolicy {
    /// The likeliest outcome.
    #[default]
    Likely,
    /// The lowest outcome.
    Low,
    /// The highest outcome.
    High,
}

/// Flag in a [`crate::ChangeKind::Drew`] note: the other bits are the number of a roll.
pub const DREW_ROLL: u32 = 1 << 16;
/// Flag in a [`crate::ChangeKind::Drew`] note: the value is the index of a branch.
pub const DREW_BRANCH: u32 = 1 << 17;

#[derive(Debug)]
pub(crate) enum Chance<'a> {
    Stream { dice: &'a mut Dice, moves: &'a mut MoveStreams },
    Policy(ChancePolicy),
    Script(&'a mut Script),
    Forced { indices: &'a [usize], used: &'a mut usize, missed: &'a mut usize },
}

impl Chance<'_> {
    pub(crate) const fn stream(&mut self) -> Option<&mut Dice> {
        match self {
            Self::Stream { dice, .. } => Some(dice),
            _ => None,
        }
    }

    pub(crate) const fn moves(&mut self) -> Option<&mut MoveStreams> {
        match self {
            Self::Stream { moves, .. } => Some(moves),
            _ => None,
        }
    }

    pub(crate) fn draw(&mut self, distribution: &Distribution) -> usize {
        match self {
            Self::Stream { dice, .. } => dice.draw(distribution),
            Self::Policy(ChancePolicy::Likely) => distribution.likeliest(),
            Self::Policy(ChancePolicy::Low) => 0,
            Self::Policy(ChancePolicy::High) => distribution.outcomes.len() - 1,
            Self::Script(script) => script.draw(distribution),
            Self::Forced { indices, used, missed } => match indices.get(**used) {
                Some(&index) => {
                    **used += 1;
                    index.min(distribution.outcomes.len() - 1)
                }
                None => {
                    **missed += 1;
                    distribution.likeliest()
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn golden_vectors_of_wide_draws() {
        let ways = Distribution::of_ways(&[(1, 3e10), (2, 1e10), (3, 2e10)]).expect("three weights");
        assert_eq!((ways.total(), ways.outcomes()[0]), (60_000_000_000, (1, 30_000_000_000)));
        let mut dice = Dice::new(7);
        let drawn: Vec<usize> = (0..12).map(|_| dice.draw(&ways)).collect();
        expect!["[2, 0, 0, 2, 0, 2, 2, 0, 0, 0, 1, 0]"].assert_eq(&format!("{drawn:?}"));
        let all = Distribution::of_ways(&[(1, 8e38), (2, 1.0)]).expect("one that can be drawn");
        assert_eq!(all.outcomes().iter().map(|(value, _)| *value).collect::<Vec<_>>(), [1]);
        assert_eq!([0, 1, 2, 9].map(|value| ways.index_of(value)), [0, 0, 1, 2]);
    }

    #[test]
    fn golden_vectors_of_the_sampler() {
        let mut dice = Dice::new(7);
        let below: Vec<u32> = [6, 6, 6, 100, 1, 3_000_000_000].into_iter().map(|n| dice.below(n)).collect();
        expect!["[5, 2, 1, 4, 0, 1368306093]"].assert_eq(&format!("{below:?}"));
    }

    #[test]
    fn outcomes_are_merged_sorted_and_counted() {
        let mixed = Distribution::new([(3, 1), (-1, 2), (3, 4), (9, 0)]).expect("three weights");
        assert_eq!(mixed.outcomes(), [(-1, 2), (3, 5)]);
        assert_eq!([0, 1, 2, 99].map(|index| mixed.value(index)), [-1, 3, 3, 3]);
        assert_eq!(Distribution::new([(1, 0)]), Err(DistributionError::Empty));
        let most = Distribution::MAX_TOTAL;
        assert!(Distribution::new([(1, most)]).is_ok());
        assert_eq!(Distribution::new([(1, most), (2, 1)]), Err(DistributionError::TooLarge));
        let many = |count| Distribution::new((0..count).map(|outcome| (outcome, 1)));
        assert!(many(Distribution::MAX_OUTCOMES as i32).is_ok());
        assert_eq!(many(Distribution::MAX_OUTCOMES as i32 + 1), Err(DistributionError::TooLarge));
    }

    #[test]
    fn outcomes_fall_by_their_weights() {
        let weighted = Distribution::new([(1, 2), (2, 1), (3, 5)]).expect("weights");
        assert_eq!(weighted.likeliest(), 2);
        let (mut dice, mut words) = (Dice::new(5), Dice::new(5));
        let mut seen = [0; 3];
        for _ in 0..100 {
            let index = dice.draw(&weighted);
            let expected = [0, 0, 1, 2, 2, 2, 2, 2][words.below(8) as usize];
            assert_eq!(index, expected);
            seen[index] += 1;
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn chances_are_rounded_to_millionths_and_add_up_to_one() {
        let part = |over, under| Number::parts_of(over, under);
        let weights = |chances: &[Number]| {
            let found = Distribution::of_chances(chances).expect("few chances");
            assert_eq!(found.total(), 1_000_000);
            found.outcomes().to_vec()
        };
        assert_eq!(weights(&[part(1, 3), part(1, 3)]), [(0, 333_333), (1, 333_333), (2, 333_334)]);
        assert_eq!(weights(&[part(2, 3)]), [(0, 666_667), (1, 333_333)]);
        assert_eq!(weights(&[part(1, 2_000_000)]), [(0, 1), (1, 999_999)]);
        assert_eq!(weights(&[part(1, 2_000_001)]), [(1, 1_000_000)]);
        assert_eq!(weights(&[part(7, 10), part(7, 10)]), [(0, 700_000), (1, 300_000)]);
        assert_eq!(weights(&[part(-1, 2), part(1, 4)]), [(1, 250_000), (2, 750_000)]);
        assert_eq!(weights(&[part(2, 1), part(1, 4)]), [(0, 1_000_000)]);
        assert_eq!(weights(&[]), [(0, 1_000_000)]);
    }

    #[test]
    fn ways_beyond_what_is_exact_are_scaled() {
        let weights = |ways: &[(i32, f64)]| Distribution::of_ways(ways).expect("a distribution").outcomes().to_vec();
        let exact = 1_u64 << 53;
        assert_eq!(weights(&[(1, exact as f64)]), [(1, exact)]);
        assert_eq!(weights(&[(1, 0.5), (2, 0.5)]), [(1, exact / 2), (2, exact / 2)]);
        assert_eq!(weights(&[(1, 3.0), (2, 1.0)]), [(1, 3), (2, 1)]);
        assert_eq!(weights(&[(1, 0.5), (2, 0.25)])[1], (2, 3_002_399_751_580_330));
        assert_eq!(weights(&[(1, exact as f64), (2, exact as f64)]), [(1, exact / 2), (2, exact / 2)]);
    }

    #[test]
    fn the_likeliest_of_equals_is_the_one_in_the_middle() {
        let likeliest = |weights: &[u64]| {
            let all = weights.iter().enumerate().map(|(at, &weight)| (at as i32, weight));
            Distribution::new(all).expect("weights").likeliest()
        };
        assert_eq!([likeliest(&[1]), likeliest(&[1, 1]), likeliest(&[1, 1, 1]), likeliest(&[1; 4])], [0, 0, 1, 1]);
        assert_eq!([likeliest(&[2, 1, 2]), likeliest(&[1, 2, 1, 2, 2])], [0, 3]);
    }

    #[test]
    fn words_are_drawn_again_above_the_last_whole_multiple_alone() {
        for total in [1, 3, 1 << 31, 3 << 30, u32::MAX, (1 << 31) + 1] {
            let (mut dice, mut words) = (Dice::new(3), Dice::new(3));
            let fitting = (1_u64 << 32) / u64::from(total) * u64::from(total);
            for _ in 0..50 {
                let word = std::iter::repeat_with(|| words.0.next_u32()).find(|&word| u64::from(word) < fitting);
                assert_eq!(Some(dice.below(total)), word.map(|word| word % total), "a total of {total}");
            }
        }
        for total in [1 << 33, 1 << 63, 3 << 62, (1 << 63) + 1, u64::MAX, 60_000_000_000] {
            let (mut dice, mut words) = (Dice::new(4), Dice::new(4));
            let fitting = (1_u128 << 64) / u128::from(total) * u128::from(total);
            for _ in 0..50 {
                let both = || u64::from(words.0.next_u32()) + (u64::from(words.0.next_u32()) << 32);
                let word = std::iter::repeat_with(both).find(|&word| u128::from(word) < fitting);
                assert_eq!(Some(dice.below_wide(total)), word.map(|word| word % total), "a total of {total}");
            }
        }
    }
}
