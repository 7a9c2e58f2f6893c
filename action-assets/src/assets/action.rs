//! Action assets: trees of parts that units use or handlers run.

use crate::demonstration::Demonstration;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::part::Part;
use crate::write::Asset;

/// Costs of an action, by the VM's numbers.
pub const COSTS: &[Choice] = &[
    Choice::new("Move", "Uses the move of the turn."),
    Choice::new("Action", "Uses an action of the turn."),
    Choice::new("Free", "Nothing."),
];

/// When the sprite turns, ordered as [`foretoken_vm::program::Turns`].
pub const TURNS: &[Choice] = &[
    Choice::new("Begins", "When the animation begins."),
    Choice::new("Halfway", "Halfway through the animation."),
    Choice::new("Ends", "When the animation ends."),
    Choice::new("Never", "Never."),
    Choice::new("Away", "Faces away from the target when the animation begins."),
];

/// An action asset.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Displayed name.
    pub title: String,
    /// Description in one sentence.
    pub note: String,
    /// Index into [`COSTS`].
    pub cost: usize,
    /// Intents with a higher priority act first.
    pub priority: i32,
    /// Animation clip.
    pub clip: i32,
    /// Index into [`TURNS`].
    pub turns: usize,
    /// Tags by which statuses may forbid it.
    pub tags: Vec<String>,
    /// Formula for the unit; 0 refuses the use.
    pub usable: Formula,
    /// Reason shown if `usable` refuses the use.
    pub why_not: String,
    /// Parts in order.
    pub body: Vec<Part>,
    /// Example boards, which are also tests. Several need names.
    pub demonstrations: Vec<Demonstration>,
}

impl Default for Action {
    fn default() -> Self {
        Action {
            title: String::new(),
            note: String::new(),
            cost: 1,
            priority: 0,
            clip: 1,
            turns: 0,
            tags: Vec::new(),
            usable: Formula::from(1),
            why_not: String::new(),
            body: Vec::new(),
            demonstrations: Vec::new(),
        }
    }
}

impl Asset for Action {
    const TYPE: &'static str = "Action";
}

pub(super) fn usable(inspector: &mut dyn Inspector, usable: &mut Formula, why_not: &mut String) {
    let when = Field::new(
        "usable",
        "Condition of use: a formula for the unit. The game refuses the use if it is 0, such as `c.health < \
         c.max_health` at full health.",
    );
    inspector.formula(when, usable);
    inspector.text(Field::new("why_not", "Reason that players read if `usable` refuses the use."), why_not);
}

impl Inspect for Action {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Effect in one sentence."), &mut self.note);
        inspector.choice(Field::new("cost", "Cost of the action within a turn."), &mut self.cost, COSTS);
        let priority =
            Field::new("priority", "Priority: units whose actions have a higher number act earlier in the round.");
        inspector.number(priority, &mut self.priority, -9..=9);
        inspector.number(Field::new("clip", "Animation of the action."), &mut self.clip, 1..=12);
        inspector.choice(Field::new("turns", "Time at which the sprite turns to the target."), &mut self.turns, TURNS);
        let tags = Field::new("tags", "Tags that statuses can forbid; dots separate the parts of a tag.");
        inspector.texts(tags, &mut self.tags);
        usable(inspector, &mut self.usable, &mut self.why_not);
        inspector.parts(Field::new("body", "Steps of the action, in order."), &mut self.body);
        let shown = Field::new("demonstration", "Small boards that show the effect and test it.");
        inspector.groups(shown.lone(), &mut self.demonstrations);
    }
}
