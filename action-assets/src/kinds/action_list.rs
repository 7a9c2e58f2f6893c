//! ActionList: runs parts in order in a scope of their own, once, several times or while a condition holds.
//!
//! ```text
//! ActionList(repeat: 3, body: [DeclareTarget(name: "T1"), MoveAttack(target: "T1")])
//! answers: c1 d1 e1
//!
//! .A..b  ->  ...Ab
//!
//! b health 4 -> 3
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit)
//! ActionList(while: "health(T1) > 1", body: [Damage(target: "T1")])
//! answers: b
//!
//! .Ab.  ->  .Ab.
//!
//! b health 4 -> 1
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::kind::Kind;
use crate::part::Part;

/// Runs parts in order, once or repeatedly.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionList {
    /// Parts in order.
    pub body: Vec<Part>,
    /// Repetitions.
    pub repeat: Formula,
    /// Condition for each repetition; empty for none. Written `while`.
    pub condition: Formula,
}

impl Default for ActionList {
    fn default() -> Self {
        ActionList { body: Vec::new(), repeat: Formula::from(1), condition: Formula::default() }
    }
}

impl Inspect for ActionList {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.formula(
            Field::new("repeat", "Number of repetitions; with a condition, 1 repeats while it holds."),
            &mut self.repeat,
        );
        inspector.formula(
            Field::new("while", "Condition: continues while this is not 0; empty for no condition."),
            &mut self.condition,
        );
        inspector.parts(Field::new("body", "Steps, in order."), &mut self.body);
    }
}

impl Kind for ActionList {
    fn name(&self) -> &'static str {
        "ActionList"
    }

    fn doc(&self) -> &'static str {
        "Does several things in order, once or several times."
    }

    fn summary(&self) -> String {
        let parts = common::parts_in_order(self.body.len());
        match (self.repeat.as_str(), self.condition.as_str()) {
            ("1", "") => parts,
            (times, "") => format!("{times} times: {parts}"),
            (_, condition) => format!("while {condition}: {parts}"),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.warn_if_empty("body", &self.body, "the list is empty, so it does nothing");
        let once = self.repeat.is_one();
        let times = (!once).then(|| compiler.amount("repeat", &self.repeat));
        let condition = (!self.condition.as_str().trim().is_empty()).then_some(("while", &self.condition));
        if times.is_none() && condition.is_none() {
            return compiler.scope(|compiler| compiler.parts("body", &self.body));
        }
        compiler.repeat(times, condition, |compiler| compiler.parts("body", &self.body));
    }
}
