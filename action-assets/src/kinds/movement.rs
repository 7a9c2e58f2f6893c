//! Move: the actor walks the shortest path to a cell, dashes straight to it, with or without passing units, or slides
//! on over a surface.
//!
//! ```text
//! DeclareTarget(name: "T1", reach: Walk, range: (1, 255)), Move(to: "T1")
//! answers: c2
//!
//! .A.#  ->  ...#
//! #..O  ->  #.AO
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", range: (1, 9)), Move(to: "T1", mode: Dash)
//! answers: b1
//!
//! A===..#  ->  .===A.#
//! ```
//!
//! ```text
//! DeclareTarget(name: "T1", reach: Pierce, range: (1, 5)), Trail(moves: [Move(to: "T1", mode: Through)], body: [Damage(target: "here", filter: [Enemy])])
//! answers: e1
//!
//! Abc..  ->  .bc.A
//!
//! b health 4 -> 3
//! c health 4 -> 3
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::space::LinkSet;
use foretoken_vm::tokens;
use foretoken_vm::tokens::movement::Course;

/// Modes of movement.
pub const MODES: &[Choice] = &[
    Choice::new("Walk", "The shortest path around obstacles and hazards."),
    Choice::new("Dash", "Straight ahead, whatever the ground costs, up to the first obstacle or unit."),
    Choice::new("Slide", "Continues over the surface that made the entity slide; for hazards."),
    Choice::new(
        "Through",
        "Straight ahead like Dash, but past units. Ends on a free cell, before the goal if that is occupied.",
    ),
];

/// Moves the actor cell by cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The destination; unused by Slide.
    pub to: String,
    /// Index into [`MODES`].
    pub mode: usize,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for Move {
    fn default() -> Self {
        Move { to: "T1".to_owned(), mode: 0, label: String::new() }
    }
}

impl Inspect for Move {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("to", "Destination cell; a slide has none."), &mut self.to, NameRole::UsesTarget);
        inspector.choice(Field::new("mode", "Kind of movement."), &mut self.mode, MODES);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for Move {
    fn name(&self) -> &'static str {
        "Move"
    }

    fn doc(&self) -> &'static str {
        "Moves the actor to a cell, cell by cell."
    }

    fn summary(&self) -> String {
        match self.mode {
            2 => "slide on".to_owned(),
            1 => format!("dash to {}", self.to),
            3 => format!("dash through to {}", self.to),
            _ => format!("walk to {}", self.to),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let usual = ["walk", "dash", "slide", "dash"][self.mode.min(3)];
        let label = compiler.label(&self.label, usual);
        let course = match self.mode {
            0 => {
                let to = compiler.target("to", &self.to);
                match compiler.links_to(to) {
                    LinkSet::ALL => Course::Walk(to),
                    links => Course::Along(to, links),
                }
            }
            1 => Course::Dash(compiler.target("to", &self.to)),
            3 => Course::Through(compiler.target("to", &self.to)),
            // A slide follows the event and needs no target.
            _ => Course::Slide,
        };
        compiler.emit(tokens::Move { course, label });
    }
}
