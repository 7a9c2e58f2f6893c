//! ApplyStatus: applies a status to the units in an area. The status asset defines its effects, its duration and what
//! happens if a unit already has it.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), ApplyStatus(target: "T1", status: "poison", amount: 2)
//! answers: b
//! rounds: 1
//!
//! .Ab..  ->  .Ab..
//!
//! b poison 0 -> 2
//! b health 4 -> 2
//! ```

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::apply_status::Lasts;
use foretoken_vm::tokens::operand::StatusId;

/// Applies a status in an area.
#[derive(Clone, Debug, PartialEq)]
pub struct ApplyStatus {
    /// The target.
    pub target: String,
    /// The status asset.
    pub status: String,
    /// Amount of the status.
    pub amount: Formula,
    /// Duration in ticks; 0 for the asset's default.
    pub lasts: i32,
    /// Whether it ends with everything that the same use applied.
    pub linked: bool,
    /// The area.
    pub area: Area,
}

impl Default for ApplyStatus {
    fn default() -> Self {
        let (target, status, area) = ("T1".to_owned(), String::new(), Area::default());
        ApplyStatus { target, status, amount: Formula::from(1), lasts: 0, linked: false, area }
    }
}

impl Inspect for ApplyStatus {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target, or the middle of an area.", &mut self.target);
        inspector.reference(Field::new("status", "Status to apply.").required(), &mut self.status, "status");
        inspector.formula(Field::new("amount", "Amount of the status."), &mut self.amount);
        let lasts = Field::new("lasts", "Duration in ticks; 0 for the duration of the status.");
        inspector.number(lasts, &mut self.lasts, 0..=i32::from(Lasts::MOST));
        let linked = Field::new("linked", "Whether all statuses of one use end together.");
        inspector.flag(linked, &mut self.linked);
        self.area.inspect(inspector);
    }
}

impl Kind for ApplyStatus {
    fn name(&self) -> &'static str {
        "ApplyStatus"
    }

    fn doc(&self) -> &'static str {
        "Applies a status to the units of an area."
    }

    fn summary(&self) -> String {
        let amount = if self.amount.as_str() == "1" { String::new() } else { format!(" {}", self.amount.as_str()) };
        format!("{}{amount} to {}{}", self.status, self.target, self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("target", &self.target);
        let status = StatusId(compiler.status("status", &self.status));
        let amount = compiler.amount("amount", &self.amount);
        let lasts = Lasts::new(self.lasts.clamp(0, i32::from(Lasts::MOST)) as u8, self.linked);
        let area = self.area.compile(compiler);
        compiler.emit(tokens::ApplyStatus { target, status, amount, lasts, area });
    }
}
