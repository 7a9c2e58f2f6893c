//! State of a run: the fold of its entries.

use crate::entry::{Begin, Effect, Enter, Entry, EquipChange, Owner, Taken};
use crate::party::{ItemState, MemberState};
use foretoken_action_assets::assets::OfferRule;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether and how a run can be rewound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Rewinds are free, and dice fall anew after a rewind.
    #[default]
    Free,
    /// Rewinds are free, and equal decisions have equal results.
    SameDice,
    /// No rewinds.
    Ironman,
}

/// Unknown mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown mode `{0}`; use free, same-dice or ironman")]
pub struct UnknownMode(String);

impl std::str::FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, UnknownMode> {
        match name {
            "free" => Ok(Self::Free),
            "same-dice" => Ok(Self::SameDice),
            "ironman" => Ok(Self::Ironman),
            other => Err(UnknownMode(other.to_owned())),
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Given up.
    GivenUp,
}

/// The current room and what was done in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Here {
    /// Room.
    pub room: String,
    /// Number of this visit, from 1.
    pub visit: u32,
    /// Its offers on this visit, as indices.
    pub offers: Vec<u16>,
    /// Result of its battle: whether it was won.
    pub battle: Option<bool>,
    /// Chosen option.
    pub chosen: Option<u16>,
    /// Whether the loot was taken or left.
    pub looted: bool,
    /// Bought offers.
    pub bought: Vec<u16>,
    /// Offers that were swapped with a slot of a deck, each with the skill that is offered in its place.
    pub swapped: Vec<(u16, String)>,
    /// The only next room, if the choice or a lost battle leads to one.
    pub only: Option<String>,
}

/// State of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunState {
    /// Seed.
    pub seed: u64,
    /// Mode.
    pub mode: Mode,
    /// Code of the level.
    pub level: u8,
    /// Open unlocks.
    pub unlocked: Vec<String>,
    /// Living members in marching order.
    pub party: Vec<MemberState>,
    /// Lost members.
    pub fallen: Vec<MemberState>,
    /// Numbers of the run.
    pub values: BTreeMap<String, i32>,
    /// Shared items.
    pub stash: Vec<ItemState>,
    /// Current room; `None` before the first one.
    pub here: Option<Here>,
    /// Number of visits by room.
    pub visits: BTreeMap<String, u32>,
    /// Entered rooms in order.
    pub way: Vec<String>,
    /// Offers that appear once in the run, by room.
    pub placed: BTreeMap<String, Vec<u16>>,
    /// Number of fought battles.
    pub battles: u32,
    /// Number of rewinds.
    pub forks: u32,
    /// Unlocks that the run gained.
    pub gained: Vec<String>,
    /// End, if the run is over.
    pub ending: Option<Ending>,
}

impl Here {
    /// Returns the skill of an offer, with all swaps so far; empty for none.
    #[must_use]
    pub fn skill<'h>(&'h self, offer: u16, rule: &'h OfferRule) -> &'h str {
        let swapped = self.swapped.iter().find(|(own, _)| *own == offer);
        swapped.map_or(rule.skill.as_str(), |(_, skill)| skill)
    }
}

impl RunState {
    /// Folds entries. Entries that do not fit are skipped; verification reports them.
    #[must_use]
    pub fn fold(entries: &[Entry]) -> Self {
        let (standing, forks) = standing(entries);
        let mut state = Self::default();
        for at in standing {
            state.apply(&entries[at]);
        }
        state.forks = forks;
        state
    }

    /// Returns the number of rewinds that change the dice.
    #[must_use]
    pub fn dice_fork(&self) -> u32 {
        if self.mode == Mode::Free { self.forks } else { 0 }
    }

    /// Applies an entry that is no rewind.
    pub fn apply(&mut self, entry: &Entry) {
        match entry {
            Entry::Begin(begin) => self.begin(begin),
            Entry::Enter(enter) => self.enter(enter),
            Entry::Choose(choose) => {
                self.pay(&choose.spent);
                self.take_over(&choose.effect);
                if let Some(here) = &mut self.here {
                    here.chosen = Some(choose.option);
                    if !choose.next.is_empty() {
                        here.only = Some(choose.next.clone());
                    }
                }
            }
            Entry::Take(taken) => {
                for one in &taken.offers {
                    self.take(one);
                }
                if let Some(here) = &mut self.here {
                    // A swap leaves the replaced skill among the offers, so it can be undone.
                    here.looted = taken.offers.is_empty() || !taken.offers.iter().all(Taken::is_swap);
                }
            }
            Entry::Spend(bought) => {
                self.pay(&bought.spent);
                self.take(&bought.offer);
                if let Some(here) = &mut self.here {
                    here.bought.push(bought.offer.offer);
                }
            }
            Entry::Equip(change) => self.equip(change),
            Entry::Battle(battle) => {
                self.battles += 1;
                for survivor in &battle.outcome.survivors {
                    self.set_member(survivor);
                }
                self.take_over(&battle.reward);
                if let Some(here) = &mut self.here {
                    here.battle = Some(battle.outcome.is_won());
                    if !battle.next.is_empty() {
                        here.only = Some(battle.next.clone());
                    }
                }
            }
            Entry::Lose(lost) => self.lose(&lost.member, lost.wounded_for, lost.is_healed),
            Entry::Unlock(name) => self.gained.push(name.clone()),
            Entry::End(ending) => self.ending = Some(*ending),
            Entry::Assets(_) | Entry::Fork(_) | Entry::Unknown(_) => {}
        }
    }

