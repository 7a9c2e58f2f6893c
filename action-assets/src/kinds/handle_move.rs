//! HandleMove: reveals, redraws, delays, removes, replaces or raises queued moves of a unit with a policy.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), HandleMove(target: "T1", act: Replace, with: "strikes")
//! answers: i
//! rounds: 1
//!
//! .Ai..  ->  .Ai..
//!
//! A health 4 -> 3
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::handle_move::MoveAct;

const ACTS: &[Choice] = &[
    Choice::new("Show", "All sides know it from now on."),
    Choice::new("Reroll", "A known move is drawn again."),
    Choice::new("Delay", "Inserts `count` moves before it."),
    Choice::new("Remove", "It is removed from the queue."),
    Choice::new("Replace", "It becomes the row `with` of the unit's policy."),
    Choice::new("Raise", "A known move becomes the next row of the policy, if there is one."),
];

/// Changes queued moves of a unit with a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct HandleMove {
    /// The target.
    pub target: String,
    /// The operation.
    pub act: usize,
    /// First move in the queue; 1 is the next.
    pub at: Formula,
    /// Number of moves; for a delay, the number of moves that pass before it.
    pub count: Formula,
    /// The replacement row.
    pub with: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for HandleMove {
    fn default() -> Self {
        HandleMove {
            target: "T1".to_owned(),
            act: 0,
            at: Formula::from(1),
            count: Formula::from(1),
            with: String::new(),
            label: String::new(),
        }
    }
}

impl Inspect for HandleMove {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Unit.", &mut self.target);
        inspector.choice(Field::new("act", "What happens to the moves."), &mut self.act, ACTS);
        inspector
            .formula(Field::new("at", "Position of the first move in the queue: 1 is the next move."), &mut self.at);
        let count = Field::new("count", "Number of moves; for a delay, the number of moves inserted before it.");
        inspector.formula(count, &mut self.count);
        inspector.text(Field::new("with", "Name of the new row."), &mut self.with);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for HandleMove {
    fn name(&self) -> &'static str {
        "HandleMove"
    }

    fn doc(&self) -> &'static str {
        "Shows, draws again, delays, removes, replaces or raises queued moves of a unit with a policy."
    }

    fn summary(&self) -> String {
        let (at, count, target) = (self.at.as_str(), self.count.as_str(), &self.target);
        match self.act {
            0 => format!("show {count} queued moves of {target}, from number {at}"),
            1 => format!("draw {count} queued moves of {target} again, from number {at}"),
            2 => format!("delay queued move {at} of {target} by {count}"),
            3 => format!("remove {count} queued moves of {target}, from number {at}"),
            4 => format!("{count} queued moves of {target}, from number {at}, become {}", self.with),
            _ => format!("raise {count} queued moves of {target} by one row, from number {at}"),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "moves");
        let acts = [MoveAct::Show, MoveAct::Reroll, MoveAct::Delay, MoveAct::Remove, MoveAct::Replace, MoveAct::Raise];
        let act = acts[self.act.min(acts.len() - 1)];
        let (at, count) = (compiler.amount("at", &self.at), compiler.amount("count", &self.count));
        if act == MoveAct::Replace && !compiler.has_policy_row(&self.with) {
            let message = format!("no policy has a row `{}`", self.with);
            compiler.fault("with", "unknown-reference", message);
        }
        let with = if act == MoveAct::Replace { compiler.label(&self.with, "move") } else { label };
        compiler.emit(tokens::HandleMove { target, act, at, count, with, label });
    }
}
