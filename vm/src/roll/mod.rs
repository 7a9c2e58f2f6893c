//! Rolls of dice as players know them: pools of dice that are rolled again, bounded, exploded, kept and counted. A roll
//! is data; what it may come to is one distribution ([`odds`]), which predictions and odds draw from, and execution
//! throws each die ([`throw`]), so that its faces can be shown. Both have the same law.

mod given;
mod odds;
mod throw;

pub use given::{Given, Slot};
pub use odds::{MAX_JOINT, MAX_WORK};

use crate::chance::Distribution;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

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
    /// The numbers that the formula computes, in the order in which it leaves them on the stack.
    pub given: Vec<Slot>,
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
    /// The faces that bring another die, which is added to the one that brought it, [`MAX_EXPLOSIONS`] times at most.
    pub explode: Option<Explode>,
    /// How the dice that an explosion brings are read.
    pub chain: Chain,
    /// The dice that count.
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

/// How the dice that an explosion brings are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chain {
    /// Each shows its face, and each is tested where faces are counted.
    #[default]
    Apart,
    /// The die and what it brought are one total, which is tested where faces are counted.
    Compound,
    /// Each that was brought counts for 1 less than its face; whether it brings another is decided by its face.
    Penetrating,
}

/// The dice or totals that count among several.
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
    /// No rolls, or too many of which some are kept.
    #[error("1 to {MAX_POOLS} rolls are chosen from, not {0}")]
    Pools(usize),
    /// No faces, or too many.
    #[error("a die has 1 to {MAX_SIDES} faces, not {0}")]
    Sides(i64),
    /// Every face would be rolled again.
    #[error("each face would be rolled again without end")]
    Endless,
    /// More totals than a distribution holds.
    #[error(
        "these dice may have {0} totals, and a roll has {most} at most; roll fewer dice, or dice with fewer faces",
        most = Distribution::MAX_OUTCOMES
    )]
    Totals(u64),
    /// More additions than are done for one roll.
    #[error("the chances of these dice take {0} additions, and a roll takes {most} at most; roll or keep fewer dice", most = odds::MAX_WORK)]
    Work(u64),
    /// More additions than are done for pools of which some are kept.
    #[error("choosing among these {0} rolls takes more than {most} additions; write fewer or smaller ones", most = odds::MAX_JOINT)]
    Joint(usize),
    /// Pools of which the formula computes a number can be added, not chosen from.
    #[error("rolls of which some are kept are written in numbers, without stats and brackets")]
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

    /// A face as it is added at a place of its chain; the first place is 0.
    fn counted(&self, face: i32, place: usize) -> i32 {
        match self.chain {
            Chain::Penetrating if place > 0 => face - 1,
            _ => face,
        }
    }

    /// A face as it counts.
    fn bounded(&self, face: i32) -> i32 {
        let raised = self.least.map_or(face, |least| face.max(least));
        self.most.map_or(raised, |most| raised.min(most))
    }

    /// What a face adds to the worth of its chain.
    fn worth(&self, face: i32) -> i32 {
        self.counts.map_or(face, |test| i32::from(test.passes(face)))
    }

    /// What a chain is worth, whose faces add up to `key` and are worth `worth` one by one.
    fn chain_worth(&self, key: i32, worth: i32) -> i32 {
        if self.chain == Chain::Compound { self.worth(key) } else { worth }
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
    /// The first thing that is wrong with it. Numbers that the formula computes are not among it.
    pub fn check(&self) -> Result<(), RollError> {
        let is_given = |slot: Slot| self.given.contains(&slot);
        for pool in &self.pools {
            let sides = if pool.faces.is_empty() { i64::from(pool.sides) } else { pool.faces.len() as i64 };
            if !pool.is_given() {
                if pool.count > MAX_DICE {
                    return Err(RollError::Dice(pool.count.into()));
                }
                if sides < 1 || sides > i64::from(MAX_SIDES) {
                    return Err(RollError::Sides(sides));
                }
            }
            if self.pools.len() > 1 && (pool.is_given() || self.given.iter().any(|slot| *slot != Slot::KeepRolls)) {
                return Err(RollError::Unknown);
            }
            let faces = pool.faces_of(if pool.is_given() { MAX_SIDES } else { pool.sides });
            if pool.reroll.is_some() && !is_given(Slot::Reroll) && pool.rerolls(&faces).is_none() {
                return Err(RollError::Endless);
            }
        }
        if self.pools.is_empty() || self.pools.len() > MAX_POOLS {
            return Err(RollError::Pools(self.pools.len()));
        }
        if !self.given.is_empty() && self.pools.len() == 1 {
            return Ok(());
        }
        for pool in &self.pools {
            let sides = pool.faces_count(pool.sides);
            odds::limit(pool, pool.count, sides)?;
        }
        if self.keep == Keep::All || odds::fall_together(&self.pools) {
            return Ok(());
        }
        Err(RollError::Joint(self.pools.len()))
    }

    /// Its pools, with how many dice of how many faces each is of. A number by formula is rounded down and clamped to the
    /// bounds of rolls: no dice if it is below 1, and no more than can be counted.
    fn sizes(&self, given: Option<Given>) -> impl Iterator<Item = (Cow<'_, Pool>, u16, u16)> {
        let count = self.number(Slot::Count, given).clamp(0, i32::from(MAX_DICE)) as u16;
        let sides = self.number(Slot::Sides, given).clamp(0, i32::from(MAX_SIDES)) as u16;
        self.pools.iter().map(move |pool| {
            let pool = self.filled(pool, given);
            let sides = pool.faces_count(if pool.sides > 0 { pool.sides } else { sides });
            let count = if pool.is_given() { count } else { pool.count };
            let count = if sides == 0 { 0 } else { odds::fitting(&pool, count, sides) };
            (pool, count, sides)
        })
    }

    /// Work of its distribution for what a formula gives, in tens of additions: what is charged for it.
    pub(crate) fn work(&self, given: Option<Given>) -> u32 {
        let work = self.sizes(given).map(|(pool, count, sides)| odds::work(&pool, count, sides));
        let together = if self.keep == Keep::All { 0 } else { odds::joint(&self.pools).unwrap_or(u64::MAX) };
        let work = work.sum::<u64>().saturating_add(together);
        (work / 10).min(u32::MAX.into()) as u32 + 1
    }
}
