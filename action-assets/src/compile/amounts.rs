//! Amounts of formula fields.

use foretoken_vm::formula::Number;
use foretoken_vm::program::{Amount, Label};

use super::{Compiler, Fault, Severity};
use crate::formula::FormulaFault;
use crate::inspect::Formula;

impl Compiler<'_> {
    /// Compiles a formula field to an integer, or to its index.
    pub fn amount(&mut self, field: &str, formula: &Formula) -> Amount {
        self.exact_amount(field, formula, |number| Some(number.to_stored()))
    }

    /// Compiles a formula field whose fraction counts.
    pub fn factor(&mut self, field: &str, formula: &Formula) -> Amount {
        self.exact_amount(field, formula, |number| number.is_whole().then(|| number.to_stored()))
    }

    /// Compiles a condition: 0 if false, or the index of its formula.
    pub fn condition_amount(&mut self, field: &str, formula: &Formula) -> Amount {
        let truth = |number: &Number| if number.is_whole() { number.to_stored() } else { 1 };
        self.exact_amount(field, formula, |number| Some(truth(number)))
    }

    fn exact_amount(
        &mut self,
        field: &str,
        formula: &Formula,
        constant: impl FnOnce(&Number) -> Option<i32>,
    ) -> Amount {
        let text = formula.as_str().trim();
        if let Ok(number) = text.parse::<i32>() {
            return Amount::Const(number.clamp(-1_000_000_000, 1_000_000_000));
        }
        let compiled = crate::formula::compile_formula(text, self);
        self.formula_hints(field, formula);
        match compiled {
            Ok(compiled) => match compiled.constant_value().as_ref().and_then(constant) {
                Some(number) => Amount::Const(number),
                None => Amount::Formula(self.tables.formula(compiled)),
            },
            Err(faults) => self.formula_faults(field, formula, faults),
        }
    }

    pub(crate) fn formula_of(&mut self, amount: Amount) -> u32 {
        match amount {
            Amount::Const(value) => self.tables.formula(foretoken_vm::formula::Formula::constant(value)),
            Amount::Formula(index) => index,
        }
    }

    /// Compiles an amount of damage by dice labels. Unlabelled dice get `label`.
    pub fn amounts(&mut self, field: &str, formula: &Formula, label: Label) -> Vec<(Amount, Label)> {
        let text = formula.as_str().trim();
        if text.parse::<i32>().is_ok() {
            return vec![(self.amount(field, formula), label)];
        }
        let parts = crate::formula::compile_by_label(text, label, self);
        self.formula_hints(field, formula);
        match parts {
            Ok(parts) => {
                let part = |(own, compiled): (Option<Label>, _)| (self.amount_of(compiled), own.unwrap_or(label));
                parts.into_iter().map(part).collect()
            }
            Err(faults) => vec![(self.formula_faults(field, formula, faults), label)],
        }
    }

    fn amount_of(&mut self, compiled: foretoken_vm::formula::Formula) -> Amount {
        match compiled.constant_value() {
            Some(value) => Amount::Const(value.to_stored()),
            None => Amount::Formula(self.tables.formula(compiled)),
        }
    }

    fn formula_hints(&mut self, field: &str, formula: &Formula) {
        let hints = std::mem::take(&mut self.hints);
        self.put_formula_faults(Severity::Warning, field, formula, hints);
    }

    fn formula_faults(&mut self, field: &str, formula: &Formula, faults: Vec<FormulaFault>) -> Amount {
        self.put_formula_faults(Severity::Error, field, formula, faults);
        Amount::Const(0)
    }

    fn put_formula_faults(&mut self, severity: Severity, field: &str, formula: &Formula, faults: Vec<FormulaFault>) {
        let source = formula.as_str();
        let text = source.trim();
        let before = source.chars().count() - source.trim_start().chars().count();
        for fault in faults {
            let message = match (text.is_empty(), text.chars().count()) {
                (true, _) => "the formula is empty".to_owned(),
                _ if fault.within.is_some() => fault.what.message.clone(),
                (false, length) if fault.column > length => {
                    format!("{} (at the end of the formula)", fault.what.message)
                }
                _ => format!("{} (at character {})", fault.what.message, fault.column),
            };
            let (what, character) = (fault.what, (before + fault.column) as u32);
            let told = Fault::new(severity, field, what.code, message);
            let cause = fault.within.map(|name| format!("formulas/{name}.ron"));
            self.put_fault(Fault { help: what.help, late: what.target, character, cause, ..told });
        }
    }

    /// Compiles a limit, which must not use chance.
    pub fn bounding(&mut self, field: &str, formula: &Formula) -> Amount {
        let amount = self.amount(field, formula);
        self.without_chance(field, amount)
    }

    pub(crate) fn without_chance(&mut self, field: &str, amount: Amount) -> Amount {
        match amount {
            Amount::Formula(index) if self.tables.is_random(index) => {
                self.fault(
                    field,
                    "bound-by-chance",
                    "this number cannot use dice or chance: it is computed several times, before the action is used",
                );
                Amount::Const(0)
            }
            Amount::Formula(index) if self.tables.has_change_reads(index) && !self.is_answer => {
                self.fault(
                    field,
                    "bound-by-effect",
                    "this number cannot depend on earlier changes: it is computed several times, before the action is used",
                );
                Amount::Const(0)
            }
            _ => amount,
        }
    }
}
