//! Possible values of a formula for a unit before a program runs, for texts and pages.

use super::effect_sources::EffectSourceRef;
use super::sheet::{Reading, Sheet};
use super::world::{Scope, World};
use crate::formula::{Formula, FormulaOp, FormulaWorld, Number};
use crate::program::Address;
use crate::roll::{Given, Roll};
use crate::state::EntityId;

const MOST_WAYS: usize = 512;

impl Sheet<'_> {
    /// Returns the minimum and maximum of a formula for a unit. `instance` is its effect source with the instance
    /// number, 0 for none. `None` if the formula reads more than the unit, or has more than 512 combined outcomes.
    #[must_use]
    pub fn bounds_of(self, unit: EntityId, instance: (EffectSourceRef, u16), formula: &Formula) -> Option<(i32, i32)> {
        let (mut picks, mut sizes) = (Vec::new(), Vec::new());
        let mut bounds: Option<(i32, i32)> = None;
        for _ in 0..MOST_WAYS {
            sizes.clear();
            let value = self.picked(unit, instance, formula, (&mut picks, &mut sizes))?.to_stored();
            let (least, most) = bounds.unwrap_or((value, value));
            bounds = Some((least.min(value), most.max(value)));
            // Advances the last draw that has another outcome and drops the draws behind it.
            picks.truncate(sizes.len());
            while let Some(last) = picks.len().checked_sub(1) {
                if picks[last] + 1 < sizes[last] {
                    picks[last] += 1;
                    break;
                }
                picks.pop();
            }
            if picks.is_empty() {
                return bounds;
            }
        }
        None
    }

    /// Returns the exact value of a formula without chance; `instance` as in [`Self::bounds_of`].
    #[must_use]
    pub fn exactly(self, unit: EntityId, instance: (EffectSourceRef, u16), formula: &Formula) -> Option<Number> {
        let value = self.picked(unit, instance, formula, (&mut Vec::new(), &mut Vec::new()))?;
        (!formula.is_random()).then_some(value)
    }

    fn picked(
        self,
        unit: EntityId,
        (of, number): (EffectSourceRef, u16),
        formula: &Formula,
        (picks, sizes): (&mut Vec<usize>, &mut Vec<usize>),
    ) -> Option<Number> {
        let mut reading = Reading::default();
        let scope = Scope { of, number };
        let mut guess = Guess { sheet: self, unit, scope, reading: &mut reading, is_known: true, picks, sizes };
        let value = formula.value(&mut guess);
        guess.is_known.then_some(value)
    }
}

struct Guess<'s, 'g> {
    sheet: Sheet<'s>,
    unit: EntityId,
    scope: Scope,
    reading: &'g mut Reading,
    is_known: bool,
    picks: &'g mut Vec<usize>,
    sizes: &'g mut Vec<usize>,
}

impl Guess<'_, '_> {
    fn pick(&mut self, outcomes: usize) -> usize {
        let at = self.sizes.len();
        self.sizes.push(outcomes);
        if at == self.picks.len() {
            self.picks.push(0);
        }
        self.picks[at]
    }

    fn unknown(&mut self) -> Number {
        self.is_known = false;
        Number::ZERO
    }

    fn dice(&mut self, roll: Option<&Roll>, given: Option<Given>) -> Number {
        let Some(distribution) = roll.and_then(|roll| roll.distribution(given).ok()) else { return self.unknown() };
        let at = self.pick(distribution.outcomes().len());
        distribution.value(at).into()
    }
}

impl FormulaWorld for Guess<'_, '_> {
    fn read(&mut self, op: FormulaOp) -> Number {
        let of_unit = match op {
            FormulaOp::Stat(a, _)
            | FormulaOp::MaxHealth(a)
            | FormulaOp::Movement(a)
            | FormulaOp::Initiative(a)
            | FormulaOp::Speed(a)
            | FormulaOp::Health(a)
            | FormulaOp::Shield(a)
            | FormulaOp::Height(a)
            | FormulaOp::Ground(a, _)
            | FormulaOp::OnSurface(a, _)
            | FormulaOp::EntityColumn(a, _)
            | FormulaOp::CellColumn(a, _)
            | FormulaOp::Holds(a, ..)
            | FormulaOp::Has(a, ..) => Address(a) == Address::SELF,
            FormulaOp::BattleColumn(_)
            | FormulaOp::Round
            | FormulaOp::Hard
            | FormulaOp::Losses
            | FormulaOp::Parameter(_) => true,
            FormulaOp::Amount | FormulaOp::Left => self.scope.number > 0,
            _ => false,
        };
        match op {
            FormulaOp::Draw(distribution) => {
                let book = self.sheet.book();
                let Some(asked) = book.distributions.get(usize::from(distribution)) else { return self.unknown() };
                let at = self.pick(asked.outcomes().len());
                asked.value(at).into()
            }
            FormulaOp::Named(_) => Number::ZERO,
            FormulaOp::Roll(roll) => self.dice(self.sheet.book().rolls.get(usize::from(roll)), None),
            _ if !of_unit => self.unknown(),
            op => {
                let Scope { of, number } = self.scope;
                World::of_effect_source(self.sheet, self.unit, of, number, self.reading).read(op)
            }
        }
    }

    fn roll(&mut self, roll: u16, given: &[Number]) -> Number {
        let roll = self.sheet.book().rolls.get(usize::from(roll));
        self.dice(roll, roll.map(|roll| roll.settle(given)))
    }

    fn weigh(&mut self, chances: &[Number]) -> usize {
        let open: Vec<usize> =
            chances.iter().enumerate().filter(|(_, chance)| **chance > Number::ZERO).map(|(at, _)| at).collect();
        let positive = chances.iter().filter(|chance| !chance.is_negative());
        let rest = positive.fold(Number::ZERO, |sum, chance| sum.plus(chance)) < Number::ONE;
        let ways = open.len() + usize::from(rest || open.is_empty());
        let at = self.pick(ways);
        open.get(at).copied().unwrap_or(chances.len())
    }

    fn call(&mut self, function: u16, arguments: &[Number]) -> Number {
        let function = self.sheet.book().functions.get(usize::from(function));
        function.map_or(Number::ZERO, |function| (function.call)(arguments))
    }
}
