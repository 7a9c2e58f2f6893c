//! Distributions of odds: values with their chances, and the distributions of one unit.

use foretoken_vm::state::{BattleField, EffectInstance, Pool};
use foretoken_vm::{Cell, Entity, EntityId, GameState, KeptPrediction};
use std::collections::BTreeSet;

/// Bound of the rounding error of a sum of chances.
pub(super) const ROUNDING: f64 = 1e-9;

/// Values with their chances from 0 to 1, in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread<T>(Vec<(T, f64)>);

impl<T> Default for Spread<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + Ord> Spread<T> {
    /// Adds to the chance of a value.
    pub fn add(&mut self, value: T, chance: f64) {
        match self.0.binary_search_by_key(&value, |&(known, _)| known) {
            Ok(at) => self.0[at].1 += chance,
            Err(at) => self.0.insert(at, (value, chance)),
        }
    }

    pub(super) fn divide(&mut self, samples: f64) {
        self.0.iter_mut().for_each(|(_, chance)| *chance /= samples);
    }

    /// Removes the values that fail a test.
    pub fn retain(&mut self, test: impl Fn(T) -> bool) {
        self.0.retain(|&(value, _)| test(value));
    }

    /// Returns values with chances, in ascending order of values.
    #[must_use]
    pub fn values(&self) -> &[(T, f64)] {
        &self.0
    }

    /// Returns the chance of the values that pass a test.
    pub fn chance_of(&self, test: impl Fn(T) -> bool) -> f64 {
        // An empty sum of floats is -0.
        0.0 + self.0.iter().filter(|&&(value, _)| test(value)).map(|(_, chance)| chance).sum::<f64>()
    }

    /// Returns the sum of all chances: below 1 if branches are left out.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.chance_of(|_| true)
    }

    /// Returns the least and the greatest value; `None` if empty.
    #[must_use]
    pub fn range(&self) -> Option<(T, T)> {
        Some((self.0.first()?.0, self.0.last()?.0))
    }

    /// Whether there is at most one value.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        self.0.len() < 2
    }

    /// Returns the likeliest value with its chance; the least of equals.
    #[must_use]
    pub fn likeliest(&self) -> Option<(T, f64)> {
        let better = |best: (T, f64), other: (T, f64)| if other.1 > best.1 + ROUNDING { other } else { best };
        self.0.iter().copied().reduce(better)
    }
}

/// Method by which odds were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All branches were counted.
    Exact {
        /// Number of distinct final states.
        states: u32,
    },
    /// Branches were sampled.
    Sampled {
        /// Number of samples.
        samples: u32,
    },
}

impl Default for Method {
    fn default() -> Self {
        Self::Exact { states: 0 }
    }
}

impl Method {
    /// Returns the standard error of a chance. The estimate adds two successes and two failures (Agresti and Coull
    /// 1998), so unseen events are not impossible.
    #[must_use]
    pub fn error(self, chance: f64) -> f64 {
        match self {
            Self::Exact { .. } => 0.0,
            Self::Sampled { samples } => {
                let samples = f64::from(samples);
                let near = (chance * samples + 2.0) / (samples + 4.0);
                libm::sqrt(near * (1.0 - near) / (samples + 4.0))
            }
        }
    }
}

/// Odds of one unit. A new field needs a line in [`Self::count`] and [`Self::divide`].
#[derive(Clone, Debug, PartialEq)]
pub struct UnitOdds {
    /// The unit.
    pub unit: EntityId,
    /// Health now.
    pub before: i32,
    /// Chance that it dies.
    pub dies: f64,
    /// Health; 0 if it dies.
    pub health: Spread<i32>,
    /// Shield, if it lives.
    pub shield: Spread<i32>,
    /// Number of intents that it will lose, if it lives.
    pub stunned: Spread<i32>,
    /// Its cell, if it lives.
    pub cell: Spread<Cell>,
    /// Chance that it lives and has each status. Chances need not sum to 1.
    pub statuses: Spread<u16>,
}

pub(super) trait OddsState {
    fn row(&self, unit: EntityId) -> &Entity;
    fn statuses(&self, unit: EntityId) -> &[EffectInstance];
    fn outcome(&self) -> i32;
}

impl OddsState for GameState {
    fn row(&self, unit: EntityId) -> &Entity {
        self.entity(unit)
    }

