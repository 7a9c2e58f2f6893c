//! Policy assets: rules that decide for units instead of a player or the planner.

use foretoken_vm::policies::Policy;

use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// How a move chooses its answers, ordered as [`foretoken_vm::policies::Aim`].
pub const AIMS: &[Choice] = &[
    Choice::new("Nearest", "The nearest enemy, or what is nearest to one."),
    Choice::new("Weakest", "The enemy with the least health."),
    Choice::new("Strongest", "The enemy with the most health."),
    Choice::new("Ally", "The one of its own side that lacks the most health."),
    Choice::new("Approach", "The cell from which the way to an enemy is shortest."),
    Choice::new("Retreat", "The cell that is farthest from every enemy."),
    Choice::new("Itself", "The unit itself, or its facing."),
];

/// A policy asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct PolicyAsset {
    pub title: String,
    pub note: String,
    pub kind: String,
    pub faces: i32,
    pub repeats_from: i32,
    pub ahead: i32,
    pub shown: i32,
    pub rows: Vec<PolicyRow>,
}

/// A row: a move and its condition.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct PolicyRow {
    pub name: String,
    pub faces: (i32, i32),
    pub when: Formula,
    pub uses: Vec<PolicyUse>,
}

/// An action that a row uses, and its aim.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct PolicyUse {
    pub action: String,
    pub aim: usize,
}

impl Default for PolicyAsset {
    fn default() -> Self {
        PolicyAsset {
            title: String::new(),
            note: String::new(),
            kind: "dice".to_owned(),
            faces: 6,
            repeats_from: 1,
            ahead: 2,
            shown: 1,
            rows: Vec::new(),
        }
    }
}

impl Default for PolicyRow {
    fn default() -> Self {
        PolicyRow { name: String::new(), faces: (1, 1), when: Formula::from(1), uses: Vec::new() }
    }
}

impl Asset for PolicyAsset {
    const TYPE: &'static str = "Policy";
}

impl Inspect for PolicyUse {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.reference(Field::new("action", "The action that is used.").required(), &mut self.action, "action");
        inspector.choice(Field::new("aim", "How it answers what the action asks."), &mut self.aim, AIMS);
    }
}

impl Inspect for PolicyRow {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "The word shown for the move.").required(), &mut self.name);
        let faces = Field::new("faces", "Of `dice`: the first and the last face that mean this row.");
        inspector.range(faces, &mut self.faces, 1..=100);
        let when = Field::new("when", "The move is made if this is not 0; `c` is the unit.");
        inspector.formula(when, &mut self.when);
        inspector.groups(Field::new("uses", "What is used, in order."), &mut self.uses);
    }
}

impl Inspect for PolicyAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "The word shown; empty for its name."), &mut self.title);
        inspector.text(Field::new("note", "What it is, in a sentence."), &mut self.note);
        let kind = "Which row comes when: `dice`, `script`, `rules`, or a kind of another crate.";
        inspector.text(Field::new("kind", kind), &mut self.kind);
        inspector.number(Field::new("faces", "Of `dice`: how many faces the die has."), &mut self.faces, 1..=100);
        let repeats = Field::new("repeats_from", "Of `script`: the row with which it goes on after the last.");
        inspector.number(repeats, &mut self.repeats_from, 1..=Policy::MOST_ROWS as i32);
        let ahead = Field::new("ahead", "Moves that stand in a unit's queue.").in_unit("moves");
        inspector.number(ahead, &mut self.ahead, 1..=i32::from(Policy::MOST_AHEAD));
        let shown = Field::new("shown", "How many of these every side knows.").in_unit("moves");
        inspector.number(shown, &mut self.shown, 0..=i32::from(Policy::MOST_AHEAD));
        inspector.groups(Field::new("rows", "What it may do."), &mut self.rows);
    }
}
