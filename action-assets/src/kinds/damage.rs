//! Damage: damages the units in an area. Shields absorb damage first.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit, range: (1, 3)), Damage(target: "T1", amount: 2, area: ["@", "#"])
//! answers: b
//!
//! .A.b.  ->  .A.b.
//! ...c.  ->  ...c.
//!
//! b health 4 -> 4
//! c health 4 -> 2
//! ```
//!
//! ```text
//! Damage(target: "self", area: ["#X#"], filter: [Enemy])
//!
//! .bAc.  ->  .bAc.
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::operand::IsBlow;

/// Damages the units in an area.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    /// The target.
    pub target: String,
    /// Amount of damage.
    pub amount: Formula,
    /// The area.
    pub area: Area,
    /// Whether Mirror repeats it.
    pub mirrorable: bool,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Damage {
    fn default() -> Self {
        Damage {
            target: "T1".to_owned(),
            amount: Formula::from(1),
            area: Area::default(),
            mirrorable: true,
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Damage {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Middle of the area.", &mut self.target);
        common::amount(inspector, "Amount.", &mut self.amount);
        self.area.inspect(inspector);
        inspector.flag(Field::new("mirrorable", "Whether Mirror repeats it.").formerly("blow"), &mut self.mirrorable);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Damage {
    fn name(&self) -> &'static str {
        "Damage"
    }

    fn doc(&self) -> &'static str {
        "Deals damage to the entities on the cells of an area."
    }

    fn summary(&self) -> String {
        format!("damage {} by {}{}", self.target, self.amount.as_str(), self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "hit");
        let parts = compiler.amounts("amount", &self.amount, label);
        let area = self.area.compile(compiler);
        for (amount, label) in parts {
            let label = compiler.typed(label, &self.types);
            compiler.emit(tokens::Damage { target, amount, area, is_blow: IsBlow(self.mirrorable), label });
        }
    }
}
