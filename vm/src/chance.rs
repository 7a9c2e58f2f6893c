//! Chance: one question, `draw(&Distribution) -> index`, and everybody who may answer it. Execution answers from a
//! PCG stream by our own sampler over raw words; predictions answer without any stream.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

/// A finite distribution over whole numbers, outcomes ascending. Sums of dice are collapsed into one before anybody
/// draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distribution {
    outcomes: Vec<(i32, u32)>,
    total: u32,
}

/// Why a distribution was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DistributionError {
    /// Nothing has any weight.
    #[error("a distribution needs an outcome with a weight")]
    Empty,
    /// Weights or outcomes beyond what is counted.
    #[error("a distribution's weights may add up to 4,294,967,295 and have 4,096 outcomes at most")]
    TooLarge,
}

impl Distribution {
    /// Most outcomes one may have.
    pub const MAX_OUTCOMES: usize = 4096;

    /// A distribution from outcomes with weights; equal outcomes are merged, those without weight dropped.
    ///
    /// # Errors
    /// When nothing has weight, or there is too much of it.
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
        let total = u32::try_from(total).map_err(|_| DistributionError::TooLarge)?;
        if merged.len() > Self::MAX_OUTCOMES {
            return Err(DistributionError::TooLarge);
        }
        Ok(Self { outcomes: merged.into_iter().map(|(o, w)| (o, w as u32)).collect(), total })
    }

    /// The sum of `count` dice with faces 1 to `sides`.
    ///
    /// # Errors
    /// For no dice, dice without faces, or more ways to fall than can be counted.
    pub fn dice(count: u32, sides: u32) -> Result<Self, DistributionError> {
        if count == 0 || sides == 0 {
            return Err(DistributionError::Empty);
        }
        let ways = u64::from(sides).checked_pow(count).filter(|&w| w <= u64::from(u32::MAX));
        if ways.is_none() || count.saturating_mul(sides) as usize > Self::MAX_OUTCOMES {
            return Err(DistributionError::TooLarge);
        }
        let mut sums = vec![1_u64];
        for _ in 0..count {
            let mut next = vec![0_u64; sums.len() + sides as usize];
            for (sum, &ways) in sums.iter().enumerate() {
                for face in 1..=sides as usize {
                    next[sum + face] += ways;
                }
            }
            sums = next;
        }
        Self::new(sums.into_iter().enumerate().map(|(sum, ways)| (sum as i32, ways)))
    }

    /// Outcomes with their weights, ascending.
    #[must_use]
    pub fn outcomes(&self) -> &[(i32, u32)] {
        &self.outcomes
    }

    /// The outcome with this index; the last one beyond them.
    #[must_use]
    pub fn value(&self, index: usize) -> i32 {
        self.outcomes[index.min(self.outcomes.len() - 1)].0
    }

    /// Index of the likeliest outcome; the lowest of equals.
    #[must_use]
    pub fn likeliest(&self) -> usize {
        let best = self.outcomes.iter().map(|&(_, w)| w).max().unwrap_or_default();
        self.outcomes.iter().position(|&(_, w)| w == best).unwrap_or_default()
    }
}

/// The random stream of a battle: PCG XSH-RR 64/32 (O'Neill 2014). Part of a [`crate::Battle`], never of a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 to `total - 1`, each as likely: raw words, those above the last whole multiple drawn again.
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

    fn draw(&mut self, distribution: &Distribution) -> usize {
        let mut rest = self.below(distribution.total);
        let mut is_drawn = |weight: u32| match rest.checked_sub(weight) {
            Some(behind) => {
                rest = behind;
                false
            }
            None => true,
        };
        distribution.outcomes.iter().position(|&(_, weight)| is_drawn(weight)).unwrap_or_default()
    }
}

/// How a prediction answers chance: never from a stream.
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

/// Who answers chance while a program runs.
#[derive(Debug)]
pub(crate) enum Chance<'a> {
    Stream(&'a mut Dice),
    Policy(ChancePolicy),
    /// Forced outcomes by index, for tests and odds; when they run out the likeliest is taken and `missed` counts it.
    Script {
        indices: &'a [usize],
        used: &'a mut usize,
        missed: &'a mut usize,
    },
}

impl Chance<'_> {
    pub(crate) fn draw(&mut self, distribution: &Distribution) -> usize {
        match self {
            Self::Stream(dice) => dice.draw(distribution),
            Self::Policy(ChancePolicy::Likely) => distribution.likeliest(),
            Self::Policy(ChancePolicy::Low) => 0,
            Self::Policy(ChancePolicy::High) => distribution.outcomes.len() - 1,
            Self::Script { indices, used, missed } => match indices.get(**used) {
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
    fn golden_vectors_of_the_sampler() {
        let mut dice = Dice::new(7);
        let below: Vec<u32> = [6, 6, 6, 100, 1, 3_000_000_000].into_iter().map(|n| dice.below(n)).collect();
        expect!["[5, 2, 1, 4, 0, 1368306093]"].assert_eq(&format!("{below:?}"));
    }

    #[test]
    fn sums_of_dice_are_collapsed() {
        let two = Distribution::dice(2, 6).expect("two dice");
        expect!["[(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1)]"]
            .assert_eq(&format!("{:?}", two.outcomes()));
        assert_eq!(two.value(two.likeliest()), 7);
        assert_eq!(Distribution::dice(1_000_000, 6), Err(DistributionError::TooLarge));
        assert_eq!(Distribution::dice(0, 6), Err(DistributionError::Empty));
        assert_eq!(Distribution::dice(6, 0), Err(DistributionError::Empty));
    }

    #[test]
    fn outcomes_are_merged_sorted_and_counted() {
        let mixed = Distribution::new([(3, 1), (-1, 2), (3, 4), (9, 0)]).expect("three weights");
        assert_eq!(mixed.outcomes(), [(-1, 2), (3, 5)]);
        assert_eq!([0, 1, 2, 99].map(|index| mixed.value(index)), [-1, 3, 3, 3]);
        assert_eq!(Distribution::new([(1, 0)]), Err(DistributionError::Empty));
        let most = u64::from(u32::MAX);
        assert!(Distribution::new([(1, most)]).is_ok());
        assert_eq!(Distribution::new([(1, most), (2, 1)]), Err(DistributionError::TooLarge));
        let many = |count| Distribution::new((0..count).map(|outcome| (outcome, 1)));
        assert!(many(Distribution::MAX_OUTCOMES as i32).is_ok());
        assert_eq!(many(Distribution::MAX_OUTCOMES as i32 + 1), Err(DistributionError::TooLarge));
        assert!(Distribution::dice(1, Distribution::MAX_OUTCOMES as u32).is_ok());
        assert_eq!(Distribution::dice(1, Distribution::MAX_OUTCOMES as u32 + 1), Err(DistributionError::TooLarge));
    }

    /// An outcome falls as often as its weight says, here of 2, 1 and 5 in eight.
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
}
