//! Delay: runs parts in a later round, at its owner's place in the turn order, with the targets picked now. The owner
//! is the source of the damage.
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 3)), Delay(rounds: 1, body: [Damage(target: "T1", amount: 2)])
//! answers: d1
//! rounds: 2
//!
//! .A.b  ->  .A.b
//!
//! b health 4 -> 2
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 3)), Delay(rounds: 2, counts: All, body: [Damage(target: "T1", amount: 2)])
//! answers: d1
//! rounds: 1
//!
//! cA.b  ->  cA.b
//!
//! b health 4 -> 2
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use crate::part::Part;
use foretoken_vm::tokens;
use foretoken_vm::tokens::delay::{Counts, Survives};

/// Things that a delay counts, in the VM's order.
pub const COUNTS: &[Choice] = &[
    Choice::new("Rounds", "Rounds."),
    Choice::new("Own", "Turns of its owner: it happens when the last of them begins."),
    Choice::new("All", "Turns of all units, except hidden ones."),
];

/// Runs parts later with the targets picked now.
#[derive(Clone, Debug, PartialEq)]
pub struct Delay {
    /// Number of rounds or activations, at least 1.
    pub rounds: Formula,
    /// Index into [`COUNTS`].
    pub counts: usize,
    /// Owner; `self` in the body.
    pub owner: String,
    /// Whether the owner's death cancels it.
    pub dies_with_owner: bool,
    /// Parts in order.
    pub body: Vec<Part>,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Delay {
    fn default() -> Self {
        Delay {
            rounds: Formula::from(1),
            counts: 0,
            owner: "self".to_owned(),
            dies_with_owner: true,
            body: Vec::new(),
            label: String::new(),
        }
    }
}

impl Inspect for Delay {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.formula(Field::new("rounds", "Number of rounds until then, at least 1."), &mut self.rounds);
        inspector.choice(Field::new("counts", "Whether to count rounds or turns."), &mut self.counts, COUNTS);
        let owner = Field::new("owner", "Owner; in the body, `self` is this entity.");
        inspector.name(owner, &mut self.owner, NameRole::UsesTarget);
        let dies = Field::new("dies_with_owner", "Whether the owner's death cancels it.");
        inspector.flag(dies, &mut self.dies_with_owner);
        inspector.parts(Field::new("body", "Delayed steps, in order."), &mut self.body);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Delay {
    fn name(&self) -> &'static str {
        "Delay"
    }

    fn doc(&self) -> &'static str {
        "Does something some rounds later, with the targets that were picked now."
    }

    fn summary(&self) -> String {
        let parts = common::parts_in_order(self.body.len());
        let what = ["round", "own turn", "activation"][self.counts.min(2)];
        match self.rounds.as_str() {
            "1" => format!("after 1 {what}: {parts}"),
            rounds => format!("after {rounds} {what}s: {parts}"),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.warn_if_empty("body", &self.body, "the body is empty, so it does nothing");
        let owner = compiler.target("owner", &self.owner);
        let rounds = compiler.amount("rounds", &self.rounds);
        let label = compiler.label(&self.label, "delay");
        let survives = if self.dies_with_owner { Survives::Nobody } else { Survives::Owner };
        let counts = [Counts::Rounds, Counts::Own, Counts::All][self.counts.min(2)];
        let delay = tokens::Delay { owner, rounds, counts, label, survives, ..tokens::Delay::default() };
        compiler.delay(delay, "body", &self.body);
    }
}
