//! Surface: places a surface such as fire, ice or oil on an area, or clears it.
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 4)), Surface(target: "T1", surface: "fire", area: ["X#"])
//! answers: c1
//!
//! A...%%  ->  A.^^^^
//! ```

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::program::Amount;
use foretoken_vm::tokens;
use foretoken_vm::tokens::surface::{Laid, Rounds};

/// Places a surface on an area, or clears it.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// The target.
    pub target: String,
    /// The surface asset; empty to clear.
    pub surface: String,
    /// The area.
    pub area: Area,
    /// Duration in rounds; 0 is endless, -1 the surface's default.
    pub lasts: Formula,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Surface {
    fn default() -> Self {
        Surface {
            target: "T1".to_owned(),
            surface: String::new(),
            area: Area::default(),
            lasts: Formula::from(-1),
            label: String::new(),
        }
    }
}

impl Inspect for Surface {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Middle of the area.", &mut self.target);
        inspector.reference(Field::new("surface", "Surface to place; empty to clear."), &mut self.surface, "surface");
        self.area.inspect(inspector);
        let lasts = Field::new("lasts", "Duration in rounds; 0 for no limit, -1 for the duration of the surface.");
        inspector.formula(lasts, &mut self.lasts);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Surface {
    fn name(&self) -> &'static str {
        "Surface"
    }

    fn doc(&self) -> &'static str {
        "Places a surface on an area, or clears it."
    }

    fn summary(&self) -> String {
        let area = self.area.summary();
        match self.surface.as_str() {
            "" => format!("clear the surface on {}{area}", self.target),
            surface => format!("place {surface} on {}{area}", self.target),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let usual = if self.surface.is_empty() { "clear" } else { &self.surface };
        let (target, label) = compiler.subject(&self.target, &self.label, usual);
        let area = self.area.compile(compiler);
        let laid = Laid(compiler.surface("surface", &self.surface));
        let lasts = Rounds(match compiler.amount("lasts", &self.lasts) {
            Amount::Const(rounds) => (rounds >= 0).then_some(Amount::Const(rounds.min(255))),
            formula => Some(formula),
        });
        compiler.emit(tokens::Surface { target, laid, lasts, area, label });
    }
}
