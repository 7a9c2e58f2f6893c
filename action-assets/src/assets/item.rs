//! Item assets.

use super::effect_source::EffectSourceRules;
use crate::inspect::{Field, Inspect, Inspector};
use crate::write::Asset;

/// An item asset.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ItemAsset {
    pub effect_source: EffectSourceRules,
    pub slots: Vec<String>,
    pub categories: Vec<String>,
    pub charges: i32,
    pub skills: Vec<String>,
    pub statuses: Vec<String>,
}

impl Asset for ItemAsset {
    const TYPE: &'static str = "Item";
}

impl ItemAsset {
    pub(crate) fn is_empty(&self) -> bool {
        self.effect_source.is_empty() && self.skills.is_empty() && self.statuses.is_empty()
    }
}

impl Inspect for ItemAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        self.effect_source.inspect_names(inspector);
        let slots = Field::new(
            "slots",
            "Slots that a unit needs to wear it; [hand, hand] takes two hands. Empty for an item that is only carried.",
        );
        inspector.texts(slots, &mut self.slots);
        inspector.texts(
            Field::new("categories", "Categories by which `equip(…)` in a formula finds the item."),
            &mut self.categories,
        );
        inspector.number(
            Field::new("charges", "Charges of the item; 0 for no limit.").formerly("uses").in_unit("charges"),
            &mut self.charges,
            0..=999,
        );
        inspector.references(Field::new("skills", "Skills for its wearer."), &mut self.skills, "skill");
        let statuses = Field::new("statuses", "Statuses of its wearer while it is worn.");
        inspector.references(statuses, &mut self.statuses, "status");
        self.effect_source.inspect_rules(inspector);
    }
}
