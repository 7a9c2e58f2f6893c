//! Teleport: moves a unit to another cell without crossing those between. An occupied cell has no effect.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Teleport(who: "T1", to: "T1", across: true)
//! answers: b
//!
//! ..Ab.  ->  .bA..
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 9)), Teleport(to: "T1")
//! answers: e1
//!
//! A#b..  ->  .#b.A
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::teleport::Destination;

/// Moves a unit without crossing cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Teleport {
    /// The unit.
    pub who: String,
    /// The cell.
    pub to: String,
    /// Whether to use the opposite cell, seen from the actor.
    pub across: bool,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Teleport {
    fn default() -> Self {
        Teleport { who: "self".to_owned(), to: "T1".to_owned(), across: false, label: String::new() }
    }
}

impl Inspect for Teleport {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("who", "Target."), &mut self.who, NameRole::UsesTarget);
        inspector.name(Field::new("to", "Destination cell.").required(), &mut self.to, NameRole::UsesTarget);
        let across = Field::new("across", "Whether to go to the opposite cell, seen from the actor.");
        inspector.flag(across, &mut self.across);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Teleport {
    fn name(&self) -> &'static str {
        "Teleport"
    }

    fn doc(&self) -> &'static str {
        "Puts an entity on another cell without crossing the cells between."
    }

    fn summary(&self) -> String {
        let across = if self.across { "opposite of " } else { "" };
        format!("teleport {} to {across}{}", self.who, self.to)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("who", &self.who);
        let to = compiler.target("to", &self.to);
        let label = compiler.label(&self.label, "teleport");
        let to = if self.across { Destination::AcrossFrom(to) } else { Destination::At(to) };
        compiler.emit(tokens::Teleport { target, to, label });
    }
}
