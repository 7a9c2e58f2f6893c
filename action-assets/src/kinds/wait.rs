//! Wait: does nothing; the actor may turn to face a target.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Direction), Wait(facing: "T1")
//! answers: south
//!
//! .A.  ->  .A.
//! ...  ->  ...
//!
//! A facing east -> south
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::wait::Facing;

/// Does nothing; the actor may turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wait {
    /// The target to face; empty to stay.
    pub facing: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Inspect for Wait {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let facing = Field::new("facing", "Target to face; empty to keep the facing.");
        inspector.name(facing, &mut self.facing, NameRole::UsesTarget);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Wait {
    fn name(&self) -> &'static str {
        "Wait"
    }

    fn doc(&self) -> &'static str {
        "Does nothing; the actor may turn to face a target."
    }

    fn summary(&self) -> String {
        if self.facing.is_empty() { "wait".to_owned() } else { format!("wait facing {}", self.facing) }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let label = compiler.label(&self.label, "wait");
        let facing = (!self.facing.is_empty()).then(|| compiler.target("facing", &self.facing));
        compiler.emit(tokens::Wait { facing: Facing(facing), label });
    }
}
