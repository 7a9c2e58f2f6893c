//! ForEach: runs parts for each cell of an area around a target, for each pick of a target with several picks, or for
//! each cell of the path to it.
//!
//! ```text
//! ForEach(target: "self", area: ["#@#"], filter: [Enemy], body: [Push(target: "each", distance: 1)])
//!
//! .bAc.  ->  b.A.c
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit, range: (1, 3), picks: List, at_most: 3), ForEach(target: "T1", body: [Damage(target: "each", amount: 2)])
//! answers: c b pass
//!
//! .bAc.  ->  .bAc.
//!
//! b health 4 -> 2
//! c health 4 -> 2
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Region, reach: Cone, range: (1, 2)), ForEach(target: "T1", body: [Damage(target: "each")])
//! answers: east
//!
//! ..c.  ->  ..c.
//! Ab..  ->  Ab..
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 5)), ForEach(target: "T1", way: true, body: [Damage(target: "each")])
//! answers: e1
//!
//! A.b.c  ->  A.b.c
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```

use foretoken_vm::tokens::flow::Through;
use foretoken_vm::tokens::operand;

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use crate::part::Part;

/// Runs parts for each of several cells or picks.
#[derive(Clone, Debug, PartialEq)]
pub struct ForEach {
    /// The target, centre of the area.
    pub target: String,
    /// Name of the cell in the body.
    pub name: String,
    /// Whether it visits the path to the target.
    pub way: bool,
    /// The area.
    pub area: Area,
    /// Parts for each cell or pick.
    pub body: Vec<Part>,
}

impl Default for ForEach {
    fn default() -> Self {
        ForEach {
            target: "T1".to_owned(),
            name: "each".to_owned(),
            way: false,
            area: Area::default(),
            body: Vec::new(),
        }
    }
}

impl Inspect for ForEach {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Middle of the area, fixed at the start.", &mut self.target);
        inspector.name(
            Field::new("name", "Name of the cell, or of the unit on it, in the body."),
            &mut self.name,
            NameRole::DeclaresTarget,
        );
        let way = "Whether it follows the path to the target: the path of a walk, otherwise a straight line from the \
             actor's starting cell.";
        inspector.flag(Field::new("way", way), &mut self.way);
        self.area.inspect(inspector);
        inspector.parts(Field::new("body", "Steps for each, in order."), &mut self.body);
    }
}

impl Kind for ForEach {
    fn name(&self) -> &'static str {
        "ForEach"
    }

    fn doc(&self) -> &'static str {
        "Does something for each cell of an area around a target, in order."
    }

    fn summary(&self) -> String {
        let parts = common::parts_in_order(self.body.len());
        let what = if self.way { "cell on the path to" } else { "cell at" };
        format!("for each {what} {}{}: {parts}", self.target, self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.warn_if_empty("body", &self.body, "the body is empty, so it does nothing");
        let target = compiler.target_or_way("target", &self.target);
        let area: operand::Area = self.area.compile(compiler);
        let through =
            if self.way { Some(Through::Way) } else { compiler.is_list(&self.target).then_some(Through::Picks) };
        let Some(through) = through else {
            return compiler.each(target, area, &self.name, |compiler| compiler.parts("body", &self.body));
        };
        if area == operand::Area::default() {
            return compiler.each_of(target, through, &self.name, |compiler, _| compiler.parts("body", &self.body));
        }
        // No asset can use this name.
        compiler.each_of(target, through, "(pick)", |compiler, pick| {
            compiler.each(pick, area, &self.name, |compiler| compiler.parts("body", &self.body));
        });
    }
}
