//! Stat assets: declared numbers of units.

use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::write::Asset;
use foretoken_vm::stats::Stat;

/// Rounding of a stat, ordered as [`foretoken_vm::stats::Rounding`].
pub const ROUNDINGS: &[Choice] = &[
    Choice::new("Down", "Down."),
    Choice::new("Nearest", "To the nearest, halves away from zero."),
    Choice::new("Up", "Up."),
];

/// Combination of multipliers, ordered as [`foretoken_vm::stats::Multiply`].
pub const MULTIPLIERS: &[Choice] = &[
    Choice::new("Add", "What each has beyond 1 is added: 1.5 and 1.5 make 2."),
    Choice::new("Compound", "They are multiplied: 1.5 and 1.5 make 2.25."),
];

/// Change of the current value with its maximum, ordered as [`foretoken_vm::stats::Follow`].
pub const FOLLOWS: &[Choice] = &[
    Choice::new("Clamp", "It stays, but never above the largest."),
    Choice::new("Move", "It moves by as much."),
    Choice::new("Scale", "It keeps its share of the largest."),
];

/// A stat asset, named as the stat.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct StatAsset {
    pub title: String,
    pub abbreviation: String,
    pub note: String,
    pub start: i32,
    pub least: i32,
    pub most: i32,
    pub decimals: i32,
    pub rounding: usize,
    pub multiply: usize,
    pub bounds: String,
    pub follow: usize,
}

impl Default for StatAsset {
    fn default() -> Self {
        Self {
            title: String::new(),
            abbreviation: String::new(),
            note: String::new(),
            start: 0,
            least: 0,
            most: 1_000_000,
            decimals: 0,
            rounding: 0,
            multiply: 0,
            bounds: String::new(),
            follow: 0,
        }
    }
}

impl Asset for StatAsset {
    const TYPE: &'static str = "Stat";
}

impl Inspect for StatAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "The word shown; empty for its name."), &mut self.title);
        inspector.text(Field::new("abbreviation", "The short form shown; empty for the word."), &mut self.abbreviation);
        inspector.text(Field::new("note", "What it means, in a sentence."), &mut self.note);
        let start = Field::new("start", "What units have whose kinds say nothing, in units of its last decimal.");
        inspector.number(start, &mut self.start, -1_000_000..=1_000_000);
        let least = Field::new("least", "The smallest value, in units of its last decimal.");
        inspector.number(least, &mut self.least, -1_000_000..=1_000_000);
        let most = Field::new("most", "The largest value, in units of its last decimal.");
        inspector.number(most, &mut self.most, -1_000_000..=1_000_000);
        let decimals = Field::new("decimals", "Decimals that are kept.").in_unit("decimal places");
        inspector.number(decimals, &mut self.decimals, 0..=i32::from(Stat::MOST_DECIMALS));
        inspector.choice(Field::new("rounding", "How it is rounded, once, last."), &mut self.rounding, ROUNDINGS);
        inspector.choice(Field::new("multiply", "How multipliers come together."), &mut self.multiply, MULTIPLIERS);
        let bounds = Field::new("bounds", "A column that this is the largest value of, such as mana; empty for none.");
        inspector.text(bounds, &mut self.bounds);
        let follow = Field::new("follow", "What becomes of that value, or of health, when this changes.");
        inspector.choice(follow, &mut self.follow, FOLLOWS);
    }
}
