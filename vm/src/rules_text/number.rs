//! Amounts: a number, or a formula as text with what it comes to for the unit that is told of.

use super::Teller;
use crate::formula::{Formula, FormulaOp, FormulaWorld, Number};
use crate::program::Address;
use crate::program::Amount;
use crate::roll::{Given, Roll};
use crate::state::EntityId;
use crate::stats::{Reading, Scope, Sheet, World};

/// The most ways in which the chance of a formula is let fall to find its least and its largest value.
const MOST_WAYS: usize = 512;

impl Teller<'_> {
    /// An amount: `4`, or `Strength / 2 (7 now)`.
    pub(crate) fn amount(&self, amount: Amount) -> String {
        match amount {
            Amount::Const(number) => number.to_string(),
            Amount::Formula(index) => self.formula(index),
        }
    }

    /// A condition, by its name where it is a stored one.
    pub(super) fn condition(&self, condition: Amount) -> String {
        match condition {
            Amount::Const(number) => number.to_string(),
            Amount::Formula(index) => {
                let source = self.book.formulas.get(index as usize).map_or("?", |formula| &formula.source);
                match source.strip_prefix("exists(").and_then(|rest| rest.strip_suffix(')')) {
                    Some(name) if self.program.debug.names.iter().any(|own| own == name) => match self.names_targets {
                        true => format!("there is {name}"),
                        false => "one is given".to_owned(),
                    },
                    _ => self.formula_text(source, true),
                }
            }
        }
    }

    /// Whether an amount is just this number.
    pub(crate) const fn is(amount: Amount, number: i32) -> bool {
        matches!(amount, Amount::Const(own) if own == number)
    }

    /// A formula as text, with its value for the unit that is told of where that can be said.
    pub(super) fn formula(&self, index: u32) -> String {
        let Some(formula) = self.book.formulas.get(index as usize) else { return "?".to_owned() };
        let text = self.formula_text(&formula.source, false);
        if is_number(&text) {
            return text;
        }
        match self.value(index) {
            Some((least, most)) if least == most => format!("{text} ({least} now)"),
            Some((least, most)) => format!("{text} ({least}–{most} now)"),
            None => text,
        }
    }

    /// The same for a formula whose decimals count, such as a factor.
    pub(super) fn factor(&self, index: u32) -> String {
        let Some(formula) = self.book.formulas.get(index as usize) else { return "?".to_owned() };
        let text = self.formula_text(&formula.source, false);
        if is_number(&text) {
            return text;
        }
        match self.run(formula, &mut Vec::new(), &mut Vec::new()) {
            Some(value) if !formula.draws() => {
                let value = format!("{:.2}", value.to_f64());
                format!("{text} ({} now)", value.trim_end_matches('0').trim_end_matches('.'))
            }
            _ => text,
        }
    }

    /// What a formula comes to for the unit that is told of: the least and the largest value, where it reads nothing but the
    /// unit itself, and chance has few ways.
    fn value(&self, index: u32) -> Option<(i32, i32)> {
        let formula = self.book.formulas.get(index as usize)?;
        let (mut picks, mut sizes) = (Vec::new(), Vec::new());
        let mut bounds: Option<(i32, i32)> = None;
        for _ in 0..MOST_WAYS {
            sizes.clear();
            let value = self.run(formula, &mut picks, &mut sizes)?.to_stored();
            let (least, most) = bounds.unwrap_or((value, value));
            bounds = Some((least.min(value), most.max(value)));
            // The next way: the last draw that can still fall otherwise does, and what comes behind it begins anew.
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

    /// The value of a formula where its draws fall as they are picked; nothing where it reads what is not known.
    fn run(&self, formula: &Formula, picks: &mut Vec<usize>, sizes: &mut Vec<usize>) -> Option<Number> {
        let reader = self.reader?;
        let mut reading = Reading::default();
        let mut guess = Guess {
            sheet: reader.sheet,
            unit: reader.unit,
            scope: self.scope,
            reading: &mut reading,
            is_known: true,
            picks,
            sizes,
        };
        let value = formula.value(&mut guess);
        guess.is_known.then_some(value)
    }
}

/// Whether a text is a number that needs no second one behind it.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

/// What a formula reads before its targets are known, with chance as it is picked.
struct Guess<'s, 'g> {
    sheet: Sheet<'s>,
    unit: EntityId,
    scope: Scope,
    reading: &'g mut Reading,
    /// Whether nothing was read that only a running program knows.
    is_known: bool,
    /// Which outcome each draw has.
    picks: &'g mut Vec<usize>,
    /// How many outcomes each draw has that was made.
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
                World::of_carrier(self.sheet, self.unit, of, number, self.reading).read(op)
            }
        }
    }

    fn roll(&mut self, roll: u16, given: &[Number]) -> Number {
        let roll = self.sheet.book().rolls.get(usize::from(roll));
        self.dice(roll, roll.map(|roll| roll.settle(given)))
    }

    fn weigh(&mut self, chances: &[Number]) -> usize {
        // What cannot come about is not one of the ways.
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
