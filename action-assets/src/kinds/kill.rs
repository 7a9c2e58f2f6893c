//! Kill: kills a unit at once, whatever its health.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Kill(target: "T1")
//! answers: b
//!
//! .Ab..  ->  .A...
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Kills a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Kill {
    /// The target.
    pub target: String,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Kill {
    fn default() -> Self {
        Kill { target: "T1".to_owned(), label: String::new(), types: Vec::new() }
    }
}

impl Inspect for Kill {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target.", &mut self.target);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Kill {
    fn name(&self) -> &'static str {
        "Kill"
    }

    fn doc(&self) -> &'static str {
        "Kills an entity at once, whatever its health."
    }

    fn summary(&self) -> String {
        format!("kill {}", self.target)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "kill");
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::Kill { target, label });
    }
}