    fn begin(&mut self, begin: &Begin) {
        let forks = self.forks;
        *self = Self {
            seed: begin.seed,
            mode: begin.mode,
            level: begin.level,
            unlocked: begin.unlocked.clone(),
            party: begin.party.clone(),
            values: begin.values.iter().cloned().collect(),
            stash: begin.stash.clone(),
            placed: begin.placed.iter().cloned().collect(),
            forks,
            ..Self::default()
        };
    }

    fn enter(&mut self, enter: &Enter) {
        let Enter { room, offers } = enter.clone();
        let visit = self.visits.entry(room.clone()).or_default();
        *visit = visit.saturating_add(1);
        self.way.push(room.clone());
        self.here = Some(Here { room, visit: *visit, offers, ..Here::default() });
        for member in &mut self.party {
            member.wounded = member.wounded.saturating_sub(1);
        }
    }

    fn pay(&mut self, spent: &[(String, i32)]) {
        for (name, amount) in spent {
            let value = self.values.entry(name.clone()).or_default();
            *value = value.saturating_sub(*amount);
        }
    }

    fn set_member(&mut self, member: &MemberState) {
        if let Some(own) = self.party.iter_mut().find(|own| own.name == member.name) {
            own.clone_from(member);
        }
    }

    fn take_over(&mut self, effect: &Effect) {
        effect.members.iter().for_each(|member| self.set_member(member));
        for (name, value) in &effect.values {
            self.values.insert(name.clone(), *value);
        }
        if let Some(stash) = &effect.stash {
            self.stash.clone_from(stash);
        }
    }

    fn items_of(&mut self, owner: &Owner) -> Option<&mut Vec<ItemState>> {
        match owner {
            Owner::Stash => Some(&mut self.stash),
            Owner::Member(name) => {
                self.party.iter_mut().find(|member| member.name == *name).map(|member| &mut member.items)
            }
        }
    }

    fn remove_item(&mut self, owner: &Owner, item: &str) -> Option<ItemState> {
        let items = self.items_of(owner)?;
        let at = items.iter().position(|own| own.item == item)?;
        Some(items.remove(at))
    }

    fn take(&mut self, taken: &Taken) {
        match &taken.gives {
            Some((Owner::Member(_), given)) if taken.is_swap() => self.swap(taken.offer, given),
            Some((Owner::Member(name), given)) if !taken.skill.is_empty() => self.learn(name, given, &taken.skill),
            Some((owner, item)) => drop(self.remove_item(owner, item)),
            None => {}
        }
        if !taken.item.is_empty() {
            self.stash.push(ItemState { item: taken.item.clone(), worn: false, charges: None });
        }
        self.take_over(&taken.effect);
    }

    /// The skill of a slot becomes the offer.
    fn swap(&mut self, offer: u16, given: &str) {
        let Some(here) = &mut self.here else { return };
        here.swapped.retain(|(other, _)| *other != offer);
        here.swapped.push((offer, given.to_owned()));
    }

    /// A skill takes the place of an equipped one.
    fn learn(&mut self, name: &str, given: &str, skill: &str) {
        let Some(member) = self.party.iter_mut().find(|member| member.name == name) else { return };
        for (loadout, skills) in member.equipped.iter_mut().enumerate() {
            if let Some(slot) = skills.iter_mut().find(|own| *own == given) {
                skill.clone_into(slot);
                member.learnt.push((loadout as u16, skill.to_owned()));
                return;
            }
        }
    }

    fn equip(&mut self, change: &EquipChange) {
        match change {
            EquipChange::Skills { member, loadout, skills } => {
                let own = self.party.iter_mut().find(|own| own.name == *member);
                if let Some(slot) = own.and_then(|own| own.equipped.get_mut(usize::from(*loadout))) {
                    slot.clone_from(skills);
                }
            }
            EquipChange::Hand { from, to, item, worn } => {
                if self.items_of(to).is_none() {
                    return;
                }
                if let Some(handed) = self.remove_item(from, item)
                    && let Some(items) = self.items_of(to)
                {
                    items.push(ItemState { worn: *worn, ..handed });
                }
            }
            EquipChange::First(name) => {
                if let Some(at) = self.party.iter().position(|member| member.name == *name) {
                    let member = self.party.remove(at);
                    self.party.insert(0, member);
                }
            }
        }
    }

    fn lose(&mut self, name: &str, wounded_for: u16, is_healed: bool) {
        let Some(at) = self.party.iter().position(|member| member.name == name) else { return };
        if wounded_for == 0 && !is_healed {
            let mut member = self.party.remove(at);
            let items = std::mem::take(&mut member.items);
            self.stash.extend(items.into_iter().map(|item| ItemState { worn: false, ..item }));
            self.fallen.push(member);
            return;
        }
        let member = &mut self.party[at];
        // One more, because entering the next room counts one off.
        member.wounded = if is_healed { 0 } else { wounded_for.saturating_add(1) };
        member.health = u16::from(!is_healed);
        member.statuses.clear();
        member.columns.clear();
    }
}

/// Returns the numbers of the entries that stand after all rewinds, in order, and the number of rewinds.
#[must_use]
pub fn standing(entries: &[Entry]) -> (Vec<usize>, u32) {
    let (mut standing, mut forks) = (Vec::new(), 0_u32);
    for (at, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Fork(to) => {
                let keep = standing.partition_point(|&earlier| earlier <= *to as usize);
                standing.truncate(keep.max(1));
                forks = forks.saturating_add(1);
            }
            _ => standing.push(at),
        }
    }
    (standing, forks)
}
