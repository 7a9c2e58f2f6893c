//! Branch: runs one of two lists of parts, by a condition on the current state.
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 3))
//! Branch(if: "occupied(T1)", then: [Damage(target: "T1")], else: [Teleport(to: "T1")])
//! answers: d1
//!
//! .A..b  ->  ...Ab
//! ```

use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use crate::part::Part;

/// Runs one of two lists of parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Condition; true if not zero. Written `if`.
    pub condition: Formula,
    /// Parts if it is true.
    pub then: Vec<Part>,
    /// Parts if it is false. Written `else`.
    pub fallback: Vec<Part>,
}

impl Default for Branch {
    fn default() -> Self {
        Branch { condition: Formula::from(1), then: Vec::new(), fallback: Vec::new() }
    }
}

impl Inspect for Branch {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.formula(Field::new("if", "Condition; it holds if it is not 0.").required(), &mut self.condition);
        inspector.parts(Field::new("then", "Steps if it holds."), &mut self.then);
        inspector.parts(Field::new("else", "Steps if it does not hold."), &mut self.fallback);
    }
}

impl Kind for Branch {
    fn name(&self) -> &'static str {
        "Branch"
    }

    fn doc(&self) -> &'static str {
        "Does one thing or another, depending on a condition."
    }

    fn summary(&self) -> String {
        format!("if {}", self.condition.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        if self.fallback.is_empty() {
            compiler.warn_if_empty("then", &self.then, "both lists are empty, so it does nothing");
        }
        let condition = compiler.condition_amount("if", &self.condition);
        let fallback = (!self.fallback.is_empty()).then_some(|c: &mut Compiler<'_>| c.parts("else", &self.fallback));
        compiler.branch(condition, |c| c.parts("then", &self.then), fallback);
    }
}
