//! Policy assets: rules that decide for units instead of a player or the planner.

use foretoken_vm::policies::Policy;

use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// How a move chooses its answers, ordered as [`foretoken_vm::policies::Aim`].
pub const AIMS: &[Choice] = &[
    Choice::new("Nearest", "The nearest enemy, or the cell that is nearest to one."),
    Choice::new("Weakest", "The enemy with the least health."),
    Choice::new("Strongest", "The enemy with the most health."),
    Choice::new("Ally", "The ally that lacks the most health."),
    Choice::new("Approach", "The cell with the shortest path to an enemy."),
    Choice::new("Retreat", "The cell that is farthest from every enemy."),
    Choice::new("Itself", "The unit itself, or its facing."),
];

/// A policy asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct PolicyAsset {
    pub title: String,
    pub note: String,
    pub kind: String,
    pub faces: i32,
    pub repeats_from: i32,
    pub ahead: i32,
    pub shown: i32,
    pub moves: i32,
    pub rows: Vec<PolicyRow>,
}

/// A row: a move and its condition.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct PolicyRow {
    pub name: String,
    pub faces: (i32, i32),
    pub when: Formula,
    pub uses: Vec<PolicyUse>,
}

/// An action that a row uses, and its aim.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
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
            moves: 1,
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
        inspector.reference(Field::new("action", "Action to use.").required(), &mut self.action, "action");
        inspector.choice(
            Field::new("aim", "How the policy picks the targets that the action asks for."),
            &mut self.aim,
            AIMS,
        );
    }
}

impl Inspect for PolicyRow {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Displayed name of the move.").required(), &mut self.name);
        let faces = Field::new("faces", "For `dice`: the first and the last face of this row.");
        inspector.range(faces, &mut self.faces, 1..=100);
        let when = Field::new("when", "Condition: the move is possible if this is not 0; `c` is the unit.");
        inspector.formula(when, &mut self.when);
        inspector.groups(Field::new("uses", "Actions to use, in order."), &mut self.uses);
    }
}

impl Inspect for PolicyAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        let kind = "Rule that picks the row: `dice`, `script`, `rules`, or a kind from Rust code.";
        inspector.text(Field::new("kind", kind), &mut self.kind);
        inspector.number(Field::new("faces", "For `dice`: number of faces of the die."), &mut self.faces, 1..=100);
        let repeats = Field::new("repeats_from", "For `script`: row to continue with after the last one.");
        inspector.number(repeats, &mut self.repeats_from, 1..=Policy::MOST_ROWS as i32);
        let ahead = Field::new("ahead", "Number of moves in a unit's queue.").in_unit("moves");
        inspector.number(ahead, &mut self.ahead, 1..=i32::from(Policy::MOST_AHEAD));
        let shown = Field::new("shown", "Number of queued moves that every side knows.").in_unit("moves");
        inspector.number(shown, &mut self.shown, 0..=i32::from(Policy::MOST_AHEAD));
        let moves = Field::new("moves", "Number of queued moves that a unit makes in each turn.").in_unit("moves");
        inspector.number(moves, &mut self.moves, 1..=i32::from(Policy::MOST_AHEAD));
        inspector.groups(Field::new("rows", "Moves to pick from."), &mut self.rows);
    }
}
