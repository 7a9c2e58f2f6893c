//! Redirect: turns the aim of a unit's next intent by one of the grid's eight symmetries.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Redirect(target: "T1", turn: Around)
//! answers: b
//!
//! .Ab..  ->  .Ab..
//!
//! b turned None -> Around
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), DeclareTarget(name: "T2", asks: Direction), Redirect(target: "T1", turn: None, by: "T2")
//! answers: b east
//!
//! .Ab..  ->  .Ab..
//!
//! b turned None -> QuarterRight
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens::redirect::ByTarget;
use foretoken_vm::{Symmetry, tokens};

/// Symmetries of the grid, by the VM's numbers.
pub const TURNS: &[Choice] = &[
    Choice::new("None", "No turn."),
    Choice::new("QuarterRight", "A quarter turn clockwise."),
    Choice::new("Around", "Half a turn."),
    Choice::new("QuarterLeft", "A quarter turn counterclockwise."),
    Choice::new("FlipAcross", "Left and right are swapped."),
    Choice::new("FlipSlash", "Mirrored in the diagonal from bottom left to top right."),
    Choice::new("FlipAlong", "Up and down are swapped."),
    Choice::new("FlipBackslash", "Mirrored in the diagonal from top left to bottom right."),
];

/// Turns the aim of a unit's next intent.
#[derive(Clone, Debug, PartialEq)]
pub struct Redirect {
    /// The target.
    pub target: String,
    /// Number of the symmetry.
    pub turn: usize,
    /// A target that adds a turn: a direction (north for none) or the number of a symmetry.
    pub by: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Redirect {
    fn default() -> Self {
        Redirect { target: "T1".to_owned(), turn: 2, by: String::new(), label: String::new() }
    }
}

impl Inspect for Redirect {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Unit whose intent is turned.", &mut self.target);
        inspector.choice(Field::new("turn", "Turn."), &mut self.turn, TURNS);
        let by = "Target for a further turn: a direction, north for none, or the number of one of these; empty for \
             none.";
        inspector.name(Field::new("by", by), &mut self.by, NameRole::UsesTarget);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Redirect {
    fn name(&self) -> &'static str {
        "Redirect"
    }

    fn doc(&self) -> &'static str {
        "Turns the aim of a unit's next intent."
    }

    fn summary(&self) -> String {
        let way = TURNS.get(self.turn).map_or("?", |turn| turn.doc).trim_end_matches('.').to_lowercase();
        match (self.turn, self.by.as_str()) {
            (_, "") => format!("turn the aim of {}: {way}", self.target),
            (0, by) => format!("turn the aim of {} by {by}", self.target),
            (_, by) => format!("turn the aim of {}: {way}, then by {by}", self.target),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "turn");
        let turn = Symmetry::from_index((self.turn & 7) as u8);
        let by = ByTarget((!self.by.is_empty()).then(|| compiler.target("by", &self.by)));
        compiler.emit(tokens::Redirect { target, turn, by, label });
    }
}
