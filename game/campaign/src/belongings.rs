//! Decisions about belongings: loot, shops and equipment.

use crate::camp::Scene;
use crate::command::{Refusal, TakeOffer};
use crate::entry::{Effect, Entry, EquipChange, Owner, Spend, Take, Taken};
use crate::limits::MOST_ITEMS;
use crate::run::Run;
use crate::state::RunState;
use foretoken_action_assets::assets::RoomRule;

impl Run {
    fn taken(&self, state: &RunState, room: &RoomRule, offer: &TakeOffer, seed: u64) -> Result<Taken, Refusal> {
        let rule = room.offers.get(usize::from(offer.offer)).ok_or(Refusal::NoOption)?;
        let here = state.here.as_ref().filter(|here| here.offers.contains(&offer.offer)).ok_or(Refusal::NoOption)?;
        let skill = here.skill(offer.offer, rule).to_owned();
        if state.stash.len() >= MOST_ITEMS {
            return Err(Refusal::Full);
        }
        let mut state = state.clone();
        let mut swapped = None;
        if !skill.is_empty() {
            let Some((Owner::Member(name), given)) = &offer.gives else { return Err(Refusal::NoSwap) };
            let member = state.party.iter().find(|own| own.name == *name).ok_or(Refusal::NoThing)?;
            let scene = Scene::of(self.campaign(), &state);
            match scene.current_slot(self.campaign(), name) {
                Some((slot, own)) if own == *given => {
                    swapped = Some(scene.with_slot(self.campaign(), member, slot, &skill));
                }
                Some(_) => return Err(Refusal::NoThing),
                None => {
                    let is_equipped = member.equipped.iter().flatten().any(|own| own == given);
                    if member.has_skill(self.campaign(), &skill) || !is_equipped {
                        return Err(Refusal::NoThing);
                    }
                }
            }
        } else if let Some((owner, item)) = &offer.gives {
            let is_there = match owner {
                Owner::Stash => state.stash.iter().any(|own| own.item == *item),
                Owner::Member(name) => {
                    let member = state.party.iter().find(|own| own.name == *name);
                    member.is_some_and(|own| own.items.iter().any(|own| own.item == *item))
                }
            };
            if !is_there || !room.swap {
                return Err(Refusal::NoThing);
            }
        } else if room.swap {
            return Err(Refusal::NoSwap);
        }
        let mut taken = Taken {
            offer: offer.offer,
            gives: offer.gives.clone(),
            item: rule.item.clone(),
            skill,
            effect: Effect { members: swapped.into_iter().collect(), ..Effect::default() },
        };
        state.apply(&Entry::Take(Take { offers: vec![taken.clone()] }));
        let effect = Scene::of(self.campaign(), &state).perform(self.campaign(), &state, &rule.action, &[], seed)?;
        // The action sees the new deck, so its members replace the swapped one.
        for swapped in std::mem::replace(&mut taken.effect, effect).members {
            if taken.effect.members.iter().all(|other| other.name != swapped.name) {
                taken.effect.members.push(swapped);
            }
        }
        Ok(taken)
    }

    pub(crate) fn take(&self, offers: &[TakeOffer]) -> Result<Vec<Entry>, Refusal> {
        let (here, room) = self.here().ok_or(Refusal::NoOption)?;
        if !self.campaign().content(room).has_loot {
            return Err(Refusal::NoOption);
        }
        if self.is_battle_due() {
            return Err(Refusal::NotDone("the battle is not fought"));
        }
        if here.looted || here.battle == Some(false) {
            return Err(Refusal::Done);
        }
        let most = room.take.unsigned_abs() as usize;
        if offers.len() > most {
            return Err(Refusal::TooMany(most));
        }
        let (mut take, mut state) = (Take::default(), self.state().clone());
        for offer in offers {
            if take.offers.iter().any(|other| other.offer == offer.offer) {
                return Err(Refusal::Done);
            }
            let seed = self.purpose(here, &format!("offer {}", offer.offer));
            let taken = self.taken(&state, room, offer, seed)?;
            state.apply(&Entry::Take(Take { offers: vec![taken.clone()] }));
            take.offers.push(taken);
        }
        Ok(self.follow_ups(Entry::Take(take)))
    }

    /// Returns why an offer cannot be bought now.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn check_sale(&self, offer: u16) -> Result<(), Refusal> {
        let (here, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = room.offers.get(usize::from(offer)).ok_or(Refusal::NoOption)?;
        if !self.campaign().content(room).has_sale || !here.offers.contains(&offer) {
            return Err(Refusal::NoOption);
        }
        if self.is_battle_due() {
            return Err(Refusal::NotDone("the battle is not fought"));
        }
        if here.bought.contains(&offer) {
            return Err(Refusal::Done);
        }
        self.price(&rule.spends, &self.path_here("offers", offer)?).map(drop)
    }

    pub(crate) fn buy(&self, offer: u16) -> Result<Vec<Entry>, Refusal> {
        self.check_sale(offer)?;
        let (here, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = room.offers.get(usize::from(offer)).ok_or(Refusal::NoOption)?;
        let spent = self.price(&rule.spends, &self.path_here("offers", offer)?)?;
        let seed = self.purpose(here, &format!("offer {offer}"));
        let room = RoomRule { swap: false, ..room.clone() };
        let taken = self.taken(&self.paying(&spent), &room, &TakeOffer { offer, gives: None }, seed)?;
        Ok(self.follow_ups(Entry::Spend(Box::new(Spend { offer: taken, spent }))))
    }

    pub(crate) fn equip(&self, change: &EquipChange) -> Result<Vec<Entry>, Refusal> {
        let member = |name: &str| self.state().party.iter().find(|own| own.name == name).ok_or(Refusal::NoThing);
        let items = |owner: &Owner| match owner {
            Owner::Stash => Ok(&self.state().stash),
            Owner::Member(name) => member(name).map(|own| &own.items),
        };
        match change {
            EquipChange::Skills { member: name, loadout, skills } => {
                let own = member(name)?;
                let rule = self.campaign().member(name).and_then(|own| own.loadouts.get(usize::from(*loadout)));
                let rule = rule.ok_or(Refusal::NoThing)?;
                let count = rule.equip.unsigned_abs() as usize;
                let is_twice = (1..skills.len()).any(|at| skills[..at].contains(&skills[at]));
                if skills.len() != count || is_twice {
                    return Err(Refusal::WrongCount(count));
                }
                let is_learnt = |skill: &String| own.learnt_in(usize::from(*loadout)).any(|learnt| learnt == skill);
                for skill in skills.iter().filter(|skill| !is_learnt(skill)) {
                    let own = rule.skills.iter().find(|own| own.skill == *skill).ok_or(Refusal::NoThing)?;
                    if !self.is_open(&own.unlock) {
                        return Err(Refusal::Locked(skill.clone()));
                    }
                }
            }
            EquipChange::Hand { from, to, item, worn } => {
                if !items(from)?.iter().any(|own| own.item == *item) || *worn && *to == Owner::Stash {
                    return Err(Refusal::NoThing);
                }
                if items(to)?.len() >= MOST_ITEMS {
                    return Err(Refusal::Full);
                }
                let mut after = self.state().clone();
                after.apply(&Entry::Equip(change.clone()));
                if *worn && Scene::of(self.campaign(), &after).has_no_slot(self.campaign()) {
                    return Err(Refusal::NoSlot);
                }
            }
            EquipChange::First(name) => drop(member(name)?),
        }
        Ok(vec![Entry::Equip(change.clone())])
    }
}
