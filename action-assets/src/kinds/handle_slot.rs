//! HandleSlot: uses, swaps, fills, upgrades, empties or readies a slot of a unit's deck.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Slot), HandleSlot(slot: "T1"),
//! DeclareTarget(name: "T2", asks: Unit), Damage(target: "T2")
//! answers: 2 b
//!
//! .Ab.  ->  .Ab.
//!
//! b health 4 -> 3
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::program::Address;
use foretoken_vm::tokens;
use foretoken_vm::tokens::handle_slot::SlotAct;

const ACTS: &[Choice] = &[
    Choice::new("Use", "It becomes the current slot, and the cooldown of its skill begins."),
    Choice::new("Swap", "It exchanges its skill with the slot `other`; cooldowns stay with their slots."),
    Choice::new("Fill", "It gets the skill `with`."),
    Choice::new("Upgrade", "Its skill becomes the upgrade of that skill."),
    Choice::new("Empty", "It loses its skill."),
    Choice::new("Ready", "Its cooldown ends."),
];

/// Uses or changes a slot of a unit's deck.
#[derive(Clone, Debug, PartialEq)]
pub struct HandleSlot {
    /// The unit.
    pub whose: String,
    /// The slot.
    pub slot: String,
    /// The operation.
    pub act: usize,
    /// The other slot of a swap.
    pub other: String,
    /// The skill that fills it.
    pub with: String,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for HandleSlot {
    fn default() -> Self {
        HandleSlot {
            whose: "self".to_owned(),
            slot: "T1".to_owned(),
            act: 0,
            other: String::new(),
            with: String::new(),
            label: String::new(),
        }
    }
}

impl Inspect for HandleSlot {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let whose = Field::new("whose", "Unit with the deck.");
        inspector.name(whose, &mut self.whose, NameRole::UsesTarget);
        let slot = Field::new("slot", "Slot that an earlier part asks for, or here: the current slot.");
        inspector.name(slot, &mut self.slot, NameRole::UsesTarget);
        inspector.choice(Field::new("act", "What happens to the slot."), &mut self.act, ACTS);
        let other = Field::new("other", "For `Swap`: the other slot.");
        inspector.name(other, &mut self.other, NameRole::UsesTarget);
        inspector.reference(Field::new("with", "For `Fill`: the skill."), &mut self.with, "skill");
        common::label(inspector, &mut self.label);
    }
}

impl Kind for HandleSlot {
    fn name(&self) -> &'static str {
        "HandleSlot"
    }

    fn doc(&self) -> &'static str {
        "Uses, swaps, fills, upgrades, empties or readies a slot of a unit's deck."
    }

    fn summary(&self) -> String {
        let slot = &self.slot;
        match self.act {
            0 => format!("use slot {slot}"),
            1 => format!("swap the skills of {slot} and {}", self.other),
            2 => format!("put {} into {slot}", self.with),
            3 => format!("upgrade {slot}"),
            4 => format!("empty {slot}"),
            _ => format!("end the cooldown of {slot}"),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let acts = [SlotAct::Use, SlotAct::Swap, SlotAct::Fill, SlotAct::Upgrade, SlotAct::Empty, SlotAct::Ready];
        let act = acts[self.act.min(acts.len() - 1)];
        let whose = compiler.target("whose", &self.whose);
        let (slot, label) = (compiler.target("slot", &self.slot), compiler.label(&self.label, "slot"));
        let other = if act == SlotAct::Swap { compiler.relative_to("other", &self.other) } else { Address::default() };
        if act == SlotAct::Fill && !compiler.has_skill(&self.with) {
            compiler.fault("with", "unknown-reference", format!("there is no skill `{}`", self.with));
        }
        let with = if act == SlotAct::Fill { compiler.label(&self.with, "skill") } else { label };
        compiler.emit(tokens::HandleSlot { whose, slot, act, other, with, label });
    }
}
