//! Swap: two units exchange their cells at once.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit, range: (1, 9)), Swap(target: "T1")
//! answers: b
//!
//! .A..b  ->  .b..A
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Exchanges the cells of two units.
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// The target.
    pub target: String,
    /// The other target.
    pub with: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Swap {
    fn default() -> Self {
        Swap { target: "T1".to_owned(), with: "self".to_owned(), label: String::new() }
    }
}

impl Inspect for Swap {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "First entity.", &mut self.target);
        inspector.name(Field::new("with", "Second entity."), &mut self.with, NameRole::UsesTarget);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Swap {
    fn name(&self) -> &'static str {
        "Swap"
    }

    fn doc(&self) -> &'static str {
        "Two entities swap places."
    }

    fn summary(&self) -> String {
        format!("swap {} with {}", self.target, self.with)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "swap");
        let other = compiler.target("with", &self.with);
        compiler.emit(tokens::Swap { target, other, label });
    }
}
