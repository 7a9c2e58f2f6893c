//! Veil: other sides see only "????" on the cells of its parts until they run.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Veil(body: [Push(target: "T1")])
//! answers: b
//!
//! .Ab..  ->  .A.b.
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector};
use crate::kind::Kind;
use crate::part::Part;

/// Hides its parts from other sides until they run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Veil {
    /// Parts in order.
    pub body: Vec<Part>,
    /// Displayed word, if set.
    pub label: String,
}

impl Inspect for Veil {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.parts(Field::new("body", "Hidden steps, in order."), &mut self.body);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Veil {
    fn name(&self) -> &'static str {
        "Veil"
    }

    fn doc(&self) -> &'static str {
        "Hides what the actions inside it do from other sides, until it happens."
    }

    fn summary(&self) -> String {
        format!("predicted as ????: {}", common::parts_in_order(self.body.len()))
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.warn_if_empty("body", &self.body, "the body is empty, so it does nothing");
        let label = compiler.label(&self.label, "veil");
        compiler.veil(label, |compiler| compiler.parts("body", &self.body));
    }
}