    fn statuses(&self, unit: EntityId) -> &[EffectInstance] {
        self.instances().of(unit, Pool::STATUSES)
    }

    fn outcome(&self) -> i32 {
        self.battle(BattleField::Outcome)
    }
}

impl OddsState for KeptPrediction {
    fn row(&self, unit: EntityId) -> &Entity {
        self.entity(unit)
    }

    fn statuses(&self, unit: EntityId) -> &[EffectInstance] {
        self.held(unit, Pool::STATUSES)
    }

    fn outcome(&self) -> i32 {
        self.battle(BattleField::Outcome)
    }
}

impl UnitOdds {
    fn new(unit: EntityId, now: &Entity) -> Self {
        let (health, shield, stunned, cell, statuses) = Default::default();
        Self { unit, before: now.health, dies: 0.0, health, shield, stunned, cell, statuses }
    }

    fn count(&mut self, state: &impl OddsState, chance: f64) {
        let row = state.row(self.unit);
        if !row.is_alive() {
            self.dies += chance;
            self.health.add(0, chance);
            return;
        }
        self.health.add(row.health, chance);
        self.shield.add(row.shield, chance);
        self.stunned.add(row.stunned.into(), chance);
        self.cell.add(row.cell, chance);
        let kinds: BTreeSet<usize> = state.statuses(self.unit).iter().filter_map(EffectInstance::kind).collect();
        kinds.into_iter().for_each(|kind| self.statuses.add(kind as u16, chance));
    }

    fn divide(&mut self, samples: f64) {
        self.dies /= samples;
        self.health.divide(samples);
        self.shield.divide(samples);
        self.stunned.divide(samples);
        self.cell.divide(samples);
        self.statuses.divide(samples);
    }

    /// Returns the statuses that it may have, with their chances.
    pub fn uncertain_statuses(&self) -> impl Iterator<Item = (u16, f64)> {
        let lives = self.cell.total();
        self.statuses.values().iter().copied().filter(move |&(_, chance)| chance < lives - ROUNDING)
    }

    /// Whether the unit has only one possible result.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        let numbers = self.health.is_certain() && self.shield.is_certain() && self.stunned.is_certain();
        numbers && self.cell.is_certain() && self.uncertain_statuses().next().is_none()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marginals {
    pub(super) units: Vec<UnitOdds>,
    pub(super) outcomes: Spread<i32>,
}

impl Marginals {
    pub(super) fn of<'e>(living: impl Iterator<Item = (EntityId, &'e Entity)>) -> Self {
        let units = living.map(|(unit, row)| UnitOdds::new(unit, row)).collect();
        Self { units, outcomes: Spread::default() }
    }

    pub(super) fn count(&mut self, state: &impl OddsState, chance: f64) {
        self.units.iter_mut().for_each(|unit| unit.count(state, chance));
        self.outcomes.add(state.outcome(), chance);
    }

    pub(super) fn divide(&mut self, samples: f64) {
        self.units.iter_mut().for_each(|unit| unit.divide(samples));
        self.outcomes.divide(samples);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_once_and_in_order() {
        let mut spread = Spread::default();
        [(3, 0.25), (1, 0.5), (3, 0.25)].into_iter().for_each(|(value, chance)| spread.add(value, chance));
        assert_eq!(spread.values(), [(1, 0.5), (3, 0.5)]);
        assert_eq!((spread.range(), spread.likeliest(), spread.total()), (Some((1, 3)), Some((1, 0.5)), 1.0));
        assert_eq!(spread.chance_of(|value| value > 1), 0.5);
        spread.retain(|value| value > 1);
        assert!(spread.is_certain());
        let none = Spread::<i32>::default();
        assert_eq!((none.range(), none.likeliest(), none.total().to_bits()), (None, None, 0));
    }

    #[test]
    fn samples_are_never_quite_sure() {
        let sampled = Method::Sampled { samples: 2_000 };
        let points = |chance| (sampled.error(chance) * 10_000.0).round() / 100.0;
        assert_eq!([0.0, 0.1, 0.5, 1.0].map(points), [0.07, 0.67, 1.12, 0.07]);
        assert_eq!(Method::Exact { states: 3 }.error(0.5), 0.0);
    }
}
