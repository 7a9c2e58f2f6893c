//! Stat assets: declared numbers of units.

use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::write::Asset;
use foretoken_vm::stats::Stat;

/// Rounding of a stat, ordered as [`foretoken_vm::stats::Rounding`].
pub const ROUNDINGS: &[Choice] = &[
    Choice::new("Down", "Down."),
    Choice::new("Nearest", "To the nearest number; halves away from zero."),
    Choice::new("Up", "Up."),
];

/// Combination of multipliers, ordered as [`foretoken_vm::stats::Multiply`].
pub const MULTIPLIERS: &[Choice] = &[
    Choice::new("Add", "Adds the parts beyond 1: 1.5 and 1.5 make 2."),
    Choice::new("Compound", "Multiplies them: 1.5 and 1.5 make 2.25."),
];

/// Change of the current value with its maximum, ordered as [`foretoken_vm::stats::Follow`].
pub const FOLLOWS: &[Choice] = &[
    Choice::new("Clamp", "Stays the same, up to the new maximum."),
    Choice::new("Move", "Changes by the same amount."),
    Choice::new("Scale", "Keeps its share of the maximum."),
];

/// A stat asset, named as the stat.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
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
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(
            Field::new("abbreviation", "Displayed short form; if empty, the displayed name."),
            &mut self.abbreviation,
        );
        inspector.text(Field::new("note", "Meaning in one sentence."), &mut self.note);
        let start = Field::new(
            "start",
            "Value of units whose types do not set it, without the decimal point: with 1 decimal, 15 means 1.5.",
        );
        inspector.number(start, &mut self.start, -1_000_000..=1_000_000);
        let least = Field::new("least", "Smallest value, without the decimal point: with 1 decimal, 15 means 1.5.");
        inspector.number(least, &mut self.least, -1_000_000..=1_000_000);
        let most = Field::new("most", "Largest value, without the decimal point: with 1 decimal, 15 means 1.5.");
        inspector.number(most, &mut self.most, -1_000_000..=1_000_000);
        let decimals = Field::new("decimals", "Number of decimals.").in_unit("decimal places");
        inspector.number(decimals, &mut self.decimals, 0..=i32::from(Stat::MOST_DECIMALS));
        inspector.choice(Field::new("rounding", "Rounding, applied once at the end."), &mut self.rounding, ROUNDINGS);
        inspector.choice(Field::new("multiply", "How multipliers combine."), &mut self.multiply, MULTIPLIERS);
        let bounds = Field::new("bounds", "Column whose maximum this is, such as mana; empty for none.");
        inspector.text(bounds, &mut self.bounds);
        let follow = Field::new("follow", "How that value, or health, follows a change of this stat.");
        inspector.choice(follow, &mut self.follow, FOLLOWS);
    }
}
