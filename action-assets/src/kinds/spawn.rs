//! Spawn: places a new unit on a free cell. It first acts in the next round under `rounds` and orders of points, when
//! its charge has grown from 0 to the limit under `charge-time`, and when its side activates it in turns of sides.
//!
//! ```text
//! DeclareTarget(name: "T1"), Spawn(unit: "n", at: "T1", neutral: true)
//! answers: c1
//!
//! .A..  ->  .An.
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::operand::UnitTypeId;
use foretoken_vm::tokens::spawn::Side;

/// Places a new unit on a free cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// The unit asset.
    pub unit: String,
    /// The cell.
    pub at: String,
    /// Whether it has no side.
    pub neutral: bool,
    /// Its side; -1 for the actor's.
    pub team: i32,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Spawn {
    fn default() -> Self {
        Spawn { unit: String::new(), at: "T1".to_owned(), neutral: false, team: -1, label: String::new() }
    }
}

impl Inspect for Spawn {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.reference(Field::new("unit", "Unit type.").required(), &mut self.unit, "unit");
        inspector.name(Field::new("at", "Cell.").required(), &mut self.at, NameRole::UsesTarget);
        inspector.flag(Field::new("neutral", "Whether it has no side, instead of the actor's."), &mut self.neutral);
        let team = Field::new(
            "team",
            "Side: 0 is the player's, -1 the actor's. An action of a timetable has no actor, so it needs a side.",
        );
        inspector.number(team, &mut self.team, -1..=6);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Spawn {
    fn name(&self) -> &'static str {
        "Spawn"
    }

    fn doc(&self) -> &'static str {
        "Creates a unit on a free cell."
    }

    fn summary(&self) -> String {
        format!("spawn {} on {}", self.unit, self.at)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("at", &self.at);
        let unit = UnitTypeId(compiler.unit("unit", &self.unit));
        let label = compiler.label(&self.label, "spawn");
        let side = match u8::try_from(self.team) {
            _ if self.neutral => Side::Neutral,
            Ok(team) => Side::Of(team.min(6)),
            Err(_) => Side::Actor,
        };
        compiler.emit(tokens::Spawn { target, unit, side, label });
    }
}
