//! Anchor: prevents others from moving a unit until its next activation.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Anchor(target: "T1"), Push(target: "T1")
//! answers: b
//!
//! .Ab..  ->  .Ab..
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Prevents others from moving a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// The target.
    pub target: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Anchor {
    fn default() -> Self {
        Anchor { target: "T1".to_owned(), label: String::new() }
    }
}

impl Inspect for Anchor {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target.", &mut self.target);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Anchor {
    fn name(&self) -> &'static str {
        "Anchor"
    }

    fn doc(&self) -> &'static str {
        "Holds a target in place until its next turn."
    }

    fn summary(&self) -> String {
        format!("anchor {}", self.target)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "anchor");
        compiler.emit(tokens::Anchor { target, label });
    }
}
