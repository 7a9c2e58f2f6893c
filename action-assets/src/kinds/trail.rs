//! Trail: moves a unit and runs parts for each cell that it enters or leaves.
//!
//! ```text
//! DeclareTarget(name: "T1", reach: Line, range: (1, 5)), Trail(moves: [Move(to: "T1", mode: Dash)], body: [Damage(target: "here", area: [".#.", ".@.", ".#."])])
//! answers: d1
//!
//! A...  ->  ...A
//! .b.c  ->  .b.c
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector};
use crate::kind::Kind;
use crate::part::Part;
use foretoken_vm::tokens::trail::Side;

/// Moves a unit and runs parts for each cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// Parts that move units: walks, dashes, pushes.
    pub moves: Vec<Part>,
    /// Parts for each step; `here` is the cell and `cause` the moved unit.
    pub body: Vec<Part>,
    /// Whether `here` is the cell left.
    pub behind: bool,
}

impl Inspect for Trail {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.parts(Field::new("moves", "Movement parts: walks, dashes, pushes."), &mut self.moves);
        let body = "Steps after each moved cell, in order: `here` is the cell, `cause` is the moved unit.";
        inspector.parts(Field::new("body", body), &mut self.body);
        inspector.flag(Field::new("behind", "Whether `here` is the cell that the unit left."), &mut self.behind);
    }
}

impl Kind for Trail {
    fn name(&self) -> &'static str {
        "Trail"
    }

    fn doc(&self) -> &'static str {
        "Moves a unit, and does something on each cell of the path."
    }

    fn summary(&self) -> String {
        let (moves, body) = (common::parts_in_order(self.moves.len()), common::parts_in_order(self.body.len()));
        let cell = if self.behind { "left" } else { "entered" };
        format!("{moves}; on each cell {cell}: {body}")
    }

    fn usual_target(&self, list: &str) -> Option<&'static str> {
        (list == "body").then_some("here")
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.warn_if_empty("moves", &self.moves, "no part in it moves a unit, so its steps never run");
        let side = if self.behind { Side::Left } else { Side::Entered };
        compiler.trail(side, ("body", &self.body), |compiler| compiler.parts("moves", &self.moves));
    }
}
