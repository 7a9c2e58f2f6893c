//! Mirror: repeats the last attack that hit in this battle: its damage, then its push.
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

/// Repeats the last attack that hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    /// The target.
    pub target: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Mirror {
    fn default() -> Self {
        Mirror { target: "T1".to_owned(), label: String::new() }
    }
}

impl Inspect for Mirror {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target.", &mut self.target);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Mirror {
    fn name(&self) -> &'static str {
        "Mirror"
    }

    fn doc(&self) -> &'static str {
        "Repeats the last successful attack of this battle."
    }

    fn summary(&self) -> String {
        format!("repeat the last attack on {}", self.target)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "mirror");
        compiler.emit(tokens::Mirror { target, label });
    }
}
