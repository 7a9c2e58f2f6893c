//! Loot of members with decks: an offered skill and the skill in the current slot change places. Nothing is lost, and the
//! same swap again undoes the first.

use crate::camp::Scene;
use crate::campaign::Campaign;
use crate::party::MemberState;
use foretoken_vm::stats::DeckSlot;

impl Scene {
    /// Returns the current slot of a member's deck by its index, with its skill; `None` without a deck or a skill in it.
    pub(crate) fn current_slot(&self, campaign: &Campaign, member: &str) -> Option<(usize, String)> {
        let (state, unit) = self.unit(member)?;
        let slot = state.sheet(&campaign.rules).slots(unit).find(|slot| slot.is_current)?;
        let skill = campaign.rules.skills.get(usize::from(slot.skill?))?;
        Some((usize::from(slot.number) - 1, skill.effect_source.name.clone()))
    }

    /// Returns the word for a slot of a member's deck, such as `face`.
    pub(crate) fn slot_word(&self, campaign: &Campaign, member: &str) -> String {
        let deck = self.unit(member).and_then(|(state, unit)| campaign.rules.deck_of(state.entity(unit)));
        deck.map_or_else(String::new, |deck| deck.word.clone())
    }

    /// Returns a member with another skill in a slot of its deck.
    pub(crate) fn with_slot(&self, campaign: &Campaign, before: &MemberState, slot: usize, skill: &str) -> MemberState {
        let mut member = self.settled(campaign, before);
        if member.deck().is_none() {
            // Only a deck that differs from that of its type is listed.
            member.learnt.extend(self.slots(campaign, &member.name));
        }
        let at = MemberState::FIRST_SLOT + slot as u16;
        if let Some((_, own)) = member.learnt.iter_mut().find(|(own, _)| *own == at) {
            skill.clone_into(own);
        }
        member
    }

    fn slots(&self, campaign: &Campaign, member: &str) -> Vec<(u16, String)> {
        let Some((state, unit)) = self.unit(member) else { return Vec::new() };
        let slot = |slot: DeckSlot| {
            let kind = slot.skill.and_then(|skill| campaign.rules.skills.get(usize::from(skill)));
            let name = kind.map(|kind| kind.effect_source.name.clone()).unwrap_or_default();
            (MemberState::FIRST_SLOT + slot.number - 1, name)
        };
        state.sheet(&campaign.rules).slots(unit).map(slot).collect()
    }
}
