//! Handle slot: uses, swaps, fills, upgrades, empties or readies a slot of a unit's deck.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{ChangeKind, EffectInstance, EntityId, Pool};
use serde::Serialize;

/// Action on a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum SlotAct {
    /// Make it the current slot and let its skill recharge.
    #[default]
    Use,
    /// Exchange its skill with that of another slot; recharges stay.
    Swap,
    /// Put a skill in.
    Fill,
    /// Replace its skill by the upgrade of that skill.
    Upgrade,
    /// Take its skill out.
    Empty,
    /// End its recharge.
    Ready,
}

impl Operand for SlotAct {
    fn kind() -> &'static str {
        "act on a slot"
    }

    fn text(&self, _: &Show<'_>) -> String {
        match self {
            Self::Use => "use",
            Self::Swap => "swap",
            Self::Fill => "fill",
            Self::Upgrade => "upgrade",
            Self::Empty => "empty",
            Self::Ready => "ready",
        }
        .to_owned()
    }
}

operands! {
    /// Uses, swaps, fills, upgrades, empties or readies a slot of a unit's deck.
    HandleSlot: "{act} slot {slot} of {whose}, {other} {with}" {
        /// The unit.
        whose: Address,
        /// Address with the number of the slot; `here` is the current one.
        slot: Address,
        /// The action.
        act: SlotAct,
        /// For a swap: address with the number of the other slot.
        other: Address,
        /// To fill it: name of the skill.
        with: Label,
        /// Displayed label.
        label: Label,
    }
}

impl Does for HandleSlot {
    fn deed(&self) -> Deed {
        let Self { whose, slot, act, other, with, .. } = *self;
        Deed::HandleSlot { whose, slot, act, other, with }
    }
}

impl Step for HandleSlot {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, handle: &HandleSlot) -> Flow {
    let label = handle.label;
    let Some(id) = cx.unit_at(handle.whose) else { return Flow::Next };
    let Some(slot) = slot_at(cx, id, handle.slot) else { return without_effect(cx, id, label) };
    let held = cx.state().instances().get(id, Pool::SLOTS, slot).copied();
    let skill = held.and_then(|held| held.kind());
    match handle.act {
        SlotAct::Use => {
            if let Some(current) = cx.book().deck_of(cx.state().entity(id)).and_then(|deck| deck.current) {
                cx.set_entity_column(id, current, slot.into(), label);
            }
            let recharge = skill.and_then(|skill| cx.book().skills.get(skill)).map_or(0, |skill| skill.recharge);
            if held.is_some() {
                set(cx, (id, slot), EffectInstance::LEFT, recharge, label);
            }
        }
        SlotAct::Swap => {
            let Some(other) = slot_at(cx, id, handle.other) else { return without_effect(cx, id, label) };
            let there = cx.state().instances().get(id, Pool::SLOTS, other).and_then(EffectInstance::kind);
            put(cx, (id, slot), there, label);
            put(cx, (id, other), skill, label);
        }
        SlotAct::Fill => {
            let name = cx.book().label(handle.with);
            match cx.book().skills.iter().position(|skill| skill.effect_source.name == name) {
                Some(skill) => put(cx, (id, slot), Some(skill), label),
                None => return without_effect(cx, id, label),
            }
        }
        SlotAct::Upgrade => match skill.and_then(|skill| cx.book().skills.get(skill)?.upgrade) {
            Some(upgrade) => put(cx, (id, slot), Some(upgrade.into()), label),
            None => return without_effect(cx, id, label),
        },
        SlotAct::Empty => put(cx, (id, slot), None, label),
        SlotAct::Ready if held.is_some() => set(cx, (id, slot), EffectInstance::LEFT, 0, label),
        SlotAct::Ready => {}
    }
    Flow::Next
}

fn slot_at(cx: &RunContext<'_>, id: EntityId, at: Address) -> Option<u16> {
    let slot = match at {
        Address::HERE => cx.state().sheet(cx.book()).current_slot(id),
        at => u16::try_from(cx.number_at(at)?).ok()?,
    };
    let deck = cx.book().deck_of(cx.state().entity(id))?;
    deck.has_slot(slot).then_some(slot)
}

fn without_effect(cx: &mut RunContext<'_>, id: EntityId, label: Label) -> Flow {
    cx.note(ChangeKind::NoEffect, id, cx.state().entity(id).cell.bits(), 0, 0, label);
    Flow::Next
}

fn set(cx: &mut RunContext<'_>, (id, slot): (EntityId, u16), word: usize, value: i32, label: Label) {
    cx.set_held(id, EffectInstance::place(Pool::SLOTS, slot, word), value, label);
}

fn put(cx: &mut RunContext<'_>, place: (EntityId, u16), skill: Option<usize>, label: Label) {
    match skill {
        Some(skill) => set(cx, place, EffectInstance::KIND, skill as i32 + 1, label),
        None => (0..EffectInstance::WORDS).for_each(|word| set(cx, place, word, 0, label)),
    }
}
