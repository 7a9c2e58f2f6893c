//! Statuses, items, stats and formulas of effect sources.

use foretoken_vm::formula::FormulaOp;
use foretoken_vm::program::Amount;
use foretoken_vm::stats::StatId;
use foretoken_vm::tokens::change_stat::{Number, Of};
use foretoken_vm::tokens::operand::Numbers;

use super::Compiler;
use crate::diagnostic::did_you_mean;
use crate::inspect::Formula;
use crate::part::Spans;

pub(crate) const NO_TARGET: &str = "a condition of use is checked before a target is chosen, so use `c.`, not `t.`";

impl Compiler<'_> {
    pub(crate) fn carried(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> u32 {
        self.carried_formula(file, spans, field, formula, Self::without_chance)
    }

    /// A skill parameter may use chance; the action that reads it draws it.
    pub(crate) fn drawn_parameter(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> u32 {
        self.carried_formula(file, spans, field, formula, |compiler, field, amount| match amount {
            Amount::Formula(index) if compiler.tables.is_random(index) => amount,
            _ => compiler.without_chance(field, amount),
        })
    }

    /// Compiles the condition of using an action. It has no bearer, so it cannot read parameters or the changed amount.
    pub(crate) fn condition_of_use(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> u32 {
        self.carried_formula(file, spans, field, formula, |compiler, field, amount| {
            let reads_effect_source = |op: &FormulaOp| {
                use FormulaOp::{Amount, Effect, Left, Parameter, Reacted};
                matches!(op, Parameter(_) | Amount | Left | Reacted(_) | Effect)
            };
            let compiled = match amount {
                Amount::Formula(index) => compiler.tables.formulas.get(index as usize),
                _ => None,
            };
            if compiled.is_some_and(|formula| formula.code.iter().any(reads_effect_source)) {
                let message = "the condition of an action cannot read parameters and amounts of a skill or status";
                let help = "write the condition into `usable` of the skill with the parameter".to_owned();
                compiler.fault_with_help(field, "no-effect-source", message, help);
            }
            if matches!(amount, Amount::Formula(index) if compiler.tables.has_target_reads(index)) {
                compiler.fault(field, "no-target", NO_TARGET);
            }
            compiler.without_chance(field, amount)
        })
    }

    fn carried_formula(
        &mut self,
        file: &str,
        spans: &Spans,
        field: &str,
        formula: &Formula,
        check: impl FnOnce(&mut Self, &str, Amount) -> Amount,
    ) -> u32 {
        self.is_carried = true;
        let amount = self.apart(file, spans, |compiler| {
            let amount = compiler.factor(field, formula);
            compiler.refuse_counts(field, amount);
            check(compiler, field, amount)
        });
        self.is_carried = false;
        let index = self.formula_of(amount);
        self.tables.carried.push((file.to_owned(), index));
        index
    }

    /// Refuses counts of units: these formulas are computed for one unit, without the rest of the battle.
    fn refuse_counts(&mut self, field: &str, amount: Amount) {
        let Amount::Formula(index) = amount else { return };
        let counts = |op: &FormulaOp| matches!(op, FormulaOp::Count(_) | FormulaOp::Inside(..));
        let compiled = self.tables.formulas.get(index as usize);
        if compiled.is_some_and(|formula| formula.code.iter().any(counts)) {
            let message = "this formula cannot count units: it is computed for one unit alone";
            let help = "use a Branch with the count in the action of the reaction".to_owned();
            self.fault_with_help(field, "counts-units", message, help);
        }
    }

    pub(crate) fn carried_answer(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> u32 {
        self.is_answer = true;
        let index = self.carried(file, spans, field, formula);
        self.is_answer = false;
        index
    }

    /// Returns the index of a status.
    pub fn status(&mut self, field: &str, name: &str) -> u16 {
        let found = self.tables.names.statuses.binary_search_by(|known| known.as_str().cmp(name));
        found.map_or_else(|_| self.unknown(field, name, "status"), |at| at as u16)
    }

    /// Returns the index of an item.
    pub fn item(&mut self, field: &str, name: &str) -> u16 {
        let found = self.tables.names.items.binary_search_by(|known| known.as_str().cmp(name));
        found.map_or_else(|_| self.unknown(field, name, "item"), |at| at as u16)
    }

    /// Returns the statuses with these names or tags.
    pub fn statuses(&mut self, field: &str, named: &[String], tags: &[String]) -> Numbers {
        let mut wanted: Vec<u16> = Vec::new();
        for (at, name) in named.iter().enumerate() {
            wanted.push(self.status(&format!("{field}[{at}]"), name));
        }
        for (at, own) in self.tables.names.status_tags.iter().enumerate() {
            if own.iter().any(|own| tags.iter().any(|tag| foretoken_vm::stats::is_or_below(own, tag))) {
                wanted.push(at as u16);
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let data = &mut self.draft().set.data;
        let first = data.len() as u16;
        data.extend(wanted.iter().map(|&status| i32::from(status)));
        Numbers { first, count: wanted.len() as u16 }
    }

    /// Returns the unit number of a name.
    pub fn number_of(&mut self, field: &str, name: &str) -> Number {
        let column = self.tables.columns.find(foretoken_vm::rulebook::ColumnOf::Entity, name);
        let core = StatId::CORE_NAMES[..4].iter().position(|known| *known == name);
        match (name, core, column) {
            ("health", ..) => Of::Health.into(),
            ("facing", ..) => Of::Facing.into(),
            (_, Some(at), _) => Of::Core(StatId(at as u16)).into(),
            (_, None, Some(column)) => Of::Column(column).into(),
            _ => {
                let columns = self.tables.columns.of(foretoken_vm::rulebook::ColumnOf::Entity);
                let known = columns.map(|column| column.name.as_str()).chain(StatId::CORE_NAMES[..4].iter().copied());
                let help = did_you_mean(name, known.chain(["health", "facing"]));
                let message = format!("units have no number `{name}` that an action can change");
                self.fault_with_help(field, "unknown-reference", message, help);
                Number::default()
            }
        }
    }
}
