//! Status assets: temporary states of a unit, such as poison.

use super::effect_source::EffectSourceRules;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// Clock of a status, ordered as [`foretoken_vm::stats::Clock`].
pub const CLOCKS: &[Choice] = &[
    Choice::new("BearerEnds", "The end of its bearer's activations."),
    Choice::new("BearerBegins", "The beginning of its bearer's activations."),
    Choice::new("SourceEnds", "The end of the activations of who applied it."),
    Choice::new("SourceBegins", "The beginning of the activations of who applied it."),
    Choice::new("RoundEnds", "The end of a round."),
    Choice::new("AnyEnds", "The end of anybody's activation."),
];

/// Effect of a repeated application, ordered as [`foretoken_vm::stats::Again`].
pub const AGAINS: &[Choice] = &[
    Choice::new("Ignore", "The one that is there stays as it is."),
    Choice::new("Replace", "The new one takes its place."),
    Choice::new("KeepStronger", "The one with the larger amount stays."),
    Choice::new("KeepLonger", "The one that lasts longer stays."),
    Choice::new("Extend", "The time of the new one is added."),
    Choice::new("Add", "The amount of the new one is added, and the longer time counts."),
    Choice::new("Stack", "Both are there."),
];

/// Instances that count together, ordered as [`foretoken_vm::stats::Counted`].
pub const COUNTED: &[Choice] = &[
    Choice::new("Bearer", "All of the bearer's."),
    Choice::new("Source", "Those of the bearer's that the same unit applied."),
];

/// Parts that expiry removes, ordered as [`foretoken_vm::stats::Expiry`].
pub const EXPIRIES: &[Choice] =
    &[Choice::new("All", "All of its amount."), Choice::new("One", "One of its amount; the rest lasts as long again.")];

/// Behaviour beyond the limit, ordered as [`foretoken_vm::stats::Overflow`].
pub const OVERFLOWS: &[Choice] =
    &[Choice::new("Ignore", "Nothing comes of it."), Choice::new("DropOldest", "The oldest goes.")];

/// Treatment of forbidden planned uses, ordered as [`foretoken_vm::stats::Committed`].
pub const COMMITTED: &[Choice] = &[
    Choice::new("Refuse", "Each is refused when its turn comes, if the status still forbids it."),
    Choice::new("Drop", "They are lost as it comes, even if it ends before the bearer's next activation."),
    Choice::new("Keep", "They are carried out; only new decisions are forbidden."),
];

/// A status asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct StatusAsset {
    pub effect_source: EffectSourceRules,
    pub glyph: String,
    pub is_bad: bool,
    pub lasts: Formula,
    pub clock: usize,
    pub ticks_at_once: bool,
    pub decays: bool,
    pub unremovable: bool,
    pub priority: i32,
    pub key: String,
    pub counted: usize,
    pub on_reapply: usize,
    pub limit: i32,
    pub most: i32,
    pub overflow: usize,
    pub expiry: usize,
    pub skips_turn: bool,
    pub mind_control: bool,
    pub dies_with_source: bool,
    pub committed: usize,
}

impl Default for StatusAsset {
    fn default() -> Self {
        Self {
            effect_source: EffectSourceRules::default(),
            glyph: "*".to_owned(),
            is_bad: false,
            lasts: Formula::from(0),
            clock: 0,
            ticks_at_once: false,
            decays: false,
            unremovable: false,
            priority: 0,
            key: String::new(),
            counted: 0,
            on_reapply: 1,
            limit: 1,
            most: 999,
            overflow: 0,
            expiry: 0,
            skips_turn: false,
            mind_control: false,
            dies_with_source: false,
            committed: 0,
        }
    }
}

impl Asset for StatusAsset {
    const TYPE: &'static str = "Status";
}

impl StatusAsset {
    pub(crate) fn does_nothing(&self) -> bool {
        self.effect_source.does_nothing() && !self.skips_turn && !self.mind_control && self.key.is_empty()
    }
}

impl Inspect for StatusAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        self.effect_source.inspect_names(inspector);
        inspector.text(Field::new("glyph", "The one character it is drawn with."), &mut self.glyph);
        inspector.flag(Field::new("is_bad", "Whether it is bad for its bearer, for colours."), &mut self.is_bad);
        inspector.heading("Time");
        let lasts = Field::new("lasts", "Ticks that it lasts, for the bearer; 0 until something takes it off.")
            .in_unit("ticks");
        inspector.formula(lasts, &mut self.lasts);
        inspector.choice(Field::new("clock", "Whose time it goes by."), &mut self.clock, CLOCKS);
        inspector.flag(Field::new("ticks_at_once", "Whether it ticks as it is applied."), &mut self.ticks_at_once);
        let decays =
            Field::new("decays", "Whether its amount falls by 1 at each tick. It ends at 0.").formerly("wears");
        inspector.flag(decays, &mut self.decays);
        inspector.flag(Field::new("unremovable", "Whether only its end takes it off."), &mut self.unremovable);
        let priority =
            Field::new("priority", "Of statuses that tick together, higher ones come first, then older ones.");
        inspector.number(priority, &mut self.priority, -999..=999);
        inspector.heading("Applied again");
        inspector.text(Field::new("key", "What is counted together; empty for its name."), &mut self.key);
        inspector.choice(Field::new("counted", "Whose are counted together."), &mut self.counted, COUNTED);
        inspector.choice(
            Field::new("on_reapply", "Effect of applying the status again.").formerly("again"),
            &mut self.on_reapply,
            AGAINS,
        );
        inspector.number(
            Field::new("limit", "How many there may be where they stack.").in_unit("statuses"),
            &mut self.limit,
            1..=99,
        );
        inspector.number(Field::new("most", "Its largest amount."), &mut self.most, 1..=1_000_000);
        inspector.choice(Field::new("overflow", "What happens beyond the limit."), &mut self.overflow, OVERFLOWS);
        inspector.choice(Field::new("expiry", "What running out takes away."), &mut self.expiry, EXPIRIES);
        inspector.heading("Its bearer");
        inspector.flag(
            Field::new("skips_turn", "Whether its bearer skips its turns.").formerly("stops"),
            &mut self.skips_turn,
        );
        let mind_control =
            Field::new("mind_control", "Whether its bearer fights for the side of the unit that applied it.")
                .formerly("charms");
        inspector.flag(mind_control, &mut self.mind_control);
        let dies = Field::new("dies_with_source", "Whether it ends with who applied it.");
        inspector.flag(dies, &mut self.dies_with_source);
        self.effect_source.inspect_rules(inspector);
        if !self.effect_source.blocks.is_empty() {
            let committed =
                Field::new("committed", "What becomes of uses that it forbids and that were decided before it came.");
            inspector.choice(committed, &mut self.committed, COMMITTED);
        }
    }
}
