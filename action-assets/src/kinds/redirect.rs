//! Redirect: turns what a unit's next intent aims at, by one of the grid's eight symmetries.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Redirect(target: "T1", turn: Around)
//! answers: b
//!
//! .Ab..  ->  .Ab..
//!
//! b turned None -> Around
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::{Symmetry, tokens};

/// The grid's symmetries, by the VM's numbers.
pub const TURNS: &[Choice] = &[
    Choice::new("None", "Not at all."),
    Choice::new("QuarterRight", "A quarter turn clockwise."),
    Choice::new("Around", "Half a turn."),
    Choice::new("QuarterLeft", "A quarter turn counterclockwise."),
    Choice::new("FlipAcross", "Left and right change places."),
    Choice::new("FlipSlash", "Mirrored in the diagonal from bottom left to top right."),
    Choice::new("FlipAlong", "Up and down change places."),
    Choice::new("FlipBackslash", "Mirrored in the diagonal from top left to bottom right."),
];

/// Turns what a unit's next intent aims at.
#[derive(Clone, Debug, PartialEq)]
pub struct Redirect {
    /// The target's name.
    pub target: String,
    /// Number of the symmetry.
    pub turn: usize,
    /// What to show it as; empty for the usual word.
    pub label: String,
}

impl Default for Redirect {
    fn default() -> Self {
        Redirect { target: "T1".to_owned(), turn: 2, label: String::new() }
    }
}

impl Inspect for Redirect {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Whose intent is turned.", &mut self.target);
        inspector.choice(Field::new("turn", "In which way."), &mut self.turn, TURNS);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Redirect {
    fn name(&self) -> &'static str {
        "Redirect"
    }

    fn doc(&self) -> &'static str {
        "Turns what a unit's next intent aims at."
    }

    fn summary(&self) -> String {
        let way = TURNS.get(self.turn).map_or("?", |turn| turn.doc).trim_end_matches('.').to_lowercase();
        format!("turn what {} aims at: {way}", self.target)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, &self.label, "turn");
        let turn = Symmetry::from_index((self.turn & 7) as u8);
        compiler.emit(tokens::Redirect { target, turn, label });
    }
}
