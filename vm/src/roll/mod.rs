//! Rolls of dice as players know them: pools of dice that are rolled again, bounded, exploded, kept and counted. A roll
//! is data; what it may come to is one distribution ([`odds`]), which predictions and odds draw from, and execution
//! throws each die ([`throw`]), so that its faces can be shown. Both have the same law.

mod odds;
mod throw;

use serde::{Deserialize, Serialize};

/// The most dice that are rolled at once.
pub const MAX_DICE: u16 = 100;
/// The most faces of a die.
pub const MAX_SIDES: u16 = 1_000;
/// The most dice that one die brings when it explodes.
pub const MAX_EXPLOSIONS: usize = 10;
/// The most pools of a roll.
pub const MAX_POOLS: usize = 8;

/// Pools of dice that are rolled together; their totals are added, or some of them are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roll {
    /// As it was written, for disassembly.
    pub source: String,
    /// The pools.
    pub pools: Vec<Pool>,
    /// Which of their totals count.
    pub keep: Keep,
}

/// Dice of one sort and what is done with them, in the order of the fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// How many dice; 0 where the formula says it.
    pub count: u16,
    /// Faces of each, 1 to this many; 0 where the formula says it, or where `faces` are listed.
    pub sides: u16,
    /// The faces, where they are not 1 to `sides`.
    pub faces: Vec<i32>,
    /// Which faces are rolled again.
    pub reroll: Option<Reroll>,
    /// A lower face counts as this one.
    pub least: Option<i32>,
    /// A higher face counts as this one.
    pub most: Option<i32>,
    /// Which faces bring another die, which is added to the one that brought it, [`MAX_EXPLOSIONS`] times at most.
    pub explode: Option<Explode>,
    /// Which dice count.
    pub keep: Keep,
    /// Faces that are counted, 1 for each, in place of being added.
    pub counts: Option<Test>,
    /// What its faces are called in the log: a label of the rulebook by its place, 0 for none.
    pub label: u16,
}

/// Faces that are rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reroll {
    /// Which ones.
    pub when: Test,
    /// Whether the second roll stands whatever it shows.
    pub once: bool,
}

/// Faces that bring another die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Explode {
    /// The die's largest face.
    Largest,
    /// Those that pass a test.
    When(Test),
}

/// Which of several dice or totals count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// All of them.
    #[default]
    All,
    /// So many of the highest.
    Highest(u16),
    /// So many of the lowest.
    Lowest(u16),
    /// All but so many of the highest.
    ButHighest(u16),
    /// All but so many of the lowest.
    ButLowest(u16),
}

impl Keep {
    /// Which of so many, from the lowest to the highest, count.
    fn range(self, count: usize) -> std::ops::Range<usize> {
        let most = |number: u16| usize::from(number).min(count);
        match self {
            Self::All => 0..count,
            Self::Highest(number) => count - most(number)..count,
            Self::Lowest(number) => 0..most(number),
            Self::ButHighest(number) => 0..count - most(number),
            Self::ButLowest(number) => most(number)..count,
        }
    }
}

/// A test of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// How it is compared.
    pub how: Comparison,
    /// With what.
    pub than: i32,
}

/// How a face is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
}

impl Test {
    /// Whether a face passes.
    #[must_use]
    pub const fn passes(self, face: i32) -> bool {
        match self.how {
            Comparison::Less => face < self.than,
            Comparison::LessOrEqual => face <= self.than,
            Comparison::Equal => face == self.than,
            Comparison::NotEqual => face != self.than,
            Comparison::Greater => face > self.than,
            Comparison::GreaterOrEqual => face >= self.than,
        }
    }
}

/// One die that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// How many faces it has.
    pub sides: u16,
    /// The face that it shows.
    pub face: i32,
    /// Whether it counts.
    pub kept: bool,
    /// What its pool is called: a label of the rulebook by its place, 0 for none.
    pub label: u16,
}

/// Why a roll cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// No dice, or too many.
    #[error("1 to {MAX_DICE} dice are rolled at once, not {0}")]
    Dice(i64),
    /// No faces, or too many.
    #[error("a die has 1 to {MAX_SIDES} faces, not {0}")]
    Sides(i64),
    /// Every face would be rolled again.
    #[error("each face would be rolled again without end")]
    Endless,
    /// More ways to fall than are counted.
    #[error("there are more ways for these dice to fall than are counted; roll fewer of them")]
    TooLarge,
    /// Pools whose size is not known can be added, not chosen from.
    #[error("only dice whose number is written as a number can be kept or dropped beside others")]
    Unknown,
}

