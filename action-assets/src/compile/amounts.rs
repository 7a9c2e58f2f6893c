//! Amounts: what formula fields come to.

use foretoken_vm::program::{Amount, Label};

use super::{Compiler, Fault, Severity};
use crate::formula::FormulaFault;
use crate::inspect::Formula;

impl Compiler<'_> {
    /// The amount that a formula field says: a number, or the index of its compiled formula.
    pub fn amount(&mut self, field: &str, formula: &Formula) -> Amount {
        let text = formula.as_str().trim();
        if let Ok(number) = text.parse::<i32>() {
            return Amount::Const(number.clamp(-1_000_000_000, 1_000_000_000));
        }
        match crate::formula::compile_formula(text, self) {
            Ok(compiled) => self.amount_of(compiled),
            Err(faults) => self.formula_faults(field, formula, faults),
        }
    }

    /// The same for an amount of harm, by the labels of its dice: a part with `label` for dice without one.
    pub fn amounts(&mut self, field: &str, formula: &Formula, label: Label) -> Vec<(Amount, Label)> {
        let text = formula.as_str().trim();
        if text.parse::<i32>().is_ok() {
            return vec![(self.amount(field, formula), label)];
        }
        match crate::formula::compile_by_label(text, self) {
            Ok(parts) => {
                let part = |(own, compiled): (Option<Label>, _)| (self.amount_of(compiled), own.unwrap_or(label));
                parts.into_iter().map(part).collect()
            }
            Err(faults) => vec![(self.formula_faults(field, formula, faults), label)],
        }
    }

    fn amount_of(&mut self, compiled: foretoken_vm::formula::Formula) -> Amount {
        match compiled.code.as_slice() {
            [foretoken_vm::formula::FormulaOp::Const(value)] => Amount::Const(foretoken_vm::formula::to_stored(*value)),
            _ => Amount::Formula(self.tables.formula(compiled)),
        }
    }

    fn formula_faults(&mut self, field: &str, formula: &Formula, faults: Vec<FormulaFault>) -> Amount {
        let source = formula.as_str();
        let text = source.trim();
        let before = source.chars().count() - source.trim_start().chars().count();
        for fault in faults {
            let message = match (text.is_empty(), text.chars().count()) {
                (true, _) => "the formula is empty".to_owned(),
                _ if fault.within.is_some() => fault.what.message.clone(),
                (false, length) if fault.column > length => format!("{} (at its end)", fault.what.message),
                _ => format!("{} (at its character {})", fault.what.message, fault.column),
            };
            let (what, character) = (fault.what, (before + fault.column) as u32);
            let told = Fault::new(Severity::Error, field, what.code, message);
            // What is wrong with a stored formula by itself is told of it as well.
            let cause = fault.within.map(|name| format!("formulas/{name}.ron"));
            self.put_fault(Fault { help: what.help, late: what.target, character, cause, ..told });
        }
        Amount::Const(0)
    }

    /// The amount that bounds something: a formula, but not one that asks chance, as it is worked out again and again.
    pub fn bounding(&mut self, field: &str, formula: &Formula) -> Amount {
        let amount = self.amount(field, formula);
        match amount {
            Amount::Formula(index) if self.tables.draws(index) => {
                self.fault(field, "bound-by-chance", "chance cannot say how far something reaches");
                Amount::Const(0)
            }
            Amount::Formula(index) if self.tables.reads_changes(index) && !self.is_answer => {
                self.fault(field, "bound-by-effect", "what was done cannot say how far something reaches");
                Amount::Const(0)
            }
            _ => amount,
        }
    }
}
