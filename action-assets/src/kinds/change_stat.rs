//! ChangeStat: permanently sets, raises, lowers or multiplies a number of a unit: health, the base of a stat or a
//! column.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), ChangeStat(target: "T1", stat: "movement", amount: 2)
//! answers: b
//!
//! .Ab..  ->  .Ab..
//!
//! b movement 3 -> 5
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::change_stat::How;

/// Operations, ordered as [`How`].
const HOWS: &[Choice] = &[
    Choice::new("Set", "Sets the number to the amount."),
    Choice::new("Add", "Adds the amount; a negative amount subtracts."),
    Choice::new("Multiply", "Multiplies the number by the amount."),
];

/// Changes a number of a unit permanently.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeStat {
    /// The target.
    pub target: String,
    /// The number.
    pub stat: String,
    /// The operation.
    pub how: usize,
    /// Operand.
    pub amount: Formula,
    /// Displayed word; empty for the number's name.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for ChangeStat {
    fn default() -> Self {
        let (target, stat) = ("T1".to_owned(), "movement".to_owned());
        ChangeStat { target, stat, how: 1, amount: Formula::from(1), label: String::new(), types: Vec::new() }
    }
}

impl Inspect for ChangeStat {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Whose.", &mut self.target);
        let stat = "Health, facing, max_health, movement, initiative, speed, a declared stat or a column.";
        inspector.text(Field::new("stat", stat).required(), &mut self.stat);
        inspector.choice(Field::new("how", "How."), &mut self.how, HOWS);
        common::amount(inspector, "Amount of the change, or new value.", &mut self.amount);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for ChangeStat {
    fn name(&self) -> &'static str {
        "ChangeStat"
    }

    fn doc(&self) -> &'static str {
        "Changes a number of a unit permanently."
    }

    fn summary(&self) -> String {
        let how = ["to", "by", "times"][self.how.min(2)];
        format!("{} of {} {how} {}", self.stat, self.target, self.amount.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("target", &self.target);
        let number = compiler.number_of("stat", &self.stat);
        let how = [How::Set, How::Add, How::Multiply][self.how.min(2)];
        let amount = match how {
            How::Multiply => compiler.factor("amount", &self.amount),
            How::Set | How::Add => compiler.amount("amount", &self.amount),
        };
        let label = compiler.label(&self.label, &self.stat);
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::ChangeStat { target, number, how, amount, label });
    }
}
