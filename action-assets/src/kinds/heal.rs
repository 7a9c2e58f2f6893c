//! Heal: restores health of the units in an area, up to their maximum.
//!
//! ```text
//! Damage(target: "self", amount: 3), Heal(target: "self", amount: 2)
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

/// Restores health in an area.
#[derive(Clone, Debug, PartialEq)]
pub struct Heal {
    /// The target.
    pub target: String,
    /// Amount of health.
    pub amount: Formula,
    /// The area.
    pub area: Area,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Heal {
    fn default() -> Self {
        Heal {
            target: "T1".to_owned(),
            amount: Formula::from(1),
            area: Area::default(),
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Heal {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Middle of the area.", &mut self.target);
        common::amount(inspector, "Amount.", &mut self.amount);
        self.area.inspect(inspector);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Heal {
    fn name(&self) -> &'static str {
        "Heal"
    }

    fn doc(&self) -> &'static str {
        "Heals the entities on the cells of an area."
    }

    fn summary(&self) -> String {
        format!("heal {} by {}{}", self.target, self.amount.as_str(), self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "heal");
        let amount = compiler.amount("amount", &self.amount);
        let area = self.area.compile(compiler);
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::Heal { target, amount, area, label });
    }
}
