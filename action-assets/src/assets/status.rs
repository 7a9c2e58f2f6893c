//! Status assets: temporary states of a unit, such as poison.

use super::effect_source::EffectSourceRules;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// Clock of a status, ordered as [`foretoken_vm::stats::Clock`].
pub const CLOCKS: &[Choice] = &[
    Choice::new("BearerEnds", "The end of its bearer's turns."),
    Choice::new("BearerBegins", "The beginning of its bearer's turns."),
    Choice::new("SourceEnds", "The end of the turns of the unit that applied it."),
    Choice::new("SourceBegins", "The beginning of the turns of the unit that applied it."),
    Choice::new("RoundEnds", "The end of a round."),
    Choice::new("AnyEnds", "The end of every unit's turn."),
    Choice::new("SideBegins", "The beginning of the turn of its bearer's side; of a round, if sides have no turns."),
    Choice::new("UseEnds", "The end of each action of its bearer that is not free."),
];

/// Effect of a repeated application, ordered as [`foretoken_vm::stats::Again`].
pub const AGAINS: &[Choice] = &[
    Choice::new("Ignore", "The old one stays unchanged."),
    Choice::new("Replace", "The new one replaces the old one."),
    Choice::new("KeepStronger", "The one with the larger amount stays."),
    Choice::new("KeepLonger", "The one that lasts longer stays."),
    Choice::new("Extend", "Adds the duration of the new one."),
    Choice::new("Add", "Adds the amount of the new one; the longer duration counts."),
    Choice::new("Stack", "Both stay."),
];

/// Instances that count together, ordered as [`foretoken_vm::stats::Counted`].
pub const COUNTED: &[Choice] =
    &[Choice::new("Bearer", "All on the bearer."), Choice::new("Source", "All on the bearer from the same unit.")];

/// Parts that expiry removes, ordered as [`foretoken_vm::stats::Expiry`].
pub const EXPIRIES: &[Choice] =
    &[Choice::new("All", "The whole amount."), Choice::new("One", "1 of the amount; the rest lasts as long again.")];

/// Behaviour beyond the limit, ordered as [`foretoken_vm::stats::Overflow`].
pub const OVERFLOWS: &[Choice] =
    &[Choice::new("Ignore", "The new one has no effect."), Choice::new("DropOldest", "The oldest one ends.")];

/// Treatment of forbidden planned uses, ordered as [`foretoken_vm::stats::Committed`].
pub const COMMITTED: &[Choice] = &[
    Choice::new("Refuse", "Each is refused at its turn, if the status still forbids it."),
    Choice::new("Drop", "They are lost when the status is applied, even if it ends before the bearer's next turn."),
    Choice::new("Keep", "They still happen; the status forbids only new decisions."),
];

/// A status asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
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
    pub(crate) fn is_empty(&self) -> bool {
        self.effect_source.is_empty() && !self.skips_turn && !self.mind_control && self.key.is_empty()
    }
}

impl Inspect for StatusAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        self.effect_source.inspect_names(inspector);
        inspector.text(Field::new("glyph", "Character of the status on the map, exactly one."), &mut self.glyph);
        inspector.flag(Field::new("is_bad", "Whether it is bad for its bearer; sets the colours."), &mut self.is_bad);
        inspector.heading("Time");
        let lasts =
            Field::new("lasts", "Duration in ticks, for the bearer; 0 until an action removes it.").in_unit("ticks");
        inspector.formula(lasts, &mut self.lasts);
        inspector.choice(Field::new("clock", "Clock of its ticks."), &mut self.clock, CLOCKS);
        inspector.flag(Field::new("ticks_at_once", "Whether it ticks when it is applied."), &mut self.ticks_at_once);
        let decays =
            Field::new("decays", "Whether its amount falls by 1 at each tick. It ends at 0.").formerly("wears");
        inspector.flag(decays, &mut self.decays);
        inspector
            .flag(Field::new("unremovable", "Whether nothing can remove it before its end."), &mut self.unremovable);
        let priority =
            Field::new("priority", "Order of statuses that tick together: higher numbers first, then older ones.");
        inspector.number(priority, &mut self.priority, -999..=999);
        inspector.heading("Applied again");
        inspector.text(Field::new("key", "Key of statuses that count together; if empty, its name."), &mut self.key);
        inspector.choice(Field::new("counted", "Statuses that count together."), &mut self.counted, COUNTED);
        inspector.choice(
            Field::new("on_reapply", "Effect of applying the status again.").formerly("again"),
            &mut self.on_reapply,
            AGAINS,
        );
        inspector.number(
            Field::new("limit", "Maximum number of stacked statuses.").in_unit("statuses"),
            &mut self.limit,
            1..=99,
        );
        inspector.number(Field::new("most", "Maximum amount."), &mut self.most, 1..=1_000_000);
        inspector.choice(Field::new("overflow", "Effect beyond the limit."), &mut self.overflow, OVERFLOWS);
        inspector.choice(
            Field::new("expiry", "Amount that it loses when its time runs out."),
            &mut self.expiry,
            EXPIRIES,
        );
        inspector.heading("Its bearer");
        inspector.flag(
            Field::new("skips_turn", "Whether its bearer skips its turns.").formerly("stops"),
            &mut self.skips_turn,
        );
        let mind_control =
            Field::new("mind_control", "Whether its bearer fights for the side of the unit that applied it.")
                .formerly("charms");
        inspector.flag(mind_control, &mut self.mind_control);
        let dies = Field::new("dies_with_source", "Whether it ends when the unit that applied it dies.");
        inspector.flag(dies, &mut self.dies_with_source);
        self.effect_source.inspect_rules(inspector);
        if !self.effect_source.blocks.is_empty() {
            let committed = Field::new(
                "committed",
                "Handling of actions that it forbids, but that were chosen before it was \
                     applied.",
            );
            inspector.choice(committed, &mut self.committed, COMMITTED);
        }
    }
}
