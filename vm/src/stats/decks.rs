//! The deck of a unit: content, readiness and neighbours of its slots.

use super::SkillKind;
use super::sheet::Sheet;
use crate::program::{Holds, SlotFilter};
use crate::state::{EffectInstance, EntityId, Pool};

/// A slot of a unit's deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckSlot {
    /// Number, from 1.
    pub number: u16,
    /// Skill that it holds.
    pub skill: Option<u16>,
    /// Activations of the unit until the skill can be used again; 0 if it can.
    pub left: i32,
    /// Whether it is the current slot.
    pub is_current: bool,
    /// Whether it comes next after the current slot.
    pub is_next: bool,
}

impl<'s> Sheet<'s> {
    /// Returns the number of the current slot of a unit's deck; 0 if it has none.
    #[must_use]
    pub fn current_slot(&self, id: EntityId) -> u16 {
        let column = self.book.deck_of(self.entity(id)).and_then(|deck| deck.current);
        column.map_or(0, |column| u16::try_from(self.column(id, column)).unwrap_or_default())
    }

    /// Iterates over the slots of a unit's deck by number.
    pub fn slots(&self, id: EntityId) -> impl Iterator<Item = DeckSlot> + use<'s> {
        let (deck, current) = (self.book.deck_of(self.entity(id)), self.current_slot(id));
        let held = self.instances(id, Pool::SLOTS);
        let slot = move |number: u16| {
            let own = held.iter().find(|held| held.number == number);
            DeckSlot {
                number,
                skill: own.and_then(EffectInstance::kind).map(|kind| kind as u16),
                left: own.map_or(0, |held| held.words[EffectInstance::LEFT]),
                is_current: number == current,
                is_next: deck.is_some_and(|deck| deck.is_next(current, number)),
            }
        };
        (1..=deck.map_or(0, crate::rulebook::Deck::len) as u16).map(slot)
    }

    /// Returns whether a request with this filter accepts a slot. `program` is the one that asks.
    #[must_use]
    pub(crate) fn is_accepted(&self, slot: &DeckSlot, filter: SlotFilter, program: u16) -> bool {
        let holds = match filter.holds {
            Holds::Anything => true,
            Holds::ThisAction => slot.skill.is_some_and(|skill| self.action_of(skill) == Some(program)),
            Holds::Something => slot.skill.is_some(),
            Holds::Nothing => slot.skill.is_none(),
        };
        holds && (slot.is_next || !filter.next) && (slot.left == 0 || !filter.ready)
    }

    /// Iterates over the programs of the slots that come next, by slot.
    pub(crate) fn actions_of_slots(&self, id: EntityId) -> impl Iterator<Item = u16> + use<'s> {
        let sheet = *self;
        self.slots(id).filter(|slot| slot.is_next).filter_map(move |slot| sheet.action_of(slot.skill?))
    }

    /// Returns the skill in a deck by which a unit uses a program.
    pub(crate) fn skill_in_deck(&self, id: EntityId, program: u16) -> Option<(u16, &'s SkillKind)> {
        let held = self.instances(id, Pool::SLOTS).iter().filter_map(EffectInstance::kind);
        let mut skills = held.filter_map(|kind| Some((kind as u16, self.book.skills.get(kind)?)));
        skills.find(|(_, kind)| kind.action == Some(program))
    }

    fn action_of(&self, skill: u16) -> Option<u16> {
        self.book.skills.get(usize::from(skill))?.action
    }
}