impl Pool {
    /// Whether the formula says how many dice and faces there are.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.count == 0
    }

    /// How many faces one die has, where it has so many sides unless they are listed.
    const fn faces_count(&self, sides: u16) -> u16 {
        if self.faces.is_empty() { sides } else { self.faces.len() as u16 }
    }

    /// The faces of one die with so many sides.
    fn faces_of(&self, sides: u16) -> Vec<i32> {
        if self.faces.is_empty() { (1..=i32::from(sides)).collect() } else { self.faces.clone() }
    }

    /// Whether a face, as it counts, brings another die.
    fn explodes(&self, face: i32, faces: &[i32]) -> bool {
        match self.explode {
            None => false,
            Some(Explode::Largest) => faces.iter().max().is_some_and(|&largest| face >= largest),
            Some(Explode::When(test)) => test.passes(face),
        }
    }

    /// A face as it counts.
    fn bounded(&self, face: i32) -> i32 {
        let raised = self.least.map_or(face, |least| face.max(least));
        self.most.map_or(raised, |most| raised.min(most))
    }

    /// What a face is worth.
    fn worth(&self, face: i32) -> i32 {
        self.counts.map_or(face, |test| i32::from(test.passes(face)))
    }

    /// The test by which faces are rolled again, unless all faces would be.
    fn rerolls(&self, faces: &[i32]) -> Option<Reroll> {
        self.reroll.filter(|reroll| reroll.once || !faces.iter().all(|&face| reroll.when.passes(face)))
    }
}

impl Roll {
    /// Refuses what cannot be rolled.
    ///
    /// # Errors
    /// The first thing that is wrong with it. Where the formula says how many dice there are, that is not among it.
    pub fn check(&self) -> Result<(), RollError> {
        for pool in &self.pools {
            let sides = if pool.faces.is_empty() { i64::from(pool.sides) } else { pool.faces.len() as i64 };
            if !pool.is_given() {
                if pool.count > MAX_DICE {
                    return Err(RollError::Dice(pool.count.into()));
                }
                if sides < 1 || sides > i64::from(MAX_SIDES) {
                    return Err(RollError::Sides(sides));
                }
            } else if self.pools.len() > 1 {
                return Err(RollError::Unknown);
            }
            let faces = pool.faces_of(if pool.is_given() { MAX_SIDES } else { pool.sides });
            if pool.reroll.is_some() && pool.rerolls(&faces).is_none() {
                return Err(RollError::Endless);
            }
        }
        if self.pools.is_empty() || self.pools.len() > MAX_POOLS {
            return Err(RollError::Dice(0));
        }
        if self.pools.iter().any(Pool::is_given) {
            return Ok(());
        }
        let fits = |pool: &Pool| odds::fitting(pool, pool.count, pool.faces_count(pool.sides)) == pool.count;
        let together = self.keep == Keep::All || odds::fall_together(&self.pools);
        if self.pools.iter().all(fits) && together { Ok(()) } else { Err(RollError::TooLarge) }
    }

    /// How many dice of how many faces its pools are of. What a formula gives is rounded down and brought within what can
    /// be rolled: no dice where there are none, and no more than can be counted.
    fn sizes(&self, given: Option<(i32, i32)>) -> impl Iterator<Item = (&Pool, u16, u16)> {
        let (count, sides) = given.unwrap_or_default();
        let count = count.clamp(0, i32::from(MAX_DICE)) as u16;
        let sides = sides.clamp(0, i32::from(MAX_SIDES)) as u16;
        self.pools.iter().map(move |pool| {
            let sides = pool.faces_count(if pool.sides > 0 { pool.sides } else { sides });
            let count = if pool.is_given() { count } else { pool.count };
            let count = if sides == 0 { 0 } else { odds::fitting(pool, count, sides) };
            (pool, count, sides)
        })
    }

    /// Work of its distribution for what a formula gives, in tens of additions: what is charged for it.
    pub(crate) fn work(&self, given: Option<(i32, i32)>) -> u32 {
        let work = self.sizes(given).map(|(pool, count, sides)| odds::work(pool, count, sides));
        let together = if self.keep == Keep::All { 0 } else { odds::joint(&self.pools).unwrap_or(u64::MAX) };
        let work = work.sum::<u64>().saturating_add(together);
        (work / 10).min(u32::MAX.into()) as u32 + 1
    }
}
