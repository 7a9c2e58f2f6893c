//! MoveAttack: moves the actor to a free cell at once, or attacks the unit there.
//!
//! ```text
//! DeclareTarget(name: "T1"), MoveAttack(target: "T1", amount: 2)
//! answers: c1
//!
//! .Ab..  ->  .Ab..
//!
//! b health 4 -> 2
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1"), MoveAttack(target: "T1")
//! answers: a1
//!
//! .Ab..  ->  A.b..
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::operand::IsBlow;

/// Moves to a cell or attacks the unit there.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAttack {
    /// The target.
    pub target: String,
    /// Damage to a unit there.
    pub amount: Formula,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for MoveAttack {
    fn default() -> Self {
        MoveAttack { target: "T1".to_owned(), amount: Formula::from(1), label: String::new(), types: Vec::new() }
    }
}

impl Inspect for MoveAttack {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target cell.", &mut self.target);
        common::amount(inspector, "Damage, if the cell is occupied.", &mut self.amount);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for MoveAttack {
    fn name(&self) -> &'static str {
        "MoveAttack"
    }

    fn doc(&self) -> &'static str {
        "Moves to a cell, or attacks the unit there."
    }

    fn summary(&self) -> String {
        format!("move to {} or attack for {}", self.target, self.amount.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "strike");
        let parts = compiler.amounts("amount", &self.amount, label);
        if parts.len() > 1 {
            let message = "dice with several labels deal several damage types, which needs Damage";
            compiler.fault("amount", "several-labels", message);
        }
        let Some(&(amount, label)) = parts.first() else { return };
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::MoveAttack { target, amount, is_blow: IsBlow(false), label });
    }
}
