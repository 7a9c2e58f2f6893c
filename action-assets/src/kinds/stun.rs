//! Stun: the units of an area lose their next intents.
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
use crate::inspect::{Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Takes the next intents of the units of an area away.
#[derive(Clone, Debug, PartialEq)]
pub struct Stun {
    /// The target's name.
    pub target: String,
    /// How many intents.
    pub amount: Formula,
    /// The cells around the target.
    pub area: Area,
    /// What to show it as; empty for the usual word.
    pub label: String,
    /// Reactable types beside the label.
    pub types: Vec<String>,
}

impl Default for Stun {
    fn default() -> Self {
        Stun {
            target: "T1".to_owned(),
            amount: Formula::from(1),
            area: Area::default(),
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Stun {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "The middle of the area.", &mut self.target);
        common::amount(inspector, "How many intents.", &mut self.amount);
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
        "Takes the next intents of the units of an area away."
    }

    fn summary(&self) -> String {
        format!("stun {} by {}{}", self.target, self.amount.as_str(), self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "stun");
        let intents = compiler.amount("amount", &self.amount);
        let area = self.area.compile(compiler);
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::Stun { target, intents, area, label });
    }
}
