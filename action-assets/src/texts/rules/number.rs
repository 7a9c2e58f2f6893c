//! Texts of amounts: a number, or a formula with its present value.

use super::{Describer, Reader};
use foretoken_vm::formula::Formula;
use foretoken_vm::program::Amount;

impl Describer<'_> {
    pub(super) fn amount(&self, amount: Amount) -> String {
        match amount {
            Amount::Const(number) => number.to_string(),
            Amount::Formula(index) => self.formula(index),
        }
    }

    /// Returns a plain number, which can stand before its noun. Other amounts stand behind a colon.
    pub(super) fn plain(&self, amount: Amount) -> Option<String> {
        Some(self.amount(amount)).filter(|text| is_number(text))
    }

    /// Returns `yes` with a plain number, and `other` and the amount behind a colon otherwise.
    pub(super) fn phrase(
        &self,
        amount: Amount,
        yes: impl FnOnce(&str) -> String,
        other: impl FnOnce() -> String,
    ) -> String {
        match self.plain(amount) {
            Some(number) => yes(&number),
            None => format!("{}: {}", other(), self.amount(amount)),
        }
    }

    pub(super) fn condition(&self, condition: Amount) -> String {
        match condition {
            Amount::Const(number) => number.to_string(),
            Amount::Formula(index) => self.condition_of(index),
        }
    }

    /// Returns a condition and, for a reader, whether it is true now.
    pub(super) fn condition_of(&self, index: u32) -> String {
        let Some(formula) = self.book.formulas.get(index as usize) else { return "?".to_owned() };
        let text = self.condition_text(&formula.source);
        match self.value(formula) {
            Some((0, 0)) => format!("{text} (now: no)"),
            Some((least, most)) if least == most => format!("{text} (now: yes)"),
            _ => text,
        }
    }

    pub(super) const fn is_constant(amount: Amount, number: i32) -> bool {
        matches!(amount, Amount::Const(own) if own == number)
    }

    pub(super) fn formula(&self, index: u32) -> String {
        let Some(formula) = self.book.formulas.get(index as usize) else { return "?".to_owned() };
        let text = self.formula_text(&formula.source, false);
        if is_number(&text) {
            return text;
        }
        match self.value(formula) {
            Some((least, most)) if least == most => format!("{text} ({least} now)"),
            Some((least, most)) => format!("{text} ({least}–{most} now)"),
            None => text,
        }
    }

    pub(super) fn factor(&self, index: u32) -> String {
        let Some(formula) = self.book.formulas.get(index as usize) else { return "?".to_owned() };
        let text = self.formula_text(&formula.source, false);
        if is_number(&text) {
            return text;
        }
        let exact = |reader: Reader<'_>| reader.sheet.exactly(reader.unit, (self.of, reader.number), formula);
        match self.reader.and_then(exact) {
            Some(value) => {
                let value = format!("{:.2}", value.to_f64());
                format!("{text} ({} now)", value.trim_end_matches('0').trim_end_matches('.'))
            }
            None => text,
        }
    }

    fn value(&self, formula: &Formula) -> Option<(i32, i32)> {
        let reader = self.reader?;
        reader.sheet.bounds_of(reader.unit, (self.of, reader.number), formula)
    }
}

pub(super) fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}
