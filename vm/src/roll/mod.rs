//! Dice rolls with rerolls, bounds, explosions, keeping and counting. Predictions draw from the distribution of the
//! total ([`odds`]); execution throws each die ([`throw`]).

mod given;
mod odds;
mod throw;

pub use given::{Given, Slot};
pub use odds::{MAX_JOINT, MAX_WORK};

use crate::chance::Distribution;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Maximum dice of a pool.
pub const MAX_DICE: u16 = 100;
/// Maximum faces of a die.
pub const MAX_SIDES: u16 = 1_000;
/// Maximum extra dice of one exploding die.
pub const MAX_EXPLOSIONS: usize = 10;
/// Maximum pools of a roll.
pub const MAX_POOLS: usize = 8;

/// Pools that are rolled together; their totals, or some of them, are added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roll {
    /// Source text, for disassembly.
    pub source: String,
    /// The pools.
    pub pools: Vec<Pool>,
    /// Totals that count.
    pub keep: Keep,
    /// Numbers that the formula computes, in stack order.
    pub given: Vec<Slot>,
}

/// Equal dice and their treatment, in the order of the fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// Number of dice; 0 if the formula computes it.
    pub count: u16,
    /// Faces 1 to this; 0 if the formula computes it or `faces` lists them.
    pub sides: u16,
    /// Listed faces, if they are not 1 to `sides`.
    pub faces: Vec<i32>,
    /// Faces to roll again.
    pub reroll: Option<Reroll>,
    /// Minimum face; lower ones count as this.
    pub least: Option<i32>,
    /// Maximum face; higher ones count as this.
    pub most: Option<i32>,
    /// Faces that add another die, at most [`MAX_EXPLOSIONS`] times.
    pub explode: Option<Explode>,
    /// How extra dice count.
    pub chain: Chain,
    /// Dice that count.
    pub keep: Keep,
    /// Test whose passing faces count 1 each, instead of being added.
    pub counts: Option<Test>,
    /// Name of its faces in the log: label index, 0 for none.
    pub label: u16,
}

/// Faces to roll again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reroll {
    /// Test of the face.
    pub when: Test,
    /// Whether the second roll stands.
    pub once: bool,
}

/// Faces that add another die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Explode {
    /// Largest face of the die.
    Largest,
    /// Faces that pass a test.
    When(Test),
}

/// How extra dice of an explosion count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chain {
    /// Each die counts on its own.
    #[default]
    Apart,
    /// The die and its extra dice form one total, also for tests.
    Compound,
    /// Each extra die counts 1 less than its face; its face decides further explosions.
    Penetrating,
}

/// Dice or totals that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// All.
    #[default]
    All,
    /// This many highest.
    Highest(u16),
    /// This many lowest.
    Lowest(u16),
    /// All but this many highest.
    ButHighest(u16),
    /// All but this many lowest.
    ButLowest(u16),
}

impl Keep {
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
    /// Comparison.
    pub how: Comparison,
    /// Compared number.
    pub than: i32,
}

/// How a face is compared.
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
    /// Returns whether a face passes.
    #[must_use]
    pub const fn is_passing(self, face: i32) -> bool {
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

/// One thrown die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Number of faces.
    pub sides: u16,
    /// Face shown.
    pub face: i32,
    /// Whether it counts.
    pub kept: bool,
    /// Name of its pool: label index, 0 for none.
    pub label: u16,
}

/// Reason why a roll is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// No dice, or too many.
    #[error("a roll has 1 to {MAX_DICE} dice, not {0}")]
    Dice(i64),
    /// No pools, or too many to keep some of.
    #[error("a choice has 1 to {MAX_POOLS} rolls, not {0}")]
    Pools(usize),
    /// No faces, or too many.
    #[error("a die has 1 to {MAX_SIDES} faces, not {0}")]
    Sides(i64),
    /// Every face would be rolled again.
    #[error("every face would be rolled again endlessly")]
    Endless,
    /// More totals than a distribution holds.
    #[error(
        "these dice have {0} possible totals; the maximum is {most}; roll fewer dice, or dice with fewer faces",
        most = Distribution::MAX_OUTCOMES
    )]
    Totals(u64),
    /// The distribution takes too many additions.
    #[error("the chances of these dice need {0} additions; the maximum is {most}; roll or keep fewer dice", most = odds::MAX_WORK)]
    Work(u64),
    /// Keeping some of the pools takes too many additions.
    #[error("a choice among these {0} rolls needs more than {most} additions; use fewer or smaller rolls", most = odds::MAX_JOINT)]
    Joint(usize),
    /// Keeping some of the pools is impossible with computed numbers.
    #[error("rolls with kept dice must use plain numbers, without stats and brackets")]
    Unknown,
}

impl Pool {
    /// Returns whether the formula computes dice and faces.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.count == 0
    }

    const fn faces_count(&self, sides: u16) -> u16 {
        if self.faces.is_empty() { sides } else { self.faces.len() as u16 }
    }

    fn faces_of(&self, sides: u16) -> Vec<i32> {
        if self.faces.is_empty() { (1..=i32::from(sides)).collect() } else { self.faces.clone() }
    }

    fn is_exploding(&self, face: i32, faces: &[i32]) -> bool {
        match self.explode {
            None => false,
            Some(Explode::Largest) => faces.iter().max().is_some_and(|&largest| face >= largest),
            Some(Explode::When(test)) => test.is_passing(face),
        }
    }

    fn counted(&self, face: i32, place: usize) -> i32 {
        match self.chain {
            Chain::Penetrating if place > 0 => face - 1,
            _ => face,
        }
    }

    fn bounded(&self, face: i32) -> i32 {
        let raised = self.least.map_or(face, |least| face.max(least));
        self.most.map_or(raised, |most| raised.min(most))
    }

    fn worth(&self, face: i32) -> i32 {
        self.counts.map_or(face, |test| i32::from(test.is_passing(face)))
    }

    fn chain_worth(&self, key: i32, worth: i32) -> i32 {
        if self.chain == Chain::Compound { self.worth(key) } else { worth }
    }

    fn rerolls(&self, faces: &[i32]) -> Option<Reroll> {
        self.reroll.filter(|reroll| reroll.once || !faces.iter().all(|&face| reroll.when.is_passing(face)))
    }
}

impl Roll {
    /// Checks the roll.
    ///
    ///
    /// # Errors
    /// The first fault. Computed numbers are not checked.
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
        if self.keep == Keep::All || odds::is_joint(&self.pools) {
            return Ok(());
        }
        Err(RollError::Joint(self.pools.len()))
    }

    /// Returns the pools with numbers of dice and faces. Computed numbers round down and are clamped: below 1 gives no
    /// dice.
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

    pub(crate) fn work(&self, given: Option<Given>) -> u32 {
        let work = self.sizes(given).map(|(pool, count, sides)| odds::work(&pool, count, sides));
        let together = if self.keep == Keep::All { 0 } else { odds::joint(&self.pools).unwrap_or(u64::MAX) };
        let work = work.sum::<u64>().saturating_add(together);
        (work / 10).min(u32::MAX.into()) as u32 + 1
    }
}
