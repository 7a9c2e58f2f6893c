//! Push: moves a unit cell by cell, away from the actor or in a picked direction. A collision damages both units.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Push(target: "T1", distance: 2)
//! answers: b
//!
//! .Ab....  ->  .A..b..
//!
//! b health 4 -> 4
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), DeclareTarget(name: "T2", asks: Direction)
//! Push(target: "T1", distance: 3, direction: "T2")
//! answers: b south
//!
//! .Ab.  ->  .A..
//! ....  ->  ..b.
//! ..c.  ->  ..c.
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::operand::IsBlow;
use foretoken_vm::tokens::push::Way;

/// Moves a target away cell by cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    /// The target.
    pub target: String,
    /// Distance in cells.
    pub distance: Formula,
    /// A target with the direction; empty for away from the actor.
    pub direction: String,
    /// Whether Mirror repeats it.
    pub mirrorable: bool,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Push {
    fn default() -> Self {
        Push {
            target: "T1".to_owned(),
            distance: Formula::from(1),
            direction: String::new(),
            mirrorable: true,
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Push {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target.", &mut self.target);
        inspector.formula(Field::new("distance", "Number of cells."), &mut self.distance);
        let direction = Field::new("direction", "Target that sets the direction; empty for away from the actor.");
        inspector.name(direction, &mut self.direction, NameRole::UsesTarget);
        inspector.flag(Field::new("mirrorable", "Whether Mirror repeats it.").formerly("blow"), &mut self.mirrorable);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Push {
    fn name(&self) -> &'static str {
        "Push"
    }

    fn doc(&self) -> &'static str {
        "Pushes a target away, cell by cell. A collision damages both."
    }

    fn summary(&self) -> String {
        let way = if self.direction.is_empty() { "away".to_owned() } else { format!("along {}", self.direction) };
        format!("push {} by {} {way}", self.target, self.distance.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "push");
        let way = match self.direction.as_str() {
            "" => Way::Away,
            direction => Way::Towards(compiler.target("direction", direction)),
        };
        let distance = compiler.amount("distance", &self.distance);
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::Push { target, way, distance, is_blow: IsBlow(self.mirrorable), label });
    }
}
