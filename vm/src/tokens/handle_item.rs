//! Handle item: gives, takes, equips, takes off or uses an item.

use super::deed::{Deed, Does};
use super::operand::{Address, ItemId, Label};
use super::{Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{ChangeKind, EffectInstance, Ending, EntityId, Pool, Refusal};
use crate::stats::{EffectSourceClass, EffectSourceRef};
use serde::Serialize;

/// Action on an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Act {
    /// Give it.
    #[default]
    Give,
    /// Give and equip it.
    GiveWorn,
    /// Take it.
    Take,
    /// Equip a carried one.
    Wear,
    /// Take it off.
    TakeOff,
    /// Spend a use; the item is lost after its last use.
    Use,
}

impl Operand for Act {
    fn kind() -> &'static str {
        "act"
    }

    fn text(&self, _: &Show<'_>) -> String {
        match self {
            Self::Give => "give",
            Self::GiveWorn => "give and put on",
            Self::Take => "take",
            Self::Wear => "put on",
            Self::TakeOff => "take off",
            Self::Use => "use up",
        }
        .to_owned()
    }
}

operands! {
    /// Gives a unit an item, takes it, equips it, takes it off, or spends one of its uses.
    HandleItem: "{act} {item}, {target}" {
        /// The unit.
        target: Address,
        /// The item.
        item: ItemId,
        /// The action.
        act: Act,
        /// Displayed label.
        label: Label,
    }
}

impl Does for HandleItem {
    fn deed(&self) -> Deed {
        Deed::HandleItem { whom: self.target, item: self.item, act: self.act }
    }
}

impl Step for HandleItem {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, handle: &HandleItem) -> Flow {
    let &HandleItem { target, item, act, label } = handle;
    let Some(id) = cx.unit_at(target) else { return Flow::Next };
    if matches!(act, Act::Give | Act::GiveWorn) {
        cx.give_item(id, item.0, act == Act::GiveWorn, label);
        return Flow::Next;
    }
    let worn_first = act == Act::TakeOff;
    let Some(held) = find(cx, id, item.0, worn_first) else {
        let of = EffectSourceRef { class: EffectSourceClass::Item, kind: item.0 };
        cx.note(ChangeKind::Withheld, id, of.to_word(), 0, Refusal::Absent as i32, label);
        return Flow::Next;
    };
    match act {
        Act::Take => cx.lose_item(id, held.number, Ending::Dispelled, label),
        Act::Wear => cx.wear(id, held.number, label),
        Act::TakeOff => cx.take_off(id, held.number, label),
        Act::Use if held.words[EffectInstance::AMOUNT] == 1 => cx.lose_item(id, held.number, Ending::UsedUp, label),
        Act::Use if held.words[EffectInstance::AMOUNT] > 1 => {
            let left = held.words[EffectInstance::AMOUNT] - 1;
            cx.set_held(id, EffectInstance::place(Pool::ITEMS, held.number, EffectInstance::AMOUNT), left, label);
        }
        Act::Use | Act::Give | Act::GiveWorn => {}
    }
    Flow::Next
}

fn find(cx: &RunContext<'_>, id: EntityId, item: u16, worn_first: bool) -> Option<EffectInstance> {
    let own = |held: &&EffectInstance| held.kind() == Some(usize::from(item));
    let held = cx.state().instances().of(id, Pool::ITEMS).iter().filter(own);
    held.copied().min_by_key(|held| ((held.words[EffectInstance::WORN] != 0) != worn_first, held.number))
}
