//! Quicken: permanently raises or lowers a unit's initiative. The rest of the round is sorted again.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Quicken(target: "T1", amount: 3)
//! answers: b
//!
//! .Ab..  ->  .Ab..
//!
//! b initiative 0 -> 3
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Changes a unit's initiative.
#[derive(Clone, Debug, PartialEq)]
pub struct Quicken {
    /// The target.
    pub target: String,
    /// Change; negative slows.
    pub amount: Formula,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Quicken {
    fn default() -> Self {
        Quicken { target: "T1".to_owned(), amount: Formula::from(2), label: String::new() }
    }
}

impl Inspect for Quicken {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target.", &mut self.target);
        common::amount(inspector, "Change of initiative; a negative number slows.", &mut self.amount);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Quicken {
    fn name(&self) -> &'static str {
        "Quicken"
    }

    fn doc(&self) -> &'static str {
        "Raises or lowers a unit's initiative."
    }

    fn summary(&self) -> String {
        format!("quicken {} by {}", self.target, self.amount.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "quicken");
        let amount = compiler.amount("amount", &self.amount);
        compiler.emit(tokens::Quicken { target, amount, label });
    }
}
