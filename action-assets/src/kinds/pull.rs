//! Pull: moves a unit cell by cell towards the actor.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit, reach: Line, range: (1, 5)), Pull(target: "T1", distance: 9)
//! answers: b
//!
//! A...b  ->  Ab...
//!
//! b health 4 -> 4
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::operand::IsBlow;
use foretoken_vm::tokens::push::Way;

/// Moves a target towards the actor.
#[derive(Clone, Debug, PartialEq)]
pub struct Pull {
    /// The target.
    pub target: String,
    /// Distance in cells.
    pub distance: Formula,
    /// Whether Mirror repeats it.
    pub mirrorable: bool,
    /// Displayed word, if set.
    pub label: String,
    /// Further types for reactions.
    pub types: Vec<String>,
}

impl Default for Pull {
    fn default() -> Self {
        Pull {
            target: "T1".to_owned(),
            distance: Formula::from(1),
            mirrorable: true,
            label: String::new(),
            types: Vec::new(),
        }
    }
}

impl Inspect for Pull {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target.", &mut self.target);
        inspector.formula(Field::new("distance", "Number of cells."), &mut self.distance);
        inspector.flag(Field::new("mirrorable", "Whether Mirror repeats it.").formerly("blow"), &mut self.mirrorable);
        common::label(inspector, &mut self.label);
        common::types(inspector, &mut self.types);
    }
}

impl Kind for Pull {
    fn name(&self) -> &'static str {
        "Pull"
    }

    fn doc(&self) -> &'static str {
        "Pulls a target toward the actor, cell by cell."
    }

    fn summary(&self) -> String {
        format!("pull {} by {}", self.target, self.distance.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "pull");
        let distance = compiler.amount("distance", &self.distance);
        let label = compiler.typed(label, &self.types);
        compiler.emit(tokens::Push { target, way: Way::ToActor, distance, is_blow: IsBlow(self.mirrorable), label });
    }
}
