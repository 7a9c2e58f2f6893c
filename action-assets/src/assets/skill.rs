//! Skill assets: an action with a cost, a passive or a reaction.

use super::effect_source::EffectSourceRules;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// Cost of a skill.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct CostRule {
    pub column: String,
    pub amount: Formula,
}

impl Default for CostRule {
    fn default() -> Self {
        Self { column: String::new(), amount: Formula::from(1) }
    }
}

impl Inspect for CostRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("column", "Column that pays the cost, such as mana.").required(), &mut self.column);
        inspector.formula(Field::new("amount", "Amount.").required(), &mut self.amount);
    }
}

/// Category of a skill for its owner, ordered as [`foretoken_vm::stats::Order`].
pub const ORDERS: &[Choice] = &[
    Choice::new("Usual", "No further role."),
    Choice::new("Move", "How the unit walks. Only one such skill is active, with its passives and reactions."),
    Choice::new("Wait", "How the unit waits. Only one such skill is active; it has no passives and no reactions."),
];

/// A skill asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct SkillAsset {
    pub effect_source: EffectSourceRules,
    pub group: String,
    pub sorting: i32,
    pub order: usize,
    pub action: String,
    pub replaces: String,
    pub replace_priority: i32,
    pub proxy: String,
    pub costs: Vec<CostRule>,
    pub recharge: i32,
    pub recharges_with: String,
    pub uses_per_battle: i32,
    pub usable: Formula,
    pub why_not: String,
    pub upgrade: String,
}

impl Default for SkillAsset {
    fn default() -> Self {
        Self {
            effect_source: EffectSourceRules::default(),
            group: String::new(),
            sorting: 0,
            order: 0,
            action: String::new(),
            replaces: String::new(),
            replace_priority: 0,
            proxy: String::new(),
            costs: Vec::new(),
            recharge: 0,
            recharges_with: String::new(),
            uses_per_battle: 0,
            usable: Formula::from(1),
            why_not: String::new(),
            upgrade: String::new(),
        }
    }
}

impl Asset for SkillAsset {
    const TYPE: &'static str = "Skill";
}

impl SkillAsset {
    pub(crate) fn is_empty(&self) -> bool {
        let leads_on = !(self.action.is_empty() && self.proxy.is_empty() && self.replaces.is_empty());
        self.effect_source.is_empty() && !leads_on && self.order == 0
    }
}

impl Inspect for SkillAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        self.effect_source.inspect_names(inspector);
        inspector.heading("Place");
        let group = Field::new("group", "Groups of the skill, separated by `//`, such as Act//Magic.");
        inspector.text(group, &mut self.group);
        inspector.number(
            Field::new("sorting", "Position within its group; equal numbers sort by name."),
            &mut self.sorting,
            -999..=999,
        );
        let order = Field::new("order", "Role of the skill for its owner.");
        inspector.choice(order, &mut self.order, ORDERS);
        inspector.heading("Use");
        inspector.reference(
            Field::new("action", "Action of the skill; empty for a passive skill."),
            &mut self.action,
            "action",
        );
        let replaces =
            Field::new("replaces", "Path of the skill that it replaces, such as Move or Act//Attack; empty for none.");
        inspector.text(replaces, &mut self.replaces);
        let priority = Field::new(
            "replace_priority",
            "Decides between skills that replace the same skill, or that both are walks or waits: the higher number \
             is active.",
        );
        inspector.number(priority, &mut self.replace_priority, -999..=999);
        let proxy = Field::new("proxy", "Skill that provides the parameters that this one lacks.");
        inspector.reference(proxy, &mut self.proxy, "skill");
        inspector.heading("Cost");
        inspector.groups(Field::new("costs", "Costs of a use."), &mut self.costs);
        let recharge =
            Field::new("recharge", "Cooldown in turns, including the current one; 0 for none.").in_unit("activations");
        inspector.number(recharge, &mut self.recharge, 0..=99);
        let with = Field::new("recharges_with", "Name of a shared cooldown; if empty, the skill has its own.");
        inspector.text(with, &mut self.recharges_with);
        inspector.number(
            Field::new("uses_per_battle", "Uses in one battle; 0 for no limit.").formerly("uses").in_unit("uses"),
            &mut self.uses_per_battle,
            0..=999,
        );
        super::action::usable(inspector, &mut self.usable, &mut self.why_not);
        let upgrade = Field::new("upgrade", "Skill that takes its place when a slot of a deck is upgraded.");
        inspector.reference(upgrade, &mut self.upgrade, "skill");
        self.effect_source.inspect_rules(inspector);
    }
}
