//! Mirror: gives the last blow that landed in this battle, its harm and then its push.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), DeclareTarget(name: "T2", asks: Unit, range: (1, 4))
//! Damage(target: "T1", amount: 2), Mirror(target: "T2")
//! answers: b c
//!
//! bA..c  ->  bA..c
//!
//! b health 4 -> 2
//! c health 4 -> 2
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;

/// Gives the last blow that landed in this battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    /// The target's name.
    pub target: String,
    /// What to show it as; empty for the usual word.
    pub label: String,
}

impl Default for Mirror {
    fn default() -> Self {
        Mirror { target: "T1".to_owned(), label: String::new() }
    }
}

impl Inspect for Mirror {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Who is meant.", &mut self.target);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Mirror {
    fn name(&self) -> &'static str {
        "Mirror"
    }

    fn doc(&self) -> &'static str {
        "Gives the last blow that landed in this battle."
    }

    fn summary(&self) -> String {
        format!("repeat the last blow on {}", self.target)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "mirror");
        compiler.emit(tokens::Mirror { target, label });
    }
}
