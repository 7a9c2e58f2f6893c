//! Items that go from one to another: from who carries them to who picks them up, from who dies to what then lies there.

use super::cx::RunContext;
use crate::program::{Address, Label};
use crate::state::{ChangeKind, EffectInstance, EntityId, Pool, Refusal};
use crate::stats::{EffectSourceClass, EffectSourceRef};

impl RunContext<'_> {
    /// The entity at an address whose items may be taken: also who is dying, where its own program runs.
    pub(crate) fn bearer_at(&self, address: Address) -> Option<EntityId> {
        let dying = address == Address::SELF && self.frame.owner.is_some();
        self.unit_at(address).or(dying.then_some(self.frame.owner))
    }

    /// An item goes from one to another as it is, with the uses that it has left. What is worn is taken off first. Says whether
    /// it went: who has no room for it does not get it.
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
