//! Transfer of items between units, including dying ones and what they leave behind.

use super::cx::RunContext;
use crate::program::{Address, Label};
use crate::state::{ChangeKind, EffectInstance, EntityId, Pool, Refusal};
use crate::stats::{EffectSourceClass, EffectSourceRef};

impl RunContext<'_> {
    pub(crate) fn bearer_at(&self, address: Address) -> Option<EntityId> {
        let dying = address == Address::SELF && self.frame.owner.is_some();
        self.unit_at(address).or(dying.then_some(self.frame.owner))
    }

    /// Transfers an item; a worn one is taken off first. Returns false if the receiver has no room.
    pub(crate) fn pass_item(&mut self, (from, number): (EntityId, u16), to: EntityId, label: Label) -> bool {
        let Some(held) = self.state.instances().get(from, Pool::ITEMS, number).copied() else { return false };
        let Some(kind) = held.kind() else { return false };
        let room = if self.state.entity(to).is_alive() { self.room_for(to, Pool::ITEMS) } else { None };
        let Some(new) = room else {
            let of = EffectSourceRef { class: EffectSourceClass::Item, kind: kind as u16 };
            self.note(ChangeKind::Withheld, to, of.to_word(), 0, Refusal::Full as i32, label);
            return false;
        };
        self.take_off(from, number, label);
        let source = i32::from(from.0) + 1;
        let words = [
            (EffectInstance::KIND, held.words[EffectInstance::KIND]),
            (EffectInstance::SOURCE, source),
            (EffectInstance::AMOUNT, held.words[EffectInstance::AMOUNT]),
        ];
        for word in (0..EffectInstance::WORDS).rev() {
            self.set_held(from, EffectInstance::place(Pool::ITEMS, number, word), 0, label);
        }
        for (word, value) in words {
            self.set_held(to, EffectInstance::place(Pool::ITEMS, new, word), value, label);
        }
        true
    }
}
