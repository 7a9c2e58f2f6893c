//! ForEach: does something for each cell of an area around a target, one after another.
//!
//! ```text
//! ForEach(target: "self", area: ["#@#"], filter: [Enemy], body: [Push(target: "each", distance: 1)])
//!
//! .bAc.  ->  b.A.c
//! ```

use foretoken_vm::tokens::operand;

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use crate::part::Part;

/// Does something for each cell of an area.
#[derive(Clone, Debug, PartialEq)]
pub struct ForEach {
    /// The target in the middle of the area.
    pub target: String,
    /// What the cell is called in the body.
    pub name: String,
    /// The cells, and which of them.
    pub area: Area,
    /// What is done for each.
    pub body: Vec<Part>,
}

impl Default for ForEach {
    fn default() -> Self {
        ForEach { target: "T1".to_owned(), name: "each".to_owned(), area: Area::default(), body: Vec::new() }
    }
}

impl Inspect for ForEach {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "The middle of the area, which stays where it is now.", &mut self.target);
        inspector.name(
            Field::new("name", "What the cell, or who is on it, is called in the body."),
            &mut self.name,
            NameRole::DeclaresTarget,
        );
        self.area.inspect(inspector);
        inspector.parts(Field::new("body", "What is done for each, in order."), &mut self.body);
    }
}

impl Kind for ForEach {
    fn name(&self) -> &'static str {
        "ForEach"
    }

    fn doc(&self) -> &'static str {
        "Does something for each cell of an area around a target, one after another."
    }

    fn summary(&self) -> String {
        let parts = common::parts_in_order(self.body.len());
        format!("for each cell at {}{}: {parts}", self.target, self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("target", &self.target);
        let area: operand::Area = self.area.compile(compiler);
        compiler.each(target, area, &self.name, |compiler| compiler.parts("body", &self.body));
    }
}
