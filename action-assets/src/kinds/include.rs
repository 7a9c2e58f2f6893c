//! Include: runs the parts of another action. Its target names stay separate.
//!
//! ```text
//! Include(action: "strike"), Include(action: "strike")
//! answers: b c
//!
//! bAc  ->  bAc
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```

use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector};
use crate::kind::Kind;

/// Runs another action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Include {
    /// The action asset.
    pub action: String,
}

impl Inspect for Include {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.reference(Field::new("action", "Action to run.").required(), &mut self.action, "action");
    }
}

impl Kind for Include {
    fn name(&self) -> &'static str {
        "Include"
    }

    fn doc(&self) -> &'static str {
        "Runs another action as a part of this one."
    }

    fn summary(&self) -> String {
        format!("run {}", self.action)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.include("action", &self.action);
    }
}
