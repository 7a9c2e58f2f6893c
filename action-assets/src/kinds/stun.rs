//! Stun: units in an area lose their next intents, or act later. With `how: Delay` a unit keeps its intent and acts
//! after the others.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Stun(target: "T1", amount: 2)
//! answers: b
//!
//! .Ab..  ->  .Ab..
//!
//! b stunned 0 -> 2
//! ```

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

const HOWS: &[Choice] = &[
    Choice::new("Cancel", "The units lose their next intents."),
    Choice::new(
        "Delay",
        "The units keep their intents and act after all others; under `charge-time` they lose the charge of a turn.",
    ),
];

/// Removes or delays intents of units in an area.
#[derive(Clone, Debug, PartialEq)]
pub struct Stun {
    /// The target.
    pub target: String,
    /// Index of the effect: loss or delay.
    pub how: usize,
    /// Number of lost intents.
    pub amount: Formula,
    /// The area.
    pub area: Area,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Stun {
    fn default() -> Self {
        Stun {
            target: "T1".to_owned(),
            how: 0,
            amount: Formula::from(1),
            area: Area::default(),
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Stun {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Middle of the area.", &mut self.target);
        inspector.choice(Field::new("how", "Whether the next intents are lost or delayed."), &mut self.how, HOWS);
        if self.how == 0 {
            common::amount(inspector, "Number of intents.", &mut self.amount);
        }
        self.area.inspect(inspector);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Stun {
    fn name(&self) -> &'static str {
        "Stun"
    }

    fn doc(&self) -> &'static str {
        "Cancels the next intents of the units of an area, or delays their turns."
    }

    fn summary(&self) -> String {
        let area = self.area.summary();
        if self.how == 0 {
            format!("stun {} by {}{area}", self.target, self.amount.as_str())
        } else {
            format!("delay the turn of {}{area}", self.target)
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "stun");
        let label = compiler.typed(label, &self.types);
        if self.how == 0 {
            let intents = compiler.amount("amount", &self.amount);
            let area = self.area.compile(compiler);
            compiler.emit(tokens::Stun { target, intents, area, label });
        } else {
            let area = self.area.compile(compiler);
            compiler.emit(tokens::Postpone { target, area, label });
        }
    }
}
