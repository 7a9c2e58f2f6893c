//! Numbers of a roll that a formula computes before the throw: dice, faces, kept dice, bounds, tests.

use super::{Comparison, Explode, Keep, MAX_DICE, Pool, Roll, Test};
use crate::formula::Number;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Part of a roll whose number a formula computes. All but [`Slot::KeepRolls`] belong to the roll's only pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slot {
    /// Number of dice.
    Count,
    /// Number of faces.
    Sides,
    /// Number of dice in [`Pool::keep`].
    Keep,
    /// Number compared by [`Pool::reroll`].
    Reroll,
    /// [`Pool::least`].
    Least,
    /// [`Pool::most`].
    Most,
    /// Number compared by [`Pool::explode`].
    Explode,
    /// Number compared by [`Pool::counts`].
    Counts,
    /// Number of totals in [`Roll::keep`].
    KeepRolls,
}

/// Numbers of a roll's slots, in the order of [`Roll::given`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Given([i32; Given::MOST]);

impl Given {
    /// Maximum numbers of one roll.
    pub const MOST: usize = 9;

    /// Makes it of these numbers, ignoring those beyond [`Self::MOST`].
    #[must_use]
    pub fn new(numbers: &[i32]) -> Self {
        let mut given = Self::default();
        given.0.iter_mut().zip(numbers).for_each(|(place, number)| *place = *number);
        given
    }
}

const NO_FACE: i32 = i32::MIN;

impl Test {
    /// Returns the whole number that gives the same comparison with whole faces: `>= 7.5` becomes `>= 8`.
    #[must_use]
    pub fn bound(how: Comparison, number: &Number) -> i32 {
        const MOST: i32 = 1_000_000_000;
        match how {
            Comparison::Less | Comparison::GreaterOrEqual => number.ceil().floor_within(-MOST, MOST),
            Comparison::LessOrEqual | Comparison::Greater => number.floor_within(-MOST, MOST),
            Comparison::Equal | Comparison::NotEqual if number.is_whole() => number.floor_within(-MOST, MOST),
            Comparison::Equal | Comparison::NotEqual => NO_FACE,
        }
    }

    const fn with(self, than: i32) -> Self {
        Self { than, ..self }
    }
}

impl Keep {
    fn with(self, number: i32) -> Self {
        let number = number.clamp(0, i32::from(MAX_DICE)) as u16;
        match self {
            Self::All => Self::All,
            Self::Highest(_) => Self::Highest(number),
            Self::Lowest(_) => Self::Lowest(number),
            Self::ButHighest(_) => Self::ButHighest(number),
            Self::ButLowest(_) => Self::ButLowest(number),
        }
    }
}

impl Roll {
    /// Converts computed numbers to whole ones. Tests keep their meaning; other numbers round down.
    #[must_use]
    pub fn settle(&self, numbers: &[Number]) -> Given {
        let pool = self.pools.first();
        let how = |slot: Slot| {
            let pool = pool?;
            match slot {
                Slot::Reroll => pool.reroll.map(|reroll| reroll.when.how),
                Slot::Counts => pool.counts.map(|test| test.how),
                Slot::Explode => match pool.explode {
                    Some(Explode::When(test)) => Some(test.how),
                    _ => None,
                },
                _ => None,
            }
        };
        let mut given = Given::default();
        for (place, (slot, number)) in given.0.iter_mut().zip(self.given.iter().zip(numbers)) {
            *place = how(*slot).map_or_else(|| number.to_stored(), |how| Test::bound(how, number));
        }
        given
    }

    fn slots(&self, given: Option<Given>) -> impl Iterator<Item = (Slot, i32)> + '_ {
        let given = given.unwrap_or_default();
        self.given.iter().copied().zip(given.0)
    }

    pub(super) fn number(&self, slot: Slot, given: Option<Given>) -> i32 {
        self.slots(given).find(|(own, _)| *own == slot).map_or(0, |(_, number)| number)
    }

    pub(super) fn kept(&self, given: Option<Given>) -> Keep {
        self.slots(given)
            .find(|(slot, _)| *slot == Slot::KeepRolls)
            .map_or(self.keep, |(_, number)| self.keep.with(number))
    }

    pub(super) fn filled<'p>(&self, pool: &'p Pool, given: Option<Given>) -> Cow<'p, Pool> {
        let mut pool = Cow::Borrowed(pool);
        for (slot, number) in self.slots(given) {
            if !matches!(slot, Slot::Count | Slot::Sides | Slot::KeepRolls) {
                pool.to_mut().fill(slot, number);
            }
        }
        pool
    }
}

impl Pool {
    fn fill(&mut self, slot: Slot, number: i32) {
        let face = number.clamp(-1_000_000, 1_000_000);
        match slot {
            Slot::Count | Slot::Sides | Slot::KeepRolls => {}
            Slot::Keep => self.keep = self.keep.with(number),
            Slot::Least => self.least = Some(face),
            Slot::Most => self.most = Some(face),
            Slot::Counts => self.counts = self.counts.map(|test| test.with(number)),
            Slot::Reroll => {
                if let Some(reroll) = &mut self.reroll {
                    reroll.when = reroll.when.with(number);
                }
            }
            Slot::Explode => {
                if let Some(Explode::When(test)) = &mut self.explode {
                    *test = test.with(number);
                }
            }
        }
    }
}
