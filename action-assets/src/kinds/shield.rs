//! Shield: gives points that absorb damage before health does, until the round ends.
//!
//! ```text
//! Shield(target: "self", amount: 2), Damage(target: "self", amount: 3)
//!
//! .A.  ->  .A.
//!
//! A health 4 -> 3
//! ```

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Gives points that absorb damage.
#[derive(Clone, Debug, PartialEq)]
pub struct Shield {
    /// The target.
    pub target: String,
    /// Amount of shield.
    pub amount: Formula,
    /// The area.
    pub area: Area,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Shield {
    fn default() -> Self {
        Shield {
            target: "T1".to_owned(),
            amount: Formula::from(2),
            area: Area::default(),
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Shield {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Middle of the area.", &mut self.target);
        common::amount(inspector, "Amount.", &mut self.amount);
        self.area.inspect(inspector);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Shield {
    fn name(&self) -> &'static str {
        "Shield"
    }

    fn doc(&self) -> &'static str {
        "Gives a shield that takes damage before health does, until the round ends."
    }

    fn summary(&self) -> String {
        format!("shield {} by {}{}", self.target, self.amount.as_str(), self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "shield");
        let amount = compiler.amount("amount", &self.amount);
        let area = self.area.compile(compiler);
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::Shield { target, amount, area, label });
    }
}
